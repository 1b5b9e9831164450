import { isUuid, type ShareGrant } from '@sluice/database';
import { forbidden, notFound } from '@sluice/errors';
import {
  includesConnection,
  requireIncluded,
  type Principal,
} from '../identity/principal/index.js';
import type { SharedReads } from '../shares/index.js';
import type { Snapshot, Snapshots } from './snapshots.js';
import { sharedSnapshot } from './shared-view.js';
import { ForeignItem } from '../tenants/index.js';

/** Returns the id of a batch or a statement if it is a UUID. @throws AppError 404 otherwise */
export const requireUuid = (id: string): string => {
  if (!isUuid(id)) throw notFound();
  return id;
};

/** The owner and the connection of a batch. */
export interface OwnedItem {
  userId: string;
  connectionId: string;
}

/** A batch, or the batch of a statement. */
export interface ReadItem extends OwnedItem {
  batchId: string;
  /** The user whose access it uses; null: its own user. */
  accessUserId: string | null;
}

/**
 * Batches are managed by their owner and by admins, by personal tokens only those of the token's
 * connections. @throws AppError 403
 */
export const requireManaged = ({ userId, connectionId }: OwnedItem, principal: Principal): void => {
  if (userId !== principal.id && principal.role !== 'admin') throw new ForeignItem(userId);
  requireIncluded(principal, connectionId);
};

/**
 * Checks each row of a list again, so that a missing filter in a query cannot show rows of other
 * users.
 *
 * @throws Error, which becomes a 500: a foreign row here is a bug
 */
export const requireAllVisible = (rows: Iterable<OwnedItem>, principal: Principal): void => {
  for (const { userId, connectionId } of rows) {
    const isOwn = userId === principal.id || principal.role === 'admin';
    if (!isOwn || !includesConnection(principal, connectionId)) {
      throw new Error(
        `Access check failed: the list for ${principal.id} contains a row of ${userId} on ${connectionId}`,
      );
    }
  }
};

/**
 * Batches and their statements are visible to their owner, to admins and by shares.
 *
 * @returns the share by which the principal reads; null for the owner and admins
 * @throws AppError 403
 */
export const requireVisible = async (
  shares: Pick<SharedReads, 'find'>,
  item: ReadItem,
  principal: Principal,
): Promise<ShareGrant | null> =>
  principal.role === 'admin'
    ? includedOnly(item, principal)
    : requireReader(shares, item, principal);

/**
 * Results are visible to their owner and by shares. The user of a batch that uses the access of
 * another user reads by a grant of that user, which ends with the access.
 *
 * @returns the share by which the principal reads; null for the owner
 * @throws AppError 403
 */
export const requireReader = async (
  shares: Pick<SharedReads, 'find'>,
  item: ReadItem,
  principal: Principal,
): Promise<ShareGrant | null> => {
  const { userId, accessUserId, batchId } = item;
  const isOwn = userId === principal.id;
  if (isOwn && accessUserId === null) return includedOnly(item, principal);
  const grant = await shares.find({ principal, batchId });
  if (grant === null) throw isOwn ? accessEnded() : new ForeignItem(userId);
  requireIncluded(principal, item.connectionId);
  return grant;
};

const accessEnded = () =>
  forbidden('The owner of this query is no longer active', 'connection_access');

const includedOnly = ({ connectionId }: OwnedItem, principal: Principal): null => {
  requireIncluded(principal, connectionId);
  return null;
};

/** Returns a batch as the principal may see it. @throws AppError 403 */
export const visibleSnapshot = async (
  shares: Pick<SharedReads, 'find'>,
  snapshot: Snapshot,
  principal: Principal,
): Promise<Snapshot> => {
  const item = { ...snapshot, batchId: snapshot.id };
  const share = await requireVisible(shares, item, principal);
  return share === null ? snapshot : sharedSnapshot(snapshot);
};

/** Dependencies of {@link findVisibleBatch}. */
export interface VisibleBatchDependencies {
  snapshots: Snapshots;
  shares: Pick<SharedReads, 'find'>;
}

/** Reads a batch that the principal may see. @throws AppError 404, 403 */
export const findVisibleBatch = async (
  { snapshots, shares }: VisibleBatchDependencies,
  principal: Principal,
  id: string,
): Promise<Snapshot> => {
  const snapshot = await snapshots.get(requireUuid(id));
  if (snapshot === null) throw notFound();
  return visibleSnapshot(shares, snapshot, principal);
};
