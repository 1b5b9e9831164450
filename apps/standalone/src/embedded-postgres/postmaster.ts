import { execFile } from 'node:child_process';
import { readFile, readlink, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { identifyProcess, isMissing, pidExists, waitUntil } from '@sluice/supervise';
import { endProcessesIn } from './processes.js';

const run = promisify(execFile);

/** Milliseconds that each way of stopping may take. */
export interface StopLimits {
  /** After SIGINT: sessions are disconnected and everything is written. */
  fastMs: number;
  /** After SIGQUIT: nothing is written; the next start recovers from the log. */
  immediateMs: number;
}

/** Enough for a checkpoint on a slow disk. */
export const DEFAULT_STOP_LIMITS: StopLimits = { fastMs: 20_000, immediateMs: 5_000 };

/** The content of a server's lock file. */
export interface PostmasterFile {
  pid: number;
  ready: boolean;
}

/** Reads postmaster.pid of a cluster; returns undefined if it is missing or incomplete. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '';
    throw error;
  });
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  // pg_ctl itself waits for the eighth line.
  return Number.isInteger(pid) && pid > 0
    ? { pid, ready: lines[7]?.trim() === 'ready' }
    : undefined;
}

/**
 * Ends every process that still runs on a cluster without a launcher, and removes the lock file of a killed
 * server. PostgreSQL itself would refuse to start next to a backend that has not noticed yet that its server
 * is gone, and while a process has the pid in the file, even a zombie.
 */
export async function endServerOf(cluster: string, pgCtl: string): Promise<void> {
  const orphan = await findRunningPostmaster(cluster);
  if (orphan !== undefined) await stopPostmaster(orphan, pgCtl);
  await endProcessesIn(cluster, { withinMs: DEFAULT_STOP_LIMITS.immediateMs });
  // Only on Linux are all of these processes visible; elsewhere PostgreSQL must judge the file itself.
  if (process.platform === 'linux') await rm(join(cluster, 'postmaster.pid'), { force: true });
}

/**
 * Finds a server that runs on a cluster without a launcher, for example because its wrapper process was
 * killed. The pid in the lock file alone proves nothing: after a crash any process may have it.
 */
export async function findRunningPostmaster(cluster: string): Promise<number | undefined> {
  const file = await readPostmasterFile(cluster);
  if (file === undefined || !pidExists(file.pid)) return undefined;
  return (await isPostmasterOf(file.pid, cluster)) ? file.pid : undefined;
}

/**
 * Stops a server: fast, then immediately, then by SIGKILL. Needs only the pid, so it works for a server that
 * another process started.
 */
export async function stopPostmaster(
  pid: number,
  pgCtl: string,
  limits: StopLimits = DEFAULT_STOP_LIMITS,
): Promise<void> {
  // Checking the pid alone is not enough: if process 1 reaps no orphans (a plain container), an ended orphan
  // stays in the process table.
  const gone = async () => (await identifyProcess(pid)) === undefined;
  const ways: [signal: 'INT' | 'QUIT' | 'KILL', withinMs: number][] = [
    ['INT', limits.fastMs],
    ['QUIT', limits.immediateMs],
    ['KILL', limits.immediateMs],
  ];
  for (const [signal, withinMs] of ways) {
    await sendSignal(pid, signal, pgCtl);
    if (await waitUntil(gone, { withinMs, everyMs: 10 })) return;
  }
  throw new Error(`PostgreSQL (process ${pid.toString()}) could not be stopped`);
}

async function sendSignal(pid: number, signal: 'INT' | 'QUIT' | 'KILL', pgCtl: string) {
  try {
    // Windows has no signals; pg_ctl has an equivalent there.
    if (process.platform === 'win32') await run(pgCtl, ['kill', signal, pid.toString()]);
    else process.kill(pid, `SIG${signal}`);
  } catch {
    // The process has just ended; the caller checks whether it still exists.
  }
}

async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  try {
    if (process.platform === 'linux') {
      const [program, cwd] = await Promise.all([
        readlink(`/proc/${pid.toString()}/exe`),
        readlink(`/proc/${pid.toString()}/cwd`),
      ]);
      return basename(program).startsWith('postgres') && cwd === cluster;
    }
    if (process.platform === 'win32') return false;
    const { stdout } = await run('ps', ['-o', 'command=', '-p', pid.toString()]);
    return stdout.includes('postgres') && stdout.includes(cluster);
  } catch {
    return false;
  }
}
