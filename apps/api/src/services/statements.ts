import type { BatchRepository, BatchRow, StatementRow } from '@sluice/database';
import { notFound } from '@sluice/errors';
import type { Principal } from '../principal.js';
import { requireOwner, requireUuid, requireVisible } from './batches-visibility.js';

/** A statement with the batch it belongs to. */
export type StatementWithBatch = StatementRow & { batch: BatchRow };

type StatementReads = Pick<BatchRepository, 'findStatement'>;

/** A statement that the principal may see. @throws AppError 404, 403 */
export async function findVisibleStatement(
  batches: StatementReads,
  principal: Principal,
  id: string,
): Promise<StatementWithBatch> {
  const statement = await findStatement(batches, id);
  requireVisible(statement.batch.userId, principal);
  return statement;
}

/** A statement whose results the principal may see. @throws AppError 404, 403 */
export async function findOwnStatement(
  batches: StatementReads,
  principal: Principal,
  id: string,
): Promise<StatementWithBatch> {
  const statement = await findStatement(batches, id);
  requireOwner(statement.batch.userId, principal);
  return statement;
}

async function findStatement(batches: StatementReads, id: string): Promise<StatementWithBatch> {
  const statement = await batches.findStatement(requireUuid(id));
  if (statement === null) throw notFound();
  return statement;
}
