import type { Prisma } from '../generated/client.js';

/** So many processes that died of one connection's batches, within the window, pause it for as long. */
export const crashesUntilPause = 3;
export const crashWindowMinutes = 10;

/**
 * Counts the processes that died of what they ran; to be called before any batch that ran there is
 * settled. A death counts against a connection when nothing else ran in that process: a connection is not
 * paused for its neighbours. Which deaths have a cause is for the supervisor to tell, so a host that goes
 * away, or somebody who kills a process, pauses nothing.
 *
 * @param batchIds of lost workers; others of theirs may be left for a later call.
 * @returns the connections that are paused from now on.
 */
export async function countCrashes(
  transaction: Prisma.TransactionClient,
  batchIds: string[],
): Promise<string[]> {
  // Of all that ran there, not of these alone: a later call finds only the rest, and its rows there.
  const crashes = await transaction.$queryRaw<{ connectionId: string; alone: boolean }[]>`
    with outdated as (
      delete from connection_crashes
      where at <= now() - ${crashWindowMinutes} * interval '1 minute'
    ), ran as (
      select distinct b.worker_id, b.connection_id
      from workers w
      join batches b on b.worker_id = w.id and b.status = 'started' and b.lease_token is not null
      join statements s on s.batch_id = b.id and s.status = 'started'
      where w.lost_cause is not null
        and w.id in (select worker_id from batches where id = any(${batchIds}::uuid[]))
    )
    insert into connection_crashes (connection_id, worker_id, alone)
    select connection_id, worker_id, not exists (
      select from ran beside
      where beside.worker_id = ran.worker_id and beside.connection_id <> ran.connection_id
      union all
      select from connection_crashes earlier where earlier.worker_id = ran.worker_id)
    from ran
    on conflict do nothing
    returning connection_id as "connectionId", alone`;
  const guilty = crashes.filter(({ alone }) => alone).map(({ connectionId }) => connectionId);
  if (guilty.length === 0) return [];
  const paused = await transaction.$queryRaw<{ id: string }[]>`
    update connections c
    set paused_until = now() + ${crashWindowMinutes} * interval '1 minute'
    where id = any(${guilty})
      and (select count(*) from connection_crashes k
           where k.connection_id = c.id and k.alone
             and k.at > now() - ${crashWindowMinutes} * interval '1 minute') >= ${crashesUntilPause}
    returning id`;
  return paused.map(({ id }) => id);
}
