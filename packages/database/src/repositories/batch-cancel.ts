import { channels } from '../channels.js';
import type { Database } from '../client.js';

/** What became of a cancel request. */
export type CancelRequest = 'ended' | 'asked' | 'final' | 'missing';

/** Ends an unclaimed batch; marks one that a worker holds, or that waits to be taken over. */
export async function requestCancel(
  database: Database,
  id: string,
  byUserId: string,
): Promise<CancelRequest> {
  const ended = await database.$queryRaw<unknown[]>`
    with ended as (
      update batches
      set status = 'cancelled', stop_time = now(), updated_at = now(), version = version + 1,
        cancel_requested_at = now(), cancel_requested_by = ${byUserId}, cancel_reason = 'asked',
        cancel_confirmed_at = now(), cancel_outcome = 'confirmed'
      where id = ${id}::uuid and status = 'started' and lease_token is null
        and not exists (select from handovers where batch_id = ${id}::uuid)
      returning id
    ), cancelled as (
      update statements
      set status = 'cancelled', updated_at = now()
      from ended where batch_id = ended.id and status = 'queued'
    )
    select pg_notify(${channels.batchEnded}, id::text)::text from ended`;
  if (ended.length > 0) return 'ended';
  const asked = await database.$queryRaw<{ first: boolean }[]>`
    with asked as (
      update batches
      set cancel_requested_at = coalesce(cancel_requested_at, now()),
        cancel_requested_by =
          case when cancel_requested_at is null then ${byUserId} else cancel_requested_by end,
        cancel_reason = case when cancel_requested_at is null then 'asked' else cancel_reason end,
        updated_at = now(), version = version + 1
      where id = ${id}::uuid and status = 'started'
        -- What waits to be taken over is stopped by whoever takes it.
        and (lease_token is not null or exists (select from handovers where batch_id = ${id}::uuid))
      returning id
    )
    select pg_notify(${channels.cancelAsked}, id::text)::text,
      pg_notify(${channels.batchChanged}, id::text)::text
    from asked`;
  if (asked.length > 0) return 'asked';
  const row = await database.batch.findUnique({ where: { id }, select: { status: true } });
  if (row === null) return 'missing';
  // Between the two updates the claim may have been given back: then the batch waits again.
  return row.status === 'started' ? requestCancel(database, id, byUserId) : 'final';
}
