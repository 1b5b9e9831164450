import { resolve } from 'node:path';
import type { EnvironmentConnection } from './connections.js';
import type { Environment } from './environment.js';
import { loadSettings, type CheckConnections } from './load.js';
import type { SettingName, Settings } from './settings/index.js';

/** Settings of a process that uses the metadata database. The launcher sets them for the embedded database. */
export interface ServiceSettings extends Settings {
  DATABASE_URL: string;
  SERVICE_PASSPHRASE: string;
}

/** Settings of the API process. */
export interface ApiSettings extends ServiceSettings {
  SERVICE_COOKIE_SECRET: string;
}

/** The settings of a process with the warnings to log at start. */
export interface ProcessConfig<T> {
  settings: T;
  warnings: string[];
  /** Connections that environment variables define. */
  connections: EnvironmentConnection[];
}

/**
 * Loads the settings of the API process.
 *
 * @throws AppError `configuration` with every problem, those of `checkConnections` included.
 */
export function loadApiConfig(
  environment: Environment = process.env,
  checkConnections?: CheckConnections,
): ProcessConfig<ApiSettings> {
  const required = ['DATABASE_URL', 'SERVICE_PASSPHRASE', 'SERVICE_COOKIE_SECRET'] as const;
  return load<ApiSettings>(environment, required, checkConnections);
}

/** Loads the settings of a worker process. @throws AppError `configuration` with every problem. */
export function loadWorkerConfig(
  environment: Environment = process.env,
): ProcessConfig<ServiceSettings> {
  return load<ServiceSettings>(environment, ['DATABASE_URL', 'SERVICE_PASSPHRASE']);
}

/**
 * Loads the settings of the standalone launcher. With `DATABASE_URL` the secrets are required; without it the launcher
 * generates them.
 *
 * @throws AppError `configuration` with every problem.
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

/** Options of the results store. */
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
    // The cross checks require it.
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

/** Directory and limits of the processes that answer views of results. */
export const viewOptions = (
  settings: Pick<
    Settings,
    | 'SERVICE_DB_PATH'
    | 'SERVICE_RESULT_VIEW_MEMORY_MB'
    | 'SERVICE_RESULT_VIEW_DISK_MB'
    | 'SERVICE_RESULT_VIEW_PROCESSES'
    | 'SERVICE_RESULT_VIEW_IDLE_SECONDS'
    | 'SERVICE_RESULT_VIEW_TIMEOUT_SECONDS'
  >,
) => ({
  directory: resolve(settings.SERVICE_DB_PATH, 'views'),
  limits: {
    memoryMb: settings.SERVICE_RESULT_VIEW_MEMORY_MB,
    diskMb: settings.SERVICE_RESULT_VIEW_DISK_MB,
    processes: settings.SERVICE_RESULT_VIEW_PROCESSES,
    idleMs: settings.SERVICE_RESULT_VIEW_IDLE_SECONDS * 1_000,
    timeoutMs: settings.SERVICE_RESULT_VIEW_TIMEOUT_SECONDS * 1_000,
  },
});

/** Interval and limits of the sweep. */
export const sweepSettings = (settings: Settings) => ({
  intervalMs: settings.SERVICE_SWEEP_INTERVAL_MS,
  limits: {
    redispatchAfterMs: settings.SERVICE_REDISPATCH_AFTER_MS,
    queueLimitMs: settings.SERVICE_QUEUE_LIMIT_SECONDS * 1000,
    running: runningLimits(settings),
    slice: 500,
  },
});

/** Limits on running batches; 0 disables a limit. */
export const runningLimits = (
  settings: Pick<Settings, 'SERVICE_MAX_RUNNING_PER_TENANT' | 'SERVICE_MAX_RUNNING_PER_USER'>,
) => ({
  perTenant: settings.SERVICE_MAX_RUNNING_PER_TENANT,
  perUser: settings.SERVICE_MAX_RUNNING_PER_USER,
});

/** How batches are assigned to tenants. */
export const tenancySettings = (
  settings: Pick<Settings, 'SERVICE_TENANT_FIELD' | 'SERVICE_MAX_QUEUED_PER_TENANT'>,
) => ({
  path: settings.SERVICE_TENANT_FIELD ?? null,
  maxWaiting: settings.SERVICE_MAX_QUEUED_PER_TENANT,
});
