/** A row as the service stores it. */
export type Row = readonly unknown[];

/** Reads `limit` rows from `offset` on. */
export type ReadRows = (offset: number, limit: number, signal: AbortSignal) => Promise<Row[]>;

/** What somebody has just looked at is there at once, and memory stays flat, whatever the rows hold. */
const mostPages = 60;
const mostKeptBytes = 32 * 1024 ** 2;
const retryMs = 1_500;

interface Page {
  rows: Row[];
  bytes: number;
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

/** Keeps the pages of `pageRows` rows that were used last; `onChange` is called when rows have come. */
export function createRowPages(read: ReadRows, pageRows: number, onChange: () => void): RowPages {
  const pages = new Map<number, Page>();
  let inSight = { first: 0, last: 0 };
  const retries = new Set<ReturnType<typeof setTimeout>>();
  const isComing = ({ reading }: Page): boolean => reading !== null && !reading.signal.aborted;
  const isWhole = (page: Page, index: number, rowCount: number): boolean =>
    page.rows.length >= Math.min(pageRows, rowCount - index * pageRows);

  const forgetOldest = (): void => {
    let bytes = [...pages.values()].reduce((sum, page) => sum + page.bytes, 0);
    for (const [index, page] of pages) {
      if (pages.size <= mostPages && bytes <= mostKeptBytes) return;
      if (index >= inSight.first && index <= inSight.last) continue;
      pages.delete(index);
      bytes -= page.bytes;
    }
  };

  const load = async (index: number): Promise<void> => {
    const reading = new AbortController();
    const before = pages.get(index);
    const page: Page = {
      rows: before?.rows ?? [],
      bytes: before?.bytes ?? 0,
      reading,
      error: null,
    };
    pages.delete(index);
    pages.set(index, page);
    try {
      page.rows = await read(index * pageRows, pageRows, reading.signal);
      page.bytes = bytesOf(page.rows);
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
    forgetOldest();
    onChange();
  };

  return {
    row: (index) => pages.get(Math.floor(index / pageRows))?.rows[index % pageRows],
    error: (index) => pages.get(Math.floor(index / pageRows))?.error ?? null,
    want: (from, to, rowCount) => {
      const first = Math.floor(from / pageRows);
      const last = Math.floor(Math.max(from, Math.min(to, rowCount) - 1) / pageRows);
      inSight = { first, last };
      for (const [index, page] of pages) {
        if (index < first || index > last) page.reading?.abort();
      }
      for (let index = first; index <= last && index * pageRows < rowCount; index++) {
        const page = pages.get(index);
        if (page !== undefined && (isComing(page) || isWhole(page, index, rowCount))) {
          // The last to be forgotten.
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

/** About what rows take of the page's memory: a text two bytes a character at most. */
const bytesOf = (rows: Row[]): number =>
  rows.reduce((sum, row) => row.reduce<number>((all, value) => all + valueBytes(value), sum), 0);

const valueBytes = (value: unknown): number => {
  if (typeof value === 'string') return 16 + 2 * value.length;
  return typeof value === 'object' && value !== null ? 2 * JSON.stringify(value).length : 8;
};
