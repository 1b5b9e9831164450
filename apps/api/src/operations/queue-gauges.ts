import type { QueueState, QueueStateRepository, WorkerPoolState } from '@sluice/database';
import type { Instruments } from '@sluice/telemetry';
import type { Logger } from 'pino';
import { withTimeout } from '../limits/index.js';

/**
 * Maximum tenants with their own label, if enabled: otherwise every user would become a time
 * series.
 */
const MAX_NAMED_TENANTS = 20;
/** Maximum pools with their own label. */
const MAX_POOLS = 100;
/** A scrape reads several gauges, and there can be several scrapers. */
const CACHE_MS = 1_000;
const TIMEOUT_MS = 2_000;

/**
 * Registers gauges of waiting and running batches, read from the database at most once a second.
 * While the database is unavailable the gauges are absent instead of stale, and a scrape still
 * responds within two seconds.
 */
export function observeQueue(
  { gauge }: Pick<Instruments, 'gauge'>,
  repository: QueueStateRepository,
  { namesTenants }: { namesTenants: boolean },
  log: Pick<Logger, 'warn'>,
): void {
  const maxTenants = namesTenants ? MAX_NAMED_TENANTS : 0;
  const read = shareFor(CACHE_MS, () =>
    withTimeout(
      repository.read(maxTenants, MAX_POOLS).catch((error: unknown) => {
        log.warn({ err: error }, 'reading the queue for metrics failed');
        return null;
      }),
      TIMEOUT_MS,
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

/** Shares one read among all callers within the time. */
function shareFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { reading: Promise<T>; atMs: number } | undefined;
  return () => {
    const nowMs = performance.now();
    if (kept === undefined || nowMs - kept.atMs > ms) kept = { reading: read(), atMs: nowMs };
    return kept.reading;
  };
}
