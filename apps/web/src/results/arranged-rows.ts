import type { ReadRows } from './grid/row-pages.js';
import type { ColumnFilter } from './column-filters.js';
import type { Sorting } from './grid/sort-and-filter.js';
import type { Arrangement } from './use-view-rows.js';

/** The rows of a result, sorted and filtered. */
export interface ArrangedRows extends Arrangement {
  read: ReadRows;
  /** The number of rows that `read` covers. */
  rowCount: number;
  /** The rows that match the filter; null if nothing is sorted or filtered. */
  matchCount: number | null;
  isArranged: boolean;
  /** Whether sorting and filtering cover all rows of the result. */
  coversAll: boolean;
  /** Why the rows could not be sorted or filtered. */
  error: unknown;
  setFilter(filter: string): void;
  setColumnFilters(filters: ColumnFilter[]): void;
  /** Null shows the stored order. */
  setSorting(sorting: Sorting | null): void;
}
