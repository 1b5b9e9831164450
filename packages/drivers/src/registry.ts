import { bigqueryDriver } from './bigquery/driver.js';
import type { Driver } from './driver.js';
import { duckdbDriver } from './duckdb/driver.js';
import { mysqlDriver } from './mysql/driver.js';
import { postgresDriver } from './postgres/driver.js';
import { snowflakeDriver } from './snowflake/driver.js';
import { sqliteDriver } from './sqlite/driver.js';

const drivers: readonly Driver[] = [
  postgresDriver,
  mysqlDriver,
  snowflakeDriver,
  bigqueryDriver,
  sqliteDriver,
  duckdbDriver,
];

/** The driver with exactly this id. */
export const driverFor = (id: string): Driver | undefined =>
  drivers.find((driver) => driver.definition.id === id);
