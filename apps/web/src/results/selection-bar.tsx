import { useEffect, useState } from 'react';
import { boundsOf } from './grid/selection.js';
import { rowsWithin, type ResultSize } from './grid/page-size.js';
import type { ReadRows } from './grid/row-pages.js';
import { coveredRows, MAX_LOCAL_ROWS } from './row-coverage.js';
import { selectedCount, selectedBlock, type SelectedCells } from './selected-cells.js';
import { totalsOf, type Total } from './selection-totals.js';

/** Milliseconds without a change of the selection until its rows are read. */
const PAUSE_MS = 150;

/** A selection may cover rows of many megabytes, which the page has not read. */
const MAX_BYTES = 4 * 1024 * 1024;

interface SelectionBarProps {
  /** The size of the result, as it is stored. */
  size: ResultSize;
  rowCount: number;
  read: ReadRows;
  selected: SelectedCells | null;
}

/** The figures of the selected cells, below the grid. One cell has none. */
export function SelectionBar({ size, rowCount, read, selected }: SelectionBarProps) {
  const maxRows = Math.min(MAX_LOCAL_ROWS, rowsWithin(MAX_BYTES, size));
  const totals = useTotals({ maxRows, rowCount, read, selected });
  const count = selected === null ? 0 : selectedCount(selected.selection, rowCount);
  // Its space stays, so that rows do not move when several cells are selected.
  if (selected === null || !isSeveral(selected, count)) return <div className="selection-bar" />;
  return (
    <div className="selection-bar" role="group" aria-label="Totals of the selected cells">
      {totals === null && <span>Calculating…</span>}
      {totals === 'failed' && <span>The rows could not be read.</span>}
      {Array.isArray(totals) &&
        totals.map(({ label, value }) => (
          <span key={label}>
            {label} <b>{value}</b>
          </span>
        ))}
      {count > maxRows && <span>of {coveredRows(count, 'selected rows', maxRows)}</span>}
    </div>
  );
}

function isSeveral({ selection }: SelectedCells, count: number): boolean {
  const { left, right } = boundsOf(selection);
  return count > 1 || (count === 1 && right > left);
}

type TotalsSource = Omit<SelectionBarProps, 'size'> & { maxRows: number };

/** Returns the figures; null while the rows are read. */
function useTotals(source: TotalsSource): Total[] | 'failed' | null {
  const { maxRows, rowCount, read, selected } = source;
  const [known, setKnown] = useState<Known | null>(null);
  useEffect(() => {
    const count = selected === null ? 0 : selectedCount(selected.selection, rowCount);
    if (selected === null || !isSeveral(selected, count)) return undefined;
    const reading = new AbortController();
    const { signal } = reading;
    const keep = (totals: Known['totals']): void => {
      if (!signal.aborted) setKnown({ selected, rowCount, read, totals });
    };
    const timer = setTimeout(() => {
      const from = boundsOf(selected.selection).top;
      read(from, Math.min(count, maxRows), signal)
        .then((rows) => keep(totalsOf(selectedBlock(selected, rows))))
        .catch(() => keep('failed'));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      reading.abort();
    };
  }, [selected, rowCount, read, maxRows]);
  const isOfThese =
    known !== null &&
    known.selected === selected &&
    known.rowCount === rowCount &&
    known.read === read;
  return isOfThese ? known.totals : null;
}

/** Figures with the selection and rows that they are of. */
interface Known extends Pick<TotalsSource, 'selected' | 'rowCount' | 'read'> {
  totals: Total[] | 'failed';
}
