import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { check } from '../checker/check.js';
import { collect } from '../checker/collect.js';
import { recording, type ClientEntry, type FaultTime } from '../checker/evidence.js';
import type { CheckResult } from '../checker/rule.js';
import type { Random } from '../plan/random.js';
import { settle } from '../run/settle.js';
import { firstOf, openFleet, type Fleet, type FleetOptions } from '../world/fleet.js';
import { CHECKER_NAME } from '../world/postgres-server.js';
import { waitFor } from '../world/wait-for.js';

/** Times of a series in milliseconds, with the results of the checker. */
export interface Series {
  timesMs: number[];
  checks: CheckResult[];
}

/** Options of {@link loseWorkers}. */
export interface WorkerLossOptions {
  servers: Pick<FleetOptions, 'serviceServer' | 'targetServer' | 'redisUrl'>;
  /** How often all workers are killed, and how many there are, each with one batch. */
  rounds: number;
  workers: number;
  random: Random;
}

const finalWithinMs = 60_000;

const hasStarted =
  "exists (select from statements s where s.batch_id = batches.id and s.status <> 'queued')";

/**
 * Kills workers at random moments after each has started one batch, with the default lease. Returns the time of each
 * batch from the kill to its end.
 */
export async function loseWorkers(options: WorkerLossOptions): Promise<Series> {
  const { servers, rounds, workers, random } = options;
  const fleet = await openFleet({
    ...servers,
    apis: 1,
    workers,
    settings: { SERVICE_WORKER_CONCURRENCY: '1' },
  });
  const observer = new pg.Client({
    connectionString: fleet.databaseUrl,
    application_name: CHECKER_NAME,
  });
  try {
    await observer.connect();
    const timesMs: number[] = [];
    const clients: ClientEntry[] = [];
    const faults: FaultTime[] = [];
    for (let round = 0; round < rounds; round++) {
      const batchIds = await Promise.all(
        fleet.workers.map((_, index) => submit(fleet, `r${round}-${index}`)),
      );
      clients.push(...batchIds.map((batchId) => ({ batchId, seenFinal: null })));
      await batchesWhere(observer, batchIds, hasStarted, () => undefined);
      await delay(random.whole(0, 700));
      const from = new Date();
      const killedAtMs = performance.now();
      await Promise.all(fleet.workers.map((slot) => slot.kill(0)));
      await batchesWhere(observer, batchIds, "status <> 'started'", () => {
        timesMs.push(performance.now() - killedAtMs);
      });
      await Promise.all(fleet.workers.map((slot) => slot.ready()));
      faults.push({ kind: 'worker kill', from, until: new Date() });
    }
    await settle(fleet, { finalMs: finalWithinMs, leftoversMs: 30_000 });
    return { timesMs, checks: check(await collect(fleet, { clients, faults, finalWithinMs })) };
  } finally {
    await observer.end();
    await fleet.close();
  }
}

async function submit(fleet: Fleet, key: string): Promise<string> {
  const text = [recording(`${key}-1`), 'select pg_sleep(0.4)', recording(`${key}-2`)].join(';\n');
  const { id } = await firstOf(fleet.clients).submit(fleet.connectionId, text);
  return id;
}

/**
 * Calls `seen` once for each batch whose row satisfies the condition; resolves when all do. Asks on one connection, so
 * that the observation does not slow down the workers that start meanwhile.
 */
async function batchesWhere(
  observer: pg.Client,
  batchIds: string[],
  condition: string,
  seen: (batchId: string) => void,
): Promise<void> {
  const sql = `select id from batches where id = any($1::uuid[]) and ${condition}`;
  let remaining = batchIds;
  await waitFor(
    `batches with ${condition}`,
    async () => {
      const { rows } = await observer.query<{ id: string }>(sql, [remaining]);
      for (const { id } of rows) seen(id);
      remaining = remaining.filter((batchId) => rows.every(({ id }) => id !== batchId));
      return remaining.length === 0;
    },
    finalWithinMs,
  );
}
