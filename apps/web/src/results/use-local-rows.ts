import { useQuery } from '@tanstack/react-query';
import { useContext, useMemo } from 'react';
import type { StatementRows } from './chart-slot.js';
import type { ReadRows } from './grid/row-pages.js';
import { sortAndFilter, type Sorting } from './grid/sort-and-filter.js';
import { readLocalRows } from './read-rows.js';
import { MAX_LOCAL_ROWS } from './row-coverage.js';
import { RowSource } from './row-source.js';

/** Rows that the browser sorts and filters. */
export interface LocalRows {
  read: ReadRows;
  /** The rows that match the filter; null if nothing is sorted or filtered. */
  matchCount: number | null;
}

/** Sorts and filters the first {@link MAX_LOCAL_ROWS} rows of a result. Without `isEnabled`, rows are as stored. */
export function useLocalRows(
  { id, columns, rowCount: stored }: StatementRows,
  { filter, sorting }: { filter: string; sorting: Sorting | null },
  isEnabled: boolean,
): LocalRows {
  const source = useContext(RowSource);
  const readStored = useMemo(() => source(id), [source, id]);
  const rows = useQuery({
    queryKey: ['rows', id, stored ?? 0],
    queryFn: ({ signal }) => readStored(0, MAX_LOCAL_ROWS, signal),
    enabled: isEnabled,
    staleTime: Infinity,
    gcTime: 0,
  });
  const arranged = useMemo(
    () => (isEnabled && rows.data ? sortAndFilter(rows.data, columns, filter, sorting) : null),
    [isEnabled, rows.data, columns, filter, sorting],
  );
  const read = useMemo(
    () => (arranged === null ? readStored : readLocalRows(arranged)),
    [arranged, readStored],
  );
  return { read, matchCount: arranged?.length ?? null };
}
