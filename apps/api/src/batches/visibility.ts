import { isUuid } from '@sluice/database';
import { notFound } from '@sluice/errors';
import type { Principal } from '../identity/principal/index.js';
import type { Snapshot, Snapshots } from './snapshots.js';
import { ForeignItem } from '../tenants/index.js';

/** Refuses what cannot be the id of a batch or a statement. @throws AppError 404 */
export const requireUuid = (id: string): string => {
  if (!isUuid(id)) throw notFound();
  return id;
};

/** Batches and their statements: the owner's, and every admin's. @throws AppError 403 */
export const requireVisible = (userId: string, principal: Principal): void => {
  if (userId !== principal.id && principal.role !== 'admin') throw new ForeignItem(userId);
};

/**
 * The second wall of lists: what the database gave is looked at row by row, so that a filter of ours that is
 * lost one day shows nobody the rows of others. @throws Error, which is no answer but a fault (500)
 */
export const requireAllVisible = (
  rows: Iterable<{ userId: string }>,
  principal: Principal,
): void => {
  for (const { userId } of rows) {
    if (userId !== principal.id && principal.role !== 'admin') {
      throw new Error(
        `A list for ${principal.id} holds a row of ${userId}: nothing of it is shown`,
      );
    }
  }
};

/** Results: the owner's alone. @throws AppError 403 */
export const requireOwner = (userId: string, principal: Principal): void => {
  if (userId !== principal.id) throw new ForeignItem(userId);
};

/** A batch that the principal may see, as it is now. @throws AppError 404, 403 */
export const findVisibleBatch = async (
  snapshots: Snapshots,
  principal: Principal,
  id: string,
): Promise<Snapshot> => {
  const snapshot = await snapshots.get(requireUuid(id));
  if (snapshot === null) throw notFound();
  requireVisible(snapshot.userId, principal);
  return snapshot;
};
