import { runningLimits, tenancySettings, viewOptions, type ApiSettings } from '@sluice/config';
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
import { createResultViews } from '@sluice/result-views';
import type { ApiTelemetry } from '../operations/index.js';
import type { Scope } from '../http/index.js';
import type { Audit } from '../audit/index.js';
import {
  cancelRoute,
  type CreateBatchDependencies,
  createBatchEnqueuer,
  createBatchWatch,
  createDriverCache,
  createRoute,
  createSnapshots,
  createSqlHash,
  createStorageQuota,
  createUserWrites,
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
import type { QueryDependencies } from '../queries/index.js';
import { queryDocumentRoute, queryResultsRoutes, runQueryRoute } from '../query-runs/index.js';
import type { SharedReads } from '../shares/index.js';
import {
  compareRoute,
  parquetOfStatement,
  viewRoute,
  viewStatement,
} from '../result-views/index.js';

/** Dependencies of the execution routes. */
export interface ExecutionDependencies {
  database: Database;
  /** Closed by its owner, after the app. */
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
    | ViewSetting
  >;
  audit: Pick<Audit, 'record'>;
  resultAccess: ResultAccess;
  queries: QueryDependencies;
  sharedReads: SharedReads;
  timing?: ExecutionTiming;
  /** Absent: no metrics and traces. */
  telemetry?: Pick<ApiTelemetry, 'tracer' | 'batchAccepted'>;
}

type ViewSetting = keyof Parameters<typeof viewOptions>[0];

/** Registers the routes of batches, statements and results, for an authenticated scope. */
export function registerExecutionRoutes(
  scope: Scope,
  dependencies: ExecutionDependencies,
  services = createExecution(scope, dependencies),
): void {
  const { watch } = services;
  // A kept-alive connection would delay the shutdown until it times out.
  scope.addHook('onSend', (_request, reply, payload, done) => {
    if (watch.isClosed()) reply.header('connection', 'close');
    done(null, payload);
  });
  registerBatchRoutes(scope, dependencies, services);
  registerStatementRoutes(scope, dependencies, services);
}

/** Creates the services of batches, statements and results. The server closes them. */
export function createExecution(
  scope: Scope,
  dependencies: ExecutionDependencies,
): ExecutionServices {
  const services = createExecutionServices(scope, dependencies);
  closeWithServer(scope, services);
  return services;
}

/** Services of batches, statements and results. */
export type ExecutionServices = ReturnType<typeof createExecutionServices>;

function createExecutionServices({ log }: Scope, dependencies: ExecutionDependencies) {
  const { database, producer, notifications, results, settings, resultAccess, sharedReads } =
    dependencies;
  const { audit, queries, timing = {}, telemetry } = dependencies;
  const reads = createBatchReads(database, runningLimits(settings));
  const ended = createEndedStatements();
  const snapshots = createSnapshots({ reads, onEnded: (batch) => ended.remember(batch) });
  const keepAliveMs = settings.SERVICE_CLIENT_KEEP_ALIVE_SECONDS * 1000;
  const clients = createConnectionClientRepository(database, keepAliveMs);
  const intervalMs = timing.watchIntervalMs;
  const credentials = createCredentialWatch({
    credentials: createCredentialRepository(database),
    access: resultAccess,
    shares: sharedReads,
    onError: (error) => log.error({ err: error }, 'checking credentials failed'),
    intervalMs,
  });
  const onError = (error: unknown) => log.error({ err: error }, 'checking result views failed');
  const batches = createBatchRepository(database);
  const enqueuer = createBatchEnqueuer(
    { producer, clients, reads, notifications },
    (error, batchId) =>
      log.error({ err: error, batchId }, 'batch enqueue failed, left to the sweep'),
    telemetry?.tracer,
  );
  const watch = createBatchWatch({
    notifications,
    snapshots,
    reads,
    onError: (error) => log.error({ err: error }, 'reading watched batches failed'),
    intervalMs,
  });
  const views = createResultViews({ store: results, onError, ...viewOptions(settings) });
  const streamLimit = createStreamLimit();
  return {
    views,
    streamLimit,
    downloads: createDownloads({
      results,
      viewRows: (statement, request, signal) => viewStatement(views, statement, request, signal),
      writeParquet: (statement, signal) => parquetOfStatement(views, statement, signal),
      streamLimit,
      isAllowed: settings.SERVICE_ALLOW_CSV_DOWNLOAD,
    }),
    reads,
    snapshots,
    credentials,
    batches,
    statements: createStatements(reads, ended, resultAccess, sharedReads),
    enqueuer,
    watch,
    creation: {
      batches,
      connections: createConnectionRepository(database),
      drivers: createDriverCache(),
      enqueuer,
      snapshots,
      watch,
      clients,
      tenants: queries.tenants,
      maxStatementsPerBatch: settings.SERVICE_MAX_STATEMENTS_PER_BATCH,
      tenancy: tenancySettings(settings),
      quota: createStorageQuota({
        storedBytes: createStoredBytesRepository(database),
        path: settings.SERVICE_TENANT_FIELD ?? null,
        maxMegabytes: settings.SERVICE_MAX_STORED_MB_PER_TENANT,
      }),
      writes: createUserWrites(),
      audit,
      sqlHash: settings.SERVICE_AUDIT_BATCHES ? createSqlHash(settings.SERVICE_PASSPHRASE) : null,
      onAccepted: telemetry?.batchAccepted,
    } satisfies CreateBatchDependencies,
    limits: { credentials, stalledMs: settings.SERVICE_RESULTS_STALL_SECONDS * 1000 },
  };
}

function closeWithServer(
  scope: Scope,
  {
    watch,
    credentials,
    enqueuer,
    views,
  }: Pick<ExecutionServices, 'watch' | 'credentials' | 'enqueuer' | 'views'>,
): void {
  // Before the server waits for open requests, so that waiting clients get their response.
  scope.addHook('preClose', (done) => {
    watch.close();
    done();
  });
  scope.addHook('onClose', async () => {
    // After the open requests: downloads in progress are watched until they end.
    credentials.close();
    await views.close();
    await enqueuer.drain();
  });
}

function registerBatchRoutes(
  scope: Scope,
  { settings, audit, queries, sharedReads: shares, timing = {} }: ExecutionDependencies,
  services: ExecutionServices,
): void {
  const { batches, creation, credentials, limits, reads, snapshots, watch } = services;
  const submission = { ...creation, credentials };
  createRoute(scope, submission);
  runQueryRoute(scope, { queries, batches: submission });
  queryResultsRoutes(scope, { ...services, queries, audit, batches: submission });
  queryDocumentRoute(scope, { queries, connections: creation.connections });
  listRoute(scope, { reads, shares, maxItems: settings.SERVICE_QUERY_HISTORY_RESULT_MAX_ROWS });
  getRoute(scope, { snapshots, shares, watch, credentials });
  eventsRoute(scope, { snapshots, shares, watch, limits, timing });
  statementsRoute(scope, { snapshots, shares });
  cancelRoute(scope, { batches, snapshots, audit });
}

function registerStatementRoutes(
  scope: Scope,
  { results, settings, audit }: ExecutionDependencies,
  { downloads, statements, streamLimit, limits, views }: ExecutionServices,
): void {
  const linkSeconds = settings.SERVICE_RESULTS_S3_LINK_SECONDS;
  statementRoute(scope, { statements });
  viewRoute(scope, { statements, views });
  compareRoute(scope, { statements, views });
  resultsRoute(scope, { statements, results, streamLimit, audit, limits, linkSeconds });
  downloadRoutes(scope, { statements, downloads, audit, limits });
}
