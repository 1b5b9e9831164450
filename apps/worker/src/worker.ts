import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resultsDirectory, type ServiceSettings } from '@sluice/config';
import {
  createCipher,
  createExecutionRepository,
  createRetentionRepository,
  createSchemaCacheRepository,
  createSweepRepository,
  createWorkerRepository,
  createWorkerRequestRepository,
  newId,
  openDatabase,
  type Database,
} from '@sluice/database';
import {
  consume,
  createProducer,
  createQueueBackend,
  startSweeper,
  type Consumers,
  type JobHandlers,
} from '@sluice/jobs';
import { openFileResultStore } from '@sluice/results';
import type { Logger } from 'pino';
import { createActiveBatches, type ActiveBatches } from './execution/active-batches.js';
import { createIdleSessions, type IdleSessions } from './execution/idle-sessions.js';
import { runBatch, type ExecutionDependencies } from './execution/run-batch.js';
import { answerRequest, type RequestDependencies } from './handlers/answer-request.js';
import { retain, type RetentionDependencies } from './handlers/retain.js';
import { acquireLease, type Lease } from './lease.js';
import { startOverseer } from './overseer.js';

/** A worker that takes jobs. */
export interface RunningWorker {
  readonly id: string;
  /** Aborted when the lease is lost: the process must end and start anew. */
  readonly lost: AbortSignal;
  /**
   * Takes no more jobs, lets running statements end for the grace, then stops them in the database,
   * and gives the lease up. May be called twice.
   */
  stop(): Promise<void>;
}

const requestsSideBySide = 4;

/**
 * Starts a worker: lease first, then the jobs.
 *
 * @throws when the database or the queue is away; nothing is left open.
 */
export async function startWorker(settings: ServiceSettings, log: Logger): Promise<RunningWorker> {
  const database = openDatabase({
    databaseUrl: settings.DATABASE_URL,
    poolSize: settings.SERVICE_DATABASE_POOL_SIZE,
    applicationName: 'sluice-worker',
  });
  try {
    return await start(settings, log, database);
  } catch (error) {
    await database.$disconnect();
    throw error;
  }
}

async function start(
  settings: ServiceSettings,
  log: Logger,
  database: Database,
): Promise<RunningWorker> {
  const onError = (error: unknown): void => {
    log.warn({ err: error }, 'a background task failed');
  };
  const lease = await acquireLease({
    workers: createWorkerRepository(database),
    worker: { id: newId(), hostname: hostname(), pid: process.pid },
    leaseMs: settings.SERVICE_WORKER_LEASE_MS,
    onError,
  });
  const backend = createQueueBackend({
    redisUrl: settings.REDIS_URL,
    databaseUrl: settings.DATABASE_URL,
    prefix: settings.SERVICE_QUEUE_PREFIX,
  });
  const active = createActiveBatches();
  const idle = createIdleSessions();
  const stopping = new AbortController();
  const stopped = AbortSignal.any([stopping.signal, lease.lost]);
  const handlers = await createHandlers({
    settings,
    log,
    database,
    lease,
    active,
    idle,
    stopping: stopped,
  });
  let consumers: Consumers;
  try {
    await backend.prepare();
    consumers = await consume({
      backend,
      handlers,
      concurrency: { batches: settings.SERVICE_WORKER_CONCURRENCY, requests: requestsSideBySide },
      onError,
    });
  } catch (error) {
    await lease.close();
    throw error;
  }
  const producer = createProducer(backend, onError);
  await producer
    .repeat('retain', { v: 1 }, settings.SERVICE_RETENTION_INTERVAL_SECONDS * 1000)
    .catch(onError);
  const { sweep, removeExpired } = createSweepRepository(database);
  const sweeper = startSweeper({
    sweep: () =>
      sweep({
        redispatchAfterMs: settings.SERVICE_REDISPATCH_AFTER_MS,
        queueLimitMs: settings.SERVICE_QUEUE_LIMIT_SECONDS * 1000,
        slice: 500,
      }),
    removeExpired,
    producer,
    intervalMs: settings.SERVICE_SWEEP_INTERVAL_MS,
    onError,
  });
  const overseer = startOverseer({
    databaseUrl: settings.DATABASE_URL,
    workerId: lease.workerId,
    execution: createExecutionRepository(database),
    active,
    log,
  });

  let stop: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    stopping.abort();
    await consumers.stopTaking();
    await drain(active, settings.SERVICE_SHUTDOWN_GRACE_SECONDS * 1000, lease.lost);
    await consumers.close();
    await idle.close();
    await overseer.close();
    await sweeper.close();
    await producer.close();
    await lease.close();
    await database.$disconnect();
  };
  log.info({ workerId: lease.workerId }, 'worker takes jobs');
  return { id: lease.workerId, lost: lease.lost, stop: () => (stop ??= close()) };
}

async function createHandlers(parts: {
  settings: ServiceSettings;
  log: Logger;
  database: Database;
  lease: Lease;
  active: ActiveBatches;
  idle: IdleSessions;
  stopping: AbortSignal;
}): Promise<JobHandlers> {
  const { settings, log, database, lease, active, idle, stopping } = parts;
  const cipher = createCipher(settings.SERVICE_PASSPHRASE, settings.SERVICE_PASSPHRASE_PREVIOUS);
  const connectTimeoutMs = settings.SERVICE_CONNECT_TIMEOUT_SECONDS * 1000;
  const retentionMs = settings.SERVICE_QUERY_HISTORY_RETENTION_TIME_IN_DAYS * 86_400_000;
  await mkdir(settings.SERVICE_DB_PATH, { recursive: true });
  const results = await openFileResultStore({ directory: resultsDirectory(settings) });
  const execution: ExecutionDependencies = {
    execution: createExecutionRepository(database),
    results,
    lease,
    active,
    cipher,
    connectTimeoutMs,
    idle,
    limits: {
      maxRows: noneWhenZero(settings.SERVICE_QUERY_RESULT_MAX_ROWS),
      maxBytes: noneWhenZero(settings.SERVICE_QUERY_RESULT_MAX_BYTES),
      maxCellBytes: settings.SERVICE_QUERY_RESULT_MAX_CELL_BYTES,
      timeoutMs: noneWhenZero(settings.SERVICE_QUERY_TIMEOUT_SECONDS * 1000),
      retentionMs,
    },
    log,
  };
  const requests: RequestDependencies = {
    requests: createWorkerRequestRepository(database),
    schemaCache: createSchemaCacheRepository(database),
    cipher,
    connectTimeoutMs,
    schemaTimeoutMs: settings.SERVICE_SCHEMA_TIMEOUT_SECONDS * 1000,
    log,
  };
  const retention: RetentionDependencies = {
    retention: createRetentionRepository(database),
    results,
    retentionMs,
    stopping,
    log,
  };
  return {
    runBatch: ({ id }) => runBatch(execution, id),
    answerRequest: ({ id }) => answerRequest(requests, id),
    retain: () => retain(retention),
  };
}

/** Waits for running batches for the grace, then stops them and waits for their end. */
async function drain(active: ActiveBatches, graceMs: number, lost: AbortSignal): Promise<void> {
  const grace = new AbortController();
  const over = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, graceMs);
    grace.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
    lost.addEventListener('abort', () => {
      grace.abort();
    });
  });
  await Promise.race([active.idle(), over]);
  grace.abort();
  active.stopAll('restart');
  await active.idle();
}

const noneWhenZero = (limit: number): number | null => (limit === 0 ? null : limit);
