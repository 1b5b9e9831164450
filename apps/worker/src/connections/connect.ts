import {
  DriverError,
  driverFor,
  type DriverConnection,
  type Handover,
  type SessionOptions,
} from '@sluice/drivers';

/** A connection as the API rendered it for the user who asks. */
export interface RenderedConnection {
  driver: string;
  data: Record<string, unknown>;
  readOnly: boolean;
}

/** What the worker's settings say of every session. */
export type ConnectSettings = Pick<
  SessionOptions,
  'connectTimeoutMs' | 'localFilesDirectory' | 'ambientCredentials'
>;

/** What more a session may be told. */
export interface ConnectMore extends Pick<SessionOptions, 'statementTimeoutMs'> {
  /** Opens this session again instead of a new one. */
  handover?: Handover['session'] | undefined;
}

/** Opens a session. @throws {DriverError} */
export function connectRendered(
  { driver: driverId, data, readOnly }: RenderedConnection,
  { connectTimeoutMs, localFilesDirectory, ambientCredentials }: ConnectSettings,
  signal: AbortSignal,
  { statementTimeoutMs, handover }: ConnectMore = {},
): Promise<DriverConnection> {
  const driver = driverFor(driverId);
  if (driver === undefined) {
    throw new DriverError('internal', 'not_run', `Driver ${driverId} is not available`);
  }
  const options = {
    signal,
    connectTimeoutMs,
    localFilesDirectory,
    ambientCredentials,
    applicationName: 'sluice',
    readOnly,
    statementTimeoutMs,
  };
  if (handover === undefined) return driver.connect(data, options);
  if (driver.resume === undefined) {
    throw new DriverError('internal', 'not_run', `Driver ${driverId} opens no session again`);
  }
  return driver.resume(data, handover, options);
}
