import type { BatchReads, StatementRow } from '@sluice/database';
import { notFound } from '@sluice/errors';
import type { Principal } from '../principal.js';
import { requireOwner, requireUuid, requireVisible } from './batches-visibility.js';

/** A statement with its batch's owner. */
export type OwnedStatement = StatementRow & { userId: string };

type StatementReads = Pick<BatchReads, 'statement'>;

/** A statement that the principal may see. @throws AppError 404, 403 */
export async function findVisibleStatement(
  reads: StatementReads,
  principal: Principal,
  id: string,
): Promise<OwnedStatement> {
  const statement = await findStatement(reads, id);
  requireVisible(statement.userId, principal);
  return statement;
}

/** A statement whose results the principal may see. @throws AppError 404, 403 */
export async function findOwnStatement(
  reads: StatementReads,
  principal: Principal,
  id: string,
): Promise<OwnedStatement> {
  const statement = await findStatement(reads, id);
  requireOwner(statement.userId, principal);
  return statement;
}

async function findStatement(reads: StatementReads, id: string): Promise<OwnedStatement> {
  const statement = await reads.statement(requireUuid(id));
  if (statement === null) throw notFound();
  return statement;
}
