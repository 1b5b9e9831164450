import { DuckDBTypeId, type DuckDBPreparedStatement } from '@duckdb/node-api';
import { splitStatements } from '@sluice/sql';

/** A query whose columns of the type TYPE, which the library cannot read, are cast to text by the engine. */
export interface ReadableQuery {
  sql: string;
  /** Places of the columns that are a type and nothing else. */
  types: ReadonlySet<number>;
}

/** Null when the library can read all columns of a query. */
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
  // Without the terminator; a comment at the end closes with the line.
  const [query] = splitStatements(sql, 'duckdb', 1);
  return {
    sql: `select ${items.join(', ')} from (\n${query?.text ?? sql}\n)`,
    types: new Set(columns.filter((column) => isType(statement, column))),
  };
}

const isType = (statement: DuckDBPreparedStatement, column: number): boolean =>
  statement.columnTypeId(column) === DuckDBTypeId.INVALID;

/** The library throws for a type that it does not know, also inside of another. */
function isReadable(statement: DuckDBPreparedStatement, column: number): boolean {
  if (isType(statement, column)) return false;
  try {
    statement.columnType(column);
    return true;
  } catch {
    return false;
  }
}
