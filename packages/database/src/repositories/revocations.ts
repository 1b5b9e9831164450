import type { Database } from '../client.js';
import { Prisma } from '../generated/client.js';
import { channels } from '../channels.js';
import { accessLoss, accessLosses, partiesOf, type AccessLoss } from './access-loss.js';
import { endWaiting } from './end-waiting.js';

/** How much of {@link endUnauthorized} there was. */
export interface EndedWork {
  /** Batches that a worker was told to stop. */
  cancelled: number;
  /** Batches that waited and have ended. */
  ended: number;
}

/** Ends the work of those whose right to it has gone, whatever took it away. */
export interface RevocationRepository {
  /** `byUserId`: who has just taken a right away; null: it ended by its time. */
  endUnauthorized(byUserId: string | null): Promise<EndedWork>;
  /** Why each of these users may not use that connection now, in their order; null: they may. One query. */
  lossesOf(pairs: readonly UserAndConnection[]): Promise<(AccessLoss | null)[]>;
}

/** A user or service token, and a connection. */
export interface UserAndConnection {
  userId: string;
  connectionId: string;
}

export const createRevocationRepository = (database: Database): RevocationRepository => ({
  endUnauthorized: (byUserId) =>
    database.$transaction((transaction) => endUnauthorized(transaction, byUserId)),
  lossesOf: async (pairs) => {
    const rows = await database.$queryRaw<{ reason: AccessLoss | null }[]>`
      select ${accessLoss} as reason
      from unnest(${pairs.map((each) => each.userId)}::text[],
        ${pairs.map((each) => each.connectionId)}::text[])
        with ordinality as pairs (user_id, connection_id, place) ${partiesOf(Prisma.sql`pairs`)}
      order by pairs.place`;
    return rows.map(({ reason }) => reason);
  },
});

/**
 * What runs is cancelled in its database, what waits ends in error, and connection clients are closed, of
 * everybody who is not active any more, may no longer use the connection, or whose connection is gone.
 * One look at the distinct pairs of user and connection, however many batches wait.
 */
export async function endUnauthorized(
  transaction: Prisma.TransactionClient,
  byUserId: string | null,
): Promise<EndedWork> {
  const lost = await findLost(transaction);
  if (lost.length === 0) return { cancelled: 0, ended: 0 };
  await closeClients(transaction, lost);
  const cancelled = await cancelRunning(transaction, lost, byUserId);
  let ended = 0;
  for (const [reason, title] of Object.entries(accessLosses)) {
    const pairs = lost.filter((each) => each.reason === reason);
    if (pairs.length === 0) continue;
    const which = Prisma.sql`(b.user_id, b.connection_id) in (
      select user_id, connection_id from ${rowsOf(pairs)})`;
    // As whoever claims it would end it.
    ended += await endWaiting(transaction, which, {
      title,
      outcome: 'not_run',
      code: 'connect_failed',
    });
  }
  return { cancelled, ended };
}

interface LostPair extends UserAndConnection {
  reason: AccessLoss;
}

const findLost = (transaction: Prisma.TransactionClient) => transaction.$queryRaw<LostPair[]>`
  with pairs as materialized (
    select user_id, connection_id from batches where status = 'started' and lease_token is null
    union select user_id, connection_id from batches
      where status = 'started' and lease_token is not null and cancel_requested_at is null
    union select user_id, connection_id from connection_clients where closed_at is null
  ), judged as (
    select pairs.*, ${accessLoss} as reason from pairs ${partiesOf(Prisma.sql`pairs`)}
  )
  select user_id as "userId", connection_id as "connectionId", reason
  from judged where reason is not null`;

/** The pairs as a table of SQL. */
const rowsOf = (lost: LostPair[]): Prisma.Sql => Prisma.sql`
  unnest(${lost.map((each) => each.userId)}::text[], ${lost.map((each) => each.connectionId)}::text[],
    ${lost.map((each) => each.reason)}::text[]) as lost_rows (user_id, connection_id, reason)`;

const closeClients = (transaction: Prisma.TransactionClient, lost: LostPair[]) =>
  transaction.$queryRaw`
    with lost as (select * from ${rowsOf(lost)}), found as (
      select k.id, lost.reason from connection_clients k join lost using (user_id, connection_id)
      where k.closed_at is null for update of k skip locked
    ), closed as (
      update connection_clients set closed_at = now(), close_reason = found.reason
      from found where connection_clients.id = found.id returning found.id
    )
    select pg_notify(${channels.clientChanged}, id::text)::text from closed`;

/** What waits to be taken over is stopped by whoever takes it. */
async function cancelRunning(
  transaction: Prisma.TransactionClient,
  lost: LostPair[],
  byUserId: string | null,
): Promise<number> {
  const asked = await transaction.$queryRaw<unknown[]>`
    with lost as (select * from ${rowsOf(lost)}), found as (
      select b.id, lost.reason from batches b join lost using (user_id, connection_id)
      where b.status = 'started' and b.cancel_requested_at is null
        and (b.lease_token is not null or exists (select from handovers h where h.batch_id = b.id))
      for update of b skip locked
    ), asked as (
      update batches
      set cancel_requested_at = now(), cancel_requested_by = ${byUserId},
        cancel_reason = found.reason, updated_at = now(), version = version + 1
      from found where batches.id = found.id
      returning batches.id
    )
    select pg_notify(${channels.cancelAsked}, id::text)::text,
      pg_notify(${channels.batchChanged}, id::text)::text
    from asked`;
  return asked.length;
}
