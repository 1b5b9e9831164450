import { channels } from '../../channels.js';
import type { Database } from '../../client.js';
import { queryRows, sqlQuery } from '../../query.js';
import { anyRow } from '../../rows.js';

/**
 * Result of a cancel request. `ended`: the batch was waiting and is cancelled. `asked`: its worker was notified. `final`:
 * it had already ended. `missing`: there is no such batch.
 */
export type CancelRequest = 'ended' | 'asked' | 'final' | 'missing';

/** Cancels a waiting batch; records a request on one that a worker holds or will adopt. */
export async function requestCancel(
  database: Database,
  id: string,
  byUserId: string,
): Promise<CancelRequest> {
  const cancelled = await queryRows(
    database,
    anyRow,
    sqlQuery('cancelWaitingBatch', { id, userId: byUserId, channel: channels.batchEnded }),
  );
  if (cancelled.length > 0) return 'ended';
  const asked = await queryRows(
    database,
    anyRow,
    sqlQuery('requestCancel', {
      id,
      userId: byUserId,
      cancelChannel: channels.cancelAsked,
      changedChannel: channels.batchChanged,
    }),
  );
  if (asked.length > 0) return 'asked';
  const row = await database.batch.findUnique({ where: { id }, select: { status: true } });
  if (row === null) return 'missing';
  // The worker may have released the batch between the two updates: then it waits again.
  return row.status === 'started' ? requestCancel(database, id, byUserId) : 'final';
}
