import type { Database } from '../client.js';
import type { Prisma } from '../generated/client.js';

/** Changes that could take the last admin away wait for each other; any number that nothing else locks. */
const lockId = 4_711_001;

/** Undoes the transaction; never seen outside. */
class LastAdmin extends Error {}

/**
 * Does a change of users, and undoes it when there was an admin who is not disabled before and is none after: two
 * admins who demote each other at the same time must not both succeed.
 */
export async function keepingAnAdmin<T>(
  database: Database,
  change: (transaction: Prisma.TransactionClient) => Promise<T>,
): Promise<T | 'last_admin'> {
  try {
    return await database.$transaction(async (transaction) => {
      await transaction.$executeRaw`select pg_advisory_xact_lock(${lockId}::bigint)`;
      const had = await hasAdmin(transaction);
      const result = await change(transaction);
      if (had && !(await hasAdmin(transaction))) throw new LastAdmin();
      return result;
    });
  } catch (error) {
    if (error instanceof LastAdmin) return 'last_admin';
    throw error;
  }
}

const hasAdmin = async (transaction: Prisma.TransactionClient): Promise<boolean> =>
  (await transaction.user.findFirst({
    where: { role: 'admin', disabled: false },
    select: { id: true },
  })) !== null;
