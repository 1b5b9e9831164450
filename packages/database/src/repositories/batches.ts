import type { Database } from '../client.js';
import { Prisma, type Batch, type Statement } from '../generated/client.js';
import { newId } from '../ids.js';
import { channels } from '../notifications.js';

export type BatchRow = Batch;
export type StatementRow = Statement;
export type BatchWithStatements = Batch & { statements: Statement[] };

/** A batch to be written; its statements are numbered in the order given. */
export interface NewBatch {
  connectionId: string;
  connectionClientId: string | null;
  queryId: string | null;
  name: string | null;
  batchText: string;
  selectedText: string | null;
  chart: Prisma.InputJsonValue | null;
  userId: string;
  statements: { text: string; startOffset: number; endOffset: number }[];
}

/** Which batches a list shows; newest first. */
export interface BatchFilter {
  userId: string;
  /** Null: only those without a query. Undefined: all. */
  queryId?: string | null | undefined;
  limit: number;
  offset: number;
  includeStatements: boolean;
}

/** What became of a cancel request. */
export type CancelRequest = 'ended' | 'asked' | 'final' | 'missing';

/** Batches and their statements as clients see them; execution has a repository of its own. */
export interface BatchRepository {
  /** Writes the batch and all its statements in one transaction. The row is its own dispatch mark. */
  create(batch: NewBatch): Promise<BatchWithStatements>;
  find(id: string): Promise<BatchWithStatements | null>;
  findStatement(id: string): Promise<(Statement & { batch: Batch }) | null>;
  list(filter: BatchFilter): Promise<(Batch & { statements?: Statement[] })[]>;
  /** Current versions of those batches that exist, by id: one query for any number of watchers. */
  versions(ids: string[]): Promise<Map<string, number>>;
  /**
   * Ends an unclaimed batch at once; marks a claimed one, whose worker is notified. Asking again
   * changes nothing.
   */
  requestCancel(id: string, byUserId: string): Promise<CancelRequest>;
}

const orderedStatements = { orderBy: { sequence: 'asc' } } as const;

export function createBatchRepository(database: Database): BatchRepository {
  return {
    create: (batch) => create(database, batch),
    find: (id) =>
      database.batch.findUnique({ where: { id }, include: { statements: orderedStatements } }),
    findStatement: (id) =>
      database.statement.findUnique({ where: { id }, include: { batch: true } }),
    list: ({ userId, queryId, limit, offset, includeStatements }) =>
      database.batch.findMany({
        where: { userId, ...(queryId === undefined ? {} : { queryId }) },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
        skip: offset,
        ...(includeStatements ? { include: { statements: orderedStatements } } : {}),
      }),
    versions: async (ids) => {
      const rows = await database.batch.findMany({
        where: { id: { in: ids } },
        select: { id: true, version: true },
      });
      return new Map(rows.map((row) => [row.id, row.version]));
    },
    requestCancel: (id, byUserId) => requestCancel(database, id, byUserId),
  };
}

async function create(database: Database, batch: NewBatch): Promise<BatchWithStatements> {
  const { statements, chart, ...fields } = batch;
  const id = newId();
  const [row, rows] = await database.$transaction([
    database.batch.create({
      data: { ...fields, id, status: 'started', chart: chart ?? Prisma.DbNull },
    }),
    database.statement.createManyAndReturn({
      data: statements.map(({ text, startOffset, endOffset }, index) => ({
        id: newId(),
        batchId: id,
        sequence: index + 1,
        statementText: text,
        startOffset,
        endOffset,
        status: 'queued',
      })),
    }),
  ]);
  return { ...row, statements: rows.sort((a, b) => a.sequence - b.sequence) };
}

async function requestCancel(
  database: Database,
  id: string,
  byUserId: string,
): Promise<CancelRequest> {
  const ended = await database.$queryRaw<unknown[]>`
    with ended as (
      update batches
      set status = 'cancelled', stop_time = now(), updated_at = now(), version = version + 1,
        cancel_requested_at = now(), cancel_requested_by = ${byUserId},
        cancel_confirmed_at = now(), cancel_outcome = 'confirmed'
      where id = ${id}::uuid and status = 'started' and lease_token is null
      returning id
    ), cancelled as (
      update statements
      set status = 'cancelled', updated_at = now()
      from ended where batch_id = ended.id and status = 'queued'
    )
    select pg_notify(${channels.batchChanged}, id::text)::text from ended`;
  if (ended.length > 0) return 'ended';
  const asked = await database.$queryRaw<{ first: boolean }[]>`
    with asked as (
      update batches
      set cancel_requested_at = coalesce(cancel_requested_at, now()),
        cancel_requested_by = coalesce(cancel_requested_by, ${byUserId}),
        updated_at = now(), version = version + 1
      where id = ${id}::uuid and status = 'started' and lease_token is not null
      returning id
    )
    select pg_notify(${channels.cancelAsked}, id::text)::text,
      pg_notify(${channels.batchChanged}, id::text)::text
    from asked`;
  if (asked.length > 0) return 'asked';
  const row = await database.batch.findUnique({ where: { id }, select: { status: true } });
  if (row === null) return 'missing';
  // Between the two updates the claim may have been given back: then the batch waits again.
  return row.status === 'started' ? requestCancel(database, id, byUserId) : 'final';
}
