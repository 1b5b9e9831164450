import type { Prisma } from '../generated/client.js';

/**
 * Takes away what a user or service token that is being deleted was given: a later one of the same id must
 * not inherit it. What it made stays; its queries have no owner from then on.
 */
export async function takeRightsAway(
  transaction: Prisma.TransactionClient,
  id: string,
): Promise<void> {
  await transaction.connectionAccess.deleteMany({ where: { userId: id } });
  await transaction.queryAcl.deleteMany({ where: { userId: id } });
  await transaction.$executeRaw`
    update queries
    set owner_id = nullif(owner_id, ${id}), readers = array_remove(readers, ${id})
    where readers @> array[${id}]`;
}
