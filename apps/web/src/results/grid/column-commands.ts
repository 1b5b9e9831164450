import type { ColumnCommand } from './column-keys.js';
import type { GridSelection } from './use-grid-selection.js';
import type { ColumnLayout } from './use-columns.js';

const RESIZE_STEP = 24;

/** Applies a command to the column of the focused cell. The focus stays in that column. */
export function applyColumnCommand(
  command: ColumnCommand,
  layout: ColumnLayout,
  { selection, focusColumn }: GridSelection,
  onSort: (index: number) => void,
): void {
  const place = selection.focus.column;
  const column = layout.columns[place];
  if (column === undefined) return;
  const { index, width } = column;
  const moveTo = (next: number): void => {
    const neighbour = layout.columns[next];
    if (neighbour?.isPinned === column.isPinned) focusColumn(layout.move(index, neighbour.index));
  };
  const actions: Record<ColumnCommand, () => void> = {
    sort: () => onSort(index),
    pin: () => focusColumn(layout.togglePin(index)),
    'move-left': () => moveTo(place - 1),
    'move-right': () => moveTo(place + 1),
    narrower: () => layout.resize(index, width - RESIZE_STEP),
    wider: () => layout.resize(index, width + RESIZE_STEP),
  };
  actions[command]();
}
