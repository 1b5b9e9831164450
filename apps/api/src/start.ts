import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  notedEvents,
  requireDataFolder,
  resultsStore,
  sweepSettings,
  type ApiSettings,
} from '@sluice/config';
import {
  channels,
  createCipher,
  createSweepRepository,
  migrate,
  openDatabase,
  openNotifications,
  type Cipher,
  type Database,
} from '@sluice/database';
import { createProducer, createQueueBackend, startSweeper } from '@sluice/jobs';
import { openResultStore } from '@sluice/results';
import type { Logger } from 'pino';
import { buildApp } from './compose.js';
import type { AppDependencies } from './compose/dependencies.js';
import { type ConnectionDefinition, prepareService, provisionData } from './provisioning/index.js';
import { openApiTelemetry } from './operations/index.js';
import { createPasswordHasher } from './identity/password-hashing/index.js';

/** The built web app: at the same relative path from the compiled modules and from the bundle. */
const webFolder = fileURLToPath(new URL('../../web/bundle', import.meta.url));

/** A running API server. */
export interface RunningApi {
  /** With the mount path, such as `http://127.0.0.1:3000/sub`. */
  address: string;
  /**
   * Reports not ready, keeps serving for SERVICE_DRAIN_SECONDS, lets open requests finish, then
   * closes everything. May be called twice.
   */
  stop(): Promise<void>;
}

/**
 * Opens all dependencies of the app and listens.
 *
 * @param connections Connections defined in the environment.
 * @param pressure Limits that do not fit an API that shares its process.
 * @throws when the database or the queue is unavailable or the port is in use, and AppError
 * `configuration` when the data folder is unusable or provisioned data is invalid; nothing remains
 * open
 */
export async function startApi(
  settings: ApiSettings,
  log: Logger,
  connections: ConnectionDefinition[] = [],
  pressure: PressureLimits = {},
): Promise<RunningApi> {
  await requireDataFolder(settings);
  await migrate(settings.DATABASE_URL);
  const database = openDatabase({
    databaseUrl: settings.DATABASE_URL,
    poolSize: settings.SERVICE_DATABASE_POOL_SIZE,
    applicationName: 'sluice-api',
    webhookEvents: notedEvents(settings),
  });
  const closers = [() => database.$disconnect()];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const stopping = new AbortController();
    const onClose = (close: () => Promise<void>): void => {
      closers.push(close);
    };
    const cipher = createCipher(settings.SERVICE_PASSPHRASE, settings.SERVICE_PASSPHRASE_PREVIOUS);
    await provisionData({ settings, connections, database, cipher, log });
    const parts = { settings, log, database, cipher, stopping: stopping.signal, pressure };
    const address = await open(parts, onClose);
    let stopped: Promise<void> | undefined;
    const stop = async (): Promise<void> => {
      stopping.abort();
      await delay(settings.SERVICE_DRAIN_SECONDS * 1_000);
      await closeAll();
    };
    return { address, stop: () => (stopped ??= stop()) };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

type PressureLimits = Pick<AppDependencies, 'maxEventLoopDelayMs'>;

interface ApiParts {
  settings: ApiSettings;
  log: Logger;
  database: Database;
  cipher: Cipher;
  stopping: AbortSignal;
  pressure: PressureLimits;
}

async function open(
  { settings, log, database, cipher, stopping, pressure }: ApiParts,
  onClose: (close: () => Promise<void>) => void,
): Promise<string> {
  const onError = (error: unknown): void => {
    log.warn({ err: error }, 'background task failed');
  };
  const hashCost = settings.SERVICE_PASSWORD_HASH_COST;
  if (hashCost < 17) log.warn({ hashCost }, 'password hash cost below recommendation');
  const passwords = createPasswordHasher({ cost: 2 ** hashCost });
  const telemetry = await openApiTelemetry(settings, database, log);
  onClose(() => telemetry.close());
  const backend = createQueueBackend({
    redisUrl: settings.REDIS_URL,
    databaseUrl: settings.DATABASE_URL,
    prefix: settings.SERVICE_QUEUE_PREFIX,
  });
  await Promise.all([prepareService({ settings, database, passwords }), backend.prepare()]);
  const producer = createProducer(backend, onError);
  onClose(() => producer.close());
  const { sweep, removeExpired } = createSweepRepository(database);
  const { limits, intervalMs } = sweepSettings(settings);
  const sweeper = startSweeper({
    sweep: async () => {
      const report = await sweep(limits);
      telemetry.swept(report);
      return report;
    },
    removeExpired,
    producer,
    intervalMs,
    onError,
  });
  onClose(() => sweeper.close());
  const notifications = openNotifications({
    databaseUrl: settings.DATABASE_URL,
    channels: [channels.batchChanged, channels.batchEnded, channels.requestAnswered],
    onError,
  });
  onClose(() => notifications.close());
  const app = await buildApp({
    settings,
    database,
    cipher,
    producer,
    stopping,
    checkQueue: () => producer.ping(),
    results: await openResultStore(resultsStore(settings)),
    notifications,
    passwords,
    log,
    telemetry,
    webFolder,
    ...pressure,
  });
  onClose(() => app.close());
  const { SERVICE_IP: host, SERVICE_PORT: port } = settings;
  return `${await app.listen({ host, port })}${settings.SERVICE_BASE_URL}`;
}
