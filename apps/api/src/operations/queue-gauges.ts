import type { QueueState, QueueStateRepository, WorkerPoolState } from '@sluice/database';
import type { Instruments } from '@sluice/telemetry';
import type { Logger } from 'pino';
import { inTime } from '../limits/index.js';

/** Tenants with a label of their own, if any may: more would make a series of every user there ever was. */
const mostNamedTenants = 20;
/** Pools with a label of their own. */
const mostPools = 100;
/** A scrape asks for several gauges, and several scrapers may ask at once. */
const keptMs = 1_000;
const timeoutMs = 2_000;

/**
 * Gauges of what waits and runs, read from the database at a scrape, at most once a second. While the
 * database is away they are absent rather than old, and a scrape answers in two seconds all the same.
 */
export function observeQueue(
  { gauge }: Pick<Instruments, 'gauge'>,
  repository: QueueStateRepository,
  { namesTenants }: { namesTenants: boolean },
  log: Pick<Logger, 'warn'>,
): void {
  const mostTenants = namesTenants ? mostNamedTenants : 0;
  const read = keptFor(keptMs, () =>
    inTime(
      repository.read(mostTenants, mostPools).catch((error: unknown) => {
        log.warn({ err: error }, 'the queue could not be read for its metrics');
        return null;
      }),
      timeoutMs,
    ),
  );
  gauge('sluice_database_up', async () => [{ labels: {}, value: (await read()) ? 1 : 0 }]);
  gauge('sluice_workers_alive', async () => {
    const state = await read();
    return state === null ? [] : [{ labels: {}, value: state.workers }];
  });
  gauge('sluice_pool_workers_alive', async () => ofPools(await read(), ({ workers }) => workers));
  gauge('sluice_pool_batches_waiting', async () => ofPools(await read(), ({ waiting }) => waiting));
  gauge('sluice_webhook_events_waiting', async () => {
    const state = await read();
    return state === null ? [] : [{ labels: {}, value: state.webhookEvents }];
  });
  gauge('sluice_batches', async () => {
    const state = await read();
    if (state === null) return [];
    return [
      { labels: { state: 'waiting' }, value: state.waiting },
      { labels: { state: 'running' }, value: state.running },
    ];
  });
  gauge('sluice_queue_age_seconds', async () => agesOf(await read()));
}

const ofPools = (state: QueueState | null, valueOf: (pool: WorkerPoolState) => number) =>
  (state?.pools ?? []).map((pool) => ({ labels: { pool: pool.name }, value: valueOf(pool) }));

function agesOf(state: QueueState | null) {
  const ages = state?.oldest.map(({ tenant, ageSeconds }) => ({
    labels: { tenant },
    value: ageSeconds,
  }));
  const other = state?.otherAgeSeconds ?? null;
  return [
    ...(ages ?? []),
    ...(other === null ? [] : [{ labels: { tenant: 'other' }, value: other }]),
  ];
}

/** One reading for all who ask within the time. */
function keptFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { reading: Promise<T>; atMs: number } | undefined;
  return () => {
    const nowMs = performance.now();
    if (kept === undefined || nowMs - kept.atMs > ms) kept = { reading: read(), atMs: nowMs };
    return kept.reading;
  };
}
