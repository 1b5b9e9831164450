import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resultsStore, sweepSettings, type ServiceSettings } from '@sluice/config';
import {
  createConnectionClientRepository,
  createExecutionRepository,
  createSweepRepository,
  channels,
  createWorkerRepository,
  openNotifications,
} from '@sluice/database';
import { consume, createProducer, keepRepeating, startSweeper } from '@sluice/jobs';
import { openResultStore, type ResultStore } from '@sluice/results';
import type { Logger } from 'pino';
import { startClientAttendant } from './connections/attendant.js';
import { createConnectionClients } from './connections/clients.js';
import { connectSettings } from './connections/connect.js';
import { createWatchRights } from './connections/high-rights.js';
import { createHandlers } from './create-handlers.js';
import { createActiveBatches, type ActiveBatches } from './execution/active-batches.js';
import { createIdleSessions } from './execution/idle-sessions.js';
import { acquireLease } from './lease.js';
import { observeRenewals } from './observation/observe-renewals.js';
import type { WorkerTelemetry } from './observation/telemetry.js';
import { startOverseer } from './overseer.js';
import { watchRoom } from './room.js';
import { createWebhooks } from './webhooks/start.js';
import type { WorkerServices } from './worker-services.js';

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

/** Orphans must not wait for one another's unreachable database. */
const orphansSideBySide = 4;

/**
 * Starts a worker: lease first, then the jobs. `id` must be new.
 *
 * @throws when something failed on the way. The id may be known by then, jobs may be under way: only
 * the end of the process, and of its lease, leaves nothing behind.
 */
export async function startWorker(
  settings: ServiceSettings,
  baseLog: Logger,
  services: WorkerServices,
  telemetry: WorkerTelemetry,
  workerId: string,
): Promise<RunningWorker> {
  const log = baseLog.child({ workerId });
  const { common: database, backend } = services;
  const onError = (error: unknown): void => {
    log.warn({ err: error }, 'a background task failed');
  };
  const workers = createWorkerRepository(services.forLease);
  const lease = await acquireLease({
    workers: observeRenewals(workers, telemetry.metrics),
    worker: {
      id: workerId,
      hostname: hostname(),
      pid: process.pid,
      slots: settings.SERVICE_WORKER_CONCURRENCY,
      pools: settings.SERVICE_WORKER_POOLS,
    },
    leaseMs: settings.SERVICE_WORKER_LEASE_MS,
    onError,
  });
  const active = createActiveBatches();
  const idle = createIdleSessions();
  const stopping = new AbortController();
  const stopped = AbortSignal.any([stopping.signal, lease.lost]);
  const watchRights = createWatchRights(log);
  const clients = createConnectionClients({
    repository: createConnectionClientRepository(
      database,
      settings.SERVICE_CLIENT_KEEP_ALIVE_SECONDS * 1000,
    ),
    workerId: lease.workerId,
    ...connectSettings(settings, log),
    maxClients: settings.SERVICE_MAX_CLIENTS_PER_WORKER,
    stopBatch: (batchId) => {
      active.stop(batchId, 'cancel');
    },
    watchRights,
    log,
  });
  const results = await openResults(settings);
  const slots = settings.SERVICE_WORKER_CONCURRENCY;
  const room = await watchRoom({
    results,
    minFreeBytes: settings.SERVICE_RESULTS_MIN_FREE_MB * 1024 ** 2,
    workers,
    worker: { id: lease.workerId, slots },
    onRoom: () => {
      runBacklog();
      runWaitingForClients().catch(onError);
    },
    onError,
    log,
  });
  const webhooks = createWebhooks({
    settings,
    database,
    results,
    metrics: telemetry.metrics,
    stopping: stopped,
    log,
  });
  const {
    handlers,
    runAnnounced,
    runBacklog,
    idle: slotsIdle,
    runWaitingForClients,
  } = createHandlers({
    settings,
    log,
    database,
    lease,
    active,
    idle,
    clients,
    watchRights,
    stopping: stopped,
    results,
    hasRoom: () => room.isThere(),
    webhooks,
    telemetry,
  });
  const consumers = await consume({
    backend,
    handlers,
    pools: settings.SERVICE_WORKER_POOLS,
    concurrency: {
      batches: settings.SERVICE_WORKER_CONCURRENCY,
      requests: requestsSideBySide,
      maintenance: 1,
      orphans: orphansSideBySide,
      // Each of them sends as many as it may by itself.
      webhooks: webhooks.areOn ? 1 : 0,
    },
    onError,
  });
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
    sweep: async () => {
      const report = await sweep(limits);
      telemetry.metrics.swept(report);
      return report;
    },
    removeExpired,
    producer,
    intervalMs,
    onError,
  });
  const notifications = openNotifications({
    databaseUrl: settings.DATABASE_URL,
    channels: [
      channels.cancelAsked,
      channels.clientChanged,
      channels.batchWaiting,
      channels.webhookWaiting,
    ],
    onError,
  });
  notifications.subscribe(channels.batchWaiting, (id) => {
    if (id === lease.workerId) runAnnounced();
  });
  const overseer = startOverseer({
    notifications,
    workerId: lease.workerId,
    execution: createExecutionRepository(database),
    active,
    log,
  });
  const webhookWatch = webhooks.watch({ producer, notifications, everyMs: intervalMs, onError });
  const attendant = startClientAttendant({
    notifications,
    clients,
    runWaiting: runWaitingForClients,
    log,
  });

  let stop: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    stopping.abort();
    await room.close();
    // Nobody is to be sent here; that it could not be written costs them a moment.
    await workers.retire(lease.workerId).catch(onError);
    await consumers.stopTaking();
    await drain(active, settings.SERVICE_SHUTDOWN_GRACE_SECONDS * 1000, lease.lost);
    await webhookWatch.close();
    await consumers.close();
    webhooks.close();
    await slotsIdle();
    await attendant.close();
    await clients.close();
    await idle.close();
    await overseer.close();
    await notifications.close();
    await sweeper.close();
    await retention.close();
    await producer.close();
    await lease.close();
    await services.close();
  };
  // What waits for want of any worker of its pool is in no queue.
  runBacklog();
  log.info('worker takes jobs');
  return { id: lease.workerId, lost: lease.lost, stop: () => (stop ??= close()) };
}

async function openResults(settings: ServiceSettings): Promise<ResultStore> {
  await mkdir(settings.SERVICE_DB_PATH, { recursive: true });
  return openResultStore(resultsStore(settings));
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
