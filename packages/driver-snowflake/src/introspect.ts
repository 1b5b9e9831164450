import type { ConnectionSchema, SchemaNamespace, SchemaTable } from '@sluice/contracts';
import { createInterner, type EachRow } from '@sluice/driver-kit/introspection';

// Reads the session's database: Snowflake has one information schema per database. Types are formatted as
// DESCRIBE TABLE shows them.

const schemasSql = `
  select schema_name, comment from information_schema.schemata
  where schema_name <> 'INFORMATION_SCHEMA'
  order by schema_name`;

const tablesSql = `
  select table_schema, table_name, table_type, comment from information_schema.tables
  where table_schema <> 'INFORMATION_SCHEMA'
  order by table_schema, table_name`;

const columnsSql = `
  select table_schema, table_name, column_name, comment, data_type,
    coalesce(numeric_precision, character_maximum_length, datetime_precision), numeric_scale
  from information_schema.columns
  where table_schema <> 'INFORMATION_SCHEMA'
  order by table_schema, table_name, ordinal_position`;

/** Types of the schema by `table_type`. */
export const tableKinds = new Map<unknown, string>([
  ['BASE TABLE', 'table'],
  ['TEMPORARY TABLE', 'table'],
  ['EXTERNAL TABLE', 'table'],
  ['EVENT TABLE', 'table'],
  ['VIEW', 'view'],
  ['MATERIALIZED VIEW', 'view'],
]);

const names = new Map<unknown, string>([['TEXT', 'VARCHAR']]);
/** Types whose precision is implied by the name. */
const bare = new Set(['FLOAT', 'BOOLEAN', 'DATE', 'VARIANT', 'OBJECT', 'ARRAY']);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const keyOf = (schema: unknown, table: unknown): string => JSON.stringify([schema, table]);

function typeOf(type: unknown, size: unknown, scale: unknown): string {
  const name = names.get(type) ?? textOf(type);
  if (size === null || size === undefined || bare.has(name)) return name;
  const sizes = scale === null || scale === undefined ? [size] : [size, scale];
  return `${name}(${sizes.map(String).join(',')})`;
}

/** Returns the schemas, tables and columns of the session's database visible to its role, sorted by name. */
export async function introspect(each: EachRow): Promise<ConnectionSchema> {
  const schemas = new Map<unknown, SchemaNamespace>();
  const tables = new Map<string, SchemaTable>();
  await each(schemasSql, ([name, comment]) => {
    schemas.set(name, { name: textOf(name), description: textOf(comment), tables: [] });
  });
  await each(tablesSql, ([schema, name, kind, comment]) => {
    const table = {
      name: textOf(name),
      description: textOf(comment),
      type: tableKinds.get(kind) ?? 'table',
      columns: [],
    };
    tables.set(keyOf(schema, name), table);
    schemas.get(schema)?.tables.push(table);
  });
  const intern = createInterner();
  await each(columnsSql, ([schema, table, name, comment, type, size, scale]) => {
    tables.get(keyOf(schema, table))?.columns.push({
      name: textOf(name),
      description: textOf(comment),
      dataType: intern(typeOf(type, size, scale)),
    });
  });
  return { schemas: [...schemas.values()] };
}
