import { setTimeout as delay } from 'node:timers/promises';
import type { Batch } from '@sluice/contracts';
import { check } from '../checker/check.js';
import { collect } from '../checker/collect.js';
import { recording, type ClientEntry } from '../checker/evidence.js';
import { rule, type CheckResult } from '../checker/rule.js';
import { createRandom, type Random } from '../plan/random.js';
import { firstOf, openFleet, type Fleet, type FleetOptions } from '../world/fleet.js';
import { settle } from './settle.js';

/** Options of {@link raceCancels}. */
export interface CancelRaceOptions {
  servers: Pick<FleetOptions, 'serviceServer' | 'targetServer' | 'redisUrl'>;
  cancels: number;
  seed: number;
  concurrency: number;
}

/** The results of {@link raceCancels}. */
export interface CancelRaceReport {
  checks: CheckResult[];
  /** The number of cancelled batches by the position of the cancel. */
  hits: Map<string, number>;
}

interface Raced {
  /** Cancelled at a random moment. */
  cancelled: Batch;
  /** Follows at once, on the same session if the first one only read. It is never cancelled. */
  bystander: Batch;
}

/**
 * Cancels batches at random moments around the ends of their statements. A cancel may hit only the statement
 * that the batch reports as cancelled: no later statement, and no statement of the batch that uses the
 * session next.
 */
export async function raceCancels(options: CancelRaceOptions): Promise<CancelRaceReport> {
  const fleet = await openFleet({ ...options.servers, apis: 1, workers: 1 });
  try {
    const random = createRandom(options.seed);
    const numbers = Array.from({ length: options.cancels }, (_, index) => index).values();
    const raced: Raced[] = [];
    const work = async (): Promise<void> => {
      for (const number of numbers) raced.push(await race(fleet, random, number));
    };
    await Promise.all(Array.from({ length: options.concurrency }, work));
    await settle(fleet, { finalMs: 30_000, leftoversMs: 30_000 });
    const clients: ClientEntry[] = raced
      .flatMap(({ cancelled, bystander }) => [cancelled, bystander])
      .map(({ id, status }) => ({ batchId: id, seenFinal: status }));
    const evidence = await collect(fleet, { clients, faults: [], finalWithinMs: 30_000 });
    return { checks: [...checkRaces(raced), ...check(evidence)], hits: countHits(raced) };
  } finally {
    await fleet.close();
  }
}

async function race(fleet: Fleet, random: Random, number: number): Promise<Raced> {
  const client = firstOf(fleet.clients);
  const send = (text: string) => client.submit(fleet.connectionId, text);
  // Short statements end around the cancel. On a busy machine only long ones have started by then.
  const sleepMs = random.chance(0.2) ? 300 : random.whole(0, 20);
  const sleep = `select pg_sleep(${(sleepMs / 1000).toFixed(3)})`;
  // A batch that only reads passes its session on to the next batch; a batch that writes shows what really
  // ran.
  const next = random.chance(0.5) ? `select 'c${number}'` : recording(`c${number}`);
  const { id } = await send(`${sleep};\n${next};\n${sleep}`);
  await delay(random.whole(0, 2 * sleepMs + 40));
  const [, bystander] = await Promise.all([
    client.json('PUT', `/api/batches/${id}/cancel`),
    send(`${sleep};\n${recording(`b${number}`)}`),
  ]);
  return {
    cancelled: await client.finalBatch(id),
    bystander: await client.finalBatch(bystander.id),
  };
}

const checkRaces = (raced: readonly Raced[]): CheckResult[] => [
  rule('T13', 'a batch that was not cancelled finishes', raced, ({ bystander }) =>
    bystander.status === 'finished' ? null : `${bystander.id} is ${bystander.status}`,
  ),
  rule('T13', 'a cancel hits at most one statement, and nothing starts after it', raced, (pair) =>
    misplacedCancel(pair.cancelled),
  ),
];

function misplacedCancel({ id, status, statements }: Batch): string | null {
  const hit = statements.filter((each) => each.error !== null);
  if (hit.length > 1) return `${id}: ${hit.length} statements were hit`;
  if (status === 'finished')
    return hit.length === 0 ? null : `${id} finished although a statement was hit`;
  if (status !== 'cancelled') return `${id} is ${status}`;
  const end = statements.findIndex((each) => each.status !== 'finished');
  const later = statements.slice(hit.length === 0 ? end : end + 1);
  const begun = later.find((each) => each.startTime !== null || each.status !== 'cancelled');
  return begun === undefined ? null : `${id}: ${begun.id} started after the cancel`;
}

function countHits(raced: readonly Raced[]): Map<string, number> {
  const hits = new Map<string, number>();
  for (const { cancelled } of raced) {
    const place = placeOf(cancelled);
    hits.set(place, (hits.get(place) ?? 0) + 1);
  }
  return hits;
}

function placeOf({ status, statements }: Batch): string {
  if (status === 'finished') return 'too late: finished';
  const hit = statements.find((each) => each.error !== null);
  if (hit !== undefined) return `during statement ${hit.sequence}`;
  const done = statements.filter((each) => each.status === 'finished').length;
  return done === 0 ? 'before statement 1' : `between statements ${done} and ${done + 1}`;
}
