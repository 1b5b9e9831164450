import { execFile } from 'node:child_process';
import { readFile, readlink, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { identifyProcess, isMissing, pidExists, waitUntil } from '@sluice/supervise';
import { endProcessesIn } from './processes.js';

const run = promisify(execFile);

/** How long each way of stopping may take, in milliseconds. */
export interface StopLimits {
  /** After SIGINT: sessions are cut, everything is written. */
  fastMs: number;
  /** After SIGQUIT: nothing is written, the next start recovers from the log. */
  immediateMs: number;
}

/** Enough for a checkpoint on a slow disk. */
export const defaultStopLimits: StopLimits = { fastMs: 20_000, immediateMs: 5_000 };

/** What a server wrote into its lock file. */
export interface PostmasterFile {
  pid: number;
  ready: boolean;
}

/** Reads postmaster.pid of a cluster; undefined when there is none or it is being written. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '';
    throw error;
  });
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  // The eighth line is what pg_ctl itself waits for.
  return Number.isInteger(pid) && pid > 0
    ? { pid, ready: lines[7]?.trim() === 'ready' }
    : undefined;
}

/**
 * Ends whatever still runs on a cluster although nobody watches it any more, and removes the lock file
 * that a killed server left. PostgreSQL itself would refuse to start: beside a backend that has not
 * noticed yet that its server is gone, and while the number in the file exists, be it of a process that
 * has ended and was not reaped.
 */
export async function endServerOf(cluster: string, pgCtl: string): Promise<void> {
  const orphan = await findRunningPostmaster(cluster);
  if (orphan !== undefined) await stopPostmaster(orphan, pgCtl);
  await endProcessesIn(cluster, { withinMs: defaultStopLimits.immediateMs });
  // Elsewhere than on Linux we do not see all of them, and PostgreSQL has to judge the file itself.
  if (process.platform === 'linux') await rm(join(cluster, 'postmaster.pid'), { force: true });
}

/**
 * Finds a server that still runs on a cluster although nobody watches it any more, for example
 * because its keeper was killed. The number in the lock file alone proves nothing: after a crash it
 * may belong to any process by now.
 */
export async function findRunningPostmaster(cluster: string): Promise<number | undefined> {
  const file = await readPostmasterFile(cluster);
  if (file === undefined || !pidExists(file.pid)) return undefined;
  return (await isPostmasterOf(file.pid, cluster)) ? file.pid : undefined;
}

/**
 * Stops a server: fast, then immediately, then by force. Needs nothing but its number, so it works
 * for a server that another process started.
 */
export async function stopPostmaster(
  pid: number,
  pgCtl: string,
  limits: StopLimits = defaultStopLimits,
): Promise<void> {
  // Not merely "no such number": where process 1 reaps nobody (a plain container), an orphan that has
  // ended stays in the table for ever.
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
  throw new Error(`PostgreSQL (process ${pid.toString()}) cannot be stopped`);
}

async function sendSignal(pid: number, signal: 'INT' | 'QUIT' | 'KILL', pgCtl: string) {
  try {
    // Windows has no signals; pg_ctl knows what PostgreSQL listens to there.
    if (process.platform === 'win32') await run(pgCtl, ['kill', signal, pid.toString()]);
    else process.kill(pid, `SIG${signal}`);
  } catch {
    // It has ended by itself in this moment; whoever called looks whether it still exists.
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
