import { whole, workerPools } from './rules.js';

/** Batches, statements and workers. */
export const executionSettings = {
  SERVICE_MAX_STATEMENTS_PER_BATCH: whole(1000, { min: 1 }).describe(
    'Maximum statements per batch. A longer batch is rejected with 400.',
  ),
  SERVICE_QUERY_TIMEOUT_SECONDS: whole(0, { min: 0 }).describe(
    'Statement timeout in seconds; 0 disables it.',
  ),
  SERVICE_QUEUE_LIMIT_SECONDS: whole(600, { min: 1 }).describe(
    'Seconds that a batch waits while no worker is online. It then ends with the error no_worker.',
  ),
  SERVICE_WORKER_CONCURRENCY: whole(512, { min: 1 }).describe(
    'Maximum concurrent batches per executor process. Waiting for a database costs little; `SERVICE_WORKER_ROW_MEMORY_MB` bounds the memory of rows.',
  ),
  SERVICE_WORKER_ROW_MEMORY_MB: whole(96, { min: 8 }).describe(
    'Memory in MiB for result rows in transit per executor process. Statements beyond it wait until rows are written.',
  ),
  SERVICE_WORKER_PROCESSES: whole(1, { min: 1, max: 256 }).describe(
    'Executor processes per worker. A crash ends the batches of one process.',
  ),
  SERVICE_WORKER_HEAP_MB: whole(512, { min: 64 }).describe(
    'JavaScript heap limit in MiB per executor process. Result rows are outside the heap and have their own limit.',
  ),
  SERVICE_WORKER_POOLS: workerPools.describe(
    'Worker pools that the worker serves, separated by spaces. `default` serves connections without a pool.',
  ),
  SERVICE_WORKER_LEASE_MS: whole(10_000, { min: 500 }).describe(
    'Lease of a worker in milliseconds. A worker that does not renew it counts as lost.',
  ),
  SERVICE_SWEEP_INTERVAL_MS: whole(2_000, { min: 100 }).describe(
    'Interval of the sweep in milliseconds.',
  ),
  SERVICE_REDISPATCH_AFTER_MS: whole(3_000, { min: 100 }).describe(
    'Milliseconds after which an unclaimed batch is dispatched again.',
  ),
  SERVICE_SHUTDOWN_GRACE_SECONDS: whole(30, { min: 0 }).describe(
    'Seconds that running statements may continue after SIGTERM.',
  ),
} as const;
