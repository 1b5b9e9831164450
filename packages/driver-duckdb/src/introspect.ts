import type { ConnectionSchema, SchemaTable } from '@sluice/contracts';
import type { DuckDBConnection } from '@duckdb/node-api';

const inCurrentDatabase = 'database_name = current_database()';
const schemasSql = `select schema_name, coalesce(comment, '') from duckdb_schemas()
  where ${inCurrentDatabase} and schema_name not in ('information_schema', 'pg_catalog') order by 1`;
const tablesSql = `select schema_name, table_name, 'table', coalesce(comment, '')
    from duckdb_tables() where ${inCurrentDatabase} and not internal
  union all select schema_name, view_name, 'view', coalesce(comment, '')
    from duckdb_views() where ${inCurrentDatabase} and not internal
  order by 1, 2`;
const columnsSql = `select schema_name, table_name, column_name, data_type, coalesce(comment, '')
  from duckdb_columns() where ${inCurrentDatabase} and not internal order by 1, 2, column_index`;

/** Returns the schemas, tables and views of the database, sorted by name. */
export async function introspect(connection: DuckDBConnection): Promise<ConnectionSchema> {
  const rows = async (sql: string): Promise<string[][]> =>
    (await (await connection.run(sql)).getRows()).map((row) => row.map(String));
  const tables = new Map<string, SchemaTable>();
  const schemas = (await rows(schemasSql)).map(([name = '', description = '']) => ({
    name,
    description,
    tables: [] as SchemaTable[],
  }));
  for (const [schema = '', name = '', type = '', description = ''] of await rows(tablesSql)) {
    const table: SchemaTable = { name, description, type, columns: [] };
    tables.set(JSON.stringify([schema, name]), table);
    schemas.find((each) => each.name === schema)?.tables.push(table);
  }
  for (const [schema, table, name = '', dataType = '', description = ''] of await rows(
    columnsSql,
  )) {
    tables.get(JSON.stringify([schema, table]))?.columns.push({ name, description, dataType });
  }
  return { schemas };
}
