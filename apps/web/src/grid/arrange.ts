import type { ColumnInfo } from '@sluice/contracts';
import { textOfCell } from './cell-text.js';
import type { Row } from './row-pages.js';

/** How rows are put in order. */
export interface Sorting {
  /** The column's place in each row. */
  index: number;
  isDescending: boolean;
}

/** Rows that hold a text in any cell, in the order that was asked for; nulls come last. */
export function arrange(
  rows: Row[],
  columns: ColumnInfo[],
  filter: string,
  sorting: Sorting | null,
): Row[] {
  const wanted = filter.trim().toLowerCase();
  const found =
    wanted === ''
      ? rows
      : rows.filter((row) =>
          row.some((cell) => textOfCell(cell)?.toLowerCase().includes(wanted) === true),
        );
  if (sorting === null) return found;
  const { index, isDescending } = sorting;
  const isNumber = columns[index]?.datatype === 'number';
  const sign = isDescending ? -1 : 1;
  return [...found].sort((left, right) => {
    const [a, b] = [textOfCell(left[index]), textOfCell(right[index])];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (isNumber ? compareNumbers(a, b) : collator.compare(a, b));
  });
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** Long numbers are texts with digits that a double has not. */
function compareNumbers(left: string, right: string): number {
  const difference = Number(left) - Number(right);
  return difference !== 0 && !Number.isNaN(difference) ? difference : collator.compare(left, right);
}
