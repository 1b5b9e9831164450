import { readFileSync } from 'node:fs';

const SHELL_NAME = /^(ba|da|a|z)?sh$/;

/**
 * Returns the pids of the processes that started this one, up to npm; the text changes when one of them ends.
 * npm runs a script through a shell, which on some systems (Debian's dash) stays in between and survives npm.
 * Ancestors of npm do not matter.
 */
export function readStarter(): string {
  const parent = process.ppid;
  return process.platform === 'linux' && SHELL_NAME.test(readProc(parent, 'comm').trim())
    ? `${parent.toString()} ${parentOf(parent)}`
    : parent.toString();
}

// The fields after the name, which is in parentheses and may contain spaces: state, parent, …
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
