import type { Database } from '../client.js';
import { Prisma, type Query, type QueryAcl } from '../generated/client.js';
import { newId } from '../ids.js';

/** Somebody's name beside an id; a service token has an empty address. */
export interface NamedPrincipal {
  id: string;
  name: string | null;
  email: string;
}

/** Who is let at a query by a row: exactly one of the two ids is set. */
export type QueryAclRow = Omit<QueryAcl, 'queryId'>;

/** A saved query as it is stored, and with whom it has to do. */
export interface QueryRow extends Omit<Query, 'readers'> {
  /** In the order of their ids. */
  acl: QueryAclRow[];
  /** Null when the owner is deleted. */
  createdByUser: NamedPrincipal | null;
  /** Null when there is no such principal any more. */
  updatedByUser: NamedPrincipal | null;
}

/** The rows of an ACL as they are to be. */
export type NewAclRow = Omit<QueryAclRow, 'id'>;

/** A query to be written. */
export interface NewQuery {
  name: string;
  connectionId: string | null;
  queryText: string;
  chart: Prisma.InputJsonValue | null;
  tags: string[];
  acl: NewAclRow[];
  /** Who makes it owns it. */
  createdBy: string;
}

/** A change of a query; undefined keeps what is stored. */
export interface QueryChange {
  name?: string | undefined;
  connectionId?: string | null | undefined;
  queryText?: string | undefined;
  chart?: Prisma.InputJsonValue | null | undefined;
  tags?: string[] | undefined;
  /** Replaces all rows. Those that stay keep their ids. */
  acl?: NewAclRow[] | undefined;
  /** Who owns it from now on, and counts as its author. */
  ownerId?: string | null | undefined;
  updatedBy: string;
}

/** Saved queries, one at a time. */
export interface QueryRepository {
  find(id: string): Promise<QueryRow | null>;
  create(query: NewQuery): Promise<QueryRow>;
  /**
   * Changes a query under a lock. `decide` is given the query as it is by then, and says what to change, or
   * throws.
   *
   * @returns the changed query; null when there is none.
   */
  update(id: string, decide: (query: QueryRow) => QueryChange): Promise<QueryRow | null>;
  /** Deletes a query under a lock, unless `decide` throws. False when there is none. */
  remove(id: string, decide: (query: QueryRow) => void): Promise<boolean>;
  /** Those among these ids that no user and no service token has. */
  unknownPrincipals(ids: string[]): Promise<string[]>;
}

export function createQueryRepository(database: Database): QueryRepository {
  return {
    find: (id) => read(database, id),
    create: (query) =>
      database.$transaction(async (transaction) => {
        const id = newId();
        const { chart, tags, createdBy } = query;
        await transaction.$executeRaw`
          insert into queries (id, name, connection_id, query_text, chart, tags, owner_id, created_by,
            updated_by, readers)
          values (${id}, ${query.name}, ${query.connectionId}, ${query.queryText}, ${json(chart)}::jsonb,
            ${tags}, ${createdBy}, ${createdBy}, ${createdBy}, ${readersOf(createdBy, query.acl)})`;
        await insertAcl(transaction, id, query.acl);
        return readWritten(transaction, id);
      }),
    update: (id, decide) =>
      database.$transaction(async (transaction) => {
        const query = await lock(transaction, id);
        if (query === null) return null;
        await write(transaction, query, decide(query));
        return readWritten(transaction, id);
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
      const rows = await database.$queryRaw<{ id: string }[]>`
        select id from unnest(${ids}::text[]) as given (id)
        where not exists (select from principals p where p.id = given.id)`;
      return rows.map((row) => row.id);
    },
  };
}

type Reads = Database | Prisma.TransactionClient;

async function read(database: Reads, id: string): Promise<QueryRow | null> {
  const [row] = await database.$queryRaw<QueryRow[]>`
    select q.id, q.name, q.connection_id as "connectionId", q.query_text as "queryText", q.chart, q.tags,
      q.owner_id as "ownerId", q.created_by as "createdBy", q.updated_by as "updatedBy", q.version,
      q.created_at as "createdAt", q.updated_at as "updatedAt",
      coalesce((select json_agg(json_build_object('id', a.id, 'userId', a.user_id,
          'groupId', a.group_id, 'write', a.write) order by a.id)
        from query_acl a where a.query_id = q.id), '[]') as acl,
      ${namedPrincipal(Prisma.sql`q.owner_id`)} as "createdByUser",
      ${namedPrincipal(Prisma.sql`q.updated_by`)} as "updatedByUser"
    from queries q where q.id = ${id}`;
  return row ?? null;
}

/** SQL for the {@link NamedPrincipal} of an id, or null. */
export const namedPrincipal = (id: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  select json_build_object('id', p.id, 'name', p.name, 'email', p.email)
  from principals p where p.id = ${id} limit 1)`;

async function readWritten(transaction: Prisma.TransactionClient, id: string): Promise<QueryRow> {
  const row = await read(transaction, id);
  if (row === null) throw new Error('A query that was just written is not there');
  return row;
}

/** Reads once the row is locked: what others changed while this waited is seen. */
async function lock(transaction: Prisma.TransactionClient, id: string): Promise<QueryRow | null> {
  await transaction.$queryRaw`select from queries where id = ${id} for update`;
  return read(transaction, id);
}

async function write(
  transaction: Prisma.TransactionClient,
  query: QueryRow,
  change: QueryChange,
): Promise<void> {
  const { id } = query;
  const next = { ...query, ...given(change) };
  if (change.acl !== undefined) await replaceAcl(transaction, id, change.acl);
  // Two changes in one millisecond must not have one time: clients tell by it that something was changed.
  await transaction.$executeRaw`
    update queries
    set name = ${next.name}, connection_id = ${next.connectionId}, query_text = ${next.queryText},
      chart = ${json(next.chart)}::jsonb, tags = ${next.tags}, updated_by = ${next.updatedBy},
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

/** Adds rows; where there is one for the same, it changes that. */
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

/** The ids that lists of queries are cut by. */
export const readersOf = (ownerId: string | null, acl: NewAclRow[]): string[] => {
  const ids = [ownerId, ...acl.map((row) => row.userId ?? row.groupId)];
  return [...new Set(ids.filter((id) => id !== null))];
};

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** Without the properties that are undefined. */
const given = (change: QueryChange) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [Key in keyof QueryChange]: Exclude<QueryChange[Key], undefined>;
  };
