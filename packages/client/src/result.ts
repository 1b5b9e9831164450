import type { ColumnInfo, Statement } from './operations.js';
import type { Transport } from './transport.js';

/**
 * A row: cells in column order. Numbers that a double holds are numbers, longer ones strings with all
 * their digits; see the service's pages on values.
 */
export type Row = readonly unknown[];

/** Some rows of a result, in order. */
export interface Page {
  /** How many rows stand before this page. */
  offset: number;
  rows: readonly Row[];
}

/** A statement that finished, and its rows. */
export interface StatementResult {
  readonly statement: Statement;
  /** Empty for a statement that gives no rows, such as INSERT. */
  readonly columns: readonly ColumnInfo[];
  /** All rows page by page, one page in memory at a time. */
  pages(): AsyncGenerator<Page, void, undefined>;
  /** All rows one by one. */
  rows(): AsyncGenerator<Row, void, undefined>;
  /** The whole result as the service stores it: the bytes of a JSON array of rows. */
  stream(): Promise<ReadableStream<Uint8Array>>;
}

/** How much a page may hold. */
export interface PageSize {
  pageRows: number;
  pageBytes: number;
}

/** Reads a finished statement; `guard` stands around each request. */
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
      if (body === null) throw new TypeError('The answer has no body');
      return body;
    },
  };
}

/** Long rows make short pages. */
function rowsPerPage({ rowCount, bytes }: Statement, { pageRows, pageBytes }: PageSize): number {
  const bytesPerRow = Math.max(1, (bytes ?? 0) / Math.max(1, rowCount ?? 1));
  return Math.max(1, Math.min(pageRows, Math.floor(pageBytes / bytesPerRow)));
}
