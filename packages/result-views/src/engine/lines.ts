import type { Database } from './database.js';
import type { RowsFile } from './rows-file.js';
import { literal } from './sql.js';

/** Size of the parts that threads read. Smaller parts use less memory. */
const BUFFER_BYTES = 8 * 1024 * 1024;
/** DuckDB's limit of a line unless another is set. */
const DEFAULT_LINE_BYTES = 2_000_000;
/** No character of a result file: JSON escapes control characters. */
const NO_DELIMITER = '\u001f';

/** The rows of a result file as the relation `(l varchar)`: one JSON array each, in stored order. */
export interface Lines {
  /** Runs a statement that reads the relation. */
  run(statement: (lines: string) => string): Promise<void>;
}

/** The relation of a result without rows. */
export const noLines = (database: Database): Lines => ({
  run: (statement) => database.run(statement('(select null::varchar l where false)')),
});

/** Dependencies of {@link createLines}. */
export interface LinesOptions {
  database: Database;
  file: RowsFile;
  path: string;
  rowCount: number;
  /** Resolves when the longest row is known. */
  scanned: Promise<void>;
}

/**
 * Reads rows with DuckDB's CSV reader, which finds lines in parallel: a result file has one row in each line. The
 * first line is read separately, because it starts with the bracket of the whole array.
 */
export function createLines({ database, file, path, rowCount, scanned }: LinesOptions): Lines {
  const relation = async (lineBytes: number): Promise<string> => {
    const first = `select ${literal((await file.firstRow()).toString('utf8'))} l`;
    if (rowCount === 1) return `(${first})`;
    const buffer = Math.max(BUFFER_BYTES, lineBytes * 2);
    // Each line has one character after its row: a comma, or the bracket at the end of the file.
    const others = `select left(l, -1) l from read_csv(${literal(path)}, columns = {'l': 'VARCHAR'},
      auto_detect = false, header = false, skip = 1, delim = ${literal(NO_DELIMITER)}, quote = '', escape = '',
      new_line = '\\n', max_line_size = ${String(lineBytes)}, buffer_size = ${String(buffer)})`;
    return `(${first} union all ${others})`;
  };
  return {
    run: async (statement) => {
      try {
        await database.run(statement(await relation(DEFAULT_LINE_BYTES)));
      } catch (error) {
        if (!isLongLine(error)) throw error;
        await scanned;
        await database.run(statement(await relation(file.longestRow + 1)));
      }
    },
  };
}

const isLongLine = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('Maximum line size');
