import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { StatementWithColumns } from './chart-slot.js';
import type { ReadRows } from './grid/row-pages.js';
import { sortAndFilter, type Sorting } from './grid/sort-and-filter.js';
import { readLocalRows, readStatementRows } from './read-rows.js';
import { MAX_LOCAL_ROWS } from './row-coverage.js';

/** The rows of a result, sorted and filtered in the browser. */
export interface LocalRows {
  read: ReadRows;
  /** The number of rows that `read` covers. */
  rowCount: number;
  /** The rows that match the filter; null if nothing is sorted or filtered. */
  matchCount: number | null;
  isArranged: boolean;
  filter: string;
  setFilter(filter: string): void;
  sorting: Sorting | null;
  /** Sorts by a column: ascending, then descending, then not. */
  toggleSort(index: number): void;
}

/** Sorts and filters the first {@link MAX_LOCAL_ROWS} rows of a result. */
export function useLocalRows({ id, columns, rowCount: stored }: StatementWithColumns): LocalRows {
  const storedCount = stored ?? 0;
  const [filter, setFilter] = useState('');
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const readStored = useMemo(() => readStatementRows(id), [id]);
  const isArranged = filter.trim() !== '' || sorting !== null;
  const rows = useQuery({
    queryKey: ['rows', id, storedCount],
    queryFn: ({ signal }) => readStored(0, MAX_LOCAL_ROWS, signal),
    enabled: isArranged,
    staleTime: Infinity,
    gcTime: 0,
  });
  const arranged = useMemo(
    () => (isArranged && rows.data ? sortAndFilter(rows.data, columns, filter, sorting) : null),
    [isArranged, rows.data, columns, filter, sorting],
  );
  const read = useMemo(
    () => (arranged === null ? readStored : readLocalRows(arranged)),
    [arranged, readStored],
  );
  return {
    read,
    rowCount: arranged?.length ?? storedCount,
    matchCount: arranged?.length ?? null,
    isArranged,
    filter,
    setFilter,
    sorting,
    toggleSort: (index) => {
      if (sorting?.index !== index) setSorting({ index, isDescending: false });
      else setSorting(sorting.isDescending ? null : { index, isDescending: true });
    },
  };
}
