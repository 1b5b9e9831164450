import { lastQueuePlace, type BatchStatus, type WaitReason } from '@sluice/contracts';
import { waitReasons } from '@sluice/contracts/enums';
import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma, type Batch, type Statement } from '../../generated/client.js';
import { queryRow, queryRows, sqlQuery } from '../../query.js';
import { anyRow, batchRow, statementJson, statementRow } from '../../rows.js';
import type { BoundedSlice } from '../../slice.js';
import { batchFields, statementFields } from './batch-columns.js';
import { sharedWith } from '../results/batch-shares.js';
import type { RunningLimits } from './claims.js';

export type BatchRow = Batch;
export type StatementRow = Statement;
export type BatchWithStatements = Batch & { statements: Statement[] };

/** A statement with the owner, connection, name and creation time of its batch. */
export type StatementOfBatch = Statement & {
  userId: string;
  accessUserId: string | null;
  connectionId: string;
  batchName: string | null;
  batchCreatedAt: Date;
};

/** The user and the connection of a batch, which never change. */
export interface BatchOwner {
  userId: string;
  /** The user whose access it uses; null: its own user. */
  accessUserId: string | null;
  connectionId: string;
}

/** A page of a user's batches, or of those shared with the user, newest first. */
export interface BatchPage extends BoundedSlice {
  userId: string;
  /** The path of the tenant in the data of users, for batches shared with the user; undefined: the user's own. */
  shared?: { tenantPath: string[] | null } | undefined;
  /** Only batches of these connections; undefined: all. */
  connectionIds?: readonly string[] | undefined;
  /** Null: only batches without a saved query. Undefined: all. */
  queryId: string | null | undefined;
  /** Undefined: all. */
  status: BatchStatus | undefined;
  includeStatements: boolean;
}

/** One batch of a {@link BatchPage} before it is read. */
export interface ListedBatch {
  id: string;
  version: number;
  /** UTF-8 bytes of its texts: the cost of reading it. */
  bytes: number;
}

/** Position of a waiting batch. */
export interface QueuePlace {
  /** Among the waiting batches of its pool, from 1 to `lastQueuePlace`. */
  position: number;
  /** Null when nothing holds it back. */
  reason: WaitReason | null;
}

/** Reads for the hot paths: many IDs in one query, and no more columns than needed. */
export interface BatchReads {
  /** The current versions: a poll of an unchanged batch needs no more. */
  versions(ids: string[]): Promise<Map<string, number>>;
  /** The users and the connections of the batches. */
  owners(ids: string[]): Promise<Map<string, BatchOwner>>;
  /** Whole batches, each with its statements as of the same moment. */
  bodies(ids: string[]): Promise<Map<string, BatchWithStatements>>;
  /** The positions of those among these batches that wait. */
  places(ids: string[]): Promise<Map<string, QueuePlace>>;
  /** Whether no worker has claimed the batch and it has not ended. */
  isWaiting(id: string): Promise<boolean>;
  statement(id: string): Promise<StatementOfBatch | null>;
  page(page: BatchPage): Promise<ListedBatch[]>;
  /** Rows for a list, by ID. */
  rows(
    ids: string[],
    includeStatements: boolean,
  ): Promise<Map<string, Batch & { statements?: Statement[] }>>;
}

const versionRow = z.object({ id: z.string(), version: z.int() });
const ownerRow = z.object({
  id: z.string(),
  userId: z.string(),
  accessUserId: z.string().nullable(),
  connectionId: z.string(),
});
const bodyRow = batchRow.extend({ statements: z.array(statementJson) });
const listedRow = z.object({ id: z.string(), version: z.int(), bytes: z.number() });
const placeRow = z.object({
  id: z.string(),
  position: z.int(),
  reason: z.enum(waitReasons).nullable(),
});
const statementOfBatchRow = statementRow.extend({
  userId: z.string(),
  accessUserId: z.string().nullable(),
  connectionId: z.string(),
  batchName: z.string().nullable(),
  batchCreatedAt: z.date(),
});

export function createBatchReads(database: Database, running: RunningLimits): BatchReads {
  return {
    versions: async (ids) => {
      const query = Prisma.sql`
        select id::text, version from batches where ${isAmong(Prisma.sql`id`, ids)}`;
      const rows = await queryRows(database, versionRow, query);
      return new Map(rows.map(({ id, version }) => [id, version]));
    },
    owners: async (ids) => {
      const query = Prisma.sql`
        select id::text, user_id as "userId", access_user_id as "accessUserId",
          connection_id as "connectionId"
        from batches where ${isAmong(Prisma.sql`id`, ids)}`;
      return byId(await queryRows(database, ownerRow, query));
    },
    bodies: (ids) => readBodies(database, ids),
    places: async (ids) =>
      byId(
        await queryRows(
          database,
          placeRow,
          sqlQuery('readQueuePlaces', { ...running, ids, lastPlace: lastQueuePlace }),
        ),
      ),
    isWaiting: async (id) => {
      const query = Prisma.sql`
        select true as waiting from batches
        where id = ${id}::uuid and status = 'started' and lease_token is null`;
      return (await queryRow(database, anyRow, query)) !== undefined;
    },
    statement: async (id) => {
      const row = await queryRow(
        database,
        statementOfBatchRow,
        Prisma.sql`
          select ${statementFields}, b.user_id as "userId", b.access_user_id as "accessUserId",
            b.connection_id as "connectionId", b.name as "batchName", b.created_at as "batchCreatedAt"
          from statements s join batches b on b.id = s.batch_id where s.id = ${id}::uuid`,
      );
      return row ?? null;
    },
    page: (page) => readPage(database, page),
    rows: async (ids, includeStatements) => {
      if (includeStatements) return readBodies(database, ids);
      const query = Prisma.sql`
        select ${batchFields} from batches b where id = any(${ids}::uuid[])`;
      return byId(await queryRows(database, batchRow, query));
    },
  };
}

// Prisma's own read of a batch and its statements took four times the processor time of this query.
async function readBodies(
  database: Database,
  ids: string[],
): Promise<Map<string, BatchWithStatements>> {
  const query = Prisma.sql`
    select ${batchFields},
      (select json_agg(row order by row.sequence) from (
        select ${statementFields} from statements s where s.batch_id = b.id) row) as statements
    from batches b where ${isAmong(Prisma.sql`b.id`, ids)}`;
  return byId(await queryRows(database, bodyRow, query));
}

async function readPage(
  database: Database,
  { userId, shared, connectionIds, queryId, status, take, skip, includeStatements }: BatchPage,
): Promise<ListedBatch[]> {
  const ofUser =
    shared === undefined
      ? Prisma.sql`user_id = ${userId}`
      : Prisma.sql`id in (${sharedWith(userId, shared.tenantPath)})`;
  const ofQuery =
    queryId === undefined
      ? Prisma.empty
      : queryId === null
        ? Prisma.sql`and query_id is null`
        : Prisma.sql`and query_id = ${queryId}`;
  const ofStatus = status === undefined ? Prisma.empty : Prisma.sql`and ${hasStatus(status)}`;
  const ofConnections =
    connectionIds === undefined
      ? Prisma.empty
      : Prisma.sql`and connection_id = any(${[...connectionIds]}::text[])`;
  // The row of a statement and its columns take about 1,000 bytes beside its text.
  const statementBytes = includeStatements
    ? Prisma.sql`+ coalesce((select sum(octet_length(statement_text) + 1000) from statements
        where batch_id = batches.id), 0)`
    : Prisma.empty;
  return queryRows(
    database,
    listedRow,
    Prisma.sql`
      select id::text, version,
        (octet_length(batch_text) + coalesce(octet_length(selected_text), 0) ${statementBytes}
          )::float8 as bytes
      from batches where ${ofUser} ${ofConnections} ${ofQuery} ${ofStatus}
      order by created_at desc, id desc limit ${take} offset ${skip}`,
  );
}

/**
 * Batches that have not ended are few and are in two partial indexes, one for each arm of the `or`. The index on users
 * would read every batch of the user.
 */
const hasStatus = (status: BatchStatus): Prisma.Sql =>
  status === 'started'
    ? Prisma.sql`(status = 'started' and (lease_token is null or lease_token is not null))`
    : Prisma.sql`status = ${status}`;

/** A single ID is compared directly: PostgreSQL plans a list each time, which takes longer than the read. */
const isAmong = (column: Prisma.Sql, ids: string[]): Prisma.Sql =>
  ids.length === 1
    ? Prisma.sql`${column} = ${ids[0]}::uuid`
    : Prisma.sql`${column} = any(${ids}::uuid[])`;

const byId = <Row extends { id: string }>(rows: Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));
