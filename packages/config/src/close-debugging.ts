import { spawn } from 'node:child_process';

/**
 * Closes what lets others look into this process: the inspector, which Node opens on SIGUSR1, and core dumps,
 * which hold credentials and rows. Where there is no `prlimit` (util-linux) the limit stays as it was given;
 * processes that this one starts inherit it.
 */
export function closeDebugging(): void {
  process.on('SIGUSR1', () => undefined);
  spawn('prlimit', ['--pid', String(process.pid), '--core=0:0'], { stdio: 'ignore' })
    .on('error', () => undefined)
    .unref();
}
