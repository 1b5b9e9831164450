import { infiniteQueryOptions } from '@tanstack/react-query';
import { send } from './client.js';
import { nextOffsetOf } from './link-header.js';

/** A page of a list, and where the next one begins; null after the last. */
export interface Page<T> {
  items: T[];
  nextOffset: number | null;
}

const pageItems = 50;

/**
 * A list that is read page by page.
 *
 * @param key names the list in the store of what was read
 * @param parameters those of the address beside `limit` and `offset`, encoded
 */
export const pagesOf = <T>(key: string, path: string, parameters: string) =>
  infiniteQueryOptions({
    queryKey: [key, parameters],
    queryFn: async ({ pageParam, signal }): Promise<Page<T>> => {
      const rest = parameters === '' ? '' : `&${parameters}`;
      const address = `${path}?limit=${pageItems}&offset=${pageParam}${rest}`;
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
