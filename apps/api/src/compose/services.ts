import { runningLimits } from '@sluice/config';
import {
  createAccessRowRepository,
  createAuditEventRepository,
  createConnectionClientRepository,
  createConnectionRepository,
  createIdentityRepository,
  createPendingSignInRepository,
  createRevocationRepository,
  createSchemaCacheRepository,
  createServiceTokenRepository,
  createSessionRepository,
  createWorkerRepository,
  createSignInFailureRepository,
  createUserRepository,
  createWorkerRequestRepository,
  type AuditEventRepository,
  type PendingSignInRepository,
  type RevocationRepository,
  type SessionRepository,
  type UserRepository,
  type UserRow,
} from '@sluice/database';
import type { FastifyBaseLogger } from 'fastify';
import type { AppDependencies } from './dependencies.js';
import { formatterThread } from '../queries/index.js';
import {
  checkPassword,
  createPasswordSignIn,
  createSignInAttempts,
  type Credentials,
  type SignUpDependencies,
} from '../identity/local/index.js';
import { type Audit, createAudit } from '../audit/index.js';
import { type BasicCredentials, createBasicCredentials } from '../identity/basic/index.js';
import { createBriefMemory } from '../cache/index.js';
import {
  type ConnectionClientDependencies,
  type ConnectionDependencies,
  type ConnectionTestDependencies,
  createClientLimit,
} from '../connections/index.js';
import {
  type ConnectionAccessDependencies,
  createResultAccess,
  type ResultAccess,
} from '../access/index.js';
import { createMinuteLimit } from '../limits/index.js';
import { createNewPasswords, createPasswordLinks } from '../identity/passwords/index.js';
import { createSavedWork, type SavedWork } from './saved-work.js';
import { createSchemas, type Schemas } from '../schema/index.js';
import {
  createServiceTokenCredentials,
  createTokenSigner,
  type ServiceTokenCredentials,
  type ServiceTokenDependencies,
  withFreshTokens,
} from '../identity/tokens/index.js';
import { type SessionDependencies, sessionLifetimesOf } from '../identity/session/index.js';
import { type AdmissionDependencies, hasOtherMethods } from '../identity/admission/index.js';
import { type AuthProxy, createAuthProxy } from '../identity/proxy/index.js';
import { createTenants, type Tenants } from '../tenants/index.js';
import { createUserCache, type UserDependencies, withFreshCache } from '../identity/users/index.js';
import { createWorkerList, type WorkerListDependencies } from '../operations/index.js';
import { createWorkers, type Workers } from '../worker-requests/index.js';

/** What the routes of identity, connections and schemas call. */
export interface Services {
  sessions: SessionRepository;
  users: UserRepository;
  userChanges: UserDependencies;
  sessionList: SessionDependencies;
  signUp: SignUpDependencies;
  serviceTokens: ServiceTokenDependencies;
  /** Null: there is no secret to check them with. */
  serviceTokenCredentials: ServiceTokenCredentials | null;
  connectionAccesses: ConnectionAccessDependencies;
  admission: AdmissionDependencies;
  pendingSignIns: PendingSignInRepository;
  auditEvents: AuditEventRepository;
  tenants: Tenants;
  audit: Audit;
  resultAccess: ResultAccess;
  basicCredentials: BasicCredentials;
  /** Of local users, or of LDAP where that is on. */
  checkPassword(credentials: Credentials): Promise<UserRow | null>;
  /** Null: no proxy's headers count. */
  authProxy: AuthProxy | null;
  connections: ConnectionDependencies;
  connectionTest: ConnectionTestDependencies;
  connectionClients: ConnectionClientDependencies;
  schemas: Schemas;
  savedWork: SavedWork;
  workerList: WorkerListDependencies;
  workers: Workers;
}

/** Connecting may take its whole time-out, and a busy worker a while to begin. */
const workerMarginMs = 5_000;

/** Wires repositories and services; opens nothing but the subscription to answers. */
export function createServices(dependencies: AppDependencies, log: FastifyBaseLogger): Services {
  const { settings, database, cipher, producer, notifications, passwords } = dependencies;
  const storedUsers = createUserRepository(database);
  const userCache = createUserCache(storedUsers);
  const users = withFreshCache(storedUsers, userCache);
  const connections = createConnectionRepository(database);
  const schemaCache = createSchemaCacheRepository(database);
  const sessions = createSessionRepository(database);
  const storedRevocations = createRevocationRepository(database);
  const resultAccess = createResultAccess(
    storedRevocations,
    settings.SERVICE_RESULTS_REQUIRE_CONNECTION_ACCESS,
  );
  // Called after each change that takes a right away.
  const endUnauthorized: RevocationRepository['endUnauthorized'] = (byUserId) => {
    resultAccess.forget();
    return storedRevocations.endUnauthorized(byUserId);
  };
  const revocations = { ...storedRevocations, endUnauthorized };
  const auditEvents = createAuditEventRepository(database);
  const attempts = createSignInAttempts(createSignInFailureRepository(database));
  const admission = { users, sessions, identities: createIdentityRepository(database) };
  const local = { users, passwords, attempts };
  const checkLocalPassword = (credentials: Credentials) => checkPassword(local, credentials);
  const requests = createWorkerRequestRepository(database);
  const workers = createWorkers({ requests, cipher, producer, notifications });
  const storedTokens = createServiceTokenRepository(database);
  const tokenCache = createBriefMemory((id) => storedTokens.find(id));
  const tokens = withFreshTokens(storedTokens, tokenCache);
  const tokenSecret = settings.SERVICE_SERVICE_TOKEN_SECRET;
  const signer = tokenSecret === undefined ? null : createTokenSigner(tokenSecret);
  const clients = createConnectionClientRepository(
    database,
    settings.SERVICE_CLIENT_KEEP_ALIVE_SECONDS * 1000,
  );
  const audit = createAudit(auditEvents, (error, action) => {
    log.error({ err: error, action }, 'an event could not be recorded');
  });
  const allowsSockets = settings.SERVICE_UNIX_SOCKETS_DIR !== undefined;
  const isProvedElsewhere = hasOtherMethods(settings);
  const tenants = createTenants(users, settings.SERVICE_TENANT_FIELD ?? null);
  const accounts = {
    users,
    sessions,
    passwords,
    newPasswords: createNewPasswords(
      settings.PUBLIC_URL === undefined ? undefined : new URL(settings.PUBLIC_URL).hostname,
    ),
    links: createPasswordLinks(settings.SERVICE_PASSPHRASE),
    audit,
    adminEmail: settings.SERVICE_ADMIN,
  };
  return {
    sessions,
    users,
    userChanges: {
      ...accounts,
      revocations,
      checkPassword: checkLocalPassword,
      isLocalAuthDisabled: settings.SERVICE_USERPASS_AUTH_DISABLED,
      isProvedElsewhere,
      tenants,
    },
    sessionList: { sessions, users, audit, lifetimes: sessionLifetimesOf(settings) },
    signUp: {
      ...accounts,
      attempts,
      allowedDomains: isProvedElsewhere ? [] : settings.SERVICE_ALLOWED_DOMAINS,
    },
    serviceTokens: { tokens, signer, revocations, audit },
    serviceTokenCredentials:
      signer === null ? null : createServiceTokenCredentials(signer, tokenCache),
    connectionAccesses: {
      accesses: createAccessRowRepository(database),
      connections,
      users,
      tokens,
      revocations,
      audit,
    },
    admission,
    pendingSignIns: createPendingSignInRepository(database),
    auditEvents,
    tenants,
    audit,
    resultAccess,
    basicCredentials: createBasicCredentials({
      checkPassword: checkLocalPassword,
      users: userCache,
    }),
    checkPassword: createPasswordSignIn({ settings, local, admission, log }),
    authProxy: createAuthProxy(settings, { admission, users: userCache, log }),
    connections: {
      connections,
      schemaCache,
      revocations,
      cipher,
      allowsSockets,
      onUnreadable: (connectionId, error) => {
        log.error({ err: error, connectionId }, 'stored connection data cannot be decrypted');
      },
    },
    connectionTest: {
      connections,
      cipher,
      allowsSockets,
      users: userCache,
      workers,
      pools: createWorkerRepository(database),
      timeoutMs: settings.SERVICE_CONNECT_TIMEOUT_SECONDS * 1000 + workerMarginMs,
    },
    connectionClients: {
      clients,
      limit: createClientLimit({
        clients,
        tenants,
        most: settings.SERVICE_MAX_CLIENTS_PER_TENANT,
      }),
      connections,
      users: userCache,
      workers,
      cipher,
      timeoutMs: settings.SERVICE_CONNECT_TIMEOUT_SECONDS * 1000 + workerMarginMs,
    },
    schemas: createSchemas({
      connections,
      schemaCache,
      users: userCache,
      workers,
      cipher,
      passphrase: settings.SERVICE_PASSPHRASE,
      reloads: createMinuteLimit({
        most: 30,
        code: 'too_many_reloads',
        title: 'Too many schemas were read anew',
      }),
      maxAgeMs: settings.SERVICE_SCHEMA_CACHE_TTL_SECONDS * 1000,
      timeoutMs: settings.SERVICE_SCHEMA_TIMEOUT_SECONDS * 1000 + workerMarginMs,
      onRefreshError: (error) => {
        log.info({ err: error }, 'a schema could not be refreshed');
      },
    }),
    savedWork: createSavedWork(database, { tenants, formatterThread }),
    workerList: createWorkerList(database, runningLimits(settings)),
    workers,
  };
}
