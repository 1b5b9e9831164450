import { spawn } from 'node:child_process';

/**
 * Disables the inspector, which Node opens on SIGUSR1, and core dumps, which contain credentials and rows. Without
 * `prlimit` (util-linux) the limit of core dumps stays unchanged. Child processes inherit the limit.
 */
export function closeDebugging(): void {
  process.on('SIGUSR1', () => undefined);
  spawn('prlimit', ['--pid', String(process.pid), '--core=0:0'], { stdio: 'ignore' })
    .on('error', () => undefined)
    .unref();
}
