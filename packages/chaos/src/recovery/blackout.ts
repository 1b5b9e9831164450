import { setTimeout as delay } from 'node:timers/promises';
import type { Batch } from '@sluice/contracts';
import { until } from '@sluice/testkit';
import { check } from '../checker/check.js';
import { collect } from '../checker/collect.js';
import { recording, type ClientEntry, type FaultTime } from '../checker/evidence.js';
import type { Random } from '../plan/random.js';
import { settle } from '../run/settle.js';
import { firstOf, type Fleet } from '../world/fleet.js';
import { queryOnce } from '../world/postgres-server.js';
import type { Servers } from '../world/servers.js';
import { waitFor } from '../world/wait-for.js';
import { withWorld } from '../world/with-world.js';
import type { Series } from './worker-loss.js';

/** The parts that can be started. */
export const parts = ['postgres', 'redis', 'api', 'worker'] as const;
/** One of {@link parts}. */
export type Part = (typeof parts)[number];

/** Returns all permutations. */
export function orders<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((first) =>
    orders(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
  );
}

/** Returns the parts in an order that the seed decides. */
export const shuffled = (random: Random): Part[] =>
  orders(parts)[random.whole(0, 23)] ?? [...parts];

/** Options of {@link blackOut}. */
export interface BlackoutOptions {
  queue: 'redis' | 'postgres';
  /** The order of the starts, for each repetition. */
  starts: readonly Part[][];
  /** Milliseconds between two starts. */
  gapMs: number;
  /** Batches that run when everything is killed. */
  runningBatches: number;
  /**
   * `blackout`: from the kill until everything is final and a new batch has run. `last start`: from the start
   * of the last part until a new batch has run.
   */
  measure: 'blackout' | 'last start';
}

const finalWithinMs = 60_000;

/** Kills everything at once and restarts it in the given orders. */
export async function blackOut(options: BlackoutOptions): Promise<Series> {
  return withWorld({ queue: options.queue, apis: 1, workers: 1 }, (servers, fleet) =>
    measureAll(servers, fleet, options),
  );
}

async function measureAll(
  servers: Servers,
  fleet: Fleet,
  { starts, gapMs, runningBatches, measure }: BlackoutOptions,
): Promise<Series> {
  const timesMs: number[] = [];
  const clients: ClientEntry[] = [];
  const faults: FaultTime[] = [];
  for (const [round, order] of starts.entries()) {
    const running = Array.from({ length: runningBatches }, (_, index) =>
      send(fleet, `o${round}-${index}`),
    );
    const batchIds = await Promise.all(running);
    const from = new Date();
    let fromMs = performance.now();
    await killEverything(servers, fleet);
    const starting: Promise<void>[] = [];
    for (const [place, part] of order.entries()) {
      if (place > 0) await delay(gapMs);
      if (measure === 'last start') fromMs = performance.now();
      starting.push(startPart(part, servers, fleet));
    }
    await Promise.all(starting);
    batchIds.push(await sendPersistently(fleet, `o${round}-after`));
    await Promise.all(
      (measure === 'blackout' ? batchIds : batchIds.slice(-1)).map((id) => final(fleet, id)),
    );
    timesMs.push(performance.now() - fromMs);
    faults.push({ kind: order.join(', '), from, until: new Date() });
    await Promise.all(batchIds.map((id) => final(fleet, id)));
    clients.push(...batchIds.map((batchId) => ({ batchId, seenFinal: null })));
  }
  await settle(fleet, { finalMs: finalWithinMs, leftoversMs: 30_000 });
  return { timesMs, checks: check(await collect(fleet, { clients, faults, finalWithinMs })) };
}

async function killEverything({ service, redis }: Servers, fleet: Fleet): Promise<void> {
  await Promise.all([
    ...[...fleet.apis, ...fleet.workers].map((slot) => slot.halt()),
    service.crash(),
    redis.crash(),
  ]);
}

async function startPart(part: Part, { service, redis }: Servers, fleet: Fleet): Promise<void> {
  switch (part) {
    case 'postgres':
      return service.start();
    case 'redis':
      return redis.start();
    case 'api':
      for (const slot of fleet.apis) slot.start();
      return;
    case 'worker':
      for (const slot of fleet.workers) slot.start();
      return;
  }
}

const textOf = (key: string): string =>
  [recording(`${key}-1`), 'select pg_sleep(0.3)', recording(`${key}-2`)].join(';\n');

async function send(fleet: Fleet, key: string): Promise<string> {
  const { id } = await firstOf(fleet.clients).submit(fleet.connectionId, textOf(key));
  return id;
}

/** Sends like a client that never gives up and never sends a batch twice. */
const sendPersistently = (fleet: Fleet, key: string): Promise<string> =>
  until(
    'the API serves',
    async () => {
      const response = await firstOf(fleet.clients).request(
        'POST',
        '/api/batches',
        { connectionId: fleet.connectionId, batchText: recording(`${key}-1`) },
        { 'idempotency-key': key },
      );
      return response.status === 200 ? ((await response.json()) as Batch).id : null;
    },
    60_000,
  );

/** Resolves when the row is final, on a new connection each time, since the database is killed as well. */
async function final({ databaseUrl }: Fleet, batchId: string): Promise<void> {
  const sql = "select from batches where id = $1 and status <> 'started'";
  await waitFor(
    `batch ${batchId} is final`,
    async () => (await queryOnce(databaseUrl, sql, [batchId])).length === 1,
    finalWithinMs,
  );
}
