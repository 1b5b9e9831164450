/** A cell by its row and its place among the shown columns. */
export interface CellAt {
  row: number;
  column: number;
}

/** The cells between two corners; keys move `focus`, and `anchor` too unless the selection grows. */
export interface Selection {
  anchor: CellAt;
  focus: CellAt;
}

/** The corners in order, both included. */
export const boundsOf = ({ anchor, focus }: Selection) => ({
  top: Math.min(anchor.row, focus.row),
  bottom: Math.max(anchor.row, focus.row),
  left: Math.min(anchor.column, focus.column),
  right: Math.max(anchor.column, focus.column),
});

/** Whether a cell is selected. */
export function isSelected(selection: Selection, { row, column }: CellAt): boolean {
  const { top, bottom, left, right } = boundsOf(selection);
  return row >= top && row <= bottom && column >= left && column <= right;
}

interface Extent {
  rowCount: number;
  columnCount: number;
  /** Rows of a page. */
  pageRows: number;
}

/** Where a key leads; null for a key that moves nothing. */
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
