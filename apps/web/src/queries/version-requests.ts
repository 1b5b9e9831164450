import type { QueryVersion, QueryVersionListItem } from '@sluice/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call, send } from '../http/client.js';
import { savedQueryOf, type SavedQuery } from '../http/reads.js';
import { cacheSaved } from './save-query.js';

/** Versions shown in the history. */
const MAX_VERSIONS = 500;

const pathOf = (queryId: string): string => `/api/queries/${encodeURIComponent(queryId)}/versions`;

/** The query options of the versions of saved queries. */
export const versionReads = {
  /** Newest first. */
  list: (queryId: string) =>
    queryOptions({
      queryKey: ['versions', queryId],
      queryFn: ({ signal }) =>
        call<QueryVersionListItem[]>('GET', `${pathOf(queryId)}?limit=${MAX_VERSIONS}`, { signal }),
      staleTime: 0,
    }),
  one: (queryId: string, number: number) =>
    queryOptions({
      queryKey: ['versions', queryId, number],
      queryFn: ({ signal }) =>
        call<QueryVersion>('GET', `${pathOf(queryId)}/${number}`, { signal }),
      staleTime: Infinity,
    }),
};

/**
 * Restores a version of a saved query, unless the query's version differs from `etag`.
 *
 * @throws ApiError
 */
export async function restoreVersion(
  queryId: string,
  number: number,
  etag: string | null,
): Promise<SavedQuery> {
  const headers: Record<string, string> = etag === null ? {} : { 'if-match': etag };
  const response = await send('POST', `${pathOf(queryId)}/${number}/restore`, { headers });
  const saved = await savedQueryOf(response);
  cacheSaved(saved);
  return saved;
}
