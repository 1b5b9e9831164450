import { DuckDBTypeId, type DuckDBPreparedStatement } from '@duckdb/node-api';
import { splitStatements } from '@sluice/sql';

/** A query whose columns of the type TYPE, unsupported by the library, are cast to text. */
export interface ReadableQuery {
  sql: string;
  /** Indexes of the columns of the type TYPE. */
  types: ReadonlySet<number>;
}

/** Returns null if the library can read all columns. */
export function readableQuery(
  statement: DuckDBPreparedStatement,
  sql: string,
): ReadableQuery | null {
  const columns = Array.from({ length: statement.columnCount }, (_, index) => index);
  if (columns.every((column) => isReadable(statement, column))) return null;
  const items = columns.map((column) => {
    const place = `#${String(column + 1)}${isReadable(statement, column) ? '' : '::varchar'}`;
    return `${place} as "${statement.columnName(column).replaceAll('"', '""')}"`;
  });
  // The semicolon is removed; the line break ends a trailing comment.
  const [query] = splitStatements(sql, 'duckdb', 1);
  return {
    sql: `select ${items.join(', ')} from (\n${query?.text ?? sql}\n)`,
    types: new Set(columns.filter((column) => isType(statement, column))),
  };
}

const isType = (statement: DuckDBPreparedStatement, column: number): boolean =>
  statement.columnTypeId(column) === DuckDBTypeId.INVALID;

/** The library throws for unknown types, also nested ones. */
function isReadable(statement: DuckDBPreparedStatement, column: number): boolean {
  if (isType(statement, column)) return false;
  try {
    statement.columnType(column);
    return true;
  } catch {
    return false;
  }
}
