import { runningLimits, tenancySettings, type ApiSettings } from '@sluice/config';
import {
  createBatchReads,
  createBatchRepository,
  createConnectionClientRepository,
  createConnectionRepository,
  createCredentialRepository,
  createStoredBytesRepository,
  type Database,
  type Notifications,
} from '@sluice/database';
import type { Producer } from '@sluice/jobs';
import type { ApiTelemetry } from '../operations/index.js';
import type { Scope } from '../http/index.js';
import type { Audit } from '../audit/index.js';
import {
  cancelRoute,
  createBatchEnqueuer,
  createBatchWatch,
  createKnownDrivers,
  createRoute,
  createSnapshots,
  createSqlHash,
  createStorageQuota,
  eventsRoute,
  type ExecutionTiming,
  getRoute,
  listRoute,
  statementsRoute,
} from '../batches/index.js';
import {
  createDownloads,
  createEndedStatements,
  createStatements,
  createStreamLimit,
  downloadRoutes,
  type ResultReads,
  resultsRoute,
  statementRoute,
} from '../statements/index.js';
import { createCredentialWatch, type ResultAccess } from '../access/index.js';

/** What the execution routes need. */
export interface ExecutionDependencies {
  database: Database;
  /** Closed by its owner after the app. */
  producer: Pick<Producer, 'add'>;
  results: ResultReads;
  notifications: Pick<Notifications, 'subscribe'>;
  settings: Pick<
    ApiSettings,
    | 'SERVICE_MAX_STATEMENTS_PER_BATCH'
    | 'SERVICE_QUERY_HISTORY_RESULT_MAX_ROWS'
    | 'SERVICE_TENANT_FIELD'
    | 'SERVICE_CLIENT_KEEP_ALIVE_SECONDS'
    | 'SERVICE_MAX_QUEUED_PER_TENANT'
    | 'SERVICE_MAX_STORED_MB_PER_TENANT'
    | 'SERVICE_MAX_RUNNING_PER_TENANT'
    | 'SERVICE_MAX_RUNNING_PER_USER'
    | 'SERVICE_ALLOW_CSV_DOWNLOAD'
    | 'SERVICE_AUDIT_BATCHES'
    | 'SERVICE_PASSPHRASE'
    | 'SERVICE_RESULTS_S3_LINK_SECONDS'
    | 'SERVICE_RESULTS_STALL_SECONDS'
  >;
  audit: Pick<Audit, 'record'>;
  resultAccess: ResultAccess;
  timing?: ExecutionTiming;
  /** Absent: nothing is measured or traced. */
  telemetry?: Pick<ApiTelemetry, 'tracer' | 'batchAccepted'>;
}

/** Batches, statements and results. For a scope that has authenticated: `request.principal` is set. */
export function registerExecutionRoutes(scope: Scope, dependencies: ExecutionDependencies): void {
  const {
    database,
    producer,
    results,
    notifications,
    settings,
    audit,
    resultAccess,
    timing = {},
    telemetry,
  } = dependencies;
  const { log } = scope;
  const reads = createBatchReads(database, runningLimits(settings));
  const batches = createBatchRepository(database);
  const connections = createConnectionRepository(database);
  const ended = createEndedStatements();
  const snapshots = createSnapshots({ reads, onEnded: (batch) => ended.saw(batch) });
  const statements = createStatements(reads, ended, resultAccess);
  const clients = createConnectionClientRepository(
    database,
    settings.SERVICE_CLIENT_KEEP_ALIVE_SECONDS * 1000,
  );
  const enqueuer = createBatchEnqueuer(
    { producer, clients, notifications },
    (error, batchId) =>
      log.error({ err: error, batchId }, 'A batch could not be enqueued; the sweep will'),
    telemetry?.tracer,
  );
  const watch = createBatchWatch({
    notifications,
    snapshots,
    reads,
    onError: (error) => log.error({ err: error }, 'Watched batches could not be read'),
    intervalMs: timing.watchIntervalMs,
  });
  const credentials = createCredentialWatch({
    credentials: createCredentialRepository(database),
    access: resultAccess,
    onError: (error) => log.error({ err: error }, 'Credentials could not be looked at'),
    intervalMs: timing.watchIntervalMs,
  });
  // Before the server waits for the requests under way, so that those that wait are answered.
  scope.addHook('preClose', (done) => {
    watch.close();
    done();
  });
  // A connection kept after such an answer would hold up the stop until it times out.
  scope.addHook('onSend', (_request, reply, payload, done) => {
    if (watch.isClosed()) reply.header('connection', 'close');
    done(null, payload);
  });
  scope.addHook('onClose', async () => {
    // Only now: downloads that are still sent are watched to their ends.
    credentials.close();
    await enqueuer.drain();
  });

  const limits = { credentials, stalledMs: settings.SERVICE_RESULTS_STALL_SECONDS * 1000 };
  const maxStatementsPerBatch = settings.SERVICE_MAX_STATEMENTS_PER_BATCH;
  createRoute(scope, {
    batches,
    connections,
    drivers: createKnownDrivers(),
    enqueuer,
    snapshots,
    watch,
    credentials,
    clients,
    maxStatementsPerBatch,
    tenancy: tenancySettings(settings),
    quota: createStorageQuota({
      storedBytes: createStoredBytesRepository(database),
      path: settings.SERVICE_TENANT_FIELD ?? null,
      mostMegabytes: settings.SERVICE_MAX_STORED_MB_PER_TENANT,
    }),
    sqlHash: settings.SERVICE_AUDIT_BATCHES ? createSqlHash(settings.SERVICE_PASSPHRASE) : null,
    onAccepted: telemetry?.batchAccepted,
  });
  listRoute(scope, { reads, maxItems: settings.SERVICE_QUERY_HISTORY_RESULT_MAX_ROWS });
  getRoute(scope, { snapshots, watch, credentials });
  eventsRoute(scope, { snapshots, watch, limits, timing });
  statementsRoute(scope, { snapshots });
  cancelRoute(scope, { batches, snapshots, audit });
  statementRoute(scope, { statements });
  const streamLimit = createStreamLimit();
  const linkSeconds = settings.SERVICE_RESULTS_S3_LINK_SECONDS;
  resultsRoute(scope, { statements, results, streamLimit, audit, limits, linkSeconds });
  const isAllowed = settings.SERVICE_ALLOW_CSV_DOWNLOAD;
  downloadRoutes(scope, {
    statements,
    downloads: createDownloads({ results, streamLimit, isAllowed }),
    audit,
    limits,
  });
}
