import type { Database } from './database.js';
import type { TypedColumn } from './kinds.js';
import type { Lines } from './lines.js';
import { parquetValue } from './parquet-types.js';
import { identifier, literal, textName } from './sql.js';
import { storedTextsAndJson } from './stored-texts.js';

/** Rows of one row group. Readers keep a group in memory, and DuckDB does while it writes. */
const GROUP_ROWS = 100_000;

/** A Parquet file that is wanted. */
export interface ParquetRequest {
  /** Path of the written file, in the directory of the process. */
  path: string;
  /** Names of the columns, different also without case. */
  names: string[];
  /** Rows from the first on; null writes all. */
  maxRows: number | null;
}

/** Parts of the process that a file needs. */
export interface ParquetParts {
  database: Database;
  lines: Lines;
  columns: readonly TypedColumn[];
}

/** Writes the rows of a result in stored order. @throws an error of the database */
export async function writeParquet(
  { database, lines, columns }: ParquetParts,
  { path, names, maxRows }: ParquetRequest,
): Promise<void> {
  const limit = maxRows === null ? '' : ` limit ${String(maxRows)}`;
  await lines.run(
    (rows) => `create or replace table exported as ${storedTextsAndJson(columns, rows)}${limit}`,
  );
  try {
    const values: string[] = [];
    for (const [index, column] of columns.entries()) {
      const text = textName(index);
      const value = await parquetValue(column, text, async (expressions) => {
        const [row = []] = await database.rows(
          `select ${expressions.join(', ')} from (select ${text} s from exported)`,
        );
        return row.map(Number);
      });
      values.push(`${value} as ${identifier(names[index] ?? text)}`);
    }
    await database.run(
      `copy (select ${values.join(', ')} from exported) to ${literal(path)}
       (format parquet, compression zstd, row_group_size ${String(GROUP_ROWS)})`,
    );
  } finally {
    await database.run('drop table exported');
  }
}
