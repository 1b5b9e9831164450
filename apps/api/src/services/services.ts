import {
  createAuditEventRepository,
  createConnectionClientRepository,
  createConnectionRepository,
  createIdentityRepository,
  createPendingSignInRepository,
  createSchemaCacheRepository,
  createSessionRepository,
  createUserRepository,
  createWorkerRequestRepository,
  type AuditEventRepository,
  type PendingSignInRepository,
  type SessionRepository,
  type UserRepository,
  type UserRow,
} from '@sluice/database';
import type { FastifyBaseLogger } from 'fastify';
import type { AppDependencies } from '../dependencies.js';
import { createSignInAttempts } from './attempts.js';
import { createAudit, type Audit } from './audit.js';
import { createBasicCredentials, type BasicCredentials } from './basic-credentials.js';
import type { ConnectionClientDependencies } from './connection-clients.js';
import type { ConnectionTestDependencies } from './connection-test.js';
import type { ConnectionDependencies } from './connections.js';
import { checkPassword, type Credentials } from './local-sign-in.js';
import { createSchemas, type Schemas } from './schemas.js';
import type { AdmissionDependencies } from './sign-in/admission.js';
import { createPasswordSignIn } from './sign-in/password.js';
import { createAuthProxy, type AuthProxy } from './sign-in/proxy.js';
import { createUserCache } from './user-cache.js';
import { createWorkers, type Workers } from './worker-requests.js';

/** What the routes of identity, connections and schemas call. */
export interface Services {
  sessions: SessionRepository;
  users: UserRepository;
  admission: AdmissionDependencies;
  pendingSignIns: PendingSignInRepository;
  auditEvents: AuditEventRepository;
  audit: Audit;
  basicCredentials: BasicCredentials;
  /** Of local users, or of LDAP where that is on. */
  checkPassword(credentials: Credentials): Promise<UserRow | null>;
  /** Null: no proxy's headers count. */
  authProxy: AuthProxy | null;
  connections: ConnectionDependencies;
  connectionTest: ConnectionTestDependencies;
  connectionClients: ConnectionClientDependencies;
  schemas: Schemas;
  workers: Workers;
}

/** Connecting may take its whole time-out, and a busy worker a while to begin. */
const workerMarginMs = 5_000;

/** Wires repositories and services; opens nothing but the subscription to answers. */
export function createServices(dependencies: AppDependencies, log: FastifyBaseLogger): Services {
  const { settings, database, cipher, producer, notifications, passwords } = dependencies;
  const users = createUserRepository(database);
  const connections = createConnectionRepository(database);
  const schemaCache = createSchemaCacheRepository(database);
  const userCache = createUserCache(users);
  const auditEvents = createAuditEventRepository(database);
  const attempts = createSignInAttempts();
  const admission = { users, identities: createIdentityRepository(database) };
  const local = { users, passwords, attempts };
  const requests = createWorkerRequestRepository(database);
  const workers = createWorkers({ requests, cipher, producer, notifications });
  return {
    sessions: createSessionRepository(database),
    users,
    admission,
    pendingSignIns: createPendingSignInRepository(database),
    auditEvents,
    audit: createAudit(auditEvents, (error, action) => {
      log.error({ err: error, action }, 'an event could not be recorded');
    }),
    basicCredentials: createBasicCredentials({
      checkPassword: (credentials) => checkPassword(local, credentials),
      users: userCache,
    }),
    checkPassword: createPasswordSignIn({ settings, local, admission, log }),
    authProxy: createAuthProxy(settings, admission, log),
    connections: {
      connections,
      schemaCache,
      cipher,
      onUnreadable: (connectionId, error) => {
        log.error({ err: error, connectionId }, 'stored connection data cannot be decrypted');
      },
    },
    connectionTest: {
      connections,
      cipher,
      users: userCache,
      workers,
      timeoutMs: settings.SERVICE_CONNECT_TIMEOUT_SECONDS * 1000 + workerMarginMs,
    },
    connectionClients: {
      clients: createConnectionClientRepository(
        database,
        settings.SERVICE_CLIENT_KEEP_ALIVE_SECONDS * 1000,
      ),
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
      maxAgeMs: settings.SERVICE_SCHEMA_CACHE_TTL_SECONDS * 1000,
      timeoutMs: settings.SERVICE_SCHEMA_TIMEOUT_SECONDS * 1000 + workerMarginMs,
      onRefreshError: (error) => {
        log.info({ err: error }, 'a schema could not be refreshed');
      },
    }),
    workers,
  };
}
