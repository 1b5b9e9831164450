import type { Prisma } from '../../generated/client.js';

/**
 * Deletes the grants and drafts of a user or service token that is being deleted, so that a later one with the same ID
 * does not inherit them. Shares of its batches end. Its saved queries stay without an owner.
 */
export async function deleteGrants(
  transaction: Prisma.TransactionClient,
  id: string,
): Promise<void> {
  await transaction.connectionAccess.deleteMany({ where: { userId: id } });
  await transaction.queryAcl.deleteMany({ where: { userId: id } });
  await transaction.draft.deleteMany({ where: { userId: id } });
  await transaction.batchShare.deleteMany({
    where: { OR: [{ userId: id }, { batch: { userId: id } }] },
  });
  await transaction.$executeRaw`
    update queries
    set owner_id = nullif(owner_id, ${id}), readers = array_remove(readers, ${id})
    where readers @> array[${id}]`;
}
