import { lastQueuePlace, type WaitReason } from '@sluice/contracts';
import type { Database } from '../client.js';
import { Prisma, type Batch, type Statement } from '../generated/client.js';
import type { BoundedSlice } from '../slice.js';
import { batchFields, readStatement, statementFields, type StatementJson } from './batch-rows.js';
import type { RunningLimits } from './claims.js';

export type BatchRow = Batch;
export type StatementRow = Statement;
export type BatchWithStatements = Batch & { statements: Statement[] };

/** A statement with its batch's owner, connection, name and time. */
export type StatementOfBatch = Statement & {
  userId: string;
  connectionId: string;
  batchName: string | null;
  batchCreatedAt: Date;
};

/** What a poll needs of a batch that has not changed. */
export interface BatchHead {
  version: number;
  userId: string;
}

/** A page of somebody's batches, newest first. */
export interface BatchPage extends BoundedSlice {
  userId: string;
  /** Null: only those without a query. Undefined: all. */
  queryId: string | null | undefined;
  includeStatements: boolean;
}

/** One batch of a {@link BatchPage} before it is read. */
export interface ListedBatch {
  id: string;
  version: number;
  /** UTF-8 bytes of its texts: how heavy it is to read. */
  bytes: number;
}

/** Where a waiting batch stands. */
export interface QueuePlace {
  /** Among all that wait for its pool, from 1 to `lastQueuePlace`. */
  position: number;
  /** Null when nothing holds it back. */
  reason: WaitReason | null;
}

/** Reads shaped for the hot paths: many ids in one query, and no more columns than needed. */
export interface BatchReads {
  /** One primary-key read for any number of batches. */
  heads(ids: string[]): Promise<Map<string, BatchHead>>;
  /** Whole batches, each with its statements as of the same moment. */
  bodies(ids: string[]): Promise<Map<string, BatchWithStatements>>;
  /** The places of those among these batches that wait. */
  places(ids: string[]): Promise<Map<string, QueuePlace>>;
  /** A statement and what its batch says of it. */
  statement(id: string): Promise<StatementOfBatch | null>;
  page(page: BatchPage): Promise<ListedBatch[]>;
  /** Rows for a list, by id. */
  rows(
    ids: string[],
    includeStatements: boolean,
  ): Promise<Map<string, Batch & { statements?: Statement[] }>>;
}

/** Reads from the service's own database. */
export function createBatchReads(database: Database, running: RunningLimits): BatchReads {
  return {
    heads: async (ids) => {
      const rows = await database.$queryRaw<(BatchHead & { id: string })[]>`
        select id::text, version, user_id as "userId" from batches where ${isAmong(Prisma.sql`id`, ids)}`;
      return byId(rows);
    },
    bodies: (ids) => readBodies(database, ids),
    places: (ids) => readPlaces(database, running, ids),
    statement: async (id) => {
      const [row] = await database.$queryRaw<StatementOfBatch[]>`
        select ${statementFields('s')}, b.user_id as "userId",
          b.connection_id as "connectionId", b.name as "batchName", b.created_at as "batchCreatedAt"
        from statements s join batches b on b.id = s.batch_id where s.id = ${id}::uuid`;
      return row ?? null;
    },
    page: (page) => readPage(database, page),
    rows: async (ids, includeStatements) => {
      if (includeStatements) return readBodies(database, ids);
      return byId(
        await database.$queryRaw<Batch[]>`
          select ${batchFields('b')} from batches b where id = any(${ids}::uuid[])`,
      );
    },
  };
}

type BatchWithJson = Batch & { statements: StatementJson[] };

// The client's own reads of a batch and its statements took four times the processor time of this.
async function readBodies(
  database: Database,
  ids: string[],
): Promise<Map<string, BatchWithStatements>> {
  const rows = await database.$queryRaw<BatchWithJson[]>`
    select ${batchFields('b')},
      (select json_agg(row order by row.sequence) from (
        select ${statementFields('s')} from statements s where s.batch_id = b.id) row) as statements
    from batches b where ${isAmong(Prisma.sql`b.id`, ids)}`;
  return byId(rows.map((row) => ({ ...row, statements: row.statements.map(readStatement) })));
}

async function readPage(
  database: Database,
  { userId, queryId, take, skip, includeStatements }: BatchPage,
): Promise<ListedBatch[]> {
  const ofQuery =
    queryId === undefined
      ? Prisma.empty
      : queryId === null
        ? Prisma.sql`and query_id is null`
        : Prisma.sql`and query_id = ${queryId}`;
  // Each statement's row and columns weigh something beside its text.
  const statementBytes = includeStatements
    ? Prisma.sql`+ coalesce((select sum(octet_length(statement_text) + 1000) from statements
        where batch_id = batches.id), 0)`
    : Prisma.empty;
  return database.$queryRaw<ListedBatch[]>`
    select id::text, version,
      (octet_length(batch_text) + coalesce(octet_length(selected_text), 0) ${statementBytes}
        )::float8 as bytes
    from batches where user_id = ${userId} ${ofQuery}
    order by created_at desc, id desc limit ${take} offset ${skip}`;
}

async function readPlaces(
  database: Database,
  running: RunningLimits,
  ids: string[],
): Promise<Map<string, QueuePlace>> {
  return byId(
    await database.$queryRaw<(QueuePlace & { id: string })[]>`
      with taken as materialized (
        select * from full_slots(${running.perTenant}::int, ${running.perUser}::int)
      ), alive as materialized (
        select pool, sum(slots) as slots, count(paused_for) as paused,
          sum(greatest(0, slots - (select count(*) from batches b
            where b.worker_id = w.id and b.status = 'started' and b.lease_token is not null
              and b.connection_client_id is null))) as free
        from workers w, unnest(pools) pool where lease_expires_at > now()
        group by pool
      ), waiting as materialized (
        select id, worker_pool, connection_client_id, connection_id, tenant, user_id from batches
        where id = any(${ids}::uuid[]) and status = 'started' and lease_token is null
      ), first as (
        -- Not all that wait: a hundred thousand would be counted for each look at one of them.
        select ahead.id, row_number() over (partition by pool order by ahead.turn, ahead.id) as position
        from (select distinct worker_pool as pool from waiting) pools cross join lateral (
          select id, turn from batches
          where worker_pool = pool and status = 'started' and lease_token is null
          order by turn, id limit ${lastQueuePlace - 1}::int) ahead
      )
      select w.id::text, coalesce(first.position, ${lastQueuePlace})::int as position,
        case
          when w.connection_client_id = any (taken.clients) then 'client_busy'
          when alive.pool is null and exists (select from alive) then 'no_pool_worker'
          when alive.slots = 0 and alive.paused > 0 then 'storage_full'
          when alive.slots is null or alive.slots = 0 then 'no_worker'
          when exists (select from target_limits l where l.connection_id = w.connection_id
            and l.refused_at > clock_timestamp() - interval '10 seconds') then 'target_full'
          when w.connection_id = any (taken.connections) then 'connection_limit'
          when w.tenant = any (taken.tenants) then 'tenant_limit'
          when w.user_id = any (taken.users) then 'user_limit'
          when alive.free = 0 and w.connection_client_id is null then 'workers_busy'
        end as reason
      from waiting w cross join taken left join alive on alive.pool = w.worker_pool
      left join first on first.id = w.id`,
  );
}

/** One id by itself: a list of any length is planned anew each time, which takes longer than the read. */
const isAmong = (column: Prisma.Sql, ids: string[]): Prisma.Sql =>
  ids.length === 1
    ? Prisma.sql`${column} = ${ids[0]}::uuid`
    : Prisma.sql`${column} = any(${ids}::uuid[])`;

const byId = <Row extends { id: string }>(rows: Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));
