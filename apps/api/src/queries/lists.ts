import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { QueryListItem, QueryListQuery } from '@sluice/contracts';
import type {
  ListedQueryId,
  QueryListRepository,
  QueryReader,
  Slice,
  ToolQuery,
} from '@sluice/database';
import { onlyConnectionsOf, type Principal } from '../identity/principal/index.js';
import { chunkedJson } from '../representation/index.js';
import { presentListedQuery } from './presenter.js';
import type { Tenants } from '../tenants/index.js';

/** Dependencies of the lists of saved queries. */
export interface QueryListDependencies {
  lists: QueryListRepository;
  tenants: Tenants;
}

/** Queries that were found but not read yet. */
export interface FoundQueries {
  ids: ListedQueryId[];
  /** Reads some of them: rows if they are few, otherwise JSON that is read while it is sent. */
  read(ids: ListedQueryId[]): Promise<QueryListItem[] | { json: string | Readable; etag: string }>;
}

/** Maximum rows rendered at once: lists are unlimited, and can have 100,000 rows. */
const FEW_ROWS = 200;
/** Estimated size of a row. */
const ROW_BYTES = 1_000;

/** Finds the queries that the principal may read, filtered. */
export async function findQueries(
  deps: QueryListDependencies,
  principal: Principal,
  query: QueryListQuery,
  slice: Slice,
): Promise<FoundQueries> {
  const { connectionId, createdBy, ownedByUser, search, sortBy = '-updatedAt' } = query;
  const reader = await readerFrom(deps, principal);
  const ids = await deps.lists.ids(reader, {
    connectionId,
    createdBy,
    isOwn: ownedByUser === undefined ? undefined : ownedByUser === 'true',
    search: search === undefined || search.trim() === '' ? undefined : search.trim(),
    tags: [query.tags ?? [], query['tags[]'] ?? []].flat(),
    sortBy: sortBy.endsWith('name') ? 'name' : 'updatedAt',
    isDescending: sortBy.startsWith('-'),
    ...slice,
  });
  const readRows = async (some: ListedQueryId[]): Promise<QueryListItem[]> => {
    const rows = await deps.lists.rows(
      reader,
      some.map(({ id }) => id),
    );
    return rows.map((row) => presentListedQuery(row, principal));
  };
  return {
    ids,
    read: async (some) => {
      if (some.length <= FEW_ROWS) return readRows(some);
      const etag = etagOf(some, `${JSON.stringify(reader)}${await deps.lists.namesStamp()}`);
      const heavy = some.map((each) => ({ ...each, bytes: ROW_BYTES }));
      const json = await chunkedJson(heavy, async (chunk) =>
        (await readRows(chunk)).map((row) => JSON.stringify(row)),
      );
      return { json, etag };
    },
  };
}

/** Lists the queries that are tools for the principal. See `QueryListRepository.tools`. */
export const listToolQueries = async (
  deps: QueryListDependencies,
  principal: Principal,
  page: { take: number; idEnd?: string },
): Promise<ToolQuery[]> => deps.lists.tools(await readerFrom(deps, principal), page);

/** Lists the tags of all queries that the principal may read. */
export const listTags = async (
  deps: QueryListDependencies,
  principal: Principal,
): Promise<string[]> => deps.lists.tags(await readerFrom(deps, principal));

const readerFrom = async (
  { tenants }: QueryListDependencies,
  principal: Principal,
): Promise<QueryReader> => ({
  id: principal.id,
  isAdmin: principal.role === 'admin',
  tenant: principal.role === 'admin' ? undefined : await tenants.filterFor(principal.id),
  connectionIds: onlyConnectionsOf(principal),
});

function etagOf(ids: ListedQueryId[], whose: string): string {
  const hash = createHash('sha256').update(whose);
  for (const { id, version } of ids) hash.update(`${id}-${version};`);
  return `W/"${hash.digest('base64url')}"`;
}
