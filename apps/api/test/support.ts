import { gzipSync } from 'node:zlib';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import {
  buildApp,
  createLogger,
  createPasswordHasher,
  prepareService,
  type AppDependencies,
} from '@sluice/api';
import { loadApiConfig } from '@sluice/config';
import {
  channels,
  createCipher,
  createSchemaCacheRepository,
  createUserRepository,
  createWorkerRequestRepository,
  openDatabase,
  openNotifications,
  type Cipher,
  type Database,
  type WorkerRequestError,
  type WorkerRequestKind,
} from '@sluice/database';
import { AppError } from '@sluice/errors';
import { openFileResultStore } from '@sluice/results';
import { createServiceDatabase, type TestDatabase } from '@sluice/testkit';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';

/** What the API asked of a worker. */
export interface Asked {
  kind: WorkerRequestKind;
  payload: {
    driver: string;
    data: Record<string, unknown>;
    readOnly: boolean;
    connectionId?: string;
    cacheKey?: string;
  };
}

/** How the worker of a test answers: a schema's text for read-schema, or an error. */
export type Answer = (asked: Asked) => { body?: string; error?: WorkerRequestError } | 'no answer';

/** Options of {@link openTestApi}. */
export interface TestApiOptions {
  settings?: Record<string, string>;
  /** Beside or instead of the usual dependencies. */
  dependencies?: Partial<AppDependencies>;
  answer?: Answer;
  /** Where the files of the database are; the server's usual place unless given. */
  tablespace?: string;
  /** The database as the API sees it. */
  seenDatabase?: (database: Database) => Database;
}

type Body = Record<string, unknown> | unknown[] | string | Buffer | undefined;

/** Sends requests as somebody. */
export interface Caller {
  (
    method: string,
    url: string,
    body?: Body,
    headers?: InjectOptions['headers'],
  ): Promise<LightMyRequestResponse>;
}

/** The API in this process, on a database of its own, every answer checked against its schema. */
export interface TestApi {
  app: Awaited<ReturnType<typeof buildApp>>;
  database: Database;
  sql: TestDatabase;
  cipher: Cipher;
  asked: Asked[];
  /** Everything logged so far, at level trace. */
  log(): string;
  anonymous: Caller;
  admin: Caller;
  editor: Caller;
  /** By HTTP Basic. */
  as(email: string, password: string): Caller;
  addUser(user: { email: string; role: 'admin' | 'editor'; password?: string }): Promise<string>;
  setAnswer(answer: Answer): void;
  close(): Promise<void>;
}

export const adminEmail = 'admin@example.com';
export const adminPassword = 'correct horse battery staple';
export const editorEmail = 'editor@example.com';
export const editorPassword = 'another long password';

/** Weak on purpose: strength is tested by itself. */
export const testHasher = createPasswordHasher({ cost: 2 ** 8, concurrency: 2, queueLimit: 50 });

/** @throws what the start throws; nothing is left open then, which would keep the test from ending. */
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
  const { settings } = loadApiConfig({
    DATABASE_URL: sql.url,
    SERVICE_DB_PATH: folder,
    SERVICE_PASSPHRASE: randomBytes(32).toString('hex'),
    SERVICE_COOKIE_SECRET: randomBytes(32).toString('hex'),
    SERVICE_ADMIN: adminEmail,
    SERVICE_ADMIN_PASSWORD: adminPassword,
    ...options.settings,
  });
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
  const asked: Asked[] = [];
  let answer = options.answer ?? (() => 'no answer' as const);
  const written: string[] = [];
  const sink = new PassThrough();
  sink.on('data', (line: Buffer) => written.push(line.toString()));
  const app = await buildApp({
    settings,
    database: options.seenDatabase?.(database) ?? database,
    cipher,
    producer: {
      add: async (key, payloads) => {
        if (key !== 'answerRequest') return;
        for (const payload of payloads) {
          if (!('id' in payload)) continue;
          const parts = { database, cipher, asked, answer: (each: Asked) => answer(each) };
          await answerAsWorker(parts, payload.id);
        }
      },
    },
    checkQueue: () => Promise.resolve(),
    results: await openFileResultStore({ directory: join(folder, 'results') }),
    notifications,
    passwords: testHasher,
    log: createLogger('trace', sink),
    checkResponses: true,
    // The test itself works in the process that it asks.
    maxEventLoopDelayMs: 0,
    ...options.dependencies,
  });
  closers.push(() => app.close());
  await app.ready();

  const caller =
    (extra: InjectOptions['headers']): Caller =>
    (method, url, body, headers) =>
      app.inject({
        method: method as 'GET',
        url,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...extra,
          ...headers,
        },
        ...(body === undefined ? {} : { payload: body as string }),
      });
  const as = (email: string, password: string): Caller =>
    caller({ authorization: basic(email, password) });
  const users = createUserRepository(database);
  const addUser: TestApi['addUser'] = async ({ email, role, password }) => {
    const passwordHash = password === undefined ? null : await testHasher.hash(password);
    const user = await users.create({ email, role, passwordHash });
    if (user === null) throw new Error(`${email} is there already`);
    return user.id;
  };
  await addUser({ email: editorEmail, role: 'editor', password: editorPassword });

  return {
    app,
    database,
    sql,
    cipher,
    asked,
    log: () => written.join(''),
    anonymous: caller({}),
    admin: as(adminEmail, adminPassword),
    editor: as(editorEmail, editorPassword),
    as,
    addUser,
    setAnswer: (next) => {
      answer = next;
    },
    close,
  };
}

/** Does what a worker does with a request, without a target database. */
async function answerAsWorker(
  {
    database,
    cipher,
    asked,
    answer,
  }: { database: Database; cipher: Cipher; asked: Asked[]; answer: Answer },
  id: string,
): Promise<void> {
  const requests = createWorkerRequestRepository(database);
  const row = await requests.find(id);
  if (row === null) throw new Error('The request is not in the database');
  const payload = cipher.decrypt(row.encryptedPayload, `worker_requests/${id}`);
  const each = { kind: row.kind, payload } as Asked;
  asked.push(each);
  const said = answer(each);
  if (said === 'no answer') return;
  await requests.claim(id, [row.workerPool], 'worker');
  if (said.error !== undefined) return requests.fail(id, said.error);
  if (each.payload.cacheKey !== undefined) {
    await createSchemaCacheRepository(database).put({
      key: each.payload.cacheKey,
      connectionId: each.payload.connectionId ?? '',
      body: gzipSync(said.body ?? '{"schemas":[]}'),
    });
  }
  await requests.answer(id, {});
}

/** The header of HTTP Basic. */
export const basic = (email: string, password: string): string =>
  `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;

/** The settings that keep a service from starting. */
export const problemsOf = (load: () => unknown): string[] => {
  try {
    load();
  } catch (error) {
    if (error instanceof AppError) return error.errors?.map((each) => each.path) ?? [];
    throw error;
  }
  return [];
};

/** A connection that needs nothing running. */
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
