import type { KeyboardEvent } from 'react';
import type { TableRow, TreeRow } from './tree-rows.js';

/** Actions of keys and the pointer in the tree. */
export interface TreeActions {
  focus(index: number): void;
  toggle(key: string): void;
  insert(row: TreeRow): void;
  selectFrom(row: TableRow): void;
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 };

/** Handles a key in the tree: moves, unfolds, inserts a column, or queries a table (Shift+Enter). */
export function handleTreeKey(
  event: KeyboardEvent,
  rows: TreeRow[],
  focused: number,
  actions: TreeActions,
): void {
  const row = rows[focused];
  if (row === undefined) return;
  const step = steps[event.key];
  const isToggledBy = { ArrowRight: false, ArrowLeft: true }[event.key];
  const isFolder = row.kind === 'schema' || row.kind === 'table';
  if (step !== undefined) {
    actions.focus(Math.max(0, Math.min(rows.length - 1, focused + step)));
  } else if (event.key === 'Enter') {
    if (event.shiftKey && row.kind === 'table') actions.selectFrom(row);
    else if (row.kind === 'column') actions.insert(row);
    else if (isFolder) actions.toggle(row.key);
  } else if (isFolder && row.isOpen === isToggledBy) actions.toggle(row.key);
  else return;
  event.preventDefault();
}
