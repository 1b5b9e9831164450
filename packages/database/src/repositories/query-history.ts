import { plannedAnew, type Database } from '../client.js';
import { Prisma } from '../generated/client.js';
import { sqlStateOf } from '../sql-state.js';
import type { BoundedSlice } from '../slice.js';
import {
  executedText,
  historyCondition,
  isNameClause,
  textCondition,
  type HistoryClause,
  type HistoryTextClause,
  type NamedIds,
} from './history-clauses.js';

export {
  historyTextFields,
  historyTextOperators,
  type HistoryClause,
  type HistoryTextField,
  type HistoryTextOperator,
} from './history-clauses.js';

/** Which batches a page of the history shows, newest first. */
export interface HistoryPage extends BoundedSlice {
  /** Null: everybody's. */
  userId: string | null;
  /** All must hold. */
  clauses: HistoryClause[];
}

/** A batch in the history, without its text. */
export interface HistoryHead {
  id: string;
  version: number;
  connectionId: string;
  connectionName: string | null;
  userId: string;
  /** The name where it is a service token. */
  userEmail: string | null;
  status: string;
  startTime: Date;
  stopTime: Date | null;
  queryId: string | null;
  queryName: string | null;
  incomplete: boolean | null;
  rowCount: bigint | null;
  /** UTF-8 bytes of its text. */
  bytes: number;
}

/** Why there is no page: the database gave up, or does not take the regular expression of a clause. */
export type HistoryRefusal = 'too_slow' | { badRegex: HistoryClause };

/** What ran, filtered in many ways. */
export interface QueryHistoryRepository {
  /** Gives up after {@link historyTimeoutMs}. */
  page(page: HistoryPage): Promise<HistoryHead[] | HistoryRefusal>;
  /** What these batches ran, by id. */
  texts(ids: string[]): Promise<Map<string, string>>;
}

/** Longest time that the database works for a page. */
export const historyTimeoutMs = 5_000;

export function createQueryHistoryRepository(
  database: Database,
  timeoutMs = historyTimeoutMs,
): QueryHistoryRepository {
  return {
    page: (page) => readPage(database, page, timeoutMs),
    texts: async (ids) => {
      const rows = await database.$queryRaw<{ id: string; text: string }[]>`
        select b.id::text, ${executedText} as text from batches b where b.id = any(${ids}::uuid[])`;
      return new Map(rows.map(({ id, text }) => [id, text]));
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
          // Fails where PostgreSQL does not take the expression, or finds it too complex.
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
      // Longer than the database itself may take: it is to give up first.
      { maxWait: 3_000, timeout: timeoutMs + 10_000 },
    );
  } catch (error) {
    const state = sqlStateOf(error);
    if (state === queryCancelled) return 'too_slow';
    if (tried !== undefined && state === invalidRegex) return { badRegex: tried };
    throw error;
  }
}

/** Gives the next statement what is left of the time for all of them. */
function createTimeLimit(
  transaction: Prisma.TransactionClient,
  timeoutMs: number,
): () => Promise<void> {
  const endsAtMs = performance.now() + timeoutMs;
  return async () => {
    // 0 would be no limit.
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
  const rows =
    clause.field === 'connectionName'
      ? await transaction.$queryRaw<{ id: string }[]>`
          ${plannedAnew}select c.id from connections c where ${textCondition(Prisma.sql`c.name`, isLike)}`
      : await transaction.$queryRaw<{ id: string }[]>`
          ${plannedAnew}select p.id from principals p
          where ${textCondition(Prisma.sql`coalesce(nullif(p.email, ''), p.name)`, isLike)}`;
  return rows.map((row) => row.id);
}

const waiting = Prisma.sql`b.status = 'started' and b.lease_token is null`;
const running = Prisma.sql`b.status = 'started' and b.lease_token is not null`;
const ended = Prisma.sql`b.status <> 'started'`;
const endedShort = Prisma.sql`${ended} and octet_length(${executedText}) <= 8192`;
const endedLong = Prisma.sql`${ended} and octet_length(${executedText}) > 8192`;

/**
 * Partial indexes hold the batches that have ended, or those that have not: each part of them is read by
 * itself, newest first, and no further than the page needs. A part that a clause rules out is left out, which
 * the planner would not see.
 */
function partsOf(clauses: HistoryClause[]): Prisma.Sql[] {
  const status = clauses.find((clause) => clause.field === 'status' && clause.operator === 'eq');
  const isTextSought = clauses.some(
    (clause) => clause.field === 'queryText' && clause.operator !== 'ne',
  );
  return [
    ...(status === undefined || status.value === 'started' ? [waiting, running] : []),
    ...(status?.value === 'started' ? [] : isTextSought ? [endedShort, endedLong] : [ended]),
  ];
}

async function select(
  transaction: Prisma.TransactionClient,
  { userId, clauses, take, skip }: HistoryPage,
  ids: NamedIds,
): Promise<HistoryHead[]> {
  const conditions = [
    ...(userId === null ? [] : [Prisma.sql`b.user_id = ${userId}`]),
    ...clauses.map((clause) => historyCondition(clause, ids)),
  ];
  const found = partsOf(clauses).map(
    (part) => Prisma.sql`(
      select b.id, b.created_at from batches b where ${Prisma.join([part, ...conditions], ' and ')}
      order by b.created_at desc, b.id desc limit ${take + skip})`,
  );
  return transaction.$queryRaw<HistoryHead[]>`
    ${plannedAnew}with page as materialized (
      select id, created_at from (${Prisma.join(found, ' union all ')}) found
      order by created_at desc, id desc limit ${take} offset ${skip}
    )
    select b.id::text, b.version, b.connection_id as "connectionId", c.name as "connectionName",
      b.user_id as "userId", coalesce(nullif(p.email, ''), p.name) as "userEmail", b.status,
      b.start_time as "startTime", b.stop_time as "stopTime", b.query_id as "queryId",
      b.name as "queryName", b.incomplete, b.row_count as "rowCount",
      octet_length(${executedText})::float8 as bytes
    from page join batches b on b.id = page.id
    left join connections c on c.id = b.connection_id
    left join principals p on p.id = b.user_id
    order by page.created_at desc, page.id desc`;
}
