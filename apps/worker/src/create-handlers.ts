import { runningLimits, type ServiceSettings } from '@sluice/config';
import {
  createCipher,
  createExecutionRepository,
  createOrphanRepository,
  createRetentionRepository,
  createSchemaCacheRepository,
  createWorkerRequestRepository,
  type Database,
} from '@sluice/database';
import { createRowMemory } from '@sluice/driver-kit';
import type { JobHandlers } from '@sluice/jobs';
import type { ResultStore } from '@sluice/results';
import type { Logger } from 'pino';
import type { ConnectionClients } from './connections/clients.js';
import type { WatchRights } from './connections/high-rights.js';
import { connectSettings } from './connections/connect.js';
import type { ActiveBatches } from './execution/active-batches.js';
import type { IdleSessions } from './execution/idle-sessions.js';
import type { ExecutionDependencies } from './execution/run-batch.js';
import { createConnectGate } from './execution/connect-gate.js';
import { createLocalEngines } from './execution/local-engines.js';
import { createSlots } from './execution/slots.js';
import { createTargetPressure } from './execution/target-pressure.js';
import {
  runWaiting,
  runWaitingForClients,
  type WaitingDependencies,
} from './execution/run-waiting.js';
import { answerRequest, type RequestDependencies } from './handlers/answer-request.js';
import { retain, type RetentionDependencies } from './handlers/retain.js';
import { stopOrphan, type OrphanDependencies } from './handlers/stop-orphan.js';
import type { Lease } from './lease.js';
import { observeBatch } from './observation/observe-batch.js';
import type { WorkerTelemetry } from './observation/telemetry.js';
import type { Webhooks } from './webhooks/start.js';

/** What the handlers are made of. */
export interface HandlerParts {
  settings: ServiceSettings;
  log: Logger;
  database: Database;
  lease: Lease;
  active: ActiveBatches;
  idle: IdleSessions;
  clients: ConnectionClients;
  watchRights: WatchRights;
  stopping: AbortSignal;
  results: ResultStore;
  /** Whether there is room for more. */
  hasRoom(): boolean;
  webhooks: Pick<Webhooks, 'send' | 'dropOld'>;
  telemetry: Pick<WorkerTelemetry, 'metrics' | 'tracer'>;
}

/** What the worker does when told to. */
export interface WorkerTasks {
  handlers: JobHandlers;
  /** Looks for a batch when there is a free slot to run it in. */
  runAnnounced(): void;
  /** Runs what waits for as long as there are free slots: after a start, or a pause. */
  runBacklog(): void;
  /** Resolves when nothing runs in any slot. */
  idle(): Promise<void>;
  runWaitingForClients(): Promise<void>;
}

/** A handler for every job, with all that it needs. */
export function createHandlers(parts: HandlerParts): WorkerTasks {
  const { settings, log, database, lease, active, idle, clients, stopping, results, telemetry } =
    parts;
  const { webhooks } = parts;
  const cipher = createCipher(settings.SERVICE_PASSPHRASE, settings.SERVICE_PASSPHRASE_PREVIOUS);
  const connecting = connectSettings(settings, log);
  const retentionMs = settings.SERVICE_QUERY_HISTORY_RETENTION_TIME_IN_DAYS * 86_400_000;
  const execution: Omit<ExecutionDependencies, 'onConnect'> = {
    execution: createExecutionRepository(database),
    results,
    lease,
    active,
    cipher,
    ...connecting,
    idle,
    clients,
    localEngines: createLocalEngines(),
    connectGate: createConnectGate(),
    targetPressure: createTargetPressure(),
    watchRights: parts.watchRights,
    limits: {
      maxRows: noneWhenZero(settings.SERVICE_QUERY_RESULT_MAX_ROWS),
      maxBytes: noneWhenZero(settings.SERVICE_QUERY_RESULT_MAX_BYTES),
      maxCellBytes: settings.SERVICE_QUERY_RESULT_MAX_CELL_BYTES,
      maxRowBytes: settings.SERVICE_QUERY_RESULT_MAX_ROW_BYTES,
      timeoutMs: noneWhenZero(settings.SERVICE_QUERY_TIMEOUT_SECONDS * 1000),
      rowMemory: createRowMemory({ maxBytes: settings.SERVICE_WORKER_ROW_MEMORY_MB * 1024 ** 2 }),
      retentionMs,
    },
    tagStatements: settings.SERVICE_SQL_COMMENT,
    log,
  };
  const { metrics, tracer } = telemetry;
  const waiting: WaitingDependencies = {
    ...execution,
    running: runningLimits(settings),
    stopping,
    hasRoom: () => parts.hasRoom(),
    observe: (claimed, run) => observeBatch(execution, { metrics, tracer, log }, claimed, run),
  };
  const requests: RequestDependencies = {
    requests: createWorkerRequestRepository(database),
    workerId: lease.workerId,
    pools: settings.SERVICE_WORKER_POOLS,
    schemaCache: createSchemaCacheRepository(database),
    clients,
    cipher,
    ...connecting,
    schemaTimeoutMs: settings.SERVICE_SCHEMA_TIMEOUT_SECONDS * 1000,
    log,
  };
  const retention: RetentionDependencies = {
    retention: createRetentionRepository(database),
    results,
    retentionMs,
    auditRetentionMs: settings.SERVICE_AUDIT_RETENTION_TIME_IN_DAYS * 86_400_000,
    stopping,
    log,
  };
  const orphans: OrphanDependencies = {
    orphans: createOrphanRepository(database),
    pools: settings.SERVICE_WORKER_POOLS,
    cipher,
    ...connecting,
    log,
  };
  const slots = createSlots(settings.SERVICE_WORKER_CONCURRENCY);
  // What is to be run is for the rows to say: whoever calls only tells that something waits.
  const runNext = () => runWaiting(waiting);
  const inFreeSlot = (run: () => Promise<void>): void => {
    slots.tryRun(run)?.catch((error: unknown) => {
      log.error({ err: error }, 'a batch that was announced failed');
    });
  };
  // Each slot that finds a batch has the next slot look: a look into nothing costs a query.
  const runBacklog = (): void => {
    inFreeSlot(() => runWaiting(waiting, runBacklog));
  };
  return {
    handlers: {
      runBatch: () => slots.run(runNext),
      wake: () => slots.run(runNext),
      answerRequest: ({ id }) => answerRequest(requests, id),
      retain: async () => {
        await retain(retention);
        await webhooks.dropOld();
      },
      stopOrphan: ({ id }) => stopOrphan(orphans, id),
      sendWebhooks: () => webhooks.send(),
    },
    runAnnounced: () => {
      inFreeSlot(runNext);
    },
    runBacklog,
    idle: () => slots.idle(),
    runWaitingForClients: () => runWaitingForClients(waiting),
  };
}

const noneWhenZero = (limit: number): number | null => (limit === 0 ? null : limit);
