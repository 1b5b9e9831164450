import {
  MariaSQL,
  MySQL,
  PostgreSQL,
  SQLite,
  StandardSQL,
  type SQLDialect,
} from '@codemirror/lang-sql';
import type { ConnectionSchema } from '@sluice/contracts';
import type { SQLNamespace } from '@codemirror/lang-sql';

const dialects: Record<string, SQLDialect> = {
  postgres: PostgreSQL,
  postgresql: PostgreSQL,
  mysql: MySQL,
  mariadb: MariaSQL,
  sqlite: SQLite,
};

/** How the editor reads the SQL of a driver's dialect. */
export const dialectOf = (name: string | undefined): SQLDialect =>
  dialects[name ?? ''] ?? StandardSQL;

/** The names that the editor completes. */
export function namesOf(schema: ConnectionSchema | undefined): SQLNamespace {
  if (schema === undefined) return {};
  const tablesOf = (tables: Extract<ConnectionSchema, { tables: unknown }>['tables']) =>
    Object.fromEntries(
      tables.map((table) => [
        table.name,
        table.columns.map(({ name, dataType }) => ({
          label: name,
          detail: dataType,
          type: 'property',
        })),
      ]),
    );
  if ('tables' in schema) return tablesOf(schema.tables);
  return Object.fromEntries(schema.schemas.map(({ name, tables }) => [name, tablesOf(tables)]));
}
