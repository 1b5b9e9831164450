import { resolve } from 'node:path';
import type { EnvironmentConnection } from './connections.js';
import type { Environment } from './environment.js';
import { loadSettings, type CheckConnections } from './load.js';
import type { SettingName, Settings } from './settings/index.js';

/** What a process that works on the service's database needs; the embedded default sets it all. */
export interface ServiceSettings extends Settings {
  DATABASE_URL: string;
  SERVICE_PASSPHRASE: string;
}

/** What the API process needs. */
export interface ApiSettings extends ServiceSettings {
  SERVICE_COOKIE_SECRET: string;
}

/** A process's settings and what its log should say about them at start. */
export interface ProcessConfig<T> {
  settings: T;
  warnings: string[];
  /** Connections of the environment. */
  connections: EnvironmentConnection[];
}

/**
 * Settings of the API process. @throws AppError `configuration` with every problem at once, those that
 * `checkConnections` finds included.
 */
export function loadApiConfig(
  environment: Environment = process.env,
  checkConnections?: CheckConnections,
): ProcessConfig<ApiSettings> {
  const required = ['DATABASE_URL', 'SERVICE_PASSPHRASE', 'SERVICE_COOKIE_SECRET'] as const;
  return load<ApiSettings>(environment, required, checkConnections);
}

/** Settings of a worker process. @throws AppError `configuration` with every problem at once. */
export function loadWorkerConfig(
  environment: Environment = process.env,
): ProcessConfig<ServiceSettings> {
  return load<ServiceSettings>(environment, ['DATABASE_URL', 'SERVICE_PASSPHRASE']);
}

/**
 * Settings of the standalone launcher. With `DATABASE_URL` the secrets must be given, without it the
 * launcher makes them. @throws AppError `configuration` with every problem at once.
 */
export function loadStandaloneConfig(
  environment: Environment = process.env,
): ProcessConfig<Settings> {
  const external = (environment['DATABASE_URL'] ?? '') !== '';
  return load<Settings>(
    environment,
    external ? ['SERVICE_PASSPHRASE', 'SERVICE_COOKIE_SECRET'] : [],
  );
}

function load<T extends Settings>(
  environment: Environment,
  required: readonly SettingName[],
  checkConnections?: CheckConnections,
): ProcessConfig<T> {
  const { settings, ...rest } = loadSettings(environment, required, checkConnections);
  return { settings: settings as T, ...rest };
}

/** Where results are kept, as the results package wants it. */
export const resultsStore = (settings: Settings) =>
  settings.SERVICE_RESULTS_STORE === 's3'
    ? { store: 's3' as const, ...bucketOf(settings) }
    : { store: 'file' as const, directory: resolve(settings.SERVICE_DB_PATH, 'results') };

const bucketOf = (settings: Settings) => {
  const {
    SERVICE_RESULTS_S3_ACCESS_KEY_ID: accessKeyId,
    SERVICE_RESULTS_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = settings;
  return {
    // Without it no process starts.
    bucket: settings.SERVICE_RESULTS_S3_BUCKET ?? '',
    prefix: settings.SERVICE_RESULTS_S3_PREFIX,
    region: settings.SERVICE_RESULTS_S3_REGION,
    endpoint: settings.SERVICE_RESULTS_S3_ENDPOINT,
    publicEndpoint: settings.SERVICE_RESULTS_S3_PUBLIC_ENDPOINT,
    forcePathStyle: settings.SERVICE_RESULTS_S3_PATH_STYLE,
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined
        ? undefined
        : { accessKeyId, secretAccessKey },
  };
};

/** How often nobody's work is looked for, and what counts as nobody's. */
export const sweepSettings = (settings: Settings) => ({
  intervalMs: settings.SERVICE_SWEEP_INTERVAL_MS,
  limits: {
    redispatchAfterMs: settings.SERVICE_REDISPATCH_AFTER_MS,
    queueLimitMs: settings.SERVICE_QUEUE_LIMIT_SECONDS * 1000,
    running: runningLimits(settings),
    slice: 500,
  },
});

/** How many batches may run at the same time; 0 = any number. */
export const runningLimits = (
  settings: Pick<Settings, 'SERVICE_MAX_RUNNING_PER_TENANT' | 'SERVICE_MAX_RUNNING_PER_USER'>,
) => ({
  perTenant: settings.SERVICE_MAX_RUNNING_PER_TENANT,
  perUser: settings.SERVICE_MAX_RUNNING_PER_USER,
});

/** Whom batches are counted for. */
export const tenancySettings = (
  settings: Pick<Settings, 'SERVICE_TENANT_FIELD' | 'SERVICE_MAX_QUEUED_PER_TENANT'>,
) => ({
  path: settings.SERVICE_TENANT_FIELD ?? null,
  maxWaiting: settings.SERVICE_MAX_QUEUED_PER_TENANT,
});
