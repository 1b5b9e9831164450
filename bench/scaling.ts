import { availableParallelism } from 'node:os';
import { startService, until, type TestService } from '@sluice/testkit';
import { createLeanClient, type LeanClient } from './client.js';
import { inGroups } from './groups.js';
import { processorUse, usedForEach } from './processor.js';
import { batchesPerSecond } from './short-batches.js';
import { percentile, type Figure } from './table.js';

const rounds = 5;
const shortBatches = { count: 400, inFlight: 32 };
/** Short batches saturate one executor; waiting batches use few of many slots. */
const slots = { short: 16, waiting: 4 };
const processCounts = [1, 2, 4, 8];
const sleepSeconds = 2;
/** Batches per slot. */
const waves = 6;

/**
 * Measures how throughput grows with workers: of short batches from one to two, of waiting ones from one to
 * eight.
 */
export async function measureScaling(settings: Record<string, string>): Promise<Figure[]> {
  return [...(await measureShort(settings)), ...(await measureWaiting(settings))];
}

const start = (settings: Record<string, string>, concurrency: number): Promise<TestService> =>
  startService({
    queue: 'redis',
    processes: true,
    settings: {
      ...settings,
      SERVICE_WORKER_PROCESSES: '1',
      SERVICE_WORKER_CONCURRENCY: String(concurrency),
    },
  });

/** One worker and two workers in turn. */
async function measureShort(settings: Record<string, string>): Promise<Figure[]> {
  const service = await start(settings, slots.short);
  const client = createLeanClient(service);
  const where = { client, connectionId: service.connectionId };
  try {
    await batchesPerSecond(where, shortBatches);
    const before = await processorUse(service);
    const one: number[] = [];
    const two: number[] = [];
    one.push(await batchesPerSecond(where, shortBatches));
    const { api, workers, database, target } = usedForEach(
      before,
      await processorUse(service),
      shortBatches.count,
    );
    for (let round = 0; round < rounds; round++) {
      const second = await service.startWorker();
      await batchesPerSecond(where, shortBatches);
      two.push(await batchesPerSecond(where, shortBatches));
      second.kill('SIGTERM');
      await second.ended;
      one.push(await batchesPerSecond(where, shortBatches));
    }
    const [best, bestOfTwo] = [Math.max(...one), Math.max(...two)];
    return [
      {
        what: `short batches, one worker, best of ${one.length}`,
        value: `${best.toFixed(0)} batches/s`,
      },
      {
        what: `short batches, two workers, on ${availableParallelism()} cores`,
        value: `${bestOfTwo.toFixed(0)} batches/s: ${(bestOfTwo / best).toFixed(2)} ×`,
        goal: '≥ 1.8 × where there are cores',
      },
      {
        what: 'processor of a short batch: API, worker, database, target',
        value: [api, workers, database, target].map((each) => each.toFixed(1)).join(' + ') + ' ms',
      },
    ];
  } finally {
    client.close();
    await service.stop();
  }
}

/** An increasing number of worker processes that wait for their database. */
async function measureWaiting(settings: Record<string, string>): Promise<Figure[]> {
  const service = await start(settings, slots.waiting);
  const client = createLeanClient(service);
  const figures: Figure[] = [];
  try {
    for (const count of processCounts) {
      while (service.workers.length < count) await service.startWorker();
      const shares: number[] = [];
      for (let round = 0; round < 2; round++) {
        shares.push(await shareOfIdeal(service, client, count * slots.waiting));
      }
      figures.push({
        what: `pg_sleep(${sleepSeconds}) on ${count} worker processes × ${slots.waiting}`,
        value: `${percentile(shares, 0.9).toFixed(2)} of ideal`,
        goal: '≥ 0.9',
      });
    }
    return figures;
  } finally {
    client.close();
    await service.stop();
  }
}

/**
 * Returns the ends per second, once all slots are in use, relative to the ideal in which only sleep takes
 * time.
 */
async function shareOfIdeal(
  { database, connectionId }: TestService,
  client: LeanClient,
  slotCount: number,
): Promise<number> {
  const [now] = await database.query<{ at: Date }>('select clock_timestamp() as at');
  await inGroups(slotCount * waves, () =>
    client.json('POST', '/api/batches', {
      connectionId,
      batchText: `select pg_sleep(${sleepSeconds})`,
    }),
  );
  const ends = await until(
    'all have ended',
    async () => {
      const rows = await database.query<{ at: number | null }>(
        `select extract(epoch from stop_time)::float8 as at from batches
         where created_at >= $1 order by stop_time nulls last`,
        [now?.at],
      );
      return rows.every(({ at }) => at !== null) ? rows.map(({ at }) => at ?? 0) : null;
    },
    300_000,
  );
  const [first = 0, last = 0] = [ends[slotCount - 1], ends.at(-1)];
  const perSecond = (ends.length - slotCount) / (last - first);
  return perSecond / (slotCount / sleepSeconds);
}
