import { infiniteQueryOptions } from '@tanstack/react-query';
import { send } from './client.js';
import { nextOffsetOf } from './link-header.js';

interface Page<T> {
  items: T[];
  /** Null after the last page. */
  nextOffset: number | null;
}

const PAGE_SIZE = 50;

/**
 * Returns the query options of a list that is read page by page.
 *
 * @param key the cache key of the list
 * @param parameters the encoded query parameters, without `limit` and `offset`
 */
export const pagedList = <T>(key: string, path: string, parameters: string) =>
  infiniteQueryOptions({
    queryKey: [key, parameters],
    queryFn: async ({ pageParam, signal }): Promise<Page<T>> => {
      const rest = parameters === '' ? '' : `&${parameters}`;
      const address = `${path}?limit=${PAGE_SIZE}&offset=${pageParam}${rest}`;
      const response = await send('GET', address, { signal });
      return {
        items: (await response.json()) as T[],
        nextOffset: nextOffsetOf(response.headers.get('link')),
      };
    },
    initialPageParam: 0,
    getNextPageParam: ({ nextOffset }) => nextOffset,
    staleTime: 0,
  });
