import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  allowedTargets,
  bucketSettings,
  createBucket,
  createClient,
  freePort,
  startBalancer,
  targetConnection,
  until,
  type Nginx,
  type ObjectStorage,
  type TestClient,
} from '@sluice/testkit';
import type { AgingStorage } from './aging-storage.js';
import type { Version } from './build-version.js';
import { openSlot, type ProcessSlot } from './process-slot.js';
import { failingFiles, type ResultsFault } from './results-fault.js';
import { createServiceDatabase, createTargetDatabase } from './service-database.js';
import { resultsInBucket, resultsInFolder, type StoredResults } from './stored-results.js';

/** Options of {@link openFleet}. */
export interface FleetOptions {
  /** URL of any database on the server of the metadata database. */
  serviceServer: string;
  /** URL of any database on the target server. */
  targetServer: string;
  /** Returns the URL through which workers reach the target database. Unset: its own URL. */
  connectionUrl?: ((targetUrl: string) => string) | undefined;
  /** Unset: the queue is on PostgreSQL. */
  redisUrl?: string | undefined;
  apis: number;
  workers: number;
  /** Results are stored in a bucket of it; unset: in files. */
  storage?: ObjectStorage | AgingStorage | undefined;
  /** Clients know only the URL of nginx in front of the APIs, with this `port` or any. */
  balancer?: { port?: number | undefined } | undefined;
  /** Programs and migrations at the start. Default: this version. */
  version?: Version | undefined;
  /** Password of the admin. Default: that of tests. */
  password?: string;
  settings?: Record<string, string>;
  /** For workers only, such as NODE_OPTIONS. */
  workerEnvironment?: Record<string, string>;
  apiEnvironment?: Record<string, string>;
}

/** Several APIs and workers of one service, each in a slot where it can be killed. */
export interface Fleet {
  apis: ProcessSlot[];
  workers: ProcessSlot[];
  /** `host:port` of each API; it never changes. */
  addresses: string[];
  /** One client per API; behind nginx, one for all of them. */
  clients: TestClient[];
  /** URL of the first client. */
  url: string;
  connectionId: string;
  databaseUrl: string;
  targetUrl: string;
  results: StoredResults;
  resultsFault: ResultsFault;
  /** Kills everything, or stops it gracefully, and removes its data. */
  close(how?: 'kill' | 'ask'): Promise<void>;
}

/** The admin of a fleet. */
export const adminEmail = 'admin@example.com';
const usualPassword = 'correct horse battery staple';

/** Starts everything and waits until the APIs answer. */
export async function openFleet(options: FleetOptions): Promise<Fleet> {
  const [databaseUrl, targetUrl, folder, addresses] = await Promise.all([
    createServiceDatabase(options.serviceServer, options.version?.migrations),
    createTargetDatabase(options.targetServer),
    mkdtemp(join(tmpdir(), 'sluice-chaos-')),
    Promise.all(Array.from({ length: options.apis }, freeAddress)),
  ]);
  const { results, settings: ofResults } = await openResults(options.storage, folder);
  const resultsFault = faultOf(options.storage, join(folder, 'results-fault'));
  const workerEnvironment = joined(resultsFault.environment, options.workerEnvironment);
  const balancer = options.balancer && (await startBalancer(addresses, options.balancer.port));
  const password = options.password ?? usualPassword;
  const environment = {
    ...commonEnvironment(options, databaseUrl, folder),
    SERVICE_ADMIN: adminEmail,
    SERVICE_ADMIN_PASSWORD: password,
    ...ofResults,
    ...(balancer && behind(balancer)),
    ...options.settings,
  };
  const apis = addresses.map((address, index) =>
    openSlot(
      `api ${index}`,
      'api',
      () => ({
        ...environment,
        ...options.apiEnvironment,
        SERVICE_PORT: new URL(`http://${address}`).port,
      }),
      options.version?.api,
    ),
  );
  const workers = Array.from({ length: options.workers }, (_, index) =>
    openSlot(
      `worker ${index}`,
      'worker',
      () => ({ ...environment, ...workerEnvironment }),
      options.version?.worker,
    ),
  );
  const slots = [...apis, ...workers];
  const close = async (how: 'kill' | 'ask' = 'kill'): Promise<void> => {
    await Promise.all(slots.map((slot) => (how === 'kill' ? slot.close() : slot.stop())));
    await balancer?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const slot of slots) slot.start();
    await Promise.all(slots.map((slot) => slot.ready()));
    const urls = balancer ? [balancer.url] : addresses.map((address) => `http://${address}`);
    const clients = urls.map((url) => createClient(url, adminEmail, password));
    // On a busy machine a new API may answer 503 at first.
    const { id: connectionId } = await until('the connection is created', () =>
      firstOf(clients).json<{ id: string }>(
        'POST',
        '/api/connections',
        targetConnection(options.connectionUrl?.(targetUrl) ?? targetUrl),
      ),
    );
    const url = firstOf(urls);
    const reached = { addresses, clients, url, connectionId, databaseUrl, targetUrl };
    return { apis, workers, ...reached, results, resultsFault, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const freeAddress = async (): Promise<string> => `127.0.0.1:${await freePort()}`;

async function openResults(
  storage: ObjectStorage | AgingStorage | undefined,
  folder: string,
): Promise<{ results: StoredResults; settings: Record<string, string> }> {
  if (storage === undefined) {
    return { results: resultsInFolder(join(folder, 'results')), settings: {} };
  }
  const bucket = await createBucket(storage);
  const age = 'age' in storage ? storage.age : () => undefined;
  return { results: resultsInBucket(bucket, age), settings: bucketSettings(storage, bucket) };
}

const faultOf = (
  storage: ObjectStorage | AgingStorage | undefined,
  orderFile: string,
): ResultsFault =>
  storage !== undefined && 'fault' in storage ? storage.fault : failingFiles(orderFile);

/** Both may load modules. */
function joined(
  one: Record<string, string>,
  other: Record<string, string> = {},
): Record<string, string> {
  const options = [one['NODE_OPTIONS'], other['NODE_OPTIONS']].filter((each) => each !== undefined);
  return { ...one, ...other, ...(options.length > 0 && { NODE_OPTIONS: options.join(' ') }) };
}

const behind = ({ url }: Nginx): Record<string, string> => ({
  PUBLIC_URL: url,
  SERVICE_TRUST_PROXY: '127.0.0.1',
});

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
    // A fleet starts and signs in often, and its passwords are not attacked.
    SERVICE_PASSWORD_HASH_COST: '14',
    SERVICE_LOG_LEVEL: 'warn',
    SERVICE_TARGET_HOSTS_ALLOW: allowedTargets(databaseUrl),
    // Incomplete files of killed workers must be removed before the check.
    SERVICE_RETENTION_INTERVAL_SECONDS: '5',
  };
}

/** Returns the first item of a list that is not empty. */
export function firstOf<T>(items: readonly T[]): T {
  const [first] = items;
  if (first === undefined) throw new Error('The list is empty');
  return first;
}
