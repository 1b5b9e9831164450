import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadyChecks } from '@sluice/contracts';
import { createClient, type TestClient } from './client.js';
import {
  createEmptyDatabase,
  createServiceDatabase,
  redisUrl,
  type TestDatabase,
} from './databases.js';
import { startApiInProcess, type TestApi } from './api-in-process.js';
import { startProcess, type TestProcess } from './process.js';
import { loseJobs, type QueueBackendName } from './queue.js';
import { until } from './until.js';
import { startWorkerInProcess, type TestWorker } from './worker-in-process.js';

/** Options of {@link startService}. */
export interface ServiceOptions {
  /**
   * Tests that need no certain queue use Redis: on PostgreSQL, a service with a worker opens 23 more connections to its
   * database, which take a third of the processor time of its start.
   */
  queue: QueueBackendName;
  /** Number of workers. Default: 1. */
  workers?: number;
  /** Settings that override those of the test. */
  settings?: Record<string, string>;
  /**
   * Runs the APIs in separate processes, for tests that signal them, read their log or set the environment of
   * Node. Default: false, because an API in this process takes a fraction of the processor time.
   */
  processes?: boolean;
  /**
   * Runs the workers in this process, too, for tests that only need their batches to run: a third of the
   * processor time. `workers` of the service is then empty. Default: false.
   */
  workersInProcess?: boolean;
}

/** The whole service with separate databases. Workers are real processes, unless `workersInProcess` is set. */
export interface TestService {
  baseUrl: string;
  admin: TestClient;
  /** Id of a connection to `target`. */
  connectionId: string;
  /** The metadata database. */
  database: TestDatabase;
  /** The target database. */
  target: TestDatabase;
  /** The process of the API. @throws without the option `processes` */
  readonly api: TestProcess;
  workers: TestProcess[];
  /** The folder of SERVICE_DB_PATH. */
  folder: string;
  /** The environment of its processes. */
  environment: Record<string, string>;
  /** Creates another user: an editor with the admin's password, whose id is the e-mail address. */
  addEditor(email: string): Promise<TestClient>;
  /** Starts another worker; `settings` override those of the others. */
  startWorker(settings?: Record<string, string>): Promise<TestProcess>;
  /** Starts another worker in this process. `settings` override those of the others. */
  startWorkerInProcess(settings?: Record<string, string>): Promise<TestWorker>;
  /** Returns the output of all workers so far. */
  workerOutput(): string;
  /** Starts another API. `settings` override those of the others. */
  startApi(settings?: Record<string, string>): Promise<TestApi>;
  /** Starts another API in a process. `settings` override those of the others. */
  startApiProcess(settings?: Record<string, string>): Promise<TestProcess>;
  /** Empties the queue directly. @throws when it contains no job. */
  loseJobs(): Promise<void>;
  /** Stops everything and removes all data. */
  stop(): Promise<void>;
}

/** The same in all services of the process: deriving a key takes 50 ms of processor time. */
const passphrase = randomBytes(32).toString('hex');

const adminEmail = 'admin@example.com';
const defaultPassword = 'correct horse battery staple';

/** Starts an API and workers; each service has its own databases, folder and key prefix. */
export async function startService(options: ServiceOptions): Promise<TestService> {
  const [database, target] = await Promise.all([createServiceDatabase(), createEmptyDatabase()]);
  const folder = await mkdtemp(join(tmpdir(), 'sluice-service-'));
  const environment = {
    DATABASE_URL: database.url,
    ...(options.queue === 'redis' ? { REDIS_URL: redisUrl() } : {}),
    SERVICE_QUEUE_PREFIX: database.name,
    SERVICE_DB_PATH: folder,
    SERVICE_PORT: '0',
    SERVICE_PASSPHRASE: passphrase,
    SERVICE_COOKIE_SECRET: randomBytes(32).toString('hex'),
    SERVICE_ADMIN: adminEmail,
    SERVICE_ADMIN_PASSWORD: defaultPassword,
    // Hashing at the default cost takes 0.5 s of CPU at each start and each first sign-in.
    SERVICE_PASSWORD_HASH_COST: '14',
    SERVICE_LOG_LEVEL: 'info',
    SERVICE_TARGET_HOSTS_ALLOW: allowedTargets(database.url),
    ...options.settings,
  };
  const apis: TestApi[] = [];
  const startApi = async (settings = {}): Promise<TestApi> => {
    const started = await startApiInProcess({ ...environment, ...settings });
    apis.push(started);
    return started;
  };
  const apiProcesses: TestProcess[] = [];
  const startApiProcess = async (settings = {}): Promise<TestProcess> => {
    const started = await startProcess('api', { ...environment, ...settings });
    apiProcesses.push(started);
    return started;
  };
  const api = await (options.processes ? startApiProcess() : startApi());
  const { address: baseUrl = '' } = api;
  // A queue that connects late refuses the job of the first batch, and only the sweep adds it again. A test with another
  // Redis can be about one that refuses the connection.
  if (options.settings?.['REDIS_URL'] === undefined) {
    await until('the queue is connected', () => isQueueConnected(baseUrl));
  }
  const workers: TestProcess[] = [];
  const startWorker = async (settings = {}): Promise<TestProcess> => {
    const worker = await startProcess('worker', { ...environment, ...settings });
    workers.push(worker);
    return worker;
  };
  const workersInProcess: TestWorker[] = [];
  const startOneInProcess = async (settings = {}): Promise<TestWorker> => {
    const worker = await startWorkerInProcess({ ...environment, ...settings });
    workersInProcess.push(worker);
    return worker;
  };
  for (let count = 0; count < (options.workers ?? 1); count++) {
    await (options.workersInProcess ? startOneInProcess() : startWorker());
  }
  const password = options.settings?.['SERVICE_ADMIN_PASSWORD'] ?? defaultPassword;
  const admin = createClient(baseUrl, adminEmail, password);
  const { id: connectionId } = await admin.json<{ id: string }>(
    'POST',
    '/api/connections',
    targetConnection(target.url),
  );
  return {
    baseUrl,
    admin,
    connectionId,
    database,
    target,
    get api() {
      const [api] = apiProcesses;
      if (api === undefined) throw new Error('The API runs in this process: set `processes`');
      return api;
    },
    workers,
    folder,
    environment,
    addEditor: async (email) => {
      await database.query(
        `insert into users (id, email, role, password_hash, updated_at)
         select $1, $1, 'editor', password_hash, now() from users where email = $2`,
        [email, adminEmail],
      );
      return createClient(baseUrl, email, password);
    },
    startWorker,
    startWorkerInProcess: startOneInProcess,
    workerOutput: () => [...workers, ...workersInProcess].map((worker) => worker.output()).join(''),
    startApi,
    startApiProcess,
    loseJobs: async () => {
      try {
        await loseJobs(options.queue, database);
      } catch (error) {
        throw new Error(`No job of a batch came. Log of the API:\n${api.output()}`, {
          cause: error,
        });
      }
    },
    stop: async () => {
      const processes = [...apiProcesses, ...workers];
      for (const each of processes) each.kill('SIGKILL');
      await Promise.all([
        ...processes.map((each) => each.ended),
        ...[...workersInProcess, ...apis].map((each) => each.stop()),
      ]);
      await Promise.all([database.drop(), target.drop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function isQueueConnected(baseUrl: string): Promise<boolean> {
  const response = await fetch(`${baseUrl}/api/ready`);
  // 503 while there is no worker; its checks have the same form.
  const { checks } = (await response.json()) as { checks: ReadyChecks };
  return checks.queue;
}

/**
 * Returns the allowed hosts that include the tests' servers on this machine, and other databases of the
 * server with the given URL of the metadata database.
 */
export function allowedTargets(databaseUrl: string): string {
  const { hostname, port } = new URL(databaseUrl);
  return `127.0.0.0/8 ::1 ${hostname}:${port || '5432'}`;
}

/** Returns the request body that creates a connection to a PostgreSQL URL. */
export function targetConnection(address: string): Record<string, unknown> {
  const { hostname, port, username, password: secret, pathname } = new URL(address);
  return {
    name: 'Target',
    driver: 'postgres',
    data: {
      host: hostname,
      port,
      username: decodeURIComponent(username),
      password: decodeURIComponent(secret),
      database: pathname.slice(1),
    },
  };
}
