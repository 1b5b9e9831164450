import type { Prisma } from '../../generated/client.js';

/**
 * Deletes the grants and drafts of a user or service token that is being deleted, so that a later one with the same ID
 * does not inherit them. Shares and public links of its batches, and of batches on its access, end, and so does the right
 * of callers to read the latter. Its saved queries stay without an owner.
 */
export async function deleteGrants(
  transaction: Prisma.TransactionClient,
  id: string,
): Promise<void> {
  await transaction.connectionAccess.deleteMany({ where: { userId: id } });
  await transaction.queryAcl.deleteMany({ where: { userId: id } });
  await transaction.draft.deleteMany({ where: { userId: id } });
  const ofBatches = [{ batch: { userId: id } }, { batch: { accessUserId: id } }];
  await transaction.batchShare.deleteMany({ where: { OR: [{ userId: id }, ...ofBatches] } });
  await transaction.batchLink.deleteMany({ where: { OR: [{ createdBy: id }, ...ofBatches] } });
  await transaction.batchReuse.deleteMany({ where: { OR: [{ userId: id }, ...ofBatches] } });
  // No principal has an empty ID: it ends the access, where null would be the access of the caller.
  await transaction.$executeRaw`
    update batches set access_user_id = '' where access_user_id = ${id}`;
  await transaction.$executeRaw`
    update queries
    set owner_id = nullif(owner_id, ${id}), readers = array_remove(readers, ${id})
    where readers @> array[${id}]`;
}
