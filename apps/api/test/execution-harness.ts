import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Batch } from '@sluice/contracts';
import {
  createAccessRepository,
  createAuditEventRepository,
  createCipher,
  createConnectionRepository,
  createQueryRepository,
  createBatchShareRepository,
  createRevocationRepository,
  createUserRepository,
  createWorkerRepository,
  type Database,
  openDatabase,
} from '@sluice/database';
import { openFileResultStore, type ResultStore } from '@sluice/results';
import { createServiceDatabase, until } from '@sluice/testkit';
import fastify, { LogController } from 'fastify';
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import { addEtags } from '../dist/http/etag.js';
import { handleErrors } from '../dist/http/errors.js';
import { registerExecutionRoutes } from '../dist/compose/execution.js';
import type { ExecutionTiming } from '../dist/batches/timing.js';
import type { Scope } from '../dist/http/scope.js';
import { createTenants } from '../dist/tenants/tenants.js';
import { createAudit } from '../dist/audit/service.js';
import { createResultAccess } from '../dist/access/result-access.js';
import { createSharedReads } from '../dist/shares/shared-reads.js';
import { claimAsWorker } from './execution-worker.js';
import { countQueries, openTestNotifications } from './execution-database.js';

/** A complete response. */
export interface HarnessResponse<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

type LogEntry = Record<string, unknown>;

/** Options of {@link openExecutionHarness}. */
export interface HarnessOptions {
  settings?: {
    maxStatements?: number;
    maxQueuedPerTenant?: number;
    maxList?: number;
    allowsDownloads?: boolean;
    requiresAccess?: boolean;
    stallSeconds?: number;
  };
  timing?: ExecutionTiming;
  /** Replaces the queue's handling of a new batch. */
  add?: (id: string) => Promise<void>;
  /** Runs before the routes are registered. */
  prepare?: (app: Scope) => Promise<void>;
  /** Wraps the result store. */
  wrapResults?: (store: ResultStore) => ResultStore;
}

/** The execution routes on a real database and port; the test acts as the worker. */
export type ExecutionHarness = Awaited<ReturnType<typeof openExecutionHarness>>;

export async function openExecutionHarness(options: HarnessOptions = {}) {
  const { url, drop } = await createServiceDatabase();
  const database = openDatabase({ databaseUrl: url, poolSize: 10, applicationName: 'test' });
  const notifications = await openTestNotifications(url, database);
  const folder = await mkdtemp(join(tmpdir(), 'sluice-results-'));
  const store = await openFileResultStore({ directory: join(folder, 'results') });
  const { proxy, counter } = countQueries(database);
  const enqueued: string[] = [];
  const log: LogEntry[] = [];

  const app = createTestApp(log);
  await options.prepare?.(app);
  await app.register((scope, _options, done) => {
    registerExecutionRoutes(scope, {
      database: proxy,
      producer: {
        add: async (_key, payloads) => {
          for (const payload of payloads) {
            if (!('id' in payload)) continue;
            await options.add?.(payload.id);
            enqueued.push(payload.id);
          }
        },
      },
      results: options.wrapResults?.(store) ?? store,
      notifications,
      settings: routeSettings(folder, options.settings),
      timing: options.timing ?? {},
      audit: createAudit(createAuditEventRepository(database), (error) => {
        throw error;
      }),
      resultAccess: createResultAccess(
        createRevocationRepository(database),
        options.settings?.requiresAccess ?? true,
      ),
      queries: {
        queries: createQueryRepository(database, createCipher('a passphrase')),
        connections: createConnectionRepository(database),
        accesses: createAccessRepository(database),
        tenants: createTenants(createUserRepository(database), null),
      },
      sharedReads: createSharedReads(createBatchShareRepository(database), null),
    });
    done();
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });

  const request = createRequest(address);
  await insertFixtures(database);
  const workerId = randomUUID();
  await createWorkerRepository(database).register(
    { id: workerId, hostname: 'test', pid: process.pid, slots: 16 },
    600_000,
  );

  const openFiles = () => openFilesIn(folder);
  const submit = async (user: string, batchText: string, more: object = {}): Promise<Batch> => {
    const body = { connectionId: 'open', batchText, ...more };
    const response = await request<Batch>(user, 'POST', '/api/batches', { body });
    if (response.status !== 200) throw new Error(JSON.stringify(response.body));
    return response.body;
  };

  return {
    app,
    address,
    database,
    notifications,
    counter,
    enqueued,
    log,
    folder,
    store,
    request,
    submit,
    openFiles,
    untilFilesAreClosed: () =>
      until('all files are closed', async () => (await openFiles()).length === 0),
    get: <Body>(user: string, path: string, headers: Record<string, string> = {}) =>
      request<Body>(user, 'GET', path, { headers }),
    claimAsWorker: (batch: Batch) => claimAsWorker(database, store, workerId, batch),
    stop: async () => {
      await app.close();
      await notifications.close();
      await database.$disconnect();
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates an app whose principal comes from the header `x-user`. */
function createTestApp(log: LogEntry[]): Scope {
  const app: Scope = fastify({
    logger: {
      level: 'info',
      stream: { write: (line: string) => void log.push(JSON.parse(line) as LogEntry) },
    },
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 2000 },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  addEtags(app);
  handleErrors(app);
  app.decorateRequest('principal', null);
  app.decorateRequest('credential', null);
  app.addHook('preHandler', (request, _reply, done) => {
    const id = request.headers['x-user'];
    if (typeof id !== 'string') {
      done();
      return;
    }
    const role = id.startsWith('admin') ? 'admin' : 'editor';
    request.principal = { id, email: `${id}@example.com`, name: null, role };
    done();
  });
  return app;
}

/** Returns the settings that the execution routes read. */
const routeSettings = (folder: string, settings: HarnessOptions['settings'] = {}) => ({
  SERVICE_DB_PATH: folder,
  SERVICE_RESULT_VIEW_MEMORY_MB: 512,
  SERVICE_RESULT_VIEW_DISK_MB: 1024,
  SERVICE_RESULT_VIEW_PROCESSES: 2,
  SERVICE_RESULT_VIEW_IDLE_SECONDS: 60,
  SERVICE_RESULT_VIEW_TIMEOUT_SECONDS: 30,
  SERVICE_MAX_STATEMENTS_PER_BATCH: settings.maxStatements ?? 1000,
  SERVICE_TENANT_FIELD: undefined,
  SERVICE_CLIENT_KEEP_ALIVE_SECONDS: 30,
  SERVICE_MAX_QUEUED_PER_TENANT: settings.maxQueuedPerTenant ?? 10_000,
  SERVICE_MAX_STORED_MB_PER_TENANT: 0,
  SERVICE_MAX_RUNNING_PER_TENANT: 0,
  SERVICE_MAX_RUNNING_PER_USER: 0,
  SERVICE_AUDIT_BATCHES: true,
  SERVICE_PASSPHRASE: 'a passphrase of the tests',
  SERVICE_QUERY_HISTORY_RESULT_MAX_ROWS: settings.maxList ?? 1000,
  SERVICE_RESULTS_S3_LINK_SECONDS: 60,
  SERVICE_RESULTS_STALL_SECONDS: settings.stallSeconds ?? 60,
  SERVICE_ALLOW_CSV_DOWNLOAD: settings.allowsDownloads ?? true,
});

/** Returns a function that sends requests as a user. */
const createRequest =
  (address: string) =>
  async <Body>(
    user: string,
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<HarnessResponse<Body>> => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        'x-user': user,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? null : JSON.parse(text)) as Body,
    };
  };

/** Inserts an accessible and an inaccessible connection and the users. */
async function insertFixtures(database: Database): Promise<void> {
  await database.connection.create({
    data: { id: 'open', name: 'Open', driver: 'postgres', encryptedData: Buffer.from('') },
  });
  await database.connection.create({
    data: { id: 'closed', name: 'Closed', driver: 'postgres', encryptedData: Buffer.from('') },
  });
  await database.user.createMany({
    data: ['alice', 'bob', 'carol', 'admin'].map((id) => ({
      id,
      email: `${id}@example.com`,
      role: id === 'admin' ? 'admin' : 'editor',
    })),
  });
  const year2099 = new Date('2099-01-01T00:00:00Z');
  await database.connectionAccess.create({
    data: { connectionId: 'open', userId: '__EVERYONE__', expiryDate: year2099 },
  });
}

/** Returns the files in a folder that this process has open. */
async function openFilesIn(folder: string): Promise<string[]> {
  const entries = await readdir('/proc/self/fd');
  const paths = await Promise.all(
    entries.map((entry) => readlink(`/proc/self/fd/${entry}`).catch(() => '')),
  );
  return paths.filter((path) => path.startsWith(folder));
}
