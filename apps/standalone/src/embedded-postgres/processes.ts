import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { identifyProcess, waitUntil } from '@sluice/supervise';

const run = promisify(execFile);
const KILL_WITHIN_MS = 5_000;

/**
 * Waits for PostgreSQL's processes on a folder to end, and kills those that do not. Their launcher was
 * killed: initdb and its helpers continue until they are done, and backends end when they notice that their
 * server is gone.
 *
 * @throws when a process cannot be killed
 */
export async function endProcessesIn(
  folder: string,
  { withinMs }: { withinMs: number },
): Promise<void> {
  const areGone = async (): Promise<boolean> => (await processesIn(folder)).length === 0;
  if (await waitUntil(areGone, { withinMs, everyMs: 20 })) return;
  // initdb starts one helper after another, so those found now may not be all.
  const areKilled = async (): Promise<boolean> => {
    for (const pid of await processesIn(folder)) kill(pid);
    return areGone();
  };
  if (await waitUntil(areKilled, { withinMs: KILL_WITHIN_MS, everyMs: 20 })) return;
  throw new Error(`A process of an earlier start still uses ${folder} and cannot be ended`);
}

/** Returns the pids of PostgreSQL's processes that use a folder. */
async function processesIn(folder: string): Promise<number[]> {
  if (process.platform === 'win32') return [];
  if (process.platform !== 'linux') return processesNaming(folder);
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    names.map(async (name) => ((await isProcessIn(name, folder)) ? Number(name) : 0)),
  );
  return found.filter((pid) => pid > 0);
}

// The working folder of postgres is its data folder; initdb only names it.
async function isProcessIn(pid: string, folder: string): Promise<boolean> {
  try {
    const program = basename(await readlink(`/proc/${pid}/exe`)).split(' ')[0];
    if (program === 'postgres' && (await readlink(`/proc/${pid}/cwd`)) === folder) return true;
    if (program !== 'initdb') return false;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    return command.split('\0').includes(`--pgdata=${folder}`);
  } catch {
    // It has ended, or belongs to another user.
    return false;
  }
}

async function processesNaming(folder: string): Promise<number[]> {
  const { stdout } = await run('ps', ['-axo', 'pid=,command=']);
  const pids = stdout
    .split('\n')
    .filter((line) => line.includes(folder) && /^\s*\d+\s+\S*\/(?:initdb|postgres)\s/.test(line))
    .map((line) => Number.parseInt(line, 10));
  const alive = await Promise.all(pids.map(identifyProcess));
  return alive.flatMap((identity) => (identity === undefined ? [] : [identity.pid]));
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
