/**
 * Sends a signal to a child. SIGKILL goes to its whole process group if the child has its own, since a killed
 * worker cannot end the processes that it started.
 */
export function endProcess(
  { pid, ownsGroup }: { pid: number; ownsGroup: boolean },
  signal: 'SIGTERM' | 'SIGQUIT' | 'SIGKILL',
): void {
  if (signal === 'SIGKILL' && ownsGroup) endGroup(pid);
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

/** Kills what is left of the process group that a child led. */
export function endGroup(pid: number): void {
  if (process.platform === 'win32') return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is empty.
  }
}
