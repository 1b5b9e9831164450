import { hostname } from 'node:os';
import { sweepSettings, type ServiceSettings } from '@sluice/config';
import {
  createExecutionRepository,
  createSweepRepository,
  createWorkerRepository,
  newId,
  openDatabase,
  type Database,
} from '@sluice/database';
import {
  consume,
  createProducer,
  createQueueBackend,
  keepRepeating,
  startSweeper,
  type Consumers,
} from '@sluice/jobs';
import type { Logger } from 'pino';
import { createHandlers } from './create-handlers.js';
import { createActiveBatches, type ActiveBatches } from './execution/active-batches.js';
import { createIdleSessions } from './execution/idle-sessions.js';
import { acquireLease } from './lease.js';
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
  const retention = keepRepeating({
    producer,
    key: 'retain',
    payload: { v: 1 },
    everyMs: settings.SERVICE_RETENTION_INTERVAL_SECONDS * 1000,
    onError,
  });
  const { sweep, removeExpired } = createSweepRepository(database);
  const { limits, intervalMs } = sweepSettings(settings);
  const sweeper = startSweeper({
    sweep: () => sweep(limits),
    removeExpired,
    producer,
    intervalMs,
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
    await retention.close();
    await producer.close();
    await lease.close();
    await database.$disconnect();
  };
  log.info({ workerId: lease.workerId }, 'worker takes jobs');
  return { id: lease.workerId, lost: lease.lost, stop: () => (stop ??= close()) };
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
    if (lost.aborted) grace.abort();
  });
  await Promise.race([active.idle(), over]);
  grace.abort();
  active.stopAll('restart');
  await active.idle();
}
