import type { Database } from '../client.js';
import type { Batch, Prisma, Statement } from '../generated/client.js';
import { newId } from '../ids.js';
import { channels } from '../notifications.js';
import type { BatchWithStatements } from './batch-reads.js';

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

/** What became of a cancel request. */
export type CancelRequest = 'ended' | 'asked' | 'final' | 'missing';

/** What clients do to batches; BatchReads reads them, execution has a repository of its own. */
export interface BatchRepository {
  /** Writes the batch and all its statements in one transaction. The row is its own dispatch mark. */
  create(batch: NewBatch): Promise<BatchWithStatements>;
  /**
   * Ends an unclaimed batch at once; marks a claimed one, whose worker is notified. Asking again
   * changes nothing.
   */
  requestCancel(id: string, byUserId: string): Promise<CancelRequest>;
}

export function createBatchRepository(database: Database): BatchRepository {
  return {
    create: (batch) => create(database, batch),
    requestCancel: (id, byUserId) => requestCancel(database, id, byUserId),
  };
}

/** One statement for all: an insert for each through the client cost three times the processor time. */
async function create(database: Database, batch: NewBatch): Promise<BatchWithStatements> {
  const id = newId();
  const statements = batch.statements.map((statement) => ({ id: newId(), ...statement }));
  const [written] = await database.$queryRaw<Pick<Batch, 'version' | 'createdAt'>[]>`
    with batch as (
      insert into batches (id, query_id, name, connection_id, connection_client_id, status,
        batch_text, selected_text, chart, user_id)
      values (${id}::uuid, ${batch.queryId}, ${batch.name}, ${batch.connectionId},
        ${batch.connectionClientId}, 'started', ${batch.batchText}, ${batch.selectedText},
        ${batch.chart === null ? null : JSON.stringify(batch.chart)}::jsonb, ${batch.userId})
      returning version, created_at
    ), statements as (
      insert into statements (id, batch_id, sequence, statement_text, start_offset, end_offset, status)
      select s.id::uuid, ${id}::uuid, s.sequence, s.text, s.start_offset, s.end_offset, 'queued'
      from unnest(${statements.map((each) => each.id)}::text[],
          ${statements.map((each) => each.text)}::text[],
          ${statements.map((each) => each.startOffset)}::int[],
          ${statements.map((each) => each.endOffset)}::int[])
        with ordinality as s (id, text, start_offset, end_offset, sequence)
    )
    select version, created_at as "createdAt" from batch`;
  if (written === undefined) throw new Error('The batch was not written');
  return newRows(id, batch, statements, written);
}

/** The rows as they stand right after the insert, without reading them back. */
function newRows(
  id: string,
  { statements: _statements, ...fields }: NewBatch,
  statements: (NewBatch['statements'][number] & { id: string })[],
  { version, createdAt }: Pick<Batch, 'version' | 'createdAt'>,
): BatchWithStatements {
  const times = { createdAt, updatedAt: createdAt };
  return {
    ...fields,
    ...times,
    id,
    version,
    chart: fields.chart as Prisma.JsonValue,
    status: 'started',
    startTime: createdAt,
    dispatchedAt: createdAt,
    stopTime: null,
    workerId: null,
    leaseToken: null,
    claimedAt: null,
    cancelRequestedAt: null,
    cancelRequestedBy: null,
    cancelConfirmedAt: null,
    cancelOutcome: null,
    statements: statements.map(({ id: statementId, text, startOffset, endOffset }, index) => ({
      ...unrunStatement,
      ...times,
      id: statementId,
      batchId: id,
      sequence: index + 1,
      statementText: text,
      startOffset,
      endOffset,
    })),
  };
}

const unrunStatement = {
  status: 'queued',
  startTime: null,
  stopTime: null,
  columns: null,
  rowCount: null,
  affectedRows: null,
  command: null,
  resultsPath: null,
  bytes: null,
  checksum: null,
  incomplete: null,
  truncatedBy: null,
  notices: [],
  executionId: null,
  error: null,
  expiresAt: null,
} satisfies Partial<Statement>;

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
    select pg_notify(${channels.batchEnded}, id::text)::text from ended`;
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
