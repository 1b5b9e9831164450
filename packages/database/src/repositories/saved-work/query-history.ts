import { batchStatuses } from '@sluice/contracts/enums';
import { z } from 'zod';
import { unnamedStatement, type Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRows, sqlQuery } from '../../query.js';
import { idRow } from '../../rows.js';
import { sqlStateOf } from '../../sql-state.js';
import type { BoundedSlice } from '../../slice.js';
import {
  executedText,
  historyCondition,
  isNameClause,
  textCondition,
  type HistoryClause,
  type HistoryTextClause,
  type NamedIds,
} from './history-clauses.js';
import { storedParameters, type StoredParameters } from '../queue/stored-parameters.js';

export {
  historyTextFields,
  historyTextOperators,
  type HistoryClause,
  type HistoryTextField,
  type HistoryTextOperator,
} from './history-clauses.js';

/** A page of the query history, newest first. */
export interface HistoryPage extends BoundedSlice {
  /** Only batches of this user; null: all batches. */
  userId: string | null;
  /** Only batches of these connections; undefined: all. */
  connectionIds?: readonly string[] | undefined;
  /** All conditions must match. */
  clauses: HistoryClause[];
}

const historyHead = z.object({
  id: z.string(),
  version: z.int(),
  connectionId: z.string(),
  connectionName: z.string().nullable(),
  userId: z.string(),
  /** The name of a service token. */
  userEmail: z.string().nullable(),
  status: z.enum(batchStatuses),
  startTime: z.date(),
  stopTime: z.date().nullable(),
  queryId: z.string().nullable(),
  queryName: z.string().nullable(),
  incomplete: z.boolean().nullable(),
  rowCount: z.bigint().nullable(),
  /** UTF-8 bytes of its text. */
  bytes: z.number(),
});

/** A batch in the query history, without its text. */
export type HistoryHead = z.infer<typeof historyHead>;

/** Why there is no page: the query timed out, or PostgreSQL rejects the regular expression of a clause. */
export type HistoryRefusal = 'too_slow' | { badRegex: HistoryClause };

/** The text and parameters of a batch. */
export interface HistoryText {
  text: string;
  parameters: StoredParameters;
}

/** The query history. */
export interface QueryHistoryRepository {
  /** Returns `too_slow` after {@link historyTimeoutMs}. */
  page(page: HistoryPage): Promise<HistoryHead[] | HistoryRefusal>;
  /** The texts that these batches ran, with their parameters, by ID. */
  texts(ids: string[]): Promise<Map<string, HistoryText>>;
}

/** Maximum time that the database spends on a page. */
export const historyTimeoutMs = 5_000;

const textRow = idRow.extend({ text: z.string(), parameters: z.string().nullable() });

export function createQueryHistoryRepository(
  database: Database,
  timeoutMs = historyTimeoutMs,
): QueryHistoryRepository {
  return {
    page: (page) => readPage(database, page, timeoutMs),
    texts: async (ids) => {
      const rows = await queryRows(
        database,
        textRow,
        Prisma.sql`
          select b.id::text, ${executedText} as text, b.parameters
          from batches b where b.id = any(${ids}::uuid[])`,
      );
      return new Map(
        rows.map(({ id, text, parameters }) => [
          id,
          { text, parameters: storedParameters(parameters) },
        ]),
      );
    },
  };
}

async function readPage(
  database: Database,
  page: HistoryPage,
  timeoutMs: number,
): Promise<HistoryHead[] | HistoryRefusal> {
  let tried: HistoryClause | undefined;
  try {
    return await database.$transaction(
      async (transaction) => {
        const limit = createTimeLimit(transaction, timeoutMs);
        for (tried of page.clauses.filter(({ operator }) => operator === 'regex')) {
          await limit();
          // It fails when PostgreSQL rejects the expression or finds it too complex.
          await transaction.$queryRaw`select '' ~ ${tried.value}::text as matches`;
        }
        tried = undefined;
        const ids: NamedIds = new Map();
        for (const clause of page.clauses.filter(isNameClause)) {
          await limit();
          ids.set(clause, await idsOf(transaction, clause));
        }
        await limit();
        return select(transaction, page, ids);
      },
      // Longer than the database's own timeout, which must end the query first.
      { maxWait: 3_000, timeout: timeoutMs + 10_000 },
    );
  } catch (error) {
    const state = sqlStateOf(error);
    if (state === queryCancelled) return 'too_slow';
    if (tried !== undefined && state === invalidRegex) return { badRegex: tried };
    throw error;
  }
}

/** Sets the timeout of the next statement to the time that is left for all of them. */
function createTimeLimit(
  transaction: Prisma.TransactionClient,
  timeoutMs: number,
): () => Promise<void> {
  const endsAtMs = performance.now() + timeoutMs;
  return async () => {
    // 0 would disable the timeout.
    const leftMs = Math.max(1, Math.round(endsAtMs - performance.now()));
    await transaction.$executeRaw`select set_config('statement_timeout', ${String(leftMs)}, true)`;
  };
}

const queryCancelled = '57014';
const invalidRegex = '2201B';

async function idsOf(
  transaction: Prisma.TransactionClient,
  clause: HistoryTextClause,
): Promise<string[]> {
  const isLike = {
    ...clause,
    operator: clause.operator === 'ne' ? 'eq' : clause.operator,
  } as const;
  const query =
    clause.field === 'connectionName'
      ? Prisma.sql`
          ${unnamedStatement}select c.id from connections c where ${textCondition(Prisma.sql`c.name`, isLike)}`
      : Prisma.sql`
          ${unnamedStatement}select p.id from principals p
          where ${textCondition(Prisma.sql`coalesce(nullif(p.email, ''), p.name)`, isLike)}`;
  return (await queryRows(transaction, idRow, query)).map((row) => row.id);
}

const waiting = Prisma.sql`b.status = 'started' and b.lease_token is null`;
const running = Prisma.sql`b.status = 'started' and b.lease_token is not null`;
const ended = Prisma.sql`b.status <> 'started'`;
const endedShort = Prisma.sql`${ended} and octet_length(${executedText}) <= 8192`;
const endedLong = Prisma.sql`${ended} and octet_length(${executedText}) > 8192`;

/**
 * The parts of the table that its partial indexes cover. Each part is read newest first and no further than the page
 * needs. A part that a clause excludes is left out, which the planner would not notice.
 */
function partsOf(clauses: HistoryClause[]): Prisma.Sql[] {
  const status = clauses.find((clause) => clause.field === 'status' && clause.operator === 'eq');
  const searchesText = clauses.some(
    (clause) => clause.field === 'queryText' && clause.operator !== 'ne',
  );
  return [
    ...(status === undefined || status.value === 'started' ? [waiting, running] : []),
    ...(status?.value === 'started' ? [] : searchesText ? [endedShort, endedLong] : [ended]),
  ];
}

async function select(
  transaction: Prisma.TransactionClient,
  { userId, connectionIds, clauses, take, skip }: HistoryPage,
  ids: NamedIds,
): Promise<HistoryHead[]> {
  const conditions = [
    ...(userId === null ? [] : [Prisma.sql`b.user_id = ${userId}`]),
    ...(connectionIds === undefined
      ? []
      : [Prisma.sql`b.connection_id = any(${[...connectionIds]}::text[])`]),
    ...clauses.map((clause) => historyCondition(clause, ids)),
  ];
  const found = partsOf(clauses).map(
    (part) => Prisma.sql`(
      select b.id, b.created_at from batches b where ${Prisma.join([part, ...conditions], ' and ')}
      order by b.created_at desc, b.id desc limit ${take + skip})`,
  );
  return queryRows(
    transaction,
    historyHead,
    sqlQuery('listHistory', {
      unnamed: unnamedStatement,
      found: Prisma.join(found, ' union all '),
      take,
      skip,
      executedText,
    }),
  );
}
