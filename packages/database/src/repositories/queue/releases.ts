import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRows, sqlQuery } from '../../query.js';
import { anyRow, idRow } from '../../rows.js';
import type { Claim } from './claims.js';
import { lostBatchRow, settleLostBatches } from './lost-batches.js';

/** See `ExecutionRepository.release`. The version grows because readers see that the batch waits again. */
export async function release(
  database: Database,
  { batchId, leaseToken }: Claim,
): Promise<boolean> {
  const rows = await queryRows(
    database,
    idRow,
    Prisma.sql`
      update batches
      set worker_id = null, lease_token = null, claimed_at = null, dispatched_at = 'epoch',
        version = version + 1, updated_at = now()
      where id = ${batchId}::uuid and lease_token = ${leaseToken}::uuid and status = 'started'
        and (is_adoptable(${batchId}::uuid) or not exists (
          select from statements where batch_id = ${batchId}::uuid and status <> 'queued'))
      returning id`,
  );
  return rows.length === 1;
}

/** See `ExecutionRepository.releaseRefused`. */
export async function releaseRefused(
  database: Database,
  { batchId, leaseToken }: Claim,
): Promise<boolean> {
  const query = sqlQuery('releaseRefusedBatch', { batchId, leaseToken });
  return (await queryRows(database, anyRow, query)).length === 1;
}

/** See `ExecutionRepository.settleAbandoned`. */
export async function settleAbandoned(
  database: Database,
  { batchId, leaseToken }: Claim,
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const lost = await queryRows(
      transaction,
      lostBatchRow,
      sqlQuery('findAbandonedBatch', { batchId, leaseToken }),
    );
    const { released, reaped } = await settleLostBatches(transaction, lost);
    return released + reaped === 1;
  });
}
