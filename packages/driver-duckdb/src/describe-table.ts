import { DuckDBListValue, type DuckDBConnection } from '@duckdb/node-api';
import type { TableDetail } from '@sluice/contracts';
import type { TableName } from '@sluice/driver-kit';
import {
  constraintsOf,
  estimateOf,
  indexesOf,
  textOf,
  type ConstraintRow,
} from '@sluice/driver-kit/table-detail';

const isTable = (column: string): string =>
  `database_name = current_database() and schema_name = $1 and ${column} = $2`;
const tableSql = `select 'table', coalesce(comment, ''), estimated_size::varchar, sql
    from duckdb_tables() where ${isTable('table_name')} and not internal
  union all select 'view', coalesce(comment, ''), null, sql
    from duckdb_views() where ${isTable('view_name')} and not internal`;
const constraintsSql = `select constraint_name, constraint_type, constraint_column_names, schema_name,
    referenced_table, referenced_column_names
  from duckdb_constraints() where ${isTable('table_name')}
    and constraint_type in ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY') order by constraint_index`;
const indexesSql = `select index_name, case when is_unique then 'unique' else 'plain' end, expressions, sql
  from duckdb_indexes() where ${isTable('table_name')} order by index_name`;

const kinds: Record<string, ConstraintRow[1]> = {
  'PRIMARY KEY': 'primary',
  UNIQUE: 'unique',
  'FOREIGN KEY': 'foreign',
};

const itemsOf = (value: unknown): string[] =>
  value instanceof DuckDBListValue ? value.items.map(String) : [];

/** Returns the detail of a table or view of the current database. */
export async function describeTable(
  connection: DuckDBConnection,
  table: TableName,
): Promise<TableDetail | null> {
  const read = async (sql: string): Promise<unknown[][]> =>
    (await connection.run(sql, [table.schema ?? 'main', table.name])).getRows();
  const [found] = await read(tableSql);
  if (found === undefined) return null;
  const [kind, description, rows, sql] = found;
  const indexes = await read(indexesSql);
  const statements = [sql, ...indexes.map((index) => index[3])].map(textOf);
  return {
    ...table,
    type: textOf(kind),
    description: textOf(description),
    rowEstimate: estimateOf(rows),
    ...constraintsOf((await read(constraintsSql)).flatMap(constraintRows)),
    indexes: indexesOf(
      indexes.flatMap(([name, isUnique, expressions]) =>
        expressionsOf(expressions).map((column) => [name, isUnique, 'art', column]),
      ),
    ),
    ddl: statements.map((statement) => statement.replace(/;?\s*$/, ';')).join('\n'),
    ddlSource: 'engine',
  };
}

/** DuckDB has no foreign keys between schemas. */
function constraintRows(row: unknown[]): ConstraintRow[] {
  const [name, type, columns, schema, referencedTable, referencedColumns] = row;
  const referenced = itemsOf(referencedColumns);
  const kind = kinds[textOf(type)] ?? 'unique';
  return itemsOf(columns).map((column, index) =>
    kind === 'foreign'
      ? [name, kind, column, schema, referencedTable, referenced[index]]
      : [name, kind, column],
  );
}

/** The catalog returns the expressions as the text of a list: `[a, '"b c"']`. */
function expressionsOf(value: unknown): string[] {
  if (value instanceof DuckDBListValue) return itemsOf(value);
  const items = textOf(value).replace(/^\[|\]$/g, '');
  return (items.match(/'(?:[^']|'')*'|[^,]+/g) ?? []).map((item) =>
    item
      .trim()
      .replace(/^'([^]*)'$/, '$1')
      .replaceAll("''", "'"),
  );
}
