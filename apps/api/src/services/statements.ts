import type { BatchReads, StatementOfBatch } from '@sluice/database';
import { notFound } from '@sluice/errors';
import type { Principal } from '../principal.js';
import { requireOwner, requireUuid, requireVisible } from './batches-visibility.js';
import type { EndedStatements } from './ended-statements.js';

/** A statement with its batch's owner. */
export type OwnedStatement = StatementOfBatch;

/** Statements for those who may see them. */
export interface Statements {
  /** A statement that the principal may see. @throws AppError 404, 403 */
  findVisible(principal: Principal, id: string): Promise<OwnedStatement>;
  /** A statement whose results the principal may see. @throws AppError 404, 403 */
  findOwn(principal: Principal, id: string): Promise<OwnedStatement>;
}

/** Statements of the service's own database. */
export function createStatements(
  reads: Pick<BatchReads, 'statement'>,
  ended: Pick<EndedStatements, 'take'>,
): Statements {
  const find = async (id: string): Promise<OwnedStatement> => {
    const statement = await reads.statement(requireUuid(id));
    if (statement === null) throw notFound();
    return statement;
  };
  return {
    findVisible: async (principal, id) => {
      const statement = await find(id);
      requireVisible(statement.userId, principal);
      return statement;
    },
    findOwn: async (principal, id) => {
      const statement = ended.take(id) ?? (await find(id));
      requireOwner(statement.userId, principal);
      return statement;
    },
  };
}
