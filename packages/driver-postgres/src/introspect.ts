import type { ConnectionSchema, SchemaNamespace, SchemaTable } from '@sluice/contracts';
import { createInterner, type EachRow } from '@sluice/driver-kit/introspection';

/** Excludes system schemas and the temporary schemas of all sessions. */
const visibleSchemas = `
  n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
  and n.nspname !~ '^pg_(toast_)?temp_'
  and pg_catalog.has_schema_privilege(n.oid, 'USAGE')`;

const schemasSql = `
  select n.nspname, coalesce(pg_catalog.obj_description(n.oid, 'pg_namespace'), '')
  from pg_catalog.pg_namespace n
  where ${visibleSchemas}
  order by n.nspname`;

/** First version with privileges on columns and with lists of privileges. Redshift reports version 8.0.2. */
const COLUMN_PRIVILEGES = 8.4;
/** First version with partitioned tables. */
const PARTITIONS = 10;

/** Returns the condition of visible relations. It excludes partitions: their parent has the same columns. */
export const visibleRelations = (version: number): string => `
  c.relkind in ('r', 'v', 'm', 'f', 'p') and ${visibleSchemas}
  ${version < PARTITIONS ? '' : 'and not c.relispartition'}
  and ${
    version < COLUMN_PRIVILEGES
      ? `pg_catalog.has_table_privilege(c.oid, 'SELECT')`
      : `(pg_catalog.has_table_privilege(
         c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
    or pg_catalog.has_any_column_privilege(c.oid, 'SELECT, INSERT, UPDATE, REFERENCES'))`
  }`;

const tablesSql = (version: number): string => `
  select c.oid, n.nspname, c.relname, c.relkind,
    coalesce(pg_catalog.obj_description(c.oid, 'pg_class'), '')
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where ${visibleRelations(version)}
  order by n.nspname, c.relname`;

/** A user with privileges on the table sees all columns, other users those they have privileges on. */
const columnsSql = (version: number): string => `
  select a.attrelid, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod),
    coalesce(d.description, '')
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  join pg_catalog.pg_attribute a on a.attrelid = c.oid
  left join pg_catalog.pg_description d on d.objoid = a.attrelid and d.objsubid = a.attnum
    and d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass
  where a.attnum > 0 and not a.attisdropped and ${visibleRelations(version)}
    ${
      version < COLUMN_PRIVILEGES
        ? ''
        : `and (pg_catalog.has_table_privilege(c.oid, 'DELETE, TRUNCATE, TRIGGER')
      or pg_catalog.has_column_privilege(
           c.oid, a.attnum, 'SELECT, INSERT, UPDATE, REFERENCES'))`
    }
  order by a.attrelid, a.attnum`;

/** Types of the schema by `relkind`. */
export const tableKinds = new Map<unknown, string>([
  ['r', 'table'],
  ['v', 'view'],
  ['m', 'materialized view'],
  ['f', 'foreign table'],
  ['p', 'partitioned table'],
]);

/** Returns the schemas, tables and columns visible to the session's user, sorted by name, for a server of this version. */
export async function introspect(each: EachRow, version: number): Promise<ConnectionSchema> {
  const schemas = new Map<unknown, SchemaNamespace>();
  const tables = new Map<unknown, SchemaTable>();
  await each(schemasSql, ([name, description]) => {
    schemas.set(name, { name: String(name), description: String(description), tables: [] });
  });
  await each(tablesSql(version), ([oid, schema, name, kind, description]) => {
    const table = {
      name: String(name),
      description: String(description),
      type: tableKinds.get(kind) ?? 'table',
      columns: [],
    };
    tables.set(oid, table);
    schemas.get(schema)?.tables.push(table);
  });
  const intern = createInterner();
  await each(columnsSql(version), ([oid, name, type, description]) => {
    tables.get(oid)?.columns.push({
      name: String(name),
      description: String(description),
      dataType: intern(String(type)),
    });
  });
  return { schemas: [...schemas.values()] };
}
