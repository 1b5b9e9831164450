import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  allowedTargets,
  createClient,
  freePort,
  targetConnection,
  until,
  type TestClient,
} from '@sluice/testkit';
import { openSlot, type ProcessSlot } from './process-slot.js';
import { createServiceDatabase, createTargetDatabase } from './service-database.js';

/** What a fleet is made of. */
export interface FleetOptions {
  /** Address of any database of the server that holds the service's own. */
  serviceServer: string;
  /** Address of any database of the server that batches run on. */
  targetServer: string;
  /** Unset: the queue is on PostgreSQL. */
  redisUrl?: string | undefined;
  apis: number;
  workers: number;
  settings?: Record<string, string>;
  /** For workers only, such as NODE_OPTIONS. */
  workerEnvironment?: Record<string, string>;
  apiEnvironment?: Record<string, string>;
}

/** Several APIs and workers of one service, each in a place where it may be killed. */
export interface Fleet {
  apis: ProcessSlot[];
  workers: ProcessSlot[];
  /** The user's view of each API; its port stays the same. */
  clients: TestClient[];
  connectionId: string;
  databaseUrl: string;
  targetUrl: string;
  /** Where the result files lie. */
  resultsFolder: string;
  close(): Promise<void>;
}

const email = 'admin@example.com';
const password = 'correct horse battery staple';

/** Starts everything and waits until the APIs answer. */
export async function openFleet(options: FleetOptions): Promise<Fleet> {
  const [databaseUrl, targetUrl, folder] = await Promise.all([
    createServiceDatabase(options.serviceServer),
    createTargetDatabase(options.targetServer),
    mkdtemp(join(tmpdir(), 'sluice-chaos-')),
  ]);
  const environment = { ...commonEnvironment(options, databaseUrl, folder), ...options.settings };
  const ports = await Promise.all(Array.from({ length: options.apis }, freePort));
  const apis = ports.map((port, index) =>
    openSlot(`api ${index}`, 'api', () => ({
      ...environment,
      ...options.apiEnvironment,
      SERVICE_PORT: String(port),
    })),
  );
  const workers = Array.from({ length: options.workers }, (_, index) =>
    openSlot(`worker ${index}`, 'worker', () => ({ ...environment, ...options.workerEnvironment })),
  );
  const slots = [...apis, ...workers];
  const close = async (): Promise<void> => {
    await Promise.all(slots.map((slot) => slot.close()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const slot of slots) slot.start();
    await Promise.all(slots.map((slot) => slot.ready()));
    const clients = ports.map((port) => createClient(`http://127.0.0.1:${port}`, email, password));
    // On a busy machine a fresh API may say 503 at first.
    const { id: connectionId } = await until('the connection is made', () =>
      firstOf(clients).json<{ id: string }>(
        'POST',
        '/api/connections',
        targetConnection(targetUrl),
      ),
    );
    const resultsFolder = join(folder, 'results');
    return { apis, workers, clients, connectionId, databaseUrl, targetUrl, resultsFolder, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function commonEnvironment(
  { redisUrl }: FleetOptions,
  databaseUrl: string,
  folder: string,
): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    SERVICE_QUEUE_PREFIX: new URL(databaseUrl).pathname.slice(1),
    SERVICE_DB_PATH: folder,
    SERVICE_PASSPHRASE: randomBytes(32).toString('hex'),
    SERVICE_COOKIE_SECRET: randomBytes(32).toString('hex'),
    SERVICE_ADMIN: email,
    SERVICE_ADMIN_PASSWORD: password,
    // A fleet starts and signs in often; nobody attacks its passwords.
    SERVICE_PASSWORD_HASH_COST: '14',
    SERVICE_LOG_LEVEL: 'warn',
    SERVICE_TARGET_HOSTS_ALLOW: allowedTargets(databaseUrl),
    // What killed workers left half-written must be gone before the checker looks.
    SERVICE_RETENTION_INTERVAL_SECONDS: '5',
  };
}

/** The first of a list that is known to have one. */
export function firstOf<T>(items: readonly T[]): T {
  const [first] = items;
  if (first === undefined) throw new Error('The list is empty');
  return first;
}
