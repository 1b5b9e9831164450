import type { ConnectionSchema, SchemaNamespace, SchemaTable } from '@sluice/contracts';
import { createInterner, type EachRow } from '@sluice/driver-kit/introspection';

const system = "('information_schema', 'performance_schema', 'mysql', 'sys')";

const schemasSql = `
  select schema_name from information_schema.schemata
  where schema_name not in ${system}
  order by schema_name`;

const tablesSql = `
  select table_schema, table_name, table_type, table_comment from information_schema.tables
  where table_schema not in ${system}
  order by table_schema, table_name`;

const columnsSql = `
  select table_schema, table_name, column_name, column_type, column_comment
  from information_schema.columns
  where table_schema not in ${system}
  order by table_schema, table_name, ordinal_position`;

/** Types of the schema by `table_type`. */
export const tableKinds = new Map<unknown, string>([
  ['BASE TABLE', 'table'],
  ['SYSTEM VERSIONED', 'table'],
  ['TEMPORARY', 'table'],
  ['VIEW', 'view'],
  ['SYSTEM VIEW', 'view'],
  ['SEQUENCE', 'sequence'],
]);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const keyOf = (schema: unknown, table: unknown): string => JSON.stringify([schema, table]);

/** Returns the databases, tables and columns visible to the session's user, sorted by name. */
export async function introspect(each: EachRow): Promise<ConnectionSchema> {
  const schemas = new Map<unknown, SchemaNamespace>();
  const tables = new Map<string, SchemaTable>();
  await each(schemasSql, ([name]) => {
    schemas.set(name, { name: String(name), description: '', tables: [] });
  });
  await each(tablesSql, ([schema, name, kind, comment]) => {
    const table = {
      name: String(name),
      // For views the server reports the text VIEW as the comment.
      description: kind === 'VIEW' ? '' : textOf(comment),
      type: tableKinds.get(kind) ?? 'table',
      columns: [],
    };
    tables.set(keyOf(schema, name), table);
    schemas.get(schema)?.tables.push(table);
  });
  const intern = createInterner();
  await each(columnsSql, ([schema, table, name, type, comment]) => {
    tables.get(keyOf(schema, table))?.columns.push({
      name: String(name),
      description: textOf(comment),
      dataType: intern(String(type)),
    });
  });
  return { schemas: [...schemas.values()] };
}
