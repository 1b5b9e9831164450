import { z } from 'zod';
import { unnamedStatement, type Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRow, queryRows, sqlQuery } from '../../query.js';
import { jsonColumn } from '../../rows.js';
import type { Slice } from '../../slice.js';
import { everyone } from '../connections/accesses.js';
import { namedPrincipal, namedPrincipalRow } from './named-principal.js';

/** The principal that reads a list of queries. */
export interface QueryReader {
  id: string;
  /** Admins may read and write every query. */
  isAdmin: boolean;
  /** Queries shared with everyone are limited to owners whose data holds `name` at `path`; undefined: all owners. */
  tenant?: { path: string[]; name: string } | undefined;
  /** Only queries of these connections and those without one; undefined: all. */
  connectionIds?: readonly string[] | undefined;
}

/** A page of the list of saved queries, and its order. */
export interface QueryFilter extends Slice {
  connectionId?: string | undefined;
  createdBy?: string | undefined;
  /** True: only the reader's own queries; false: only those of others. */
  isOwn?: boolean | undefined;
  /** Part of the name or the text; case is ignored. */
  search?: string | undefined;
  /** The query must have all of these tags. */
  tags: string[];
  sortBy: 'name' | 'updatedAt';
  isDescending: boolean;
}

const listedQuery = z.object({
  id: z.string(),
  name: z.string(),
  connectionId: z.string().nullable(),
  /** Null when the connection was deleted. */
  connection: z.object({ id: z.string(), name: z.string(), driver: z.string() }).nullable(),
  /** Start of the query text. */
  preview: z.string(),
  tags: z.array(z.string()),
  createdBy: z.string(),
  createdByUser: namedPrincipalRow.nullable(),
  updatedBy: z.string(),
  updatedByUser: namedPrincipalRow.nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  isOwn: z.boolean(),
  /** An access row lets the reader write it. */
  mayWrite: z.boolean(),
});

/** A query in a list. */
export type ListedQuery = z.infer<typeof listedQuery>;

const listedQueryId = z.object({
  id: z.string(),
  /** Grows with every change of the query and its access list. */
  version: z.int(),
});

/** A query of a list before it is read. */
export type ListedQueryId = z.infer<typeof listedQueryId>;

const toolQuery = z.object({
  id: z.string(),
  name: z.string(),
  queryText: z.string(),
  /** See `queryParameterSchema` in packages/contracts. */
  parameters: jsonColumn,
  /** Driver of its connection; null without one. */
  driver: z.string().nullable(),
});

/** A query that AI agents run as a tool. */
export type ToolQuery = z.infer<typeof toolQuery>;

/** Lists of saved queries. */
export interface QueryListRepository {
  /** The IDs of the page's queries that the reader may read, in order. */
  ids(reader: QueryReader, filter: QueryFilter): Promise<ListedQueryId[]>;
  /** These queries in this order, without those that the reader may no longer read. */
  rows(reader: QueryReader, ids: string[]): Promise<ListedQuery[]>;
  /** Changes with every user, service token and connection, because the rows contain their names. */
  namesStamp(): Promise<string>;
  /** The queries that are tools for the reader, latest change first; only those whose ID ends with `idEnd`, if given. */
  tools(reader: QueryReader, page: { take: number; idEnd?: string }): Promise<ToolQuery[]>;
  /** The distinct tags of the queries that the reader may read, sorted without regard to case. */
  tags(reader: QueryReader): Promise<string[]>;
}

/** Characters of the query text in a list. */
export const previewLength = 500;

const stampRow = z.object({ stamp: z.string().nullable() });

const tagRow = z.object({ tag: z.string() });

export function createQueryListRepository(database: Database): QueryListRepository {
  return {
    ids: (reader, filter) =>
      queryRows(
        database,
        listedQueryId,
        Prisma.sql`
          ${unnamedStatement}select q.id, q.version from queries q
          where ${readable(reader)} ${conditions(reader, filter)}
          order by ${order(filter)} limit ${filter.take ?? null}::bigint offset ${filter.skip}`,
      ),
    rows: (reader, ids) =>
      queryRows(
        database,
        listedQuery,
        sqlQuery('listQueries', {
          ids,
          userId: reader.id,
          everyone,
          previewLength,
          isReadable: readable(reader),
          isOfTenant: isOfTenant(reader),
          createdByUser: namedPrincipal(Prisma.sql`q.owner_id`),
          updatedByUser: namedPrincipal(Prisma.sql`q.updated_by`),
        }),
      ),
    namesStamp: async () => {
      const row = await queryRow(
        database,
        stampRow,
        Prisma.sql`
          select string_agg(concat(n, '@', at), ',') as stamp from (
            select count(*) as n, max(updated_at) as at from users
            union all select count(*), max(updated_at) from connections
            union all select count(*), max(updated_at) from service_tokens) names`,
      );
      return row?.stamp ?? '';
    },
    tools: (reader, { take, idEnd = '' }) =>
      queryRows(
        database,
        toolQuery,
        Prisma.sql`
          ${unnamedStatement}select q.id, q.name, q.query_text as "queryText", q.parameters, c.driver
          from queries q left join connections c on c.id = q.connection_id
          where q.expose_as_tool and q.id like ${`%${escapedForLike(idEnd)}`} and ${readable(reader)}
          order by q.updated_at desc, q.id limit ${take}::int`,
      ),
    tags: async (reader) => {
      const rows = await queryRows(
        database,
        tagRow,
        Prisma.sql`
          ${unnamedStatement}select tag from (
            select distinct tag from queries q, unnest(q.tags) as tag where ${readable(reader)}
          ) tags order by lower(tag), tag collate "C"`,
      );
      return rows.map((row) => row.tag);
    },
  };
}

/** SQL of whether the reader may read the query `q`. */
const readable = (reader: QueryReader): Prisma.Sql =>
  reader.connectionIds === undefined
    ? isShared(reader)
    : Prisma.sql`(${isShared(reader)} and (q.connection_id is null
        or q.connection_id = any(${[...reader.connectionIds]}::text[])))`;

function isShared(reader: QueryReader): Prisma.Sql {
  if (reader.isAdmin) return Prisma.sql`true`;
  if (reader.tenant === undefined) return Prisma.sql`q.readers && array[${reader.id}, ${everyone}]`;
  return Prisma.sql`(q.readers @> array[${reader.id}]
    or (q.readers @> array[${everyone}] and ${isOfTenant(reader)}))`;
}

/** SQL of whether the owner of the query `q` is in the reader's tenant. A deleted owner is in no tenant. */
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

/** A LIKE pattern that matches texts that contain this text literally. */
export const containing = (text: string): string => `%${escapedForLike(text)}%`;

const escapedForLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

function order({ sortBy, isDescending }: QueryFilter): Prisma.Sql {
  if (sortBy === 'name') {
    return isDescending
      ? Prisma.sql`lower(q.name) desc, q.id desc`
      : Prisma.sql`lower(q.name), q.id`;
  }
  return isDescending ? Prisma.sql`q.updated_at desc, q.id desc` : Prisma.sql`q.updated_at, q.id`;
}
