import { DriverError, type Driver } from '@sluice/driver-kit';
import { definitionFor } from './definitions.js';

/** Imports the engine of each driver on first use. */
const loaders = new Map<string, () => Promise<Driver>>([
  ['postgres', async () => (await import('@sluice/driver-postgres')).postgresDriver],
  ['mysql', async () => (await import('@sluice/driver-mysql')).mysqlDriver],
  ['snowflake', async () => (await import('@sluice/driver-snowflake')).snowflakeDriver],
  ['bigquery', async () => (await import('@sluice/driver-bigquery')).bigqueryDriver],
  ['sqlite', async () => (await import('@sluice/driver-sqlite')).sqliteDriver],
  ['duckdb', async () => (await import('@sluice/driver-duckdb')).duckdbDriver],
]);

/**
 * Loads the driver with exactly this id; undefined when there is none.
 *
 * @throws DriverError kind `internal`, outcome `not_run`, when this installation leaves its engine out
 */
export async function driverFor(id: string): Promise<Driver | undefined> {
  const load = loaders.get(id);
  if (load === undefined) return undefined;
  try {
    return await load();
  } catch (error) {
    throw notInstalled(id, error);
  }
}

/** Returns the error for a module that is missing; any other error is passed through. */
export function notInstalled(id: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code !== 'ERR_MODULE_NOT_FOUND' && error.code !== 'MODULE_NOT_FOUND') return error;
  const name = definitionFor(id)?.name ?? id;
  return new DriverError('internal', 'not_run', `The ${name} driver is not installed`, {
    hint: `Install the package @sluice/driver-${id} with its dependencies on every worker.`,
    cause: error,
  });
}
