import {
  DriverError,
  driverFor,
  type DriverConnection,
  type SessionOptions,
} from '@sluice/drivers';

/** A connection as the API rendered it for the user who asks. */
export interface RenderedConnection {
  driver: string;
  data: Record<string, unknown>;
  readOnly: boolean;
}

/** What the worker's settings say of every session. */
export type ConnectSettings = Pick<SessionOptions, 'connectTimeoutMs' | 'localFilesDirectory'>;

/** What more a session may be told. */
export type ConnectMore = Pick<SessionOptions, 'statementTimeoutMs'>;

/** Opens a session. @throws {DriverError} */
export function connectRendered(
  { driver: driverId, data, readOnly }: RenderedConnection,
  { connectTimeoutMs, localFilesDirectory }: ConnectSettings,
  signal: AbortSignal,
  { statementTimeoutMs }: ConnectMore = {},
): Promise<DriverConnection> {
  const driver = driverFor(driverId);
  if (driver === undefined) {
    throw new DriverError('internal', 'not_run', `Driver ${driverId} is not available`);
  }
  return driver.connect(data, {
    signal,
    connectTimeoutMs,
    localFilesDirectory,
    applicationName: 'sluice',
    readOnly,
    statementTimeoutMs,
  });
}
