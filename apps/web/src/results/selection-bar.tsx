import { useEffect, useState } from 'react';
import { boundsOf } from './grid/selection.js';
import type { ReadRows } from './grid/row-pages.js';
import { coveredRows, MAX_LOCAL_ROWS } from './row-coverage.js';
import { selectedCount, selectedBlock, type SelectedCells } from './selected-cells.js';
import { totalsOf, type Total } from './selection-totals.js';

/** Milliseconds without a change of the selection until its rows are read. */
const PAUSE_MS = 150;

interface SelectionBarProps {
  rowCount: number;
  read: ReadRows;
  selected: SelectedCells | null;
}

/** The figures of the selected cells, below the grid. One cell has none. */
export function SelectionBar({ rowCount, read, selected }: SelectionBarProps) {
  const totals = useTotals({ rowCount, read, selected });
  const count = selected === null ? 0 : selectedCount(selected.selection, rowCount);
  // Its space stays, so that rows do not move when several cells are selected.
  if (selected === null || !isSeveral(selected, count)) return <div className="selection-bar" />;
  return (
    <div className="selection-bar" role="group" aria-label="Totals of the selected cells">
      {totals === null && <span>Calculating…</span>}
      {totals?.map(({ label, value }) => (
        <span key={label}>
          {label} <b>{value}</b>
        </span>
      ))}
      {count > MAX_LOCAL_ROWS && <span>of {coveredRows(count, 'selected rows')}</span>}
    </div>
  );
}

function isSeveral({ selection }: SelectedCells, count: number): boolean {
  const { left, right } = boundsOf(selection);
  return count > 1 || (count === 1 && right > left);
}

/** Returns the figures; null while the rows are read. */
function useTotals({ rowCount, read, selected }: SelectionBarProps): Total[] | null {
  const [totals, setTotals] = useState<Total[] | null>(null);
  useEffect(() => {
    setTotals(null);
    const count = selected === null ? 0 : selectedCount(selected.selection, rowCount);
    if (selected === null || !isSeveral(selected, count)) return undefined;
    const reading = new AbortController();
    const { signal } = reading;
    const timer = setTimeout(() => {
      const from = boundsOf(selected.selection).top;
      read(from, Math.min(count, MAX_LOCAL_ROWS), signal)
        .then((rows) => {
          if (!signal.aborted) setTotals(totalsOf(selectedBlock(selected, rows)));
        })
        // The grid shows why rows cannot be read.
        .catch(() => undefined);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      reading.abort();
    };
  }, [selected, rowCount, read]);
  return totals;
}
