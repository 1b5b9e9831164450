import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { childrenOf, type TestService } from '@sluice/testkit';

/** Of Linux, on every machine that Node runs on. */
const ticksPerSecond = 100;

/** Share of one processor that a process takes over a time. Linux only. */
export async function processorShare(pid: number, durationMs: number): Promise<number> {
  const before = await processorTimes(pid);
  const startedAtMs = performance.now();
  await delay(durationMs);
  const seconds = (performance.now() - startedAtMs) / 1000;
  return ((await processorTimes(pid)).own - before.own) / seconds;
}

/** Seconds of a processor that each part of a service has taken so far. */
export interface ProcessorUse {
  api: number;
  /** All workers with their executors. */
  workers: number;
  /** PostgreSQL for the service: sessions that stay open. */
  database: number;
  /** PostgreSQL as the target of batches: sessions that have ended. */
  target: number;
}

/** What a service has used by now. Linux only. */
export async function processorUse({ api, workers, database }: TestService): Promise<ProcessorUse> {
  const [backend] = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = await parentOf(backend?.pid ?? 0);
  const { own, ended } = await processorTimes(postmaster);
  const processes = workers.flatMap((worker) => [worker.pid, ...worker.children()]);
  return {
    api: (await processorTimes(api.pid)).own,
    workers: await sumOf(processes),
    database: own + (await sumOf(childrenOf(postmaster))),
    target: ended,
  };
}

/** What was used between two moments, for each of so many things, in milliseconds. */
export function usedForEach(before: ProcessorUse, after: ProcessorUse, things: number) {
  const each = (part: keyof ProcessorUse) => ((after[part] - before[part]) * 1000) / things;
  return {
    api: each('api'),
    workers: each('workers'),
    database: each('database'),
    target: each('target'),
  };
}

const sumOf = async (pids: number[]): Promise<number> => {
  // One may end meanwhile: it counts among those that have ended then.
  const times = await Promise.all(pids.map((pid) => processorTimes(pid).catch(() => ({ own: 0 }))));
  return times.reduce((sum, { own }) => sum + own, 0);
};

/** Of a process, and of those of its children that have ended. */
async function processorTimes(pid: number): Promise<{ own: number; ended: number }> {
  const fields = await statOf(pid);
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
  return {
    own: (user! + system!) / ticksPerSecond,
    ended: (endedUser! + endedSystem!) / ticksPerSecond,
  };
}

const parentOf = async (pid: number): Promise<number> => Number((await statOf(pid))[1]);

/** What stands after the name, which may hold spaces: state, parent, … */
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
