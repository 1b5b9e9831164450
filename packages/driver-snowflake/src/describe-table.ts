import type { TableDetail } from '@sluice/contracts';
import { DriverError, type TableName } from '@sluice/driver-kit';
import { constraintsOf, estimateOf, textOf, type ReadRows } from '@sluice/driver-kit/table-detail';
import { tableKinds } from './introspect.js';

/** Backslashes escape in Snowflake's strings. */
const literal = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const tableSql = ({ schema, name }: TableName): string => `
  select table_type, comment, row_count from information_schema.tables
  where table_schema = ${literal(schema ?? 'PUBLIC')} and table_name = ${literal(name)}`;

// Snowflake has no view of key columns. SHOW returns them, and `->>` selects its columns by name.
// https://docs.snowflake.com/en/sql-reference/sql/show-primary-keys
const keysSql = (what: 'primary' | 'unique', path: string): string => `
  show ${what} keys in table ${path}
  ->> select "constraint_name", '${what}', "column_name" from $1
  order by "constraint_name", "key_sequence"`;
const foreignKeysSql = (path: string): string => `
  show imported keys in table ${path}
  ->> select "fk_name", 'foreign', "fk_column_name", "pk_schema_name", "pk_table_name",
    "pk_column_name" from $1
  order by "fk_name", "key_sequence"`;

/** Returns the detail of a table or view of the session's database visible to its role. */
export async function describeTable(read: ReadRows, table: TableName): Promise<TableDetail | null> {
  const [found] = await read(tableSql(table));
  if (found === undefined) return null;
  const [kind, comment, rows] = found;
  const path = [table.schema ?? 'PUBLIC', table.name].map(quoted).join('.');
  const isView = kind === 'VIEW' || kind === 'MATERIALIZED VIEW';
  const constraints = isView
    ? []
    : [
        ...(await read(keysSql('primary', path))),
        ...(await read(keysSql('unique', path))),
        ...(await read(foreignKeysSql(path))),
      ];
  return {
    ...table,
    type: tableKinds.get(kind) ?? 'table',
    description: textOf(comment),
    rowEstimate: estimateOf(rows),
    ...constraintsOf(constraints),
    // Only hybrid tables have indexes.
    indexes: [],
    ddl: await ddlOf(read, isView ? 'VIEW' : 'TABLE', path),
    ddlSource: 'engine',
  };
}

/** GET_DDL refuses tables of shares and some kinds of tables with an SQL error. */
async function ddlOf(read: ReadRows, kind: string, path: string): Promise<string | null> {
  try {
    const [row] = await read(`select get_ddl('${kind}', ${literal(path)}, true)`);
    return row === undefined ? null : textOf(row[0]);
  } catch (error) {
    if (error instanceof DriverError && ['permission', 'sql'].includes(error.kind)) return null;
    throw error;
  }
}
