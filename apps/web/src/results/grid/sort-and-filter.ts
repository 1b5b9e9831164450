import type { ColumnInfo } from '@sluice/contracts';
import { cellText } from './cell-text.js';
import type { Row } from './row-pages.js';

/** The sort order of rows. */
export interface Sorting {
  /** Index of the column in each row. */
  index: number;
  isDescending: boolean;
}

/** Returns the next order of a column: ascending, then descending, then none. */
export function nextSorting(sorting: Sorting | null, index: number): Sorting | null {
  if (sorting?.index !== index) return { index, isDescending: false };
  return sorting.isDescending ? null : { index, isDescending: true };
}

/** Returns the rows that contain a text in any cell, sorted; nulls come last. */
export function sortAndFilter(
  rows: Row[],
  columns: ColumnInfo[],
  filter: string,
  sorting: Sorting | null,
): Row[] {
  const needle = filter.trim().toLowerCase();
  const found =
    needle === ''
      ? rows
      : rows.filter((row) =>
          row.some((cell) => cellText(cell)?.toLowerCase().includes(needle) === true),
        );
  if (sorting === null) return found;
  const { index, isDescending } = sorting;
  const isNumber = columns[index]?.datatype === 'number';
  const sign = isDescending ? -1 : 1;
  return [...found].sort((left, right) => {
    const [a, b] = [cellText(left[index]), cellText(right[index])];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (isNumber ? compareNumbers(a, b) : collator.compare(a, b));
  });
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** Long numbers are strings, because a double would lose digits. */
function compareNumbers(left: string, right: string): number {
  const difference = Number(left) - Number(right);
  return difference !== 0 && !Number.isNaN(difference) ? difference : collator.compare(left, right);
}
