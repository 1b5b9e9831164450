import compress from '@fastify/compress';
import { exposureWarnings } from '@sluice/config';
import { createWorkerRepository, hasDiskSpace } from '@sluice/database';
import type { AppDependencies } from './compose/dependencies.js';
import {
  acceptJsonBodies,
  addEtags,
  addSecurityHeaders,
  createHttpServer,
  createIdentify,
  describeRoutes,
  guardRoutes,
  handleErrors,
  logRequests,
  refuseOtherHosts,
  refuseOtherOrigins,
  refuseWhenOverloaded,
  refuseWhileClosing,
  refuseWithoutHost,
  registerDocs,
  requireDeclaredAccess,
  type Scope,
} from './http/index.js';
import { byBasic } from './identity/basic/index.js';
import { byProxy } from './identity/proxy/index.js';
import {
  addSessions,
  bySession,
  registerSessionAdmin,
  registerSessions,
} from './identity/session/index.js';
import { byPersonalToken, registerPersonalTokens } from './identity/personal-tokens/index.js';
import { byServiceToken, registerServiceTokens } from './identity/tokens/index.js';
import {
  createDiskSpace,
  observeRequests,
  registerApp,
  registerHealth,
  registerMetrics,
  registerWorkers,
} from './operations/index.js';
import {
  addRefusals,
  registerConnectionAccessAdmin,
  registerConnectionAccesses,
} from './access/index.js';
import { registerAudit } from './audit/index.js';
import {
  registerConnectionAdmin,
  registerConnectionClientList,
  registerConnectionClients,
  registerConnectionList,
  registerConnectionTest,
  registerDrivers,
} from './connections/index.js';
import {
  createExecution,
  type ExecutionDependencies,
  type ExecutionServices,
  registerExecutionRoutes,
} from './compose/execution.js';
import { registerTokenRoutes } from './compose/mcp.js';
import { registerPublicLinks } from './compose/public-links.js';
import { registerDrafts } from './drafts/index.js';
import { registerFormatSql, registerQueries, registerQueryVersions } from './queries/index.js';
import { registerQueryHistory } from './history/index.js';
import { registerSchema } from './schema/index.js';
import { registerSignIn, registerSignUp } from './identity/local/index.js';
import { createBrowserSignIn } from './identity/redirect/index.js';
import { registerOAuth } from './identity/oauth/index.js';
import { registerOidc } from './identity/oidc/index.js';
import { registerSaml } from './identity/saml/index.js';
import {
  registerUserAdmin,
  registerUserIdentities,
  registerUsers,
} from './identity/users/index.js';
import { registerBatchShares } from './shares/index.js';
import { openWeb, type Web } from './web/index.js';
import { createRateLimit, type RateLimit } from './limits/index.js';
import { createServices, type Services } from './compose/services.js';
import { anonymousPrincipalFrom } from './identity/principal/index.js';

/**
 * Builds the HTTP app. It opens nothing: call `listen` or `inject`, and close it before its
 * dependencies.
 */
export async function buildApp(dependencies: AppDependencies): Promise<Scope> {
  const app = createHttpServer(dependencies);
  const { webFolder, settings } = dependencies;
  const baseUrl = settings.SERVICE_BASE_URL;
  const web = webFolder === undefined ? undefined : await openWeb({ folder: webFolder, baseUrl });
  await addPlugins(app, dependencies, web);
  const services = createServices(dependencies, app.log);
  app.addHook('onClose', async () => {
    services.workers.close();
    await services.savedWork.formatter.close();
    await services.tokenUses.settle();
    await services.audit.close();
  });
  const execution = createExecution(app, executionDependencies(dependencies, services));
  const requests = createRateLimit({
    max: settings.SERVICE_MAX_REQUESTS_PER_MINUTE,
    code: 'too_many_requests',
    title: 'Too many requests in one minute',
  });
  const guarded = { services, execution, requests };
  requireDeclaredAccess(app, baseUrl);
  await app.register(
    async (mount: Scope) => {
      await registerPublic(mount, dependencies, web);
      await mount.register(async (scope: Scope) => {
        await registerAuthenticated(scope, dependencies, guarded);
      });
      if (settings.SERVICE_MCP_DISABLED) return;
      await mount.register((scope: Scope, _options, done) => {
        registerTokenRoutes(scope, dependencies, { ...guarded, version: serviceVersion });
        done();
      });
    },
    { prefix: baseUrl },
  );
  return app;
}

async function addPlugins(
  app: Scope,
  dependencies: AppDependencies,
  web: Web | undefined,
): Promise<void> {
  const { settings, telemetry, maxEventLoopDelayMs = 1_000 } = dependencies;
  if (telemetry !== undefined) observeRequests(app, telemetry);
  await addSecurityHeaders(app);
  logRequests(app);
  handleErrors(app, web?.replyToBrowser);
  refuseWhileClosing(app);
  refuseWithoutHost(app);
  refuseOtherHosts(app, settings);
  await refuseWhenOverloaded(app, maxEventLoopDelayMs);
  refuseOtherOrigins(app, settings.PUBLIC_URL);
  addEtags(app);
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    // Responses up to this size fit into TCP's initial window of ten packets: compression would
    // save no round trip and nearly double the CPU time of a poll.
    threshold: 12_288,
    // Compressed requests would bypass the body limit.
    globalDecompression: false,
  });
  acceptJsonBodies(app);
  await describeRoutes(app, {
    baseUrl: settings.SERVICE_BASE_URL,
    version: serviceVersion,
    cookieName: settings.SERVICE_COOKIE_NAME,
  });
}

/** A test keeps it equal to package.json. */
export const serviceVersion = '1.0.0';

/** Registers the routes without authentication. */
async function registerPublic(
  mount: Scope,
  { settings, database, checkQueue, stopping }: AppDependencies,
  web: Web | undefined,
): Promise<void> {
  const { countAlive } = createWorkerRepository(database);
  registerHealth(mount, {
    checkQueue,
    warnings: exposureWarnings(settings),
    countWorkers: countAlive,
    diskSpace: createDiskSpace(() => hasDiskSpace(database)),
    isStopping: () => stopping?.aborted === true,
  });
  await registerDocs(mount, settings.SERVICE_BASE_URL);
  await web?.register(mount);
}

/** Services shared by the routes of authenticated principals. */
export interface GuardedServices {
  services: Services;
  execution: ExecutionServices;
  /** Counts the requests of a principal to all its routes. */
  requests: RateLimit;
}

/** Registers the routes that read sessions and check their access by the route access table. */
async function registerAuthenticated(
  scope: Scope,
  dependencies: AppDependencies,
  { services, execution, requests }: GuardedServices,
): Promise<void> {
  const { settings, telemetry, providerTimeoutMs = 10_000 } = dependencies;
  await addSessions(scope, settings, services.sessions);
  const identify = createIdentify(
    [
      // Before service tokens, which accept any other bearer token.
      byPersonalToken(services.personalTokenCredentials),
      byServiceToken(services.serviceTokenCredentials),
      // Before Basic: the credentials may be those that the proxy itself requires.
      byProxy(services.authProxy),
      byBasic(settings.SERVICE_USERPASS_AUTH_DISABLED ? null : services.basicCredentials),
      bySession,
    ],
    anonymousPrincipalFrom(settings),
  );
  guardRoutes(scope, identify, requests);
  addRefusals(scope, services.tenants, services.audit);
  const { checkPassword, users, audit } = services;
  registerApp(scope, { settings, identify, users, version: serviceVersion });
  registerSignIn(scope, { settings, checkPassword, users, audit });
  registerSignUp(scope, { settings, signUp: services.signUp });
  const { admission, pendingSignIns } = services;
  const methods = { settings, admission, pendingSignIns, providerTimeoutMs };
  const browser = createBrowserSignIn(settings, audit);
  registerOidc(scope, methods, browser);
  registerOAuth(scope, methods, browser);
  registerSaml(scope, methods, browser);
  registerUsers(scope, services.userChanges);
  registerUserAdmin(scope, services.userChanges);
  registerUserIdentities(scope, { ...services.admission, audit });
  registerSessions(scope, services.sessionList);
  registerSessionAdmin(scope, services.sessionList);
  registerServiceTokens(scope, services.serviceTokens);
  registerPersonalTokens(scope, services.personalTokenManagement);
  registerAudit(scope, services.auditEvents);
  registerWorkers(scope, services.workerList);
  registerConnectionList(scope, services.connectionManagement);
  registerConnectionAdmin(scope, services.connectionManagement, audit);
  registerConnectionTest(scope, services.connectionTest);
  registerConnectionAccesses(scope, services.connectionAccesses);
  registerConnectionAccessAdmin(scope, services.connectionAccesses);
  registerDrivers(scope);
  registerConnectionClients(scope, services.connectionClients);
  registerConnectionClientList(scope, services.connectionClients);
  registerSchema(scope, services.schemas);
  const { queries, drafts, history, formatter } = services.savedWork;
  registerQueries(scope, queries);
  registerQueryVersions(scope, queries);
  registerDrafts(scope, drafts);
  registerQueryHistory(scope, history, settings.SERVICE_QUERY_HISTORY_RESULT_MAX_ROWS);
  registerFormatSql(scope, formatter);
  const { batchShares: shares, tokens, tenants } = services;
  registerExecutionRoutes(scope, executionDependencies(dependencies, services), execution);
  registerBatchShares(scope, { shares, users, tokens, tenants, audit });
  registerPublicLinks(scope, dependencies, services, execution);
  if (telemetry !== undefined && settings.SERVICE_METRICS_PORT === 0) {
    registerMetrics(scope, telemetry);
  }
}

const executionDependencies = (
  dependencies: AppDependencies,
  { audit, resultAccess, sharedReads, savedWork: { queries } }: Services,
): ExecutionDependencies => ({ ...dependencies, audit, resultAccess, sharedReads, queries });
