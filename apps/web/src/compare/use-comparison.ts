import type { Comparison, RowChange } from '@sluice/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../http/client.js';

const PAGE_ROWS = 200;

/** The two statements to compare, and what to read of their differences. */
export interface ComparedStatements {
  beforeId: string;
  afterId: string;
  keys: number[];
  /** Null: all differences. */
  change: RowChange | null;
}

/** Reads the differences of two stored results page by page. */
export const useComparison = ({ beforeId, afterId, keys, change }: ComparedStatements) =>
  useInfiniteQuery({
    queryKey: ['compare', beforeId, afterId, keys, change],
    queryFn: ({ pageParam, signal }) => {
      const body = {
        before: beforeId,
        keys,
        ...(change !== null && { change }),
        offset: pageParam,
        limit: PAGE_ROWS,
      };
      return call<Comparison>('POST', `/api/statements/${afterId}/compare`, { body, signal });
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, { rows }) => sum + rows.length, 0);
      return last.rows.length > 0 && loaded < last.total ? loaded : null;
    },
    placeholderData: keepPreviousData,
    // Stored results do not change.
    staleTime: Infinity,
  });
