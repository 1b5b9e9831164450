import type { ColumnInfo } from '@sluice/contracts';
import { useEffect, useRef, useState } from 'react';
import type { RowPages } from './row-pages.js';
import type { CellAt, Selection } from './selection.js';
import type { ColumnLayout, ShownColumn } from './use-columns.js';

interface GridSelectionOptions {
  rowCount: number;
  layout: ColumnLayout;
  pages: RowPages;
  /** Shows the full value of a cell. */
  onOpen(column: ColumnInfo, value: unknown): void;
  onSelect(selection: Selection, columns: ShownColumn[]): void;
}

/** The selection of a grid. */
export interface GridSelection {
  selection: Selection;
  select(focus: CellAt, isExtended: boolean): void;
  selectAll(): void;
  selectColumn(column: number): void;
  /** Moves the focus with its column, after a column was moved. */
  focusColumn(column: number): void;
  /** Opens a cell; if its row is still loading, the cell opens when the row arrives. */
  open(at: CellAt): void;
}

const INITIAL: Selection = { anchor: { row: 0, column: 0 }, focus: { row: 0, column: 0 } };

/** Keeps the selected cells of a grid. */
export function useGridSelection(options: GridSelectionOptions): GridSelection {
  const { rowCount, layout, pages, onOpen, onSelect } = options;
  const [selection, setSelection] = useState(INITIAL);
  /** A cell to open when its row arrives, unless another cell is selected first. */
  const [awaited, setAwaited] = useState<CellAt | null>(null);

  const latest = useRef({ selection, onSelect });
  latest.current = { selection, onSelect };
  useEffect(() => {
    // After columns were moved, the same positions hold other columns.
    if (latest.current.selection !== INITIAL)
      latest.current.onSelect(latest.current.selection, layout.columns);
  }, [layout.columns]);

  const set = (next: Selection): void => {
    setSelection(next);
    onSelect(next, layout.columns);
  };
  const open = (at: CellAt): void => {
    const target = layout.columns[at.column];
    const row = pages.row(at.row);
    setAwaited(row === undefined ? at : null);
    if (target !== undefined && row !== undefined) onOpen(target.column, row[target.index]);
  };
  useEffect(() => {
    if (awaited !== null && pages.row(awaited.row) !== undefined) open(awaited);
  });
  return {
    selection,
    select: (focus, isExtended) => {
      setAwaited(null);
      set({ anchor: isExtended ? selection.anchor : focus, focus });
    },
    selectAll: () => {
      const corner = { row: rowCount - 1, column: layout.columns.length - 1 };
      set({ anchor: { row: 0, column: 0 }, focus: corner });
    },
    selectColumn: (column) => {
      const anchor = { row: rowCount - 1, column };
      set({ anchor, focus: { row: 0, column } });
    },
    focusColumn: (column) => {
      const focus = { row: selection.focus.row, column };
      setSelection({ anchor: focus, focus });
    },
    open,
  };
}
