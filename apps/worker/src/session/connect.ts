import type { ServiceSettings } from '@sluice/config';
import {
  DriverError,
  type DriverConnection,
  type Handover,
  type SessionOptions,
} from '@sluice/driver-kit';
import { driverFor } from '@sluice/drivers';
import type { Logger } from 'pino';
import { targetsOf } from './targets.js';

/** A connection with its templates rendered for a user. */
export interface RenderedConnection {
  driver: string;
  data: Record<string, unknown>;
  readOnly: boolean;
}

/** Options that every session takes from the worker's settings. */
export type ConnectSettings = Pick<SessionOptions, 'connectTimeoutMs' | 'machine' | 'targets'>;

/** Returns the options that the settings describe. */
export const connectSettings = (settings: ServiceSettings, log: Logger): ConnectSettings => ({
  targets: targetsOf(settings, log),
  connectTimeoutMs: settings.SERVICE_CONNECT_TIMEOUT_SECONDS * 1000,
  machine: {
    filesDirectory: settings.SERVICE_LOCAL_FILES_DIR,
    engineMemoryMb: settings.SERVICE_LOCAL_ENGINE_MEMORY_MB,
    socketsDirectory: settings.SERVICE_UNIX_SOCKETS_DIR,
    credentials: settings.SERVICE_MACHINE_CREDENTIALS,
  },
});

/** Options of one session. */
export interface ConnectMore extends Pick<SessionOptions, 'statementTimeoutMs'> {
  /** Resumes this session instead of opening a new one. */
  handover?: Handover['session'] | undefined;
}

/** Opens a session. @throws {DriverError} */
export async function connectRendered(
  { driver: driverId, data, readOnly }: RenderedConnection,
  { connectTimeoutMs, machine, targets }: ConnectSettings,
  signal: AbortSignal,
  { statementTimeoutMs, handover }: ConnectMore = {},
): Promise<DriverConnection> {
  const driver = await driverFor(driverId);
  if (driver === undefined) {
    throw new DriverError('internal', 'not_run', `Driver ${driverId} is not available`);
  }
  const options = {
    signal,
    connectTimeoutMs,
    machine,
    targets,
    applicationName: 'sluice',
    readOnly,
    statementTimeoutMs,
  };
  if (handover === undefined) return driver.connect(data, options);
  if (driver.resume === undefined) {
    throw new DriverError('internal', 'not_run', `Driver ${driverId} cannot resume a session`);
  }
  return driver.resume(data, handover, options);
}
