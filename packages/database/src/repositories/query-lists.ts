import { plannedAnew, type Database } from '../client.js';
import { Prisma } from '../generated/client.js';
import type { Slice } from '../slice.js';
import { everyone } from './accesses.js';
import { namedPrincipal, type NamedPrincipal } from './queries.js';

/** Who looks at a list of queries. */
export interface QueryReader {
  id: string;
  /** Reads and writes all. */
  isAdmin: boolean;
  /** Whose queries for everyone are for this reader: of users of whom `path` leads to `name`; undefined: all. */
  tenant?: { path: string[]; name: string } | undefined;
}

/** Which queries a list shows, and in which order. */
export interface QueryFilter extends Slice {
  connectionId?: string | undefined;
  createdBy?: string | undefined;
  /** True: the reader's own; false: those of others. */
  isOwn?: boolean | undefined;
  /** Part of the name or of the text, in upper or lower case. */
  search?: string | undefined;
  /** All must be there. */
  tags: string[];
  sortBy: 'name' | 'updatedAt';
  isDescending: boolean;
}

/** A query in a list. */
export interface ListedQuery {
  id: string;
  name: string;
  connectionId: string | null;
  /** Null when there is no such connection any more. */
  connection: { id: string; name: string; driver: string } | null;
  /** How the text begins. */
  preview: string;
  tags: string[];
  createdBy: string;
  createdByUser: NamedPrincipal | null;
  updatedBy: string;
  updatedByUser: NamedPrincipal | null;
  createdAt: Date;
  updatedAt: Date;
  isOwn: boolean;
  /** By a row of the ACL. */
  mayWrite: boolean;
}

/** A query of a list before it is read. */
export interface ListedQueryId {
  id: string;
  /** Grows with every change of the query and its ACL. */
  version: number;
}

/** What many queries have in common. */
export interface QueryListRepository {
  /** Those that the reader may read, in order. */
  ids(reader: QueryReader, filter: QueryFilter): Promise<ListedQueryId[]>;
  /** These queries, in this order, without those that the reader may not read any more. */
  rows(reader: QueryReader, ids: string[]): Promise<ListedQuery[]>;
  /** Changes when any user, service token or connection does: their names stand in the rows. */
  namesStamp(): Promise<string>;
  /** The tags of the queries that the reader may read, each once, sorted without regard to case. */
  tags(reader: QueryReader): Promise<string[]>;
}

/** Characters of the text in a list. */
export const previewLength = 500;

export function createQueryListRepository(database: Database): QueryListRepository {
  return {
    ids: (reader, filter) => database.$queryRaw<ListedQueryId[]>`
      ${plannedAnew}select q.id, q.version from queries q
      where ${readable(reader)} ${conditions(reader, filter)}
      order by ${order(filter)} limit ${filter.take ?? null}::bigint offset ${filter.skip}`,
    rows: (reader, ids) => database.$queryRaw<ListedQuery[]>`
      select q.id, q.name, q.connection_id as "connectionId",
        (select json_build_object('id', c.id, 'name', c.name, 'driver', c.driver)
          from connections c where c.id = q.connection_id) as connection,
        left(q.query_text, ${previewLength}::int) as preview, q.tags, q.created_by as "createdBy",
        ${namedPrincipal(Prisma.sql`q.owner_id`)} as "createdByUser", q.updated_by as "updatedBy",
        ${namedPrincipal(Prisma.sql`q.updated_by`)} as "updatedByUser", q.created_at as "createdAt",
        q.updated_at as "updatedAt", coalesce(q.owner_id = ${reader.id}, false) as "isOwn",
        exists (select from query_acl a where a.query_id = q.id and a.write
          and (a.user_id = ${reader.id} or (a.group_id = ${everyone} and ${isOfTenant(reader)}))
        ) as "mayWrite"
      from unnest(${ids}::text[]) with ordinality as page (id, place) join queries q using (id)
      where ${readable(reader)} order by place`,
    namesStamp: async () => {
      const [row] = await database.$queryRaw<{ stamp: string }[]>`
        select string_agg(concat(n, '@', at), ',') as stamp from (
          select count(*) as n, max(updated_at) as at from users
          union all select count(*), max(updated_at) from connections
          union all select count(*), max(updated_at) from service_tokens) names`;
      return row?.stamp ?? '';
    },
    tags: async (reader) => {
      const rows = await database.$queryRaw<{ tag: string }[]>`
        ${plannedAnew}select tag from (
          select distinct tag from queries q, unnest(q.tags) as tag where ${readable(reader)}
        ) tags order by lower(tag), tag collate "C"`;
      return rows.map((row) => row.tag);
    },
  };
}

/** SQL for whether the reader may read the query `q`. */
function readable(reader: QueryReader): Prisma.Sql {
  if (reader.isAdmin) return Prisma.sql`true`;
  if (reader.tenant === undefined) return Prisma.sql`q.readers && array[${reader.id}, ${everyone}]`;
  return Prisma.sql`(q.readers @> array[${reader.id}]
    or (q.readers @> array[${everyone}] and ${isOfTenant(reader)}))`;
}

/** SQL for whether the owner of the query `q` is of the reader's tenant. A deleted owner is of none. */
const isOfTenant = ({ tenant }: QueryReader): Prisma.Sql =>
  tenant === undefined
    ? Prisma.sql`true`
    : Prisma.sql`q.owner_id in (
        select u.id from users u
        where coalesce(nullif(u.data #>> ${tenant.path}::text[], ''), u.id) = ${tenant.name})`;

function conditions(reader: QueryReader, filter: QueryFilter): Prisma.Sql {
  const { connectionId, createdBy, isOwn, search, tags } = filter;
  const parts = [
    connectionId === undefined ? null : Prisma.sql`q.connection_id = ${connectionId}`,
    createdBy === undefined ? null : Prisma.sql`q.created_by = ${createdBy}`,
    isOwn === undefined
      ? null
      : isOwn
        ? Prisma.sql`q.owner_id = ${reader.id}`
        : Prisma.sql`q.owner_id is distinct from ${reader.id}`,
    search === undefined
      ? null
      : Prisma.sql`(q.name ilike ${containing(search)} or q.query_text ilike ${containing(search)})`,
    tags.length === 0 ? null : Prisma.sql`q.tags @> ${tags}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? Prisma.empty : Prisma.sql`and ${Prisma.join(parts, ' and ')}`;
}

/** A pattern of LIKE for whatever holds the text as it is. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function order({ sortBy, isDescending }: QueryFilter): Prisma.Sql {
  if (sortBy === 'name') {
    return isDescending
      ? Prisma.sql`lower(q.name) desc, q.id desc`
      : Prisma.sql`lower(q.name), q.id`;
  }
  return isDescending ? Prisma.sql`q.updated_at desc, q.id desc` : Prisma.sql`q.updated_at, q.id`;
}
