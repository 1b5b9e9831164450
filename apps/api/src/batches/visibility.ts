import { isUuid } from '@sluice/database';
import { notFound } from '@sluice/errors';
import {
  includesConnection,
  requireIncluded,
  type Principal,
} from '../identity/principal/index.js';
import type { Snapshot, Snapshots } from './snapshots.js';
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

/**
 * Batches and their statements are visible to their owner and to admins, by personal tokens only
 * those of the token's connections. @throws AppError 403
 */
export const requireVisible = ({ userId, connectionId }: OwnedItem, principal: Principal): void => {
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

/** Results are visible to their owner only. @throws AppError 403 */
export const requireOwner = ({ userId, connectionId }: OwnedItem, principal: Principal): void => {
  if (userId !== principal.id) throw new ForeignItem(userId);
  requireIncluded(principal, connectionId);
};

/** Reads a batch that the principal may see. @throws AppError 404, 403 */
export const findVisibleBatch = async (
  snapshots: Snapshots,
  principal: Principal,
  id: string,
): Promise<Snapshot> => {
  const snapshot = await snapshots.get(requireUuid(id));
  if (snapshot === null) throw notFound();
  requireVisible(snapshot, principal);
  return snapshot;
};
