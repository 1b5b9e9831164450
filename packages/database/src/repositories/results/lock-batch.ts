import { Prisma } from '../../generated/client.js';
import { queryRow } from '../../query.js';
import { idRow } from '../../rows.js';

/**
 * Locks a batch until the end of the transaction, so that a count of its shares or links is exact. False when there is no
 * batch.
 */
export const lockBatch = async (
  transaction: Prisma.TransactionClient,
  batchId: string,
): Promise<boolean> =>
  (await queryRow(
    transaction,
    idRow,
    Prisma.sql`select id::text from batches where id = ${batchId}::uuid for no key update`,
  )) !== undefined;
