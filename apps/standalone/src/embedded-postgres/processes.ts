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

async function isProcessIn(pid: string, folder: string): Promise<boolean> {
  try {
    const program = basename(await readlink(`/proc/${pid}/exe`)).split(' ')[0];
    const read = async (name: 'cmdline' | 'environ'): Promise<string[]> =>
      (await readFile(`/proc/${pid}/${name}`, 'utf8')).split('\0');
    if (program === 'initdb') return (await read('cmdline')).includes(`--pgdata=${folder}`);
    if (program === 'postgres') {
      return (
        (await readlink(`/proc/${pid}/cwd`)) === folder ||
        // A helper of initdb that has not entered the folder yet.
        (await read('environ')).includes(`PGDATA=${folder}`)
      );
    }
    // Until then the helper is a shell.
    const [, option, command] = await read('cmdline');
    if (option !== '-c' || command === undefined || !helperCommand.test(command)) return false;
    return (await read('environ')).includes(`PGDATA=${folder}`);
  } catch {
    // It has ended, or belongs to another user.
    return false;
  }
}

const helperCommand = /postgres["']? --(?:boot|single|check)/;

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
