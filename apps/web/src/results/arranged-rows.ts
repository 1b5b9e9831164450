import type { ReadRows } from './grid/row-pages.js';
import type { Sorting } from './grid/sort-and-filter.js';

/** The rows of a result, sorted and filtered. */
export interface ArrangedRows {
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
  filter: string;
  setFilter(filter: string): void;
  sorting: Sorting | null;
  /** Null shows the stored order. */
  setSorting(sorting: Sorting | null): void;
}
