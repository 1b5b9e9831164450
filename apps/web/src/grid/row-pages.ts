/** A row as the service stores it. */
export type Row = readonly unknown[];

/** Reads `limit` rows from `offset` on. */
export type ReadRows = (offset: number, limit: number, signal: AbortSignal) => Promise<Row[]>;

/** Rows of one read. */
export const pageRows = 200;
/** 12,000 rows: what somebody has just looked at is there at once, and memory stays flat. */
const mostPages = 60;
const retryMs = 1_500;

interface Page {
  rows: Row[];
  /** Null once it is read. */
  reading: AbortController | null;
  error: unknown;
}

/** Rows of a result, read page by page where somebody looks. */
export interface RowPages {
  /** The row, if it is here. */
  row(index: number): Row | undefined;
  /** Why the page of this row could not be read. */
  error(index: number): unknown;
  /** Reads what is missing between two rows (the second excluded), and gives up reads elsewhere. */
  want(from: number, to: number, rowCount: number): void;
  close(): void;
}

/** Keeps the pages used last; `onChange` is called when rows have come. */
export function createRowPages(read: ReadRows, onChange: () => void): RowPages {
  const pages = new Map<number, Page>();
  const retries = new Set<ReturnType<typeof setTimeout>>();
  const isComing = ({ reading }: Page): boolean => reading !== null && !reading.signal.aborted;
  const isWhole = (page: Page, index: number, rowCount: number): boolean =>
    page.rows.length >= Math.min(pageRows, rowCount - index * pageRows);

  const load = async (index: number): Promise<void> => {
    const reading = new AbortController();
    const before = pages.get(index);
    const page: Page = { rows: before?.rows ?? [], reading, error: null };
    pages.delete(index);
    pages.set(index, page);
    try {
      page.rows = await read(index * pageRows, pageRows, reading.signal);
      page.error = null;
    } catch (error) {
      if (reading.signal.aborted) {
        // Somebody may be back already, and another read in its place.
        if (page.rows.length === 0 && pages.get(index) === page) pages.delete(index);
        return;
      }
      page.error = error;
      // A lost network comes back; nobody should have to scroll away and back.
      retries.add(setTimeout(() => pages.get(index) === page && void load(index), retryMs));
    } finally {
      page.reading = null;
    }
    for (const oldest of pages.keys()) {
      if (pages.size <= mostPages) break;
      if (oldest !== index) pages.delete(oldest);
    }
    onChange();
  };

  return {
    row: (index) => pages.get(Math.floor(index / pageRows))?.rows[index % pageRows],
    error: (index) => pages.get(Math.floor(index / pageRows))?.error ?? null,
    want: (from, to, rowCount) => {
      const first = Math.floor(from / pageRows);
      const last = Math.floor(Math.max(from, Math.min(to, rowCount) - 1) / pageRows);
      for (const [index, page] of pages) {
        if (index < first || index > last) page.reading?.abort();
      }
      for (let index = first; index <= last && index * pageRows < rowCount; index++) {
        const page = pages.get(index);
        if (page !== undefined && (isComing(page) || isWhole(page, index, rowCount))) continue;
        if (page?.error == null) void load(index);
      }
    },
    close: () => {
      for (const retry of retries) clearTimeout(retry);
      for (const page of pages.values()) page.reading?.abort();
      pages.clear();
    },
  };
}
