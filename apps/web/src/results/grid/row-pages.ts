/** A row as the service stores it. */
export type Row = readonly unknown[];

/** Reads `limit` rows, starting at `offset`. */
export type ReadRows = (offset: number, limit: number, signal: AbortSignal) => Promise<Row[]>;

/** Bounds of the page cache: recently viewed rows appear at once, and memory stays flat. */
const MAX_PAGES = 60;
const MAX_CACHE_BYTES = 32 * 1024 ** 2;
const RETRY_MS = 1_500;

interface Page {
  rows: Row[];
  bytes: number;
  /** Null after the read. */
  reading: AbortController | null;
  error: unknown;
}

/** The rows of a result, read page by page. */
export interface RowPages {
  /** Returns a row if it is loaded. */
  row(index: number): Row | undefined;
  /** Returns the read error of the page that holds the row; null if there is none. */
  error(index: number): unknown;
  /** Reads the missing pages of a row range (`to` is exclusive) and aborts other reads. */
  request(from: number, to: number, rowCount: number): void;
  close(): void;
}

/** Creates a cache of the last used pages of `pageRows` rows. `onChange` is called when rows arrive. */
export function createRowPages(read: ReadRows, pageRows: number, onChange: () => void): RowPages {
  const pages = new Map<number, Page>();
  let visible = { first: 0, last: 0 };
  const retries = new Set<ReturnType<typeof setTimeout>>();
  const isLoading = ({ reading }: Page): boolean => reading !== null && !reading.signal.aborted;
  const isWhole = (page: Page, index: number, rowCount: number): boolean =>
    page.rows.length >= Math.min(pageRows, rowCount - index * pageRows);

  const load = async (index: number): Promise<void> => {
    const reading = new AbortController();
    const before = pages.get(index);
    const page: Page = { rows: [], bytes: 0, ...before, reading, error: null };
    pages.delete(index);
    pages.set(index, page);
    try {
      page.rows = await read(index * pageRows, pageRows, reading.signal);
      page.bytes = bytesOf(page.rows);
      page.error = null;
    } catch (error) {
      if (reading.signal.aborted) {
        // Another read of this page may have started in the meantime.
        if (page.rows.length === 0 && pages.get(index) === page) pages.delete(index);
        return;
      }
      page.error = error;
      // After a network failure the rows appear without scrolling away and back.
      retries.add(setTimeout(() => pages.get(index) === page && void load(index), RETRY_MS));
    } finally {
      page.reading = null;
    }
    evictOldest(pages, visible);
    onChange();
  };

  return {
    row: (index) => pages.get(Math.floor(index / pageRows))?.rows[index % pageRows],
    error: (index) => pages.get(Math.floor(index / pageRows))?.error ?? null,
    request: (from, to, rowCount) => {
      const first = Math.floor(from / pageRows);
      const last = Math.floor(Math.max(from, Math.min(to, rowCount) - 1) / pageRows);
      visible = { first, last };
      for (const [index, page] of pages) {
        if (index < first || index > last) page.reading?.abort();
      }
      for (let index = first; index <= last && index * pageRows < rowCount; index++) {
        const page = pages.get(index);
        if (page !== undefined && (isLoading(page) || isWhole(page, index, rowCount))) {
          // Most recently used pages are evicted last.
          pages.delete(index);
          pages.set(index, page);
        } else if (page?.error == null) void load(index);
      }
    },
    close: () => {
      for (const retry of retries) clearTimeout(retry);
      for (const page of pages.values()) page.reading?.abort();
      pages.clear();
    },
  };
}

/** Removes the least recently used pages that are not visible, until the cache is within its bounds. */
function evictOldest(pages: Map<number, Page>, visible: { first: number; last: number }): void {
  let bytes = [...pages.values()].reduce((sum, page) => sum + page.bytes, 0);
  for (const [index, page] of pages) {
    if (pages.size <= MAX_PAGES && bytes <= MAX_CACHE_BYTES) return;
    if (index >= visible.first && index <= visible.last) continue;
    pages.delete(index);
    bytes -= page.bytes;
  }
}

/** Estimates the memory of rows in bytes, with two bytes per character. */
const bytesOf = (rows: Row[]): number =>
  rows.reduce((sum, row) => row.reduce<number>((all, value) => all + valueBytes(value), sum), 0);

const valueBytes = (value: unknown): number => {
  if (typeof value === 'string') return 16 + 2 * value.length;
  return typeof value === 'object' && value !== null ? 2 * JSON.stringify(value).length : 8;
};
