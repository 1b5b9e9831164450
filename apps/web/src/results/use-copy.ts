import { notifications } from '@mantine/notifications';
import type { ColumnInfo } from '@sluice/contracts';
import { copyText } from '../ui/copy-text.js';
import { showError } from '../ui/show-error.js';
import { copyFormats, type Block, type CopyFormat } from './copy-formats.js';
import type { ReadRows } from './grid/row-pages.js';
import { boundsOf } from './grid/selection.js';
import { createCopyProgress, type CopyProgress } from './copy-progress.js';
import { readPages } from './read-pages.js';
import { coveredRows, MAX_COPIED_ROWS } from './row-coverage.js';
import { selectedBlock, selectedCount, type SelectedCells } from './selected-cells.js';

interface CopySource {
  columns: ColumnInfo[];
  rowCount: number;
  read: ReadRows;
  /** Null copies all rows. */
  selected: SelectedCells | null;
}

/** Returns what a copy covers, such as `the selected cells`. */
export function copyCoverage(rowCount: number, selected: SelectedCells | null): string {
  if (selected === null) return copiedRows(rowCount);
  const count = selectedCount(selected.selection, rowCount);
  return count > MAX_COPIED_ROWS ? copiedRows(count, 'selected rows') : 'the selected cells';
}

const copiedRows = (count: number, what = 'rows'): string =>
  coveredRows(count, what, MAX_COPIED_ROWS);

/** Returns a function that copies the selected cells, or all rows, in a format. */
export function useCopy(source: CopySource): (format: CopyFormat) => void {
  return (format) => {
    const { top, count } = copiedRange(source);
    const progress = createCopyProgress(Math.min(count, MAX_COPIED_ROWS));
    readBlock(source, top, count, progress)
      .then(async (block) => {
        await copyText(copyFormats[format](block));
        notifications.show({ message: `Copied ${copiedRows(count)}` });
      })
      .catch((error: unknown) => {
        if (!progress.signal.aborted) showError(error, 'Copy failed');
      })
      .finally(progress.end);
  };
}

/** Returns the rows to copy; `count` is their number before the limit. */
function copiedRange({ rowCount, selected }: CopySource): { top: number; count: number } {
  if (selected === null) return { top: 0, count: rowCount };
  const { top } = boundsOf(selected.selection);
  return { top, count: selectedCount(selected.selection, rowCount) };
}

/** Reads the cells to copy. */
async function readBlock(
  { columns, read, selected }: CopySource,
  from: number,
  count: number,
  { signal, show }: CopyProgress,
): Promise<Block> {
  const wanted = Math.min(count, MAX_COPIED_ROWS);
  const rows = await readPages(read, { from, count: wanted, signal, onProgress: show });
  if (selected === null) return { columns, rows };
  return selectedBlock(selected, rows);
}
