import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resultsStore, sweepSettings, type ServiceSettings } from '@sluice/config';
import {
  channels,
  createExecutionRepository,
  createWorkerRepository,
  openNotifications,
  type Notifications,
} from '@sluice/database';
import { consume, type JobHandlers } from '@sluice/jobs';
import { openResultStore, type ResultStore } from '@sluice/results';
import type { Logger } from 'pino';
import {
  acquireLease,
  createActiveBatches,
  createFreeSpaceMonitor,
  observeRenewals,
  startHeldBatchMonitor,
  type FreeSpaceMonitor,
  type Lease,
} from '../claim/index.js';
import { createWebhooks } from '../delivery/index.js';
import { runBacklog, runQueuedForClients, runQueuedInFreeSlot } from '../run/index.js';
import { startClientMonitor } from '../session/index.js';
import type { WorkerTelemetry } from '../telemetry/index.js';
import type { WorkerContext } from './context.js';
import { drain } from './drain.js';
import { createHandlers } from './handlers.js';
import { startMaintenance } from './maintenance.js';
import type { WorkerServices } from './services.js';
import { openSessions } from './sessions.js';

/** A worker that claims batches. */
export interface RunningWorker {
  readonly id: string;
  /** Aborted when the lease is lost: the process must end and be restarted. */
  readonly lost: AbortSignal;
  /**
   * Stops claiming, lets running statements continue for the shutdown grace, then stops them in their
   * database and ends the lease. May be called twice.
   */
  stop(): Promise<void>;
}

/** Requests of the API that are answered at the same time. */
const CONCURRENT_REQUESTS = 4;

/** Several, so that one unreachable database does not delay the orphans of others. */
const CONCURRENT_ORPHANS = 4;

/**
 * Starts a worker: first its lease, then its jobs. `workerId` must be new.
 *
 * @throws when a step failed. The worker may be registered and jobs may be running by then; only the end of
 *   the process, and of its lease, cleans up.
 */
export async function startWorker(
  settings: ServiceSettings,
  baseLog: Logger,
  services: WorkerServices,
  telemetry: WorkerTelemetry,
  workerId: string,
): Promise<RunningWorker> {
  const log = baseLog.child({ workerId });
  const closers: (() => Promise<unknown>)[] = [() => services.close()];
  const context: WorkerContext = {
    settings,
    log,
    services,
    telemetry,
    onError: (error) => {
      log.warn({ err: error }, 'background task failed');
    },
    onClose: (close) => {
      closers.push(close);
    },
  };
  const lease = await openLease(context, workerId);
  await open(context, lease);
  log.info('worker ready');
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  let stopped: Promise<void> | undefined;
  return { id: workerId, lost: lease.lost, stop: () => (stopped ??= closeAll()) };
}

async function openLease(
  { settings, services, telemetry, onError, onClose }: WorkerContext,
  workerId: string,
): Promise<Lease> {
  const lease = await acquireLease({
    workers: observeRenewals(createWorkerRepository(services.forLease), telemetry.metrics),
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
  onClose(() => lease.close());
  return lease;
}

/** Opens everything that runs under the lease. */
async function open(context: WorkerContext, lease: Lease): Promise<void> {
  const { settings, log, services, telemetry, onError, onClose } = context;
  const { workerId } = lease;
  const database = services.common;
  const producer = startMaintenance(context);
  const notifications = openWorkerNotifications(context);
  const active = createActiveBatches();
  const execution = createExecutionRepository(database);
  const held = startHeldBatchMonitor({ notifications, workerId, execution, active, log });
  onClose(() => held.close());
  const sessions = openSessions(context, workerId, active);
  const results = await openResults(settings);
  const { metrics } = telemetry;
  const stopper = new AbortController();
  const stopping = AbortSignal.any([stopper.signal, lease.lost]);
  const webhooks = createWebhooks({ settings, database, results, metrics, stopping, log });
  const freeSpace = createWorkerFreeSpace(context, workerId, results);
  const parts = { lease, active, sessions, stopping, results, freeSpace, webhooks };
  const { handlers, queue } = createHandlers(context, parts);
  const runForClients = () => runQueuedForClients(queue);
  await freeSpace.start(() => {
    runBacklog(queue);
    runForClients().catch(onError);
  });
  const { clients } = sessions;
  const monitor = startClientMonitor({ notifications, clients, runQueued: runForClients, log });
  onClose(() => monitor.close());
  onClose(() => queue.slots.idle());
  onClose(() => webhooks.close());
  const consumers = await startConsumers(context, handlers, webhooks.areOn);
  onClose(() => consumers.close());
  notifications.subscribe(channels.batchWaiting, (id) => {
    if (id === workerId) runQueuedInFreeSlot(queue);
  });
  const { intervalMs } = sweepSettings(settings);
  const webhookJobs = webhooks.watch({ producer, notifications, everyMs: intervalMs, onError });
  onClose(() => webhookJobs.close());
  onClose(async () => {
    stopper.abort();
    await freeSpace.close();
    // Batches are not routed to a retired worker. If the write fails, they wait a moment longer.
    await createWorkerRepository(services.forLease).retire(workerId).catch(onError);
    await consumers.stopTaking();
    await drain(active, settings.SERVICE_SHUTDOWN_GRACE_SECONDS * 1000, lease.lost);
  });
  // Batches that waited because their pool had no worker are in no job queue.
  runBacklog(queue);
}

const createWorkerFreeSpace = (
  { settings, services, onError, log }: WorkerContext,
  workerId: string,
  results: ResultStore,
): FreeSpaceMonitor =>
  createFreeSpaceMonitor({
    results,
    minFreeBytes: settings.SERVICE_RESULTS_MIN_FREE_MB * 1024 ** 2,
    workers: createWorkerRepository(services.forLease),
    worker: { id: workerId, slots: settings.SERVICE_WORKER_CONCURRENCY },
    onError,
    log,
  });

const startConsumers = (
  { settings, services, onError }: WorkerContext,
  handlers: JobHandlers,
  sendsWebhooks: boolean,
) =>
  consume({
    backend: services.backend,
    handlers,
    pools: settings.SERVICE_WORKER_POOLS,
    concurrency: {
      batches: settings.SERVICE_WORKER_CONCURRENCY,
      requests: CONCURRENT_REQUESTS,
      maintenance: 1,
      orphans: CONCURRENT_ORPHANS,
      // One job sends as many webhooks as may be sent at the same time.
      webhooks: sendsWebhooks ? 1 : 0,
    },
    onError,
  });

function openWorkerNotifications({ settings, onError, onClose }: WorkerContext): Notifications {
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
  onClose(() => notifications.close());
  return notifications;
}

async function openResults(settings: ServiceSettings): Promise<ResultStore> {
  await mkdir(settings.SERVICE_DB_PATH, { recursive: true });
  return openResultStore(resultsStore(settings));
}
