import type { ConnectionConfig, DriverConnection, SessionOptions } from '@sluice/driver-kit';
import { driverFor } from '@sluice/drivers';

/** Opens a session with the driver of this id. @throws if there is none. */
export async function connectTo(
  id: string,
  config: ConnectionConfig,
  options: SessionOptions,
): Promise<DriverConnection> {
  const driver = await driverFor(id);
  if (!driver) throw new Error(`There is no driver ${id}`);
  return driver.connect(config, options);
}
