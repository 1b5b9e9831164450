import type { ConnectionConfig, DriverConnection, SessionOptions } from '@sluice/driver-kit';
import { driverFor } from '@sluice/drivers';

/** Opens a session with the driver of this id. */
export async function connectTo(
  id: string,
  config: ConnectionConfig,
  options: SessionOptions,
): Promise<DriverConnection> {
  const driver = await driverFor(id);
  if (!driver) throw new Error(`No driver ${id}`);
  return driver.connect(config, options);
}
