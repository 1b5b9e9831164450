import type { Database } from '../client.js';
import { Prisma, type Batch, type Statement } from '../generated/client.js';
import { newId } from '../ids.js';
import { channels } from '../channels.js';
import { hasAccess } from './accesses.js';
import { requestCancel, type CancelRequest } from './batch-cancel.js';
import type { BatchWithStatements } from './batch-reads.js';
import { defaultWorkerPool, lastQueuePlace } from '@sluice/contracts';

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
  /** What the client named its request; null when it did not. */
  idempotency: Idempotency | null;
  /** Whom it is counted for. */
  tenancy: Tenancy;
  /** What the caller took to be so of the connection; absent when nothing is to be checked. */
  expected?: ExpectedConnection | undefined;
  /** W3C traceparent of the request; absent when nothing is traced. */
  traceParent?: string | null | undefined;
  /** What the record says of it; absent: nothing. */
  audit?: BatchAudit | undefined;
  /** Nobody is told of the batch before {@link BatchRepository.flush}, or its end, has made it durable. */
  isDurableLater?: boolean | undefined;
}

/** Who made a batch, and by which name of its SQL. */
export interface BatchAudit {
  actorName: string | null;
  address: string;
  sqlHash: string;
}

/** The connection as it was when the text was split. */
export interface ExpectedConnection {
  driver: string;
  /** The user needs no access row. */
  isAdmin: boolean;
}

/** How batches are told apart by tenant. */
export interface Tenancy {
  /** Path of the tenant's name in the user's `data`; null: each user is a tenant. */
  path: string[] | null;
  /** Most batches of a tenant that wait at the same time; 0 = any number. */
  maxWaiting: number;
}

/** A batch that has just been written. */
export interface CreatedBatch {
  batch: BatchWithStatements;
  /** Its place among all that wait for its pool, from 1 to `lastQueuePlace`. */
  position: number;
  /** A worker with a free slot was told of it. */
  announced: boolean;
  /** A worker of its pool lives. */
  isServed: boolean;
}

/** Why a batch was not written. */
export type CreateRefusal = 'other_connection' | 'known_key' | 'too_many_waiting';

/** A request by the name that its client gave it, and a hash of its body. */
export interface Idempotency {
  key: string;
  requestHash: string;
}

/** What clients do to batches; BatchReads reads them, execution has a repository of its own. */
export interface BatchRepository {
  /**
   * Writes the batch and all its statements in one transaction, and tells a worker with a free slot
   * once it is committed. The row is its own dispatch mark.
   *
   * @returns the batch; why not, when nothing was written: the connection is gone, has another driver or
   *   is not for this user; the user has used the idempotency key in the last 24 hours; or the tenant has
   *   too many batches that wait.
   */
  create(batch: NewBatch): Promise<CreatedBatch | CreateRefusal>;
  /** Makes all that was written before durable. */
  flush(): Promise<void>;
  /** The batch that an idempotency key of the last 24 hours stands for. */
  findByKey(userId: string, key: string): Promise<{ batchId: string; requestHash: string } | null>;
  /**
   * Ends an unclaimed batch at once; marks one that a worker holds, who is notified, or that a worker is
   * to go on with. Asking again changes nothing.
   */
  requestCancel(id: string, byUserId: string): Promise<CancelRequest>;
}

export function createBatchRepository(database: Database): BatchRepository {
  return {
    create: (batch) => create(database, batch),
    flush: async () => {
      // A commit waits for the disk only when it has written something.
      await database.$queryRaw`select pg_logical_emit_message(true, 'sluice', '')::text`;
    },
    findByKey: async (userId, key) => {
      const [known] = await database.$queryRaw<{ batchId: string; requestHash: string }[]>`
        select batch_id::text as "batchId", request_hash as "requestHash"
        from ${knownKey(userId, key)}`;
      return known ?? null;
    },
    requestCancel: (id, byUserId) => requestCancel(database, id, byUserId),
  };
}

/** Keys end by the database's clock, wherever one looks. */
const knownKey = (userId: string, key: string | null) => Prisma.sql`
  idempotency_keys
  where user_id = ${userId} and key = ${key} and created_at >= now() - interval '24 hours'`;

interface Written {
  version: number | null;
  createdAt: Date;
  tenant: string;
  turn: bigint;
  workerPool: string;
  isServed: boolean;
  room: boolean;
  known: boolean;
  /** The connection is as expected. */
  fits: boolean;
  /** Null when no worker was told. */
  told: string | null;
  position: number;
}

/** One statement for all: an insert for each through the client cost three times the processor time. */
async function create(database: Database, batch: NewBatch): Promise<CreatedBatch | CreateRefusal> {
  const id = newId();
  const statements = batch.statements.map((statement) => ({ id: newId(), ...statement }));
  const { key = null, requestHash = null } = batch.idempotency ?? {};
  const { path, maxWaiting } = batch.tenancy;
  const [written] = await database.$queryRaw<Written[]>`
    with connection as materialized (
      select ${fits(batch)} as fits, coalesce(
        (select worker_pool from connections where id = ${batch.connectionId}),
        ${defaultWorkerPool}) as pool
    ), owner as materialized (
      select coalesce((
        select nullif(data #>> ${path}::text[], '') from users
        where id = ${batch.userId} and ${path}::text[] is not null), ${batch.userId}) as tenant_name
    ), place as materialized (
      -- In its pool, after its tenant's last, and not before those whose turn is now.
      select tenant_name,
        greatest(
          coalesce((select max(turn) + 1 from batches
            where tenant = tenant_name and worker_pool = pool
              and status = 'started' and lease_token is null), 0),
          coalesce((select min(turn) from batches
            where worker_pool = pool and status = 'started' and lease_token is null), 0)) as turn,
        ${maxWaiting}::int = 0 or ${maxWaiting}::int > (select count(*) from (
          select from batches where tenant = tenant_name and status = 'started' and lease_token is null
          limit ${maxWaiting}::int) waiting) as room
      from owner, connection
    ), key as (
      insert into idempotency_keys as known (user_id, key, request_hash, batch_id)
      select ${batch.userId}, ${key}, ${requestHash}, ${id}::uuid from place, connection
      where ${key}::text is not null and room and fits
      on conflict (user_id, key) do update
      set request_hash = excluded.request_hash, batch_id = excluded.batch_id, created_at = now()
      where known.created_at < now() - interval '24 hours'
      returning true
    ), batch as (
      insert into batches (id, query_id, name, connection_id, connection_client_id, status,
        batch_text, selected_text, chart, user_id, tenant, turn, worker_pool,
        trace_parent)
      select ${id}::uuid, ${batch.queryId}, ${batch.name}, ${batch.connectionId},
        ${batch.connectionClientId}, 'started', ${batch.batchText}, ${batch.selectedText},
        ${batch.chart === null ? null : JSON.stringify(batch.chart)}::jsonb, ${batch.userId},
        place.tenant_name, place.turn, connection.pool, ${batch.traceParent ?? null}
      from place, connection where room and fits and (${key}::text is null or exists (select from key))
      returning version, created_at
    ), statements as (
      insert into statements (id, batch_id, sequence, statement_text, start_offset, end_offset, status)
      select s.id::uuid, ${id}::uuid, s.sequence, s.text, s.start_offset, s.end_offset, 'queued'
      from unnest(${statements.map((each) => each.id)}::text[],
          ${statements.map((each) => each.text)}::text[],
          ${statements.map((each) => each.startOffset)}::int[],
          ${statements.map((each) => each.endOffset)}::int[])
        with ordinality as s (id, text, start_offset, end_offset, sequence)
      where exists (select from batch)
    ), recorded as (
      insert into audit_events (action, outcome, actor_id, actor_name, target, address, detail)
      select 'batch.created', 'done', ${batch.userId}, ${batch.audit?.actorName ?? null},
        'batches/' || ${id}, ${batch.audit?.address ?? null},
        jsonb_build_object('connectionId', ${batch.connectionId}::text,
          'sqlHash', ${batch.audit?.sqlHash ?? null}::text, 'statements', ${statements.length}::int)
      from batch where ${batch.audit !== undefined}
    ), idle as (
      -- Of its pool the worker with most free slots, if one has any: a batch of a client is for its client's.
      select id from (
        select w.id, w.slots - (select count(*) from batches b
          where b.worker_id = w.id and b.status = 'started' and b.lease_token is not null) as free
        from workers w, connection where w.lease_expires_at > now() and pool = any (w.pools)
      ) living
      where free > 0 and ${batch.connectionClientId}::text is null
      order by free desc, random() limit 1
    )
    select version, created_at as "createdAt", place.tenant_name as tenant, place.turn, room, fits,
      pool as "workerPool",
      exists (select from workers w where w.lease_expires_at > now() and pool = any (w.pools))
        as "isServed",
      exists (select from ${knownKey(batch.userId, key)}) as known,
      (select pg_notify(${channels.batchWaiting}, idle.id)::text from idle where version is not null) as told,
      (select count(*)::int + 1 from (
        select from batches w
        where w.worker_pool = pool and w.turn <= place.turn and w.status = 'started' and w.lease_token is null
        limit ${lastQueuePlace - 1}::int) ahead) as position,
      (select set_config('synchronous_commit', 'off', true)
        where ${batch.isDurableLater === true}) as eased
    from place cross join connection left join batch on true`;
  if (written?.fits === false) return 'other_connection';
  if (written?.version == null) {
    // What was taken once is not refused for want of room: nothing new would wait.
    return written?.room === false && !written.known ? 'too_many_waiting' : 'known_key';
  }
  const rows = newRows(id, batch, statements, { ...written, version: written.version });
  const { position, isServed } = written;
  return { batch: rows, position, announced: written.told !== null, isServed };
}

/** Whether the connection is still the one that the text was split for, and the user may use it. */
const fits = ({ connectionId, userId, expected }: NewBatch) =>
  expected === undefined
    ? Prisma.sql`true`
    : Prisma.sql`exists (
        select from connections c where c.id = ${connectionId} and c.driver = ${expected.driver}
          and (${expected.isAdmin} or ${hasAccess(Prisma.sql`c.id`, userId)}))`;

/** The rows as they stand right after the insert, without reading them back. */
function newRows(
  id: string,
  {
    statements: _statements,
    idempotency: _idempotency,
    tenancy: _tenancy,
    expected: _expected,
    audit: _audit,
    isDurableLater: _isDurableLater,
    ...fields
  }: NewBatch,
  statements: (NewBatch['statements'][number] & { id: string })[],
  {
    version,
    createdAt,
    tenant,
    turn,
    workerPool,
  }: Pick<Batch, 'version' | 'createdAt' | 'tenant' | 'turn' | 'workerPool'>,
): BatchWithStatements {
  const times = { createdAt, updatedAt: createdAt };
  return {
    ...fields,
    ...times,
    id,
    version,
    tenant,
    turn,
    workerPool,
    chart: fields.chart as Prisma.JsonValue,
    traceParent: fields.traceParent ?? null,
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
    rowCount: null,
    incomplete: null,
    cancelReason: null,
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
  resultsLostAt: null,
  adoptions: 0,
} satisfies Partial<Statement>;
