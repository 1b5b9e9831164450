import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { childrenOf, type TestService } from '@sluice/testkit';

/** Linux, on every architecture that Node supports. */
const ticksPerSecond = 100;

/** Returns the share of one core that a process uses over a time. Linux only. */
export async function processorShare(pid: number, durationMs: number): Promise<number> {
  const before = await processorTimes(pid);
  const startedAtMs = performance.now();
  await delay(durationMs);
  const seconds = (performance.now() - startedAtMs) / 1000;
  return ((await processorTimes(pid)).own - before.own) / seconds;
}

/** CPU seconds that each part of a service has used so far. */
export interface ProcessorUse {
  api: number;
  /** All workers with their executors. */
  workers: number;
  /** PostgreSQL for the service: sessions that are still open. */
  database: number;
  /** PostgreSQL as the target of batches: sessions that have ended. */
  target: number;
}

/** Returns the CPU time of a service so far. Linux only. */
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

/** Returns the CPU time between two moments per item, in milliseconds. */
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
  // A session may end meanwhile; then it counts among the ended ones.
  const times = await Promise.all(pids.map((pid) => processorTimes(pid).catch(() => ({ own: 0 }))));
  return times.reduce((sum, { own }) => sum + own, 0);
};

/** The CPU time of a process and of its ended children. */
async function processorTimes(pid: number): Promise<{ own: number; ended: number }> {
  const fields = await statOf(pid);
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
  return {
    own: (user! + system!) / ticksPerSecond,
    ended: (endedUser! + endedSystem!) / ticksPerSecond,
  };
}

const parentOf = async (pid: number): Promise<number> => Number((await statOf(pid))[1]);

/** Returns the fields after the name, which may contain spaces: state, parent, … */
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
