import { bigquery } from './bigquery.js';
import type { DriverDefinition } from './definition.js';
import { duckdb } from './duckdb.js';
import { mysql } from './mysql.js';
import { postgres } from './postgres.js';
import { snowflake } from './snowflake.js';
import { sqlite } from './sqlite.js';

export type { DriverDefinition, DriverField, FormType } from './definition.js';

/** Every driver as data, in the order a form shows them. Imports no engine. */
export const definitions: readonly DriverDefinition[] = [
  postgres,
  mysql,
  snowflake,
  bigquery,
  sqlite,
  duckdb,
];

/** The definition with exactly this id. */
export const definitionFor = (id: string): DriverDefinition | undefined =>
  definitions.find((definition) => definition.id === id);
