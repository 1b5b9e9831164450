/** A cell: its row, and its position among the shown columns. */
export interface CellAt {
  row: number;
  column: number;
}

/** A rectangle of cells. Keys move `focus`; they also move `anchor` unless Shift extends the selection. */
export interface Selection {
  anchor: CellAt;
  focus: CellAt;
}

/** Returns the bounds of a selection; all are inclusive. */
export const boundsOf = ({ anchor, focus }: Selection) => ({
  top: Math.min(anchor.row, focus.row),
  bottom: Math.max(anchor.row, focus.row),
  left: Math.min(anchor.column, focus.column),
  right: Math.max(anchor.column, focus.column),
});

/** Returns whether a cell is selected. */
export function isSelected(selection: Selection, { row, column }: CellAt): boolean {
  const { top, bottom, left, right } = boundsOf(selection);
  return row >= top && row <= bottom && column >= left && column <= right;
}

interface Extent {
  rowCount: number;
  columnCount: number;
  /** Rows that Page Up and Page Down move by. */
  pageRows: number;
}

/** Returns the cell that a key moves to; null if the key moves nothing. */
export function moveBy(
  key: string,
  isControl: boolean,
  { row, column }: CellAt,
  { rowCount, columnCount, pageRows }: Extent,
): CellAt | null {
  const lastRow = rowCount - 1;
  const lastColumn = columnCount - 1;
  const target: CellAt | undefined = {
    ArrowUp: { row: isControl ? 0 : row - 1, column },
    ArrowDown: { row: isControl ? lastRow : row + 1, column },
    ArrowLeft: { row, column: isControl ? 0 : column - 1 },
    ArrowRight: { row, column: isControl ? lastColumn : column + 1 },
    PageUp: { row: row - pageRows, column },
    PageDown: { row: row + pageRows, column },
    Home: { row: isControl ? 0 : row, column: 0 },
    End: { row: isControl ? lastRow : row, column: lastColumn },
  }[key];
  if (target === undefined) return null;
  return {
    row: Math.max(0, Math.min(lastRow, target.row)),
    column: Math.max(0, Math.min(lastColumn, target.column)),
  };
}
