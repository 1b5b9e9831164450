import { bigquery } from '@sluice/driver-bigquery/definition';
import { duckdb } from '@sluice/driver-duckdb/definition';
import type { DriverDefinition } from '@sluice/driver-kit/definition/driver-definition';
import { mysql } from '@sluice/driver-mysql/definition';
import { postgres } from '@sluice/driver-postgres/definition';
import { snowflake } from '@sluice/driver-snowflake/definition';
import { sqlite } from '@sluice/driver-sqlite/definition';

export type {
  DriverDefinition,
  DriverField,
  FormType,
} from '@sluice/driver-kit/definition/driver-definition';

export { contradictionsOf, withImplied } from '@sluice/driver-kit/definition/implied-fields';

/** All driver definitions, in the order in which a form lists them. Importing them loads no engine. */
export const definitions: readonly DriverDefinition[] = [
  postgres,
  mysql,
  snowflake,
  bigquery,
  sqlite,
  duckdb,
];

/** Returns the definition with exactly this id. */
export const definitionFor = (id: string): DriverDefinition | undefined =>
  definitions.find((definition) => definition.id === id);
