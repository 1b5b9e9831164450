import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { BatchReads, ListedBatch } from '@sluice/database';
import { isWaiting, presentListItem } from './batches-present.js';

/** A list of batches that are not read yet. */
export interface BatchList {
  /** Changes when any batch of the list does, or the list itself. */
  etag: string;
  /** JSON: as one text when it is small, else as a stream. */
  read(): Promise<string | Readable>;
}

/** Text read from the database in one go: batches may be a megabyte each, and a list has a thousand. */
const chunkBytes = 4_000_000;
const chunkRows = 200;

/** The list of these batches, in this order. */
export const batchList = (
  reads: Pick<BatchReads, 'rows' | 'places'>,
  listed: ListedBatch[],
  includeStatements: boolean,
): BatchList => ({
  etag: etagOf(listed, includeStatements),
  read: async () => {
    const [first, ...rest] = chunksOf(listed);
    if (first === undefined) return '[]';
    const readChunk = (chunk: ListedBatch[]) => readItems(reads, chunk, includeStatements);
    const items = await readChunk(first);
    if (rest.length === 0) return `[${items.join(',')}]`;
    return Readable.from(jsonOf(items, rest, readChunk));
  },
});

async function readItems(
  reads: Pick<BatchReads, 'rows' | 'places'>,
  chunk: ListedBatch[],
  includeStatements: boolean,
): Promise<string[]> {
  const ids = chunk.map((batch) => batch.id);
  const rows = await reads.rows(ids, includeStatements);
  const waiting = [...rows.values()].filter(isWaiting).map((row) => row.id);
  const places = waiting.length === 0 ? undefined : await reads.places(waiting);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row === undefined ? [] : [JSON.stringify(presentListItem(row, places?.get(id)))];
  });
}

async function* jsonOf(
  items: string[],
  rest: ListedBatch[][],
  readChunk: (chunk: ListedBatch[]) => Promise<string[]>,
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

function chunksOf(listed: ListedBatch[]): ListedBatch[][] {
  const chunks: ListedBatch[][] = [];
  let current: ListedBatch[] = [];
  let bytes = 0;
  for (const batch of listed) {
    if (current.length > 0 && (current.length >= chunkRows || bytes + batch.bytes > chunkBytes)) {
      chunks.push(current);
      current = [];
      bytes = 0;
    }
    current.push(batch);
    bytes += batch.bytes;
  }
  if (current.length > 0) chunks.push(current);
  return chunks;
}

const etagOf = (listed: ListedBatch[], includeStatements: boolean): string => {
  const hash = createHash('sha1').update(includeStatements ? 'with statements' : '');
  for (const { id, version } of listed) hash.update(`${id}-${version};`);
  return `W/"${hash.digest('base64url')}"`;
};
