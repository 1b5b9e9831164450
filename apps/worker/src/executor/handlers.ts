import { runningLimits } from '@sluice/config';
import {
  createCipher,
  createExecutionRepository,
  createOrphanRepository,
  createRetentionRepository,
  createSchemaCacheRepository,
  createWorkerRequestRepository,
  type Cipher,
} from '@sluice/database';
import { createRowMemory } from '@sluice/driver-kit';
import type { JobHandlers } from '@sluice/jobs';
import type { ResultStore } from '@sluice/results';
import {
  createSlots,
  type ActiveBatches,
  type FreeSpaceMonitor,
  type Lease,
} from '../claim/index.js';
import type { Webhooks } from '../delivery/index.js';
import { answerRequest } from '../requests/index.js';
import {
  createTargetPressure,
  runQueued,
  type BatchDependencies,
  type QueueDependencies,
} from '../run/index.js';
import { createConnectLimiter, createLocalEngineLimit, openWithRetries } from '../session/index.js';
import { retain, stopOrphan } from '../sweep/index.js';
import type { WorkerContext } from './context.js';
import type { WorkerSessions } from './sessions.js';

/** Dependencies of the handlers besides the context. */
export interface HandlerParts {
  lease: Lease;
  active: ActiveBatches;
  sessions: WorkerSessions;
  /** Aborted when the worker stops or loses its lease. */
  stopping: AbortSignal;
  results: ResultStore;
  freeSpace: Pick<FreeSpaceMonitor, 'isEnough'>;
  webhooks: Pick<Webhooks, 'send' | 'dropExpired'>;
}

/** The job handlers of a worker. */
export interface WorkerHandlers {
  handlers: JobHandlers;
  /** For running queued batches without a job. */
  queue: QueueDependencies;
}

const DAY_MS = 86_400_000;

/** Creates a handler for every job. */
export function createHandlers(context: WorkerContext, parts: HandlerParts): WorkerHandlers {
  const { settings, log, telemetry } = context;
  const { lease, stopping, active, freeSpace, webhooks } = parts;
  const cipher = createCipher(settings.SERVICE_PASSPHRASE, settings.SERVICE_PASSPHRASE_PREVIOUS);
  const batches = batchDependencies(context, parts, cipher);
  const { metrics, tracer } = telemetry;
  const queue: QueueDependencies = {
    batches,
    execution: batches.execution,
    lease,
    active,
    slots: createSlots(settings.SERVICE_WORKER_CONCURRENCY),
    runningLimits: runningLimits(settings),
    stopping,
    hasFreeSpace: () => freeSpace.isEnough(),
    telemetry: { metrics, tracer, log },
    log,
  };
  const { requests, retention, orphans } = maintenanceDependencies(context, parts, cipher);
  return {
    handlers: {
      // The rows decide which batch runs; a job only says that one waits.
      runBatch: ({ id }) => queue.slots.run(() => runQueued(queue, id)),
      wake: () => queue.slots.run(() => runQueued(queue)),
      answerRequest: ({ id }) => answerRequest(requests, id),
      retain: async () => {
        await retain(retention);
        await webhooks.dropExpired();
      },
      stopOrphan: ({ id }) => stopOrphan(orphans, id),
      sendWebhooks: () => webhooks.send(),
    },
    queue,
  };
}

function batchDependencies(
  { settings, log, services }: WorkerContext,
  { lease, sessions, results }: HandlerParts,
  cipher: Cipher,
): BatchDependencies {
  const { idle, clients, checkPrivileges, connecting } = sessions;
  return {
    execution: createExecutionRepository(services.common),
    results,
    lease,
    cipher,
    connect: openWithRetries(connecting),
    idle,
    clients,
    localEngines: createLocalEngineLimit(),
    connectLimiter: createConnectLimiter(),
    targetPressure: createTargetPressure(),
    checkPrivileges,
    limits: {
      maxRows: nullIfZero(settings.SERVICE_QUERY_RESULT_MAX_ROWS),
      maxBytes: nullIfZero(settings.SERVICE_QUERY_RESULT_MAX_BYTES),
      maxCellBytes: settings.SERVICE_QUERY_RESULT_MAX_CELL_BYTES,
      maxRowBytes: settings.SERVICE_QUERY_RESULT_MAX_ROW_BYTES,
      timeoutMs: nullIfZero(settings.SERVICE_QUERY_TIMEOUT_SECONDS * 1000),
      rowMemory: createRowMemory({ maxBytes: settings.SERVICE_WORKER_ROW_MEMORY_MB * 1024 ** 2 }),
      retentionMs: settings.SERVICE_QUERY_HISTORY_RETENTION_TIME_IN_DAYS * DAY_MS,
    },
    tagStatements: settings.SERVICE_SQL_COMMENT,
    log,
  };
}

function maintenanceDependencies(
  { settings, log, services: { common: database } }: WorkerContext,
  { lease, sessions: { clients, connecting }, results, stopping }: HandlerParts,
  cipher: Cipher,
) {
  const pools = settings.SERVICE_WORKER_POOLS;
  return {
    requests: {
      requests: createWorkerRequestRepository(database),
      workerId: lease.workerId,
      pools,
      schemaCache: createSchemaCacheRepository(database),
      clients,
      cipher,
      ...connecting,
      schemaTimeoutMs: settings.SERVICE_SCHEMA_TIMEOUT_SECONDS * 1000,
      log,
    },
    retention: {
      retention: createRetentionRepository(database),
      results,
      retentionMs: settings.SERVICE_QUERY_HISTORY_RETENTION_TIME_IN_DAYS * DAY_MS,
      auditRetentionMs: settings.SERVICE_AUDIT_RETENTION_TIME_IN_DAYS * DAY_MS,
      draftRetentionMs: settings.SERVICE_DRAFT_RETENTION_TIME_IN_DAYS * DAY_MS,
      queryVersions: {
        keep: settings.SERVICE_QUERY_VERSIONS_KEPT,
        maxAgeMs: settings.SERVICE_QUERY_VERSION_RETENTION_TIME_IN_DAYS * DAY_MS,
      },
      stopping,
      log,
    },
    orphans: { orphans: createOrphanRepository(database), pools, cipher, ...connecting, log },
  };
}

const nullIfZero = (limit: number): number | null => (limit === 0 ? null : limit);
