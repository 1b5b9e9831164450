import { readFileSync } from 'node:fs';

const shellName = /^(ba|da|a|z)?sh$/;

/**
 * Names the processes that this one was started by, up to npm; the name changes when one of them is
 * gone. npm runs a script through a shell, which on some systems (Debian's dash) stays in between and
 * survives npm; what stands above npm does not matter.
 */
export function readStarter(): string {
  const parent = process.ppid;
  return process.platform === 'linux' && shellName.test(readProc(parent, 'comm').trim())
    ? `${parent.toString()} ${parentOf(parent)}`
    : parent.toString();
}

// The fields after the name, which stands in brackets and may hold spaces: state, parent, …
function parentOf(pid: number): string {
  const stat = readProc(pid, 'stat');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '';
}

function readProc(pid: number, file: 'comm' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid.toString()}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
