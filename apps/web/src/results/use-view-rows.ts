import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DownloadedView, View, ViewRequest } from '@sluice/contracts';
import { useMemo } from 'react';
import { call } from '../http/client.js';
import type { ReadRows, Row } from './grid/row-pages.js';
import type { ColumnFilter } from './column-filters.js';
import type { Sorting } from './grid/sort-and-filter.js';

/** Typing pauses of this length start a search over the whole result. */
const FILTER_DELAY_MS = 250;

/** The order and the conditions of the shown rows. */
export interface Arrangement {
  /** A text that any cell contains. */
  filter: string;
  columnFilters: ColumnFilter[];
  sorting: Sorting | null;
}

/** Rows that the server sorts and filters. */
export interface ViewRows {
  read: ReadRows;
  /** Matching rows; null while they are counted for the first time. */
  total: number | null;
  error: unknown;
}

const readView = (id: string, request: ViewRequest, signal: AbortSignal): Promise<View> =>
  call<View>('POST', `/api/statements/${id}/view`, { body: request, signal });

/** Sorts and filters all rows of a finished statement on the server. `isEnabled` is false for other results. */
export function useViewRows(
  id: string,
  { filter, columnFilters, sorting }: Arrangement,
  isEnabled: boolean,
): ViewRows {
  const [text] = useDebouncedValue(filter, FILTER_DELAY_MS);
  const request = useMemo(
    () => requestOf({ filter: text, columnFilters, sorting }),
    [text, columnFilters, sorting],
  );
  const count = useQuery({
    queryKey: ['view', id, request],
    queryFn: ({ signal }) => readView(id, { ...request, limit: 0 }, signal),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
  const read = useMemo(() => readRows(id, request), [id, request]);
  return { read, total: count.data?.total ?? null, error: count.error };
}

/** Returns the view of an arrangement. Nulls come last in both orders, as in the sort of small results. */
export const requestOf = ({ filter, columnFilters, sorting }: Arrangement): DownloadedView => ({
  ...(filter.trim() !== '' && { search: { text: filter.trim() } }),
  ...(columnFilters.length > 0 && { filters: columnFilters }),
  ...(sorting !== null && {
    sort: [{ column: sorting.index, descending: sorting.isDescending, nulls: 'last' as const }],
  }),
});

/** A page of a view ends early when its rows are long. */
const readRows =
  (id: string, request: ViewRequest): ReadRows =>
  async (offset, limit, signal) => {
    const rows: Row[] = [];
    for (;;) {
      const page = { offset: offset + rows.length, limit: limit - rows.length };
      const view = await readView(id, { ...request, ...page }, signal);
      rows.push(...(view.rows ?? []));
      const isEnd = (view.rows ?? []).length === 0 || offset + rows.length >= view.total;
      if (isEnd || rows.length >= limit) return rows;
    }
  };
