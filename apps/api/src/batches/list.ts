import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { BatchReads, ListedBatch } from '@sluice/database';
import type { Principal } from '../identity/principal/index.js';
import { isWaiting, presentListItem } from './presenter.js';
import { requireAllVisible } from './visibility.js';
import { chunkedJson } from '../representation/index.js';

/** A list of batches whose rows are not read yet. */
export interface BatchList {
  /** Changes when the list or any batch in it changes. */
  etag: string;
  /** Reads the JSON: one text if it is small, otherwise a stream. */
  read(): Promise<string | Readable>;
}

/** Creates the list of these batches, in this order. */
export const batchList = (
  reads: Pick<BatchReads, 'rows' | 'places'>,
  principal: Principal,
  listed: ListedBatch[],
  includeStatements: boolean,
): BatchList => ({
  etag: etagOf(listed, includeStatements),
  read: () => chunkedJson(listed, (chunk) => readItems(reads, principal, chunk, includeStatements)),
});

async function readItems(
  reads: Pick<BatchReads, 'rows' | 'places'>,
  principal: Principal,
  chunk: ListedBatch[],
  includeStatements: boolean,
): Promise<string[]> {
  const ids = chunk.map((batch) => batch.id);
  const rows = await reads.rows(ids, includeStatements);
  requireAllVisible(rows.values(), principal);
  const waiting = [...rows.values()].filter(isWaiting).map((row) => row.id);
  const places = waiting.length === 0 ? undefined : await reads.places(waiting);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row === undefined ? [] : [JSON.stringify(presentListItem(row, places?.get(id)))];
  });
}

const etagOf = (listed: ListedBatch[], includeStatements: boolean): string => {
  const hash = createHash('sha256').update(includeStatements ? 'with statements' : '');
  for (const { id, version } of listed) hash.update(`${id}-${version};`);
  return `W/"${hash.digest('base64url')}"`;
};
