import type { Block } from './copy-formats.js';
import type { Row } from './grid/row-pages.js';
import { boundsOf, type Selection } from './grid/selection.js';
import type { ShownColumn } from './grid/use-columns.js';

/** A selection with the columns that it refers to. */
export interface SelectedCells {
  selection: Selection;
  shown: ShownColumn[];
}

/** Returns the number of selected rows that exist: a filter may leave fewer rows than were selected. */
export function selectedCount(selection: Selection, rowCount: number): number {
  const { top, bottom } = boundsOf(selection);
  return Math.max(0, Math.min(bottom + 1, rowCount) - top);
}

/** Returns the selected cells of rows. */
export function selectedBlock({ selection, shown }: SelectedCells, rows: Row[]): Block {
  const { left, right } = boundsOf(selection);
  const chosen = shown.slice(left, right + 1);
  return {
    columns: chosen.map(({ column }) => column),
    rows: rows.map((row) => chosen.map(({ index }) => row[index])),
  };
}
