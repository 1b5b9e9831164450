import type { BatchRepository } from '@sluice/database';
import { notFound } from '@sluice/errors';
import type { Audit, AuditContext } from '../audit/index.js';
import type { Snapshot, Snapshots } from './snapshots.js';
import { requireManaged, requireUuid } from './visibility.js';

/** Dependencies of {@link cancelBatch}. */
export interface CancelDependencies {
  batches: Pick<BatchRepository, 'requestCancel'>;
  snapshots: Snapshots;
  audit: Pick<Audit, 'record'>;
}

/**
 * Requests cancellation of a batch. A waiting batch ends immediately; a final batch does not
 * change. The audit log records an admin's cancellation of another user's batch.
 *
 * @returns the batch after the request
 * @throws AppError 404, 403
 */
export async function cancelBatch(
  { batches, snapshots, audit }: CancelDependencies,
  context: AuditContext,
  id: string,
): Promise<Snapshot> {
  const owned = await snapshots.ownerOf(requireUuid(id));
  if (owned === null) throw notFound();
  requireManaged(owned, context.actor);
  const { userId } = owned;
  const request = await batches.requestCancel(id, context.actor.id);
  const isDone = request === 'ended' || request === 'asked';
  if (isDone && userId !== context.actor.id) {
    const target = `batches/${id}`;
    await audit.record({ ...context, action: 'batch.cancelled', target, detail: { userId } });
  }
  const snapshot = await snapshots.read(id);
  if (snapshot === null) throw notFound();
  return snapshot;
}
