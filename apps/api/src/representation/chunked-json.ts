import { Readable } from 'node:stream';

/** Text read from the database in one go: a row may have a megabyte of it, and a list has a thousand rows. */
const chunkBytes = 4_000_000;
const chunkRows = 200;

/**
 * A JSON array of rows whose large parts are not read yet: as one text when all of it is small, else as a
 * stream of chunks. `readChunk` gives the JSON of the rows that are still there.
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
    if (current.length > 0 && (current.length >= chunkRows || bytes + row.bytes > chunkBytes)) {
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
