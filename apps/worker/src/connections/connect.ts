import { DriverError, driverFor, type DriverConnection } from '@sluice/drivers';

/** A connection as the API rendered it for the user who asks. */
export interface RenderedConnection {
  driver: string;
  data: Record<string, unknown>;
  readOnly: boolean;
}

/** Opens a session. @throws {DriverError} */
export function connectRendered(
  { driver: driverId, data, readOnly }: RenderedConnection,
  connectTimeoutMs: number,
  signal: AbortSignal,
): Promise<DriverConnection> {
  const driver = driverFor(driverId);
  if (driver === undefined) {
    throw new DriverError('internal', 'not_run', `Driver ${driverId} is not available`);
  }
  return driver.connect(data, { signal, connectTimeoutMs, applicationName: 'sluice', readOnly });
}
