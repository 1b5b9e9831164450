import type { BatchRepository } from '@sluice/database';
import { notFound } from '@sluice/errors';
import type { Principal } from '../principal.js';
import type { Snapshot, Snapshots } from './batches-snapshots.js';
import { requireUuid, requireVisible } from './batches-visibility.js';

/**
 * Asks for the end of a batch. One that no worker has ends at once; a final one stays as it is.
 *
 * @returns the batch as it is after the request.
 * @throws AppError 404, 403
 */
export async function cancelBatch(
  { batches, snapshots }: { batches: Pick<BatchRepository, 'requestCancel'>; snapshots: Snapshots },
  principal: Principal,
  id: string,
): Promise<Snapshot> {
  const userId = await snapshots.ownerOf(requireUuid(id));
  if (userId === null) throw notFound();
  requireVisible(userId, principal);
  await batches.requestCancel(id, principal.id);
  const snapshot = await snapshots.read(id);
  if (snapshot === null) throw notFound();
  return snapshot;
}
