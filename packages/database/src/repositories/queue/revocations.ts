import { z } from 'zod';
import { channels } from '../../channels.js';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRows, sqlQuery } from '../../query.js';
import { anyRow } from '../../rows.js';
import {
  accessLoss,
  accessLosses,
  accessLossReasons,
  joinParties,
  type AccessLoss,
} from '../connections/access-losses.js';
import { endWaiting } from './waiting-batches.js';

/** The work that {@link endUnauthorized} ended. */
export interface EndedWork {
  /** Running batches whose worker was told to cancel them. */
  cancelled: number;
  /** Waiting batches that ended. */
  ended: number;
}

/** Ends the work of users who lost access, whatever the reason. */
export interface RevocationRepository {
  /** `byUserId`: the user who revoked the access; null: it expired. */
  endUnauthorized(byUserId: string | null): Promise<EndedWork>;
  /** Why each of these users may not use that connection now, in order; null when they may. One query. */
  lossesOf(pairs: readonly UserAndConnection[]): Promise<(AccessLoss | null)[]>;
}

/** A user or service token, and a connection. */
export interface UserAndConnection {
  userId: string;
  connectionId: string;
}

const lossRow = z.object({ reason: z.enum(accessLossReasons).nullable() });

export const createRevocationRepository = (database: Database): RevocationRepository => ({
  endUnauthorized: (byUserId) =>
    database.$transaction((transaction) => endUnauthorized(transaction, byUserId)),
  lossesOf: async (pairs) => {
    const rows = await queryRows(
      database,
      lossRow,
      Prisma.sql`
        select ${accessLoss} as reason
        from unnest(${pairs.map((each) => each.userId)}::text[],
          ${pairs.map((each) => each.connectionId)}::text[])
          with ordinality as pairs (user_id, connection_id, place) ${joinParties(Prisma.sql`pairs`)}
        order by pairs.place`,
    );
    return rows.map(({ reason }) => reason);
  },
});

/**
 * Ends the work of every user who is inactive, lost access to the connection, or whose connection was deleted:
 * cancels running batches in their database, ends waiting ones in error, and closes connection clients.
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
    const condition = Prisma.sql`(b.user_id, coalesce(b.access_user_id, b.user_id), b.connection_id) in (
      select own_id, user_id, connection_id from ${rowsOf(pairs)})`;
    // The same error as when a worker claims the batch.
    ended += await endWaiting(transaction, condition, {
      title,
      outcome: 'not_run',
      code: 'connect_failed',
    });
  }
  return { cancelled, ended };
}

const lostPair = z.object({
  /** The user of the work. */
  ownId: z.string(),
  /** The user whose access it uses. */
  userId: z.string(),
  connectionId: z.string(),
  reason: z.enum(accessLossReasons),
});
type LostPair = z.infer<typeof lostPair>;

const findLost = (transaction: Prisma.TransactionClient): Promise<LostPair[]> =>
  queryRows(
    transaction,
    lostPair,
    sqlQuery('findLostAccesses', {
      reason: accessLoss,
      parties: joinParties(Prisma.sql`pairs`),
    }),
  );

/** SQL of the pairs as a table. */
const rowsOf = (lost: LostPair[]): Prisma.Sql => Prisma.sql`
  unnest(${lost.map((each) => each.ownId)}::text[], ${lost.map((each) => each.userId)}::text[], ${lost.map((each) => each.connectionId)}::text[],
    ${lost.map((each) => each.reason)}::text[]) as lost_rows (own_id, user_id, connection_id, reason)`;

const closeClients = (transaction: Prisma.TransactionClient, lost: LostPair[]) =>
  queryRows(
    transaction,
    anyRow,
    sqlQuery('closeUnauthorizedClients', {
      lostRows: rowsOf(lost),
      channel: channels.clientChanged,
    }),
  );

async function cancelRunning(
  transaction: Prisma.TransactionClient,
  lost: LostPair[],
  byUserId: string | null,
): Promise<number> {
  const asked = await queryRows(
    transaction,
    anyRow,
    sqlQuery('cancelUnauthorizedBatches', {
      lostRows: rowsOf(lost),
      userId: byUserId,
      cancelChannel: channels.cancelAsked,
      changedChannel: channels.batchChanged,
    }),
  );
  return asked.length;
}
