import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { BatchReads, ListedBatch } from '@sluice/database';
import { includesConnection, type Principal } from '../identity/principal/index.js';
import { isWaiting, presentListItem } from './presenter.js';
import type { SharedReads } from '../shares/index.js';
import { sharedStatement } from './shared-view.js';
import { requireAllVisible, type OwnedItem } from './visibility.js';
import { chunkedJson } from '../representation/index.js';

/** A list of batches whose rows are not read yet. */
export interface BatchList {
  /** Changes when the list or any batch in it changes. */
  etag: string;
  /** Reads the JSON: one text if it is small, otherwise a stream. */
  read(): Promise<string | Readable>;
}

/** The contents of a list and its reader. */
export interface BatchListOptions {
  reads: Pick<BatchReads, 'rows' | 'places'>;
  principal: Principal;
  includeStatements: boolean;
  /** Present: the list contains batches shared with the principal, otherwise the principal's own. */
  shares?: Pick<SharedReads, 'ended'> | undefined;
}

/** Creates the list of these batches, in this order. */
export const batchList = (listed: ListedBatch[], options: BatchListOptions): BatchList => ({
  etag: etagOf(listed, options.includeStatements),
  read: () => chunkedJson(listed, (chunk) => readItems(chunk, options)),
});

async function readItems(
  chunk: ListedBatch[],
  { reads, principal, includeStatements, shares }: BatchListOptions,
): Promise<string[]> {
  const ids = chunk.map((batch) => batch.id);
  const rows = await reads.rows(ids, includeStatements);
  if (shares === undefined) requireAllVisible(rows.values(), principal);
  else await keepShared(shares, rows, principal);
  const waiting = [...rows.values()].filter(isWaiting).map((row) => row.id);
  const places = waiting.length === 0 ? undefined : await reads.places(waiting);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (row === undefined) return [];
    const item = presentListItem(row, places?.get(id));
    if (shares !== undefined && item.statements !== undefined) {
      item.statements = item.statements.map(sharedStatement);
    }
    return [JSON.stringify(item)];
  });
}

/**
 * Checks each row again and deletes those whose share has ended since the list was read. A missing
 * filter in the query cannot show other rows.
 */
async function keepShared(
  shares: Pick<SharedReads, 'ended'>,
  rows: Map<string, OwnedItem>,
  principal: Principal,
): Promise<void> {
  const readers = [...rows.keys()].map((batchId) => ({ principal, batchId }));
  for (const { batchId } of await shares.ended(readers)) rows.delete(batchId);
  for (const [id, { connectionId }] of rows) {
    if (!includesConnection(principal, connectionId)) rows.delete(id);
  }
}

const etagOf = (listed: ListedBatch[], includeStatements: boolean): string => {
  const hash = createHash('sha256').update(includeStatements ? 'with statements' : '');
  for (const { id, version } of listed) hash.update(`${id}-${version};`);
  return `W/"${hash.digest('base64url')}"`;
};
