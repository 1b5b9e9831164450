import { z } from 'zod';
import type { Prisma } from '../../generated/client.js';
import { queryRows, sqlQuery } from '../../query.js';

/** A connection is paused after this many crashes of worker processes within {@link crashWindowMinutes}. */
export const crashesUntilPause = 3;
/** Minutes in which crashes are counted, and minutes of a pause. */
export const crashWindowMinutes = 10;

const crashRow = z.object({ connectionId: z.string(), alone: z.boolean() });

/**
 * Counts worker processes that crashed while they ran batches, and pauses connections with too many crashes. Call it
 * before any batch of the crashed workers is settled.
 *
 * A crash counts against a connection only when no other connection ran in the process. The supervisor records which
 * deaths are crashes, so a host that goes away or a killed process pauses nothing.
 *
 * @param batchIds of lost workers; a later call may bring more batches of the same workers.
 * @returns the connections that are paused from now on.
 */
export async function countCrashes(
  transaction: Prisma.TransactionClient,
  batchIds: string[],
): Promise<string[]> {
  const crashes = await queryRows(
    transaction,
    crashRow,
    sqlQuery('recordConnectionCrashes', { batchIds, windowMinutes: crashWindowMinutes }),
  );
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
