import { readdirSync, readFileSync } from 'node:fs';

/** Whether a process exists and is not a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return statOf(pid)?.state !== 'Z';
  } catch {
    return false;
  }
}

/** Returns the running children of `pid` in ascending order. Linux only. */
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

/** Returns the memory of a process in bytes. Linux only. */
export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

// The fields after the name, which is in parentheses and may contain spaces: state, parent, …
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
