import type { TableDetail } from '@sluice/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/client.js';

/** Age in milliseconds up to which the service returns a table from its cache. */
const CACHE_MS = 60_000;

const changedAtMs = new Map<string, number>();

/** Records that the cached tables of a connection may be outdated. */
export const noteSchemaChange = (connectionId: string): void => {
  changedAtMs.set(connectionId, performance.now());
};

const mayBeOutdated = (connectionId: string): boolean =>
  performance.now() - (changedAtMs.get(connectionId) ?? -Infinity) < CACHE_MS;

/** The query options of the detail of a table. */
export const tableDetailRead = (connectionId: string, schema: string | null, table: string) =>
  queryOptions({
    queryKey: ['table-detail', connectionId, schema, table],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ table });
      if (schema !== null) query.set('schema', schema);
      if (mayBeOutdated(connectionId)) query.set('reload', 'true');
      const path = `/api/connections/${encodeURIComponent(connectionId)}/tables/detail?${query.toString()}`;
      return call<TableDetail>('GET', path, { signal });
    },
    staleTime: CACHE_MS,
    retry: false,
  });
