import { whole, workerPools } from './rules.js';

/** Batches, statements and workers. */
export const executionSettings = {
  SERVICE_MAX_STATEMENTS_PER_BATCH: whole(1000, { min: 1 }).describe('More are a bad request.'),
  SERVICE_QUERY_TIMEOUT_SECONDS: whole(0, { min: 0 }).describe('Time of a statement; 0 = any.'),
  SERVICE_QUEUE_LIMIT_SECONDS: whole(600, { min: 1 }).describe('Longest wait for a worker.'),
  SERVICE_WORKER_CONCURRENCY: whole(512, { min: 1 }).describe(
    'Batches run side by side by each executor process. A slot whose database computes costs little; ' +
      'rows in memory are bounded by `SERVICE_WORKER_ROW_MEMORY_MB`.',
  ),
  SERVICE_WORKER_ROW_MEMORY_MB: whole(96, { min: 8 }).describe(
    'Memory of result rows on their way through an executor, MiB; statements with rows beyond it wait for ' +
      'others to be written.',
  ),
  SERVICE_WORKER_PROCESSES: whole(1, { min: 1, max: 256 }).describe(
    'Executor processes of a worker; a crash takes the batches of one.',
  ),
  SERVICE_WORKER_HEAP_MB: whole(512, { min: 64 }).describe(
    'Heap of an executor, MiB; result rows lie outside, under their own limits.',
  ),
  SERVICE_WORKER_POOLS: workerPools.describe(
    'Pools that a worker works for, with spaces between; `default` = connections that name none.',
  ),
  SERVICE_WORKER_LEASE_MS: whole(10_000, { min: 500 }).describe('Life of an unrenewed lease.'),
  SERVICE_SWEEP_INTERVAL_MS: whole(2_000, { min: 100 }).describe('Between two sweeps.'),
  SERVICE_REDISPATCH_AFTER_MS: whole(3_000, { min: 100 }).describe(
    'An unclaimed batch is enqueued again.',
  ),
  SERVICE_SHUTDOWN_GRACE_SECONDS: whole(30, { min: 0 }).describe('For statements to end.'),
} as const;
