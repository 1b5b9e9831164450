import type { ColumnInfo, Statement } from './operations.js';
import type { Transport } from './transport.js';

/**
 * A row: cells in column order. Numbers that a double can represent are numbers; longer ones are strings with
 * all digits. See the service's documentation of values.
 */
export type Row = readonly unknown[];

/** Consecutive rows of a result. */
export interface Page {
  /** Number of rows before this page. */
  offset: number;
  rows: readonly Row[];
}

/** A finished statement and its rows. */
export interface StatementResult {
  readonly statement: Statement;
  /** Empty for a statement without rows, such as INSERT. */
  readonly columns: readonly ColumnInfo[];
  /** Yields all rows page by page, with one page in memory at a time. */
  pages(): AsyncGenerator<Page, void, undefined>;
  /** Yields all rows one by one. */
  rows(): AsyncGenerator<Row, void, undefined>;
  /** Returns the whole result as stored: the bytes of a JSON array of rows. */
  stream(): Promise<ReadableStream<Uint8Array>>;
}

/** Maximum size of a page. */
export interface PageSize {
  pageRows: number;
  pageBytes: number;
}

/** Creates the reader of a finished statement; `guard` wraps each request. */
export function resultOf(
  transport: Transport,
  statement: Statement,
  size: PageSize,
  guard: <T>(work: Promise<T>) => Promise<T>,
  signal: AbortSignal | undefined,
): StatementResult {
  const total = statement.columns === null ? 0 : (statement.rowCount ?? 0);
  const operation = 'GET /api/statements/{id}/results';
  const path = { id: statement.id };

  async function* pages(): AsyncGenerator<Page, void, undefined> {
    const limit = rowsPerPage(statement, size);
    for (let offset = 0; offset < total; offset += limit) {
      const { text } = await guard(
        transport.send(operation, { path, query: { offset, limit }, signal }),
      );
      yield { offset, rows: JSON.parse(text) as Row[] };
    }
  }

  return {
    statement,
    columns: statement.columns ?? [],
    pages,
    rows: async function* () {
      for await (const { rows } of pages()) yield* rows;
    },
    stream: async () => {
      const { body } = await guard(transport.open(operation, { path, signal }));
      if (body === null) throw new TypeError('The response has no body');
      return body;
    },
  };
}

/** Long rows make small pages. */
function rowsPerPage({ rowCount, bytes }: Statement, { pageRows, pageBytes }: PageSize): number {
  const bytesPerRow = Math.max(1, (bytes ?? 0) / Math.max(1, rowCount ?? 1));
  return Math.max(1, Math.min(pageRows, Math.floor(pageBytes / bytesPerRow)));
}
