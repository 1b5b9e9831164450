import type { ReadRows, Row } from './grid/row-pages.js';

/** Rows of one request; more is the limit of views. */
const PAGE_ROWS = 10_000;

interface PagesOptions {
  from: number;
  count: number;
  signal: AbortSignal;
  /** Called with the number of rows read so far, after each page but the last. */
  onProgress(done: number): void;
}

/** Reads rows page by page, so that no request is longer than a view allows. Ends early where the rows end. */
export async function readPages(
  read: ReadRows,
  { from, count, signal, onProgress }: PagesOptions,
): Promise<Row[]> {
  const rows: Row[] = [];
  while (rows.length < count) {
    const page = await read(from + rows.length, Math.min(PAGE_ROWS, count - rows.length), signal);
    signal.throwIfAborted();
    rows.push(...page);
    if (page.length === 0) break;
    if (rows.length < count) onProgress(rows.length);
  }
  return rows;
}
