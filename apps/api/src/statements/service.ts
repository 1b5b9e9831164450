import type { BatchReads, ShareGrant, StatementOfBatch } from '@sluice/database';
import { notFound } from '@sluice/errors';
import { ResultsError } from '@sluice/results';
import type { Principal } from '../identity/principal/index.js';
import { requireReader, requireUuid, requireVisible } from '../batches/index.js';
import type { EndedStatements } from './ended-cache.js';
import { resultReader, type ResultAccess } from '../access/index.js';
import type { SharedReads } from '../shares/index.js';

/** A statement with the owner of its batch. */
export type OwnedStatement = StatementOfBatch;

/** A statement that a principal may read. */
export interface ReadableStatement extends OwnedStatement {
  readerId: string;
  /** The share by which it is read; null for the owner and admins. */
  share: ShareGrant | null;
  /** The first rows that the reader may read; null: all. */
  maxRows: number | null;
}

/** Reads statements and checks access to them. */
export interface Statements {
  /** Returns a statement that the principal may see. @throws AppError 404, 403 */
  findVisible(principal: Principal, id: string): Promise<ReadableStatement>;
  /** Returns a statement whose results the principal may read. @throws AppError 404, 403 */
  findReadable(principal: Principal, id: string): Promise<ReadableStatement>;
  /** Passes such a statement to `use`. The statement may come from the cache of ended batches. */
  withReadable<T>(
    principal: Principal,
    id: string,
    use: (statement: ReadableStatement) => Promise<T>,
  ): Promise<T>;
}

/** Reads statements from the metadata database. */
export function createStatements(
  reads: Pick<BatchReads, 'statement'>,
  ended: Pick<EndedStatements, 'take'>,
  access: Pick<ResultAccess, 'require'>,
  shares: Pick<SharedReads, 'find'>,
): Statements {
  const find = async (id: string): Promise<OwnedStatement> => {
    const statement = await reads.statement(requireUuid(id));
    if (statement === null) throw notFound();
    return statement;
  };
  const withResults = async (
    statement: OwnedStatement,
    principal: Principal,
  ): Promise<ReadableStatement> => {
    const share = await requireReader(shares, statement, principal);
    await access.require(resultReader(principal, statement.connectionId, share));
    return { ...statement, readerId: principal.id, share, maxRows: null };
  };
  const findReadable: Statements['findReadable'] = async (principal, id) =>
    withResults(await find(id), principal);
  return {
    findVisible: async (principal, id) => {
      const statement = await find(id);
      const share = await requireVisible(shares, statement, principal);
      return { ...statement, readerId: principal.id, share, maxRows: null };
    },
    findReadable,
    withReadable: async (principal, id, use) => {
      const remembered = ended.take(id);
      if (remembered !== undefined) {
        const readable = await withResults(remembered, principal);
        try {
          return await use(readable);
        } catch (error) {
          // A cached row may be stale: repeat with the current row, which explains the error.
          if (!(error instanceof ResultsError)) throw error;
        }
      }
      return use(await findReadable(principal, id));
    },
  };
}
