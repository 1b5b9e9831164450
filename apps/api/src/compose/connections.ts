import {
  createAccessRowRepository,
  createConnectionClientRepository,
  createSchemaCacheRepository,
  createWorkerRepository,
  createWorkerRequestRepository,
} from '@sluice/database';
import type { FastifyBaseLogger } from 'fastify';
import type { ConnectionAccessDependencies } from '../access/index.js';
import {
  createClientLimit,
  type ConnectionClientDependencies,
  type ConnectionDependencies,
  type ConnectionTestDependencies,
} from '../connections/index.js';
import { createRateLimit } from '../limits/index.js';
import { createSchemas, type Schemas } from '../schema/index.js';
import { createWorkers, type Workers } from '../worker-requests/index.js';
import type { AppDependencies } from './dependencies.js';
import type { SharedServices } from './shared-services.js';

/** Dependencies of the routes of connections, their access rows, clients and schemas. */
export interface ConnectionServices {
  connections: ConnectionDependencies;
  connectionAccesses: ConnectionAccessDependencies;
  connectionTest: ConnectionTestDependencies;
  connectionClients: ConnectionClientDependencies;
  schemas: Schemas;
  workers: Workers;
}

/** Time beyond the connect timeout in which a busy worker may begin. */
const WORKER_MARGIN_MS = 5_000;

/** Creates the services of connections. They open only the subscription to worker responses. */
export function createConnectionServices(
  { settings, database, cipher, producer, notifications }: AppDependencies,
  shared: SharedServices,
  log: FastifyBaseLogger,
): ConnectionServices {
  const { users, userCache, tokens, connections, revocations, audit, tenants } = shared;
  const schemaCache = createSchemaCacheRepository(database);
  const requests = createWorkerRequestRepository(database);
  const workers = createWorkers({ requests, cipher, producer, notifications });
  const keepAliveMs = settings.SERVICE_CLIENT_KEEP_ALIVE_SECONDS * 1000;
  const clients = createConnectionClientRepository(database, keepAliveMs);
  const max = settings.SERVICE_MAX_CLIENTS_PER_TENANT;
  const allowsSockets = settings.SERVICE_UNIX_SOCKETS_DIR !== undefined;
  const accesses = createAccessRowRepository(database);
  const onWorkers = { connections, cipher, users: userCache, workers };
  const timeoutMs = settings.SERVICE_CONNECT_TIMEOUT_SECONDS * 1000 + WORKER_MARGIN_MS;
  return {
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
    connectionAccesses: { accesses, connections, users, tokens, revocations, audit },
    connectionTest: {
      ...onWorkers,
      allowsSockets,
      pools: createWorkerRepository(database),
      timeoutMs,
    },
    connectionClients: {
      ...onWorkers,
      clients,
      limit: createClientLimit({ clients, tenants, max }),
      timeoutMs,
    },
    schemas: createSchemas({
      ...onWorkers,
      schemaCache,
      passphrase: settings.SERVICE_PASSPHRASE,
      reloads: createRateLimit({
        max: 30,
        code: 'too_many_reloads',
        title: 'Too many schema refreshes. Retry in a minute.',
      }),
      tableReads: createRateLimit({
        max: 240,
        code: 'too_many_tables',
        title: 'Too many tables were read. Retry in a minute.',
      }),
      maxAgeMs: settings.SERVICE_SCHEMA_CACHE_TTL_SECONDS * 1000,
      timeoutMs: settings.SERVICE_SCHEMA_TIMEOUT_SECONDS * 1000 + WORKER_MARGIN_MS,
      onRefreshError: (error) => {
        log.info({ err: error }, 'schema refresh failed');
      },
    }),
    workers,
  };
}
