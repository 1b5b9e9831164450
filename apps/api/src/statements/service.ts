import type { BatchReads, StatementOfBatch } from '@sluice/database';
import { notFound } from '@sluice/errors';
import { ResultsError } from '@sluice/results';
import type { Principal } from '../identity/principal/index.js';
import { requireOwner, requireUuid, requireVisible } from '../batches/index.js';
import type { EndedStatements } from './ended-cache.js';
import type { ResultAccess } from '../access/index.js';

/** A statement with the owner of its batch. */
export type OwnedStatement = StatementOfBatch;

/** Reads statements and checks access to them. */
export interface Statements {
  /** Returns a statement that the principal may see. @throws AppError 404, 403 */
  findVisible(principal: Principal, id: string): Promise<OwnedStatement>;
  /** Returns a statement whose results the principal may read. @throws AppError 404, 403 */
  findOwn(principal: Principal, id: string): Promise<OwnedStatement>;
  /** Passes such a statement to `use`. The statement may come from the cache of ended batches. */
  withOwn<T>(
    principal: Principal,
    id: string,
    use: (statement: OwnedStatement) => Promise<T>,
  ): Promise<T>;
}

/** Reads statements from the metadata database. */
export function createStatements(
  reads: Pick<BatchReads, 'statement'>,
  ended: Pick<EndedStatements, 'take'>,
  access: Pick<ResultAccess, 'require'>,
): Statements {
  const find = async (id: string): Promise<OwnedStatement> => {
    const statement = await reads.statement(requireUuid(id));
    if (statement === null) throw notFound();
    return statement;
  };
  const requireResults = async (statement: OwnedStatement, principal: Principal): Promise<void> => {
    requireOwner(statement, principal);
    await access.require({ principal, connectionId: statement.connectionId });
  };
  const findOwn: Statements['findOwn'] = async (principal, id) => {
    const statement = await find(id);
    await requireResults(statement, principal);
    return statement;
  };
  return {
    findVisible: async (principal, id) => {
      const statement = await find(id);
      requireVisible(statement, principal);
      return statement;
    },
    findOwn,
    withOwn: async (principal, id, use) => {
      const remembered = ended.take(id);
      if (remembered !== undefined) {
        await requireResults(remembered, principal);
        try {
          return await use(remembered);
        } catch (error) {
          // A cached row may be stale: repeat with the current row, which explains the error.
          if (!(error instanceof ResultsError)) throw error;
        }
      }
      return use(await findOwn(principal, id));
    },
  };
}
