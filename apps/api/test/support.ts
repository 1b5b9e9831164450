import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import {
  type AppDependencies,
  buildApp,
  createLogger,
  createPasswordHasher,
  prepareService,
} from '@sluice/api';
import { loadApiConfig } from '@sluice/config';
import {
  channels,
  type Cipher,
  createCipher,
  createUserRepository,
  type Database,
  openDatabase,
  openNotifications,
} from '@sluice/database';
import { AppError } from '@sluice/errors';
import { openFileResultStore } from '@sluice/results';
import { createServiceDatabase, type TestDatabase } from '@sluice/testkit';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { simulateWorker, type WorkerRequest, type WorkerResponse } from './simulated-worker.js';

/** Options of {@link openTestApi}. */
export interface TestApiOptions {
  settings?: Record<string, string>;
  /** Overrides of the default dependencies. */
  dependencies?: Partial<AppDependencies>;
  workerResponse?: WorkerResponse;
  /** Tablespace of the database; the server's default if absent. */
  tablespace?: string;
  /** Wraps the database client that the API uses. */
  wrapDatabase?: (database: Database) => Database;
}

type Body = Record<string, unknown> | unknown[] | string | Buffer | undefined;

/** Sends requests as one principal. */
export interface ApiClient {
  (
    method: string,
    url: string,
    body?: Body,
    headers?: InjectOptions['headers'],
  ): Promise<LightMyRequestResponse>;
}

/** An API in this process with a separate database; every response is checked against its schema. */
export interface TestApi {
  app: Awaited<ReturnType<typeof buildApp>>;
  database: Database;
  sql: TestDatabase;
  cipher: Cipher;
  workerRequests: WorkerRequest[];
  /** Returns the log at level trace. */
  log(): string;
  anonymous: ApiClient;
  admin: ApiClient;
  editor: ApiClient;
  /** Returns a client that uses HTTP Basic. */
  as(email: string, password: string): ApiClient;
  addUser(user: { email: string; role: 'admin' | 'editor'; password?: string }): Promise<string>;
  setWorkerResponse(workerResponse: WorkerResponse): void;
  close(): Promise<void>;
}

export const adminEmail = 'admin@example.com';

export const adminPassword = 'correct horse battery staple';

export const editorEmail = 'editor@example.com';

export const editorPassword = 'another long password';

/** A hasher with low cost to keep tests fast; other tests cover the strength. */
export const testHasher = createPasswordHasher({ cost: 2 ** 8, concurrency: 2, queueLimit: 50 });

/**
 * Opens an API on a new database.
 *
 * @throws the error of a failed start, after closing everything that would keep the test running
 */
export async function openTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const each of closers.splice(0).reverse()) await each();
  };
  try {
    return await open(options, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  options: TestApiOptions,
  closers: (() => Promise<unknown>)[],
  close: () => Promise<void>,
): Promise<TestApi> {
  const sql = await createServiceDatabase(options.tablespace);
  closers.push(() => sql.drop());
  const folder = await mkdtemp(join(tmpdir(), 'sluice-api-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const settings = testSettings(sql.url, folder, options.settings);
  const database = openDatabase({ databaseUrl: sql.url, poolSize: 5, applicationName: 'test' });
  closers.push(() => database.$disconnect());
  const cipher = createCipher(settings.SERVICE_PASSPHRASE);
  await prepareService({ settings, database, passwords: testHasher });
  const notifications = openNotifications({
    databaseUrl: sql.url,
    channels: [channels.batchChanged, channels.batchEnded, channels.requestAnswered],
    onError: () => undefined,
  });
  closers.push(() => notifications.close());
  const workerRequests: WorkerRequest[] = [];
  let workerResponse = options.workerResponse ?? (() => 'no answer' as const);
  const log = captureLog();
  const app = await buildApp({
    settings,
    database: options.wrapDatabase?.(database) ?? database,
    cipher,
    producer: simulateWorker({
      database,
      cipher,
      workerRequests,
      workerResponse: (request) => workerResponse(request),
    }),
    checkQueue: () => Promise.resolve(),
    results: await openFileResultStore({ directory: join(folder, 'results') }),
    notifications,
    passwords: testHasher,
    log: log.logger,
    checkResponses: true,
    // The test runs in the same process and would trip the overload check.
    maxEventLoopDelayMs: 0,
    ...options.dependencies,
  });
  closers.push(() => app.close());
  await app.ready();

  const as = (email: string, password: string): ApiClient =>
    createApiClient(app, { authorization: basic(email, password) });
  const addUser: TestApi['addUser'] = (user) => createUser(database, user);
  await addUser({ email: editorEmail, role: 'editor', password: editorPassword });

  return {
    app,
    database,
    sql,
    cipher,
    workerRequests,
    log: log.text,
    anonymous: createApiClient(app, {}),
    admin: as(adminEmail, adminPassword),
    editor: as(editorEmail, editorPassword),
    as,
    addUser,
    setWorkerResponse: (next) => {
      workerResponse = next;
    },
    close,
  };
}

/** The same in all test files: deriving a key takes 50 ms, and a process keeps the keys of its passphrases. */
const passphrase = 'the passphrase of the injected APIs';

/** Returns valid settings with secrets of this test file. */
const testSettings = (
  databaseUrl: string,
  folder: string,
  overrides: Record<string, string> = {},
) =>
  loadApiConfig({
    DATABASE_URL: databaseUrl,
    SERVICE_DB_PATH: folder,
    SERVICE_PASSPHRASE: passphrase,
    SERVICE_COOKIE_SECRET: randomBytes(32).toString('hex'),
    SERVICE_ADMIN: adminEmail,
    SERVICE_ADMIN_PASSWORD: adminPassword,
    ...overrides,
  }).settings;

/** Creates a logger at level trace that keeps its text. */
function captureLog() {
  const lines: string[] = [];
  const sink = new PassThrough();
  sink.on('data', (line: Buffer) => lines.push(line.toString()));
  return { logger: createLogger('trace', sink), text: () => lines.join('') };
}

const createApiClient =
  (app: TestApi['app'], defaults: InjectOptions['headers']): ApiClient =>
  (method, url, body, headers) =>
    app.inject({
      method: method as 'GET',
      url,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...defaults,
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as string }),
    });

async function createUser(
  database: Database,
  { email, role, password }: Parameters<TestApi['addUser']>[0],
): Promise<string> {
  const passwordHash = password === undefined ? null : await testHasher.hash(password);
  const user = await createUserRepository(database).create({ email, role, passwordHash });
  if (user === null) throw new Error(`${email} already exists`);
  return user.id;
}

/** Returns an Authorization header for HTTP Basic. */
export const basic = (email: string, password: string): string =>
  `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;

/** Returns the settings that a failed load names. */
export const problemsOf = (load: () => unknown): string[] => {
  try {
    load();
  } catch (error) {
    if (error instanceof AppError) return error.errors?.map((each) => each.path) ?? [];
    throw error;
  }
  return [];
};

/** A connection whose database does not need to exist. */
export const sampleConnection = {
  name: 'Warehouse',
  driver: 'postgres',
  data: {
    host: 'db.example.com',
    port: '5432',
    database: 'warehouse',
    username: 'reader',
    password: 'canary-password-1',
  },
};

/** Returns the rows of all tables as text; bytes as they are, so that plain text in them is found. */
export async function dumpOf(sql: TestDatabase): Promise<string> {
  const tables = await sql.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const rows = await sql.query<Record<string, unknown>>(`select * from ${name}`);
    const bytesAsText = (_key: string, value: unknown): unknown =>
      isBufferJson(value) ? Buffer.from(value.data).toString('latin1') : value;
    parts.push(JSON.stringify(rows, bytesAsText));
  }
  return parts.join('\n');
}

/** Whether the value is a buffer as `JSON.stringify` converts it. */
const isBufferJson = (value: unknown): value is { data: number[] } =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';
