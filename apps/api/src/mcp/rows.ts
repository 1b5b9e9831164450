import type { Readable } from 'node:stream';

/** Rows that fit into a number of bytes. */
export interface RowsCut {
  rows: unknown[][];
  /** More rows followed. */
  hasMore: boolean;
  /** Cells of the only row were shortened. */
  isShortened: boolean;
}

/** A longer row is not parsed. */
const MAX_ROW_BYTES = 4 * 1024 * 1024;

/** Bytes of a cell that always fit. */
const MIN_CELL_BYTES = 64;

/**
 * Reads a JSON array of rows until `maxBytes` are full, and destroys the stream. Returns at least one row, if
 * there is one: its long cells are shortened. A row above 4 MiB is replaced by a note.
 */
export async function takeRows(stream: Readable, maxBytes: number): Promise<RowsCut> {
  const scanner = createRowScanner();
  let text = Buffer.alloc(0);
  let end = 0;
  try {
    for await (const chunk of stream) {
      text = Buffer.concat([text, chunk as Buffer]);
      for (const rowEnd of scanner.endsIn(text)) {
        if (end > 0 && rowEnd > maxBytes) return { ...parse(text, end), hasMore: true };
        end = rowEnd;
        if (end > maxBytes) return { ...shorten(parse(text, end).rows, maxBytes), hasMore: true };
      }
      if (end === 0 && text.length > MAX_ROW_BYTES) return tooLong;
      // The next row has begun and does not fit.
      if (end > 0 && text.length > maxBytes + 1 && scanner.isInRow()) {
        return { ...parse(text, end), hasMore: true };
      }
    }
    return { ...parse(text, end), hasMore: false };
  } finally {
    stream.destroy();
  }
}

const tooLong: RowsCut = {
  rows: [['[row above 4 MiB: select fewer or shorter columns]']],
  hasMore: true,
  isShortened: true,
};

const parse = (text: Buffer, end: number): Omit<RowsCut, 'hasMore'> => ({
  rows: end === 0 ? [] : (JSON.parse(`${text.toString('utf8', 0, end)}]`) as unknown[][]),
  isShortened: false,
});

/** Shortens the long cells of rows so that the rows fit. */
function shorten(rows: unknown[][], maxBytes: number): Omit<RowsCut, 'hasMore'> {
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  const share = Math.max(MIN_CELL_BYTES, Math.floor(maxBytes / Math.max(1, cells)));
  return { rows: rows.map((row) => row.map((cell) => shortCell(cell, share))), isShortened: true };
}

function shortCell(cell: unknown, maxBytes: number): unknown {
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell);
  if (Buffer.byteLength(text) <= maxBytes) return cell;
  // At most three bytes for each UTF-16 unit.
  return `${text.slice(0, Math.floor(maxBytes / 3))}… [cut, ${text.length} characters]`;
}

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}');

/** Finds the ends of rows in a JSON array of arrays that grows. */
function createRowScanner() {
  let at = 0;
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  return {
    isInRow: (): boolean => depth > 1,
    /** Yields the offset behind each row that ends in the new part. */
    *endsIn(text: Buffer): Generator<number> {
      while (at < text.length) {
        const byte = text[at++];
        if (isEscaped) isEscaped = false;
        else if (isInText) {
          if (byte === BACKSLASH) isEscaped = true;
          else if (byte === QUOTE) isInText = false;
        } else if (byte === QUOTE) isInText = true;
        else if (byte === OPEN || byte === OPEN_OBJECT) depth += 1;
        else if (byte === CLOSE || byte === CLOSE_OBJECT) {
          depth -= 1;
          if (depth === 1) yield at;
        }
      }
    },
  };
}
