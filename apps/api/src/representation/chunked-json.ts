import { Readable } from 'node:stream';

/**
 * Limits of one read from the database: a row can have a megabyte of text, and a list a thousand
 * rows.
 */
const CHUNK_BYTES = 4_000_000;
const CHUNK_ROWS = 200;

/**
 * Renders rows as a JSON array whose large fields are read in chunks: one text if everything is
 * small, otherwise a stream. `readChunk` returns the JSON of the rows that still exist.
 */
export async function chunkedJson<Row extends { bytes: number }>(
  rows: Row[],
  readChunk: (chunk: Row[]) => Promise<string[]>,
): Promise<string | Readable> {
  const [first, ...rest] = chunksOf(rows);
  if (first === undefined) return '[]';
  const items = await readChunk(first);
  if (rest.length === 0) return `[${items.join(',')}]`;
  return Readable.from(jsonOf(items, rest, readChunk));
}

async function* jsonOf<Row>(
  items: string[],
  rest: Row[][],
  readChunk: (chunk: Row[]) => Promise<string[]>,
): AsyncGenerator<string> {
  yield `[${items.join(',')}`;
  let isFirst = items.length === 0;
  for (const chunk of rest) {
    for (const item of await readChunk(chunk)) {
      yield isFirst ? item : `,${item}`;
      isFirst = false;
    }
  }
  yield ']';
}

function chunksOf<Row extends { bytes: number }>(rows: Row[]): Row[][] {
  const chunks: Row[][] = [];
  let current: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (current.length > 0 && (current.length >= CHUNK_ROWS || bytes + row.bytes > CHUNK_BYTES)) {
      chunks.push(current);
      current = [];
      bytes = 0;
    }
    current.push(row);
    bytes += row.bytes;
  }
  if (current.length > 0) chunks.push(current);
  return chunks;
}
