import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import { exposureWarnings } from '@sluice/config';
import { createWorkerRepository, hasDiskSpace, newId } from '@sluice/database';
import Fastify, { LogController, type FastifyBaseLogger } from 'fastify';
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import type { AppDependencies } from './compose/dependencies.js';
import {
  acceptJsonBodies,
  addEtags,
  addSecurityHeaders,
  createIdentify,
  describeRoutes,
  earlyHeaders,
  guardRoutes,
  handleErrors,
  keepPeerAddresses,
  logRequests,
  refuseOtherHosts,
  refuseOtherOrigins,
  refuseWhenOverloaded,
  refuseWhileClosing,
  refuseWithoutHost,
  registerDocs,
  requireDeclaredAccess,
  type Scope,
  sendEarlyError,
} from './http/index.js';
import { byBasic } from './identity/basic/index.js';
import { byProxy } from './identity/proxy/index.js';
import {
  addSessions,
  bySession,
  registerSessionAdmin,
  registerSessions,
} from './identity/session/index.js';
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
import { registerExecutionRoutes } from './compose/execution.js';
import { registerFormatSql, registerQueries } from './queries/index.js';
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
import { openWeb, type Web } from './web/index.js';
import { createMinuteLimit } from './limits/index.js';
import { createServices, type Services } from './compose/services.js';
import { nobodyFrom } from './identity/principal/index.js';

/**
 * Builds the whole HTTP interface. Opens nothing: `listen` or `inject` it, and close it before what
 * it was built from.
 */
export async function buildApp(dependencies: AppDependencies): Promise<Scope> {
  const app = createServer(dependencies);
  const { webFolder, settings } = dependencies;
  const baseUrl = settings.SERVICE_BASE_URL;
  const web = webFolder === undefined ? undefined : await openWeb({ folder: webFolder, baseUrl });
  await addPlugins(app, dependencies, web);
  const services = createServices(dependencies, app.log);
  app.addHook('onClose', async () => {
    services.workers.close();
    await services.savedWork.formatter.close();
    await services.audit.close();
  });
  requireDeclaredAccess(app, baseUrl);
  await app.register(
    async (mount: Scope) => {
      await registerPublic(mount, dependencies, web);
      await mount.register(async (scope: Scope) => {
        await registerIdentified(scope, dependencies, services);
      });
    },
    { prefix: baseUrl },
  );
  return app;
}

function createServer({
  settings,
  log,
  checkResponses = false,
  receiving: { requestMs = 30_000, headersMs = 15_000, checkEveryMs = 5_000 } = {},
}: AppDependencies): Scope {
  const logger: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    requestIdHeader: false,
    trustProxy: settings.SERVICE_TRUST_PROXY.length > 0 && settings.SERVICE_TRUST_PROXY,
    bodyLimit: settings.SERVICE_BODY_LIMIT,
    // Receiving a request; long answers have no such limit.
    requestTimeout: requestMs,
    // Without a byte either way; a client may wait 50 s for a change of its batch.
    connectionTimeout: 120_000,
    // A request without Host gets our answer, not Node's empty one; see refuseWithoutHost.
    http: {
      headersTimeout: headersMs,
      connectionsCheckingInterval: checkEveryMs,
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 1_000 },
    // Fastify's own answer while closing has no title; refuseWhileClosing gives ours.
    return503OnClosing: false,
    frameworkErrors: sendEarlyError,
    clientErrorHandler: answerBrokenRequest,
  }).withTypeProvider<ZodTypeProvider>();
  keepPeerAddresses(app.server);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(checkResponses ? checkingSerializer : () => JSON.stringify);
  app.decorateRequest('principal', null);
  app.decorateRequest('credential', null);
  return app;
}

/** Sends what production would send, once the schema has nothing against it. */
const checkingSerializer: typeof serializerCompiler = (route) => {
  const check = serializerCompiler(route);
  return (data) => {
    check(data);
    return JSON.stringify(data);
  };
};

/** What cannot even be read as HTTP gets an answer with a title as well. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statusOfBroken.get(error.code ?? '') ?? 400;
  const reason = STATUS_CODES[status] ?? 'Bad Request';
  const body = JSON.stringify({
    title: reason,
    code: 'malformed_request',
    errors: [{ path: '', message: reason }],
  });
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nconnection: close\r\n` +
      `content-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\n` +
      `${brokenHeaders}\r\n${body}`,
  );
}

const brokenHeaders = Object.entries(earlyHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

const statusOfBroken = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
]);

async function addPlugins(
  app: Scope,
  dependencies: AppDependencies,
  web: Web | undefined,
): Promise<void> {
  const { settings, telemetry, maxEventLoopDelayMs = 1_000 } = dependencies;
  if (telemetry !== undefined) observeRequests(app, telemetry);
  await addSecurityHeaders(app);
  logRequests(app);
  handleErrors(app, web?.answerVisitor);
  refuseWhileClosing(app);
  refuseWithoutHost(app);
  refuseOtherHosts(app, settings);
  await refuseWhenOverloaded(app, maxEventLoopDelayMs);
  refuseOtherOrigins(app, settings.PUBLIC_URL);
  addEtags(app);
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    // Responses up to this size fit into TCP's initial window of ten packets: compressing them saves no round trip and
    // nearly doubles the processor time of a poll.
    threshold: 12_288,
    // A compressed request is a way around the body limit.
    globalDecompression: false,
  });
  acceptJsonBodies(app);
  await describeRoutes(app, {
    baseUrl: settings.SERVICE_BASE_URL,
    version: serviceVersion,
    cookieName: settings.SERVICE_COOKIE_NAME,
  });
}

/** Kept equal to package.json by a test. */
export const serviceVersion = '0.1.0';

/** For anyone, and without a look at who asks. */
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

/** Where it matters who asks: sessions are read here, and the guard goes by the table of route access. */
async function registerIdentified(
  scope: Scope,
  dependencies: AppDependencies,
  services: Services,
): Promise<void> {
  const { settings, telemetry, providerTimeoutMs = 10_000 } = dependencies;
  await addSessions(scope, settings, services.sessions);
  const identify = createIdentify(
    [
      byServiceToken(services.serviceTokenCredentials),
      // Before Basic: the credentials may be those that the proxy itself has asked for.
      byProxy(services.authProxy),
      byBasic(settings.SERVICE_USERPASS_AUTH_DISABLED ? null : services.basicCredentials),
      bySession,
    ],
    nobodyFrom(settings),
  );
  const requests = createMinuteLimit({
    most: settings.SERVICE_MAX_REQUESTS_PER_MINUTE,
    code: 'too_many_requests',
    title: 'Too many requests within a minute',
  });
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
  registerAudit(scope, services.auditEvents);
  registerWorkers(scope, services.workerList);
  registerConnectionList(scope, services.connections);
  registerConnectionAdmin(scope, services.connections, audit);
  registerConnectionTest(scope, services.connectionTest);
  registerConnectionAccesses(scope, services.connectionAccesses);
  registerConnectionAccessAdmin(scope, services.connectionAccesses);
  registerDrivers(scope);
  registerConnectionClients(scope, services.connectionClients);
  registerConnectionClientList(scope, services.connectionClients);
  registerSchema(scope, services.schemas);
  const { queries, history, formatter } = services.savedWork;
  registerQueries(scope, queries);
  registerQueryHistory(scope, history, settings.SERVICE_QUERY_HISTORY_RESULT_MAX_ROWS);
  registerFormatSql(scope, formatter);
  registerExecutionRoutes(scope, { ...dependencies, audit, resultAccess: services.resultAccess });
  if (telemetry !== undefined && settings.SERVICE_METRICS_PORT === 0) {
    registerMetrics(scope, telemetry);
  }
}
