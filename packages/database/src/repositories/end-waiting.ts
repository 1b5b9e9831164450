import type { StatementError } from '@sluice/contracts';
import type { Prisma } from '../generated/client.js';
import { channels } from '../channels.js';

/**
 * Ends batches that wait for their start in error, which stands on their first statement; whoever watches
 * them is told.
 *
 * @param which SQL after `from batches b where`: a condition, and an order with a limit if one is wanted.
 * @returns how many there were.
 */
export async function endWaiting(
  database: Pick<Prisma.TransactionClient, '$queryRaw'>,
  which: Prisma.Sql,
  error: StatementError,
): Promise<number> {
  const rows = await database.$queryRaw<unknown[]>`
    with waiting as (
      select b.id from batches b
      where b.status = 'started' and b.lease_token is null
        and not exists (select from handovers h where h.batch_id = b.id) and ${which}
      for update skip locked
    ), ended_statements as (
      update statements s
      set status = case when s.sequence = 1 then 'error' else 'cancelled' end,
        error = case when s.sequence = 1 then ${JSON.stringify(error)}::jsonb end,
        updated_at = now()
      from waiting where s.batch_id = waiting.id and s.status = 'queued'
    ), ended as (
      update batches
      set status = 'error', stop_time = now(), updated_at = now(), version = version + 1
      from waiting where batches.id = waiting.id
      returning batches.id
    )
    select pg_notify(${channels.batchEnded}, id::text)::text from ended`;
  return rows.length;
}
