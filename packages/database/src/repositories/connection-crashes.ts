import type { Prisma } from '../generated/client.js';

/** So many processes that died of one connection's batches, within the window, pause it for as long. */
export const crashesUntilPause = 3;
export const crashWindowMinutes = 10;

/**
 * Counts the processes that died of what they ran, before the batches they ran are ended. A death counts
 * against a connection when nothing else ran in that process: a connection is not paused for its
 * neighbours. Which deaths have a cause is for the supervisor to tell, so a host that goes away, or
 * somebody who kills a process, pauses nothing.
 *
 * @returns the connections that are paused from now on.
 */
export async function countCrashes(
  transaction: Prisma.TransactionClient,
  batchIds: string[],
): Promise<string[]> {
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    with outdated as (
      delete from connection_crashes
      where at <= now() - ${crashWindowMinutes} * interval '1 minute'
    ), guilty as (
      select b.worker_id, min(b.connection_id) as connection_id
      from batches b
      join statements s on s.batch_id = b.id and s.status = 'started'
      join workers w on w.id = b.worker_id and w.lost_cause is not null
      where b.id = any(${batchIds}::uuid[])
      group by b.worker_id having count(distinct b.connection_id) = 1
    ), counted as (
      insert into connection_crashes (connection_id, worker_id)
      select connection_id, worker_id from guilty on conflict do nothing
      returning connection_id
    )
    update connections c
    set paused_until = now() + ${crashWindowMinutes} * interval '1 minute'
    where c.id in (select connection_id from counted)
      and (select count(*) from counted k where k.connection_id = c.id)
        + (select count(*) from connection_crashes k where k.connection_id = c.id
             and k.at > now() - ${crashWindowMinutes} * interval '1 minute') >= ${crashesUntilPause}
    returning c.id`;
  return rows.map((row) => row.id);
}
