import { notifications } from '@mantine/notifications';
import type { ColumnInfo } from '@sluice/contracts';
import { copyText } from '../ui/copy-text.js';
import { showError } from '../ui/show-error.js';
import { copyFormats, type Block, type CopyFormat } from './copy-formats.js';
import type { ReadRows } from './grid/row-pages.js';
import { boundsOf, type Selection } from './grid/selection.js';
import type { ShownColumn } from './grid/use-columns.js';
import { coveredRows, MAX_LOCAL_ROWS } from './row-coverage.js';

/** A selection with the columns that it refers to. */
export interface SelectedCells {
  selection: Selection;
  shown: ShownColumn[];
}

interface CopySource {
  columns: ColumnInfo[];
  rowCount: number;
  read: ReadRows;
  /** Null copies all rows. */
  selected: SelectedCells | null;
}

/** Returns what a copy covers, such as `the selected cells`. */
export function copyCoverage(rowCount: number, selected: SelectedCells | null): string {
  if (selected === null) return coveredRows(rowCount);
  const count = selectedCount(selected.selection, rowCount);
  return count > MAX_LOCAL_ROWS ? coveredRows(count, 'selected rows') : 'the selected cells';
}

/** Returns the selected rows that exist: a filter may leave fewer rows than were selected. */
function selectedCount(selection: Selection, rowCount: number): number {
  const { top, bottom } = boundsOf(selection);
  return Math.max(0, Math.min(bottom + 1, rowCount) - top);
}

/** Returns a function that copies the selected cells, or all rows, in a format. */
export function useCopy(source: CopySource): (format: CopyFormat) => void {
  return (format) => {
    readBlock(source)
      .then(async ({ block, count }) => {
        await copyText(copyFormats[format](block));
        notifications.show({ message: `Copied ${coveredRows(count)}` });
      })
      .catch((error: unknown) => showError(error, 'Copy failed'));
  };
}

/** Reads the cells to copy; `count` is the number of rows before the limit. */
async function readBlock(source: CopySource): Promise<{ block: Block; count: number }> {
  const { columns, rowCount, read, selected } = source;
  const { signal } = new AbortController();
  if (selected === null) {
    const rows = await read(0, Math.min(rowCount, MAX_LOCAL_ROWS), signal);
    return { block: { columns, rows }, count: rowCount };
  }
  const { top, left, right } = boundsOf(selected.selection);
  const chosen = selected.shown.slice(left, right + 1);
  const count = selectedCount(selected.selection, rowCount);
  const rows = count === 0 ? [] : await read(top, Math.min(count, MAX_LOCAL_ROWS), signal);
  const block = {
    columns: chosen.map(({ column }) => column),
    rows: rows.map((row) => chosen.map(({ index }) => row[index])),
  };
  return { block, count };
}
