import { readdirSync, readFileSync } from 'node:fs';

/** Whether a process exists and is not merely waiting to be reaped. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return statOf(pid)?.state !== 'Z';
  } catch {
    return false;
  }
}

/** The processes that `pid` started and that live, in order of their numbers. Linux only. */
export function childrenOf(pid: number): number[] {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return numbers
    .map(Number)
    .filter((each) => {
      const stat = statOf(each);
      return stat?.parent === pid && stat.state !== 'Z';
    })
    .sort((a, b) => a - b);
}

/** Memory that a process occupies, in bytes. Linux only. */
export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

// After the name, which stands in brackets and may hold spaces: state, parent, …
function statOf(pid: number): { state: string; parent: number } | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}
