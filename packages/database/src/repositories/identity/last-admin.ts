import type { Database } from '../../client.js';
import type { Prisma } from '../../generated/client.js';

/** Key of the advisory lock that serializes changes which could remove the last admin. */
const ADMIN_LOCK_KEY = 4_711_001;

/** Rolls the transaction back; it does not leave this module. */
class LastAdminError extends Error {}

/**
 * Changes users, and rolls the change back when it would leave no enabled admin. Two admins who demote each other at
 * the same time must not both succeed.
 */
export async function keepAdmin<T>(
  database: Database,
  change: (transaction: Prisma.TransactionClient) => Promise<T>,
): Promise<T | 'last_admin'> {
  try {
    return await database.$transaction(async (transaction) => {
      await transaction.$executeRaw`select pg_advisory_xact_lock(${ADMIN_LOCK_KEY}::bigint)`;
      const had = await hasAdmin(transaction);
      const result = await change(transaction);
      if (had && !(await hasAdmin(transaction))) throw new LastAdminError();
      return result;
    });
  } catch (error) {
    if (error instanceof LastAdminError) return 'last_admin';
    throw error;
  }
}

const hasAdmin = async (transaction: Prisma.TransactionClient): Promise<boolean> =>
  (await transaction.user.findFirst({
    where: { role: 'admin', disabled: false },
    select: { id: true },
  })) !== null;
