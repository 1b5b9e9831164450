import type { KeyboardEvent, RefObject } from 'react';
import { applyColumnCommand } from './column-commands.js';
import { columnCommandOf } from './column-keys.js';
import { moveBy, type CellAt } from './selection.js';
import type { ColumnLayout } from './use-columns.js';
import type { GridSelection } from './use-grid-selection.js';
import type { RowWindow } from './use-row-window.js';
import type { Viewport } from './use-viewport.js';
import { ROW_HEIGHT } from './viewport.js';

interface GridKeyOptions {
  host: RefObject<HTMLElement | null>;
  rowCount: number;
  gutter: number;
  layout: ColumnLayout;
  viewport: Viewport;
  rowWindow: RowWindow;
  cells: GridSelection;
  onSort(index: number): void;
  onCopy(): void;
  onOpenRow(): void;
  onOpenMenu(at: CellAt): void;
}

/** Returns the key handler of a grid. */
export function useGridKeys(options: GridKeyOptions): (event: KeyboardEvent) => void {
  const { rowCount, layout, rowWindow, cells, onSort, onCopy, onOpenRow, onOpenMenu } = options;
  const { focus } = cells.selection;
  const pageRows = Math.max(1, Math.floor(rowWindow.bodyHeight / ROW_HEIGHT) - 1);
  return (event) => {
    const columnCommand = columnCommandOf(event);
    if (columnCommand !== undefined) {
      // Alt with an arrow key would leave the page.
      event.preventDefault();
      applyColumnCommand(columnCommand, layout, cells, onSort);
      return;
    }
    const isControl = event.ctrlKey || event.metaKey;
    const pressed = isControl ? `Control+${event.key.toLowerCase()}` : event.key;
    if (pressed === 'Control+c') onCopy();
    else if (pressed === 'Enter') cells.open(focus);
    else if (pressed === ' ') {
      event.preventDefault();
      onOpenRow();
    } else if (pressed === 'ContextMenu' || (pressed === 'F10' && event.shiftKey)) {
      event.preventDefault();
      onOpenMenu(focus);
    } else if (pressed === 'Control+a') {
      event.preventDefault();
      cells.selectAll();
    } else {
      const extent = { rowCount, columnCount: layout.columns.length, pageRows };
      const target = moveBy(event.key, isControl, focus, extent);
      if (target === null) return;
      event.preventDefault();
      cells.select(target, event.shiftKey);
      scrollToCell(target, options);
    }
  };
}

function scrollToCell({ row, column }: CellAt, options: GridKeyOptions): void {
  const { host, layout, gutter, viewport } = options;
  const { geometry, bodyHeight, topRow, hidden } = options.rowWindow;
  const element = host.current;
  if (element === null) return;
  const wholeRows = Math.max(1, Math.floor(bodyHeight / ROW_HEIGHT));
  const firstWhole = hidden > 0 ? topRow + 1 : topRow;
  if (row < firstWhole) element.scrollTop = geometry.topOf(row);
  else if (row >= topRow + wholeRows) element.scrollTop = geometry.topOf(row - wholeRows + 1);
  const shownColumn = layout.columns[column];
  if (shownColumn === undefined || shownColumn.isPinned) return;
  const leftEdge = shownColumn.left - layout.pinnedWidth;
  const rightEdge = shownColumn.left + shownColumn.width + gutter - viewport.width;
  if (viewport.scrollLeft > leftEdge) element.scrollLeft = leftEdge;
  else if (viewport.scrollLeft < rightEdge) element.scrollLeft = rightEdge;
}
