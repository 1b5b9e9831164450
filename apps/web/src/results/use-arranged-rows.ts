import { useState } from 'react';
import type { ArrangedRows } from './arranged-rows.js';
import type { StatementRows } from './chart-slot.js';
import type { ColumnFilter } from './column-filters.js';
import type { Sorting } from './grid/sort-and-filter.js';
import { MAX_LOCAL_ROWS } from './row-coverage.js';
import { useLocalRows } from './use-local-rows.js';
import { useViewRows } from './use-view-rows.js';

/**
 * Sorts and filters the rows of a result: small ones in the browser, large ones on the server, so that all rows are
 * covered. Conditions on columns are compared on the server, which knows the types of values. While a statement runs, its first {@link MAX_LOCAL_ROWS} rows are sorted in the browser.
 */
export function useArrangedRows(statement: StatementRows): ArrangedRows {
  const storedCount = statement.rowCount ?? 0;
  const [filter, setFilter] = useState('');
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [columnFilters, setColumnFilters] = useState<ColumnFilter[]>([]);
  const isArranged = filter.trim() !== '' || sorting !== null || columnFilters.length > 0;
  const isLarge = storedCount > MAX_LOCAL_ROWS;
  const onServer = (isLarge || columnFilters.length > 0) && statement.status === 'finished';
  const arrangement = { filter, columnFilters, sorting };
  const local = useLocalRows(statement, arrangement, isArranged && !onServer);
  const view = useViewRows(statement.id, arrangement, isArranged && onServer);
  const isViewed = isArranged && onServer;
  const matchCount = isViewed ? view.total : local.matchCount;
  return {
    read: isViewed ? view.read : local.read,
    rowCount: matchCount ?? storedCount,
    matchCount,
    isArranged,
    coversAll: onServer || !isLarge,
    error: isViewed ? view.error : null,
    ...arrangement,
    setFilter,
    setColumnFilters,
    setSorting,
  };
}
