import { runAsValues, type RunAs } from '@sluice/contracts/enums';
import { z } from 'zod';
import type { Cipher } from '../../cipher.js';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { newId } from '../../ids.js';
import { queryRow, queryRows, sqlQuery } from '../../query.js';
import { idRow, jsonColumn } from '../../rows.js';
import { namedPrincipal, namedPrincipalRow } from './named-principal.js';
import { recordVersion } from './query-versions.js';

const aclRow = z.object({
  id: z.int(),
  userId: z.string().nullable(),
  groupId: z.string().nullable(),
  write: z.boolean(),
});

/** An entry of a query's access list. Exactly one of `userId` and `groupId` is set. */
export type QueryAclRow = z.infer<typeof aclRow>;

const queryRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  connectionId: z.string().nullable(),
  queryText: z.string(),
  /** See `queryParameterSchema` in packages/contracts. */
  parameters: jsonColumn,
  chart: jsonColumn,
  tags: z.array(z.string()),
  /** The user whose access to the connection a run uses: `caller` or `owner`. */
  runAs: z.enum(runAsValues),
  exposeAsTool: z.boolean(),
  ownerId: z.string().nullable(),
  createdBy: z.string(),
  updatedBy: z.string(),
  version: z.int(),
  createdAt: z.date(),
  updatedAt: z.date(),
  /** In the order of their IDs. */
  acl: z.array(aclRow),
  /** Null when the owner was deleted. */
  createdByUser: namedPrincipalRow.nullable(),
  /** Null when the principal was deleted. */
  updatedByUser: namedPrincipalRow.nullable(),
});

/** A saved query with its access list and names. */
export type QueryRow = z.infer<typeof queryRowSchema>;

/** An entry of an access list to be written. */
export type NewAclRow = Omit<QueryAclRow, 'id'>;

/** A new saved query. */
export interface NewQuery {
  name: string;
  connectionId: string | null;
  queryText: string;
  parameters: unknown[];
  chart: Prisma.InputJsonValue | null;
  tags: string[];
  runAs: RunAs;
  exposeAsTool: boolean;
  acl: NewAclRow[];
  /** The author, who owns the query. */
  createdBy: string;
}

/** Changes of a query. Undefined fields keep their value. */
export interface QueryChange {
  name?: string | undefined;
  connectionId?: string | null | undefined;
  queryText?: string | undefined;
  parameters?: unknown[] | undefined;
  chart?: Prisma.InputJsonValue | null | undefined;
  tags?: string[] | undefined;
  /** A new owner resets it to `caller`: only the user with an access lets others use it. */
  runAs?: RunAs | undefined;
  exposeAsTool?: boolean | undefined;
  /** Replaces all entries. Entries that stay keep their IDs. */
  acl?: NewAclRow[] | undefined;
  /** The new owner, who also becomes the author. */
  ownerId?: string | null | undefined;
  updatedBy: string;
  /** The number of the version whose content these are. */
  restoredFrom?: number | undefined;
}

/**
 * Single saved queries; `QueryListRepository` lists them. Each change of text, parameters or chart is a version, which
 * `QueryVersionRepository` reads.
 */
export interface QueryRepository {
  find(id: string): Promise<QueryRow | null>;
  create(query: NewQuery): Promise<QueryRow>;
  /**
   * Changes a query under a lock. `decide` gets the locked query and returns the changes, or throws.
   *
   * @returns the changed query; null when there is none.
   */
  update(id: string, decide: (query: QueryRow) => QueryChange): Promise<QueryRow | null>;
  /** Deletes a query under a lock unless `decide` throws. False when there is none. */
  remove(id: string, decide: (query: QueryRow) => void): Promise<boolean>;
  /** The IDs that belong to no user and no service token. */
  unknownPrincipals(ids: string[]): Promise<string[]>;
}

export function createQueryRepository(database: Database, cipher: Cipher): QueryRepository {
  return {
    find: (id) => read(database, id),
    create: (query) =>
      database.$transaction(async (transaction) => {
        const id = newId();
        const { parameters, chart, tags, createdBy } = query;
        await transaction.$executeRaw`
          insert into queries (id, name, connection_id, query_text, parameters, chart, tags, run_as,
            expose_as_tool, owner_id, created_by, updated_by, readers)
          values (${id}, ${query.name}, ${query.connectionId}, ${query.queryText},
            ${json(parameters)}::jsonb, ${json(chart)}::jsonb, ${tags}, ${query.runAs},
            ${query.exposeAsTool}, ${createdBy}, ${createdBy}, ${createdBy}, ${readersOf(createdBy, query.acl)})`;
        await insertAcl(transaction, id, query.acl);
        const created = await readWritten(transaction, id);
        await recordVersion(transaction, cipher, { before: null, after: created });
        return created;
      }),
    update: (id, decide) =>
      database.$transaction(async (transaction) => {
        const query = await lock(transaction, id);
        if (query === null) return null;
        const { restoredFrom, ...change } = decide(query);
        await write(transaction, query, change);
        const changed = await readWritten(transaction, id);
        await recordVersion(transaction, cipher, { before: query, after: changed, restoredFrom });
        return changed;
      }),
    remove: (id, decide) =>
      database.$transaction(async (transaction) => {
        const query = await lock(transaction, id);
        if (query === null) return false;
        decide(query);
        await transaction.query.deleteMany({ where: { id } });
        return true;
      }),
    unknownPrincipals: async (ids) => {
      const rows = await queryRows(
        database,
        idRow,
        Prisma.sql`
          select id from unnest(${ids}::text[]) as given (id)
          where not exists (select from principals p where p.id = given.id)`,
      );
      return rows.map((row) => row.id);
    },
  };
}

type Reads = Database | Prisma.TransactionClient;

async function read(database: Reads, id: string): Promise<QueryRow | null> {
  const query = sqlQuery('readQuery', {
    id,
    createdByUser: namedPrincipal(Prisma.sql`q.owner_id`),
    updatedByUser: namedPrincipal(Prisma.sql`q.updated_by`),
  });
  return (await queryRow(database, queryRowSchema, query)) ?? null;
}

async function readWritten(transaction: Prisma.TransactionClient, id: string): Promise<QueryRow> {
  const row = await read(transaction, id);
  if (row === null) throw new Error('A query that was just written is missing');
  return row;
}

/** Reads after the row is locked, so that changes made during the wait are visible. */
async function lock(transaction: Prisma.TransactionClient, id: string): Promise<QueryRow | null> {
  await transaction.$queryRaw`select from queries where id = ${id} for update`;
  return read(transaction, id);
}

async function write(
  transaction: Prisma.TransactionClient,
  query: QueryRow,
  change: Omit<QueryChange, 'restoredFrom'>,
): Promise<void> {
  const { id } = query;
  const next = { ...query, ...given(change) };
  const runAs = next.ownerId === query.ownerId ? next.runAs : 'caller';
  if (change.acl !== undefined) await replaceAcl(transaction, id, change.acl);
  // Clients detect a change by its time, so two changes in one millisecond must not have the same time.
  await transaction.$executeRaw`
    update queries
    set name = ${next.name}, connection_id = ${next.connectionId}, query_text = ${next.queryText},
      parameters = ${json(next.parameters)}::jsonb, chart = ${json(next.chart)}::jsonb, tags = ${next.tags}, run_as = ${runAs},
      expose_as_tool = ${next.exposeAsTool}, updated_by = ${next.updatedBy},
      owner_id = ${next.ownerId}, created_by = coalesce(${change.ownerId ?? null}, created_by),
      readers = ${readersOf(next.ownerId, next.acl)}, version = version + 1,
      updated_at = greatest(now(), updated_at + interval '1 millisecond')
    where id = ${id}`;
}

async function replaceAcl(
  transaction: Prisma.TransactionClient,
  id: string,
  acl: NewAclRow[],
): Promise<void> {
  const users = acl.flatMap(({ userId }) => (userId === null ? [] : [userId]));
  const groups = acl.flatMap(({ groupId }) => (groupId === null ? [] : [groupId]));
  await transaction.$executeRaw`
    delete from query_acl
    where query_id = ${id} and not coalesce(user_id = any(${users}), group_id = any(${groups}))`;
  await insertAcl(transaction, id, acl);
}

/** Adds entries, or changes the entry of the same user or group. */
export async function insertAcl(
  transaction: Prisma.TransactionClient,
  id: string,
  acl: NewAclRow[],
): Promise<void> {
  const users = acl.filter((row) => row.userId !== null);
  const groups = acl.filter((row) => row.groupId !== null);
  await transaction.$executeRaw`
    insert into query_acl (query_id, user_id, write)
    select ${id}, * from unnest(${users.map((row) => row.userId)}::text[],
      ${users.map((row) => row.write)}::boolean[])
    on conflict (query_id, user_id) do update set write = excluded.write`;
  await transaction.$executeRaw`
    insert into query_acl (query_id, group_id, write)
    select ${id}, * from unnest(${groups.map((row) => row.groupId)}::text[],
      ${groups.map((row) => row.write)}::boolean[])
    on conflict (query_id, group_id) do update set write = excluded.write`;
}

/** The IDs that may read the query; lists filter by them. */
export const readersOf = (ownerId: string | null, acl: NewAclRow[]): string[] => {
  const ids = [ownerId, ...acl.map((row) => row.userId ?? row.groupId)];
  return [...new Set(ids.filter((id) => id !== null))];
};

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** The fields that are not undefined. */
const given = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
