import './grid.css';
import type { ColumnInfo } from '@sluice/contracts';
import { useEffect, useMemo, useReducer, useRef, useState, type KeyboardEvent } from 'react';
import type { Sorting } from './arrange.js';
import { columnCommandOf, type ColumnCommand } from './column-keys.js';
import { GridCell } from './grid-cell.js';
import { GridHead } from './grid-head.js';
import { useRowElements } from './row-elements.js';
import { createRowPages, type ReadRows, type Row } from './row-pages.js';
import { isSelected, moveBy, type CellAt, type Selection } from './selection.js';
import { useColumns, type ShownColumn } from './use-columns.js';
import { useViewport } from './use-viewport.js';
import { rowGeometry, rowHeight, visibleColumns } from './viewport.js';

interface ResultGridProps {
  columns: ColumnInfo[];
  rowCount: number;
  read: ReadRows;
  /** Rows to read at a time; what it is at first counts. */
  pageRows: number;
  sorting: Sorting | null;
  /** What sorting covers, in words. */
  sortHint: string;
  onSort(index: number): void;
  /** Shows a cell whole. */
  onOpen(column: ColumnInfo, value: unknown): void;
  onSelect(selection: Selection, columns: ShownColumn[]): void;
  onCopy(): void;
}

const overscanRows = 6;
const resizeStep = 24;
const origin: Selection = { anchor: { row: 0, column: 0 }, focus: { row: 0, column: 0 } };

/** The rows of a result: any number, of which only those in sight are read and drawn. */
export function ResultGrid(props: ResultGridProps) {
  const { columns, rowCount, read, sorting, sortHint, onSort, onOpen, onSelect, onCopy } = props;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [pageRows] = useState(props.pageRows);
  const pages = useMemo(() => createRowPages(read, pageRows, redraw), [read, pageRows]);
  useEffect(() => () => pages.close(), [pages]);
  const layout = useColumns(columns);
  const host = useRef<HTMLDivElement>(null);
  const { scrollTop, scrollLeft, width, height } = useViewport(host);
  const [selection, setSelection] = useState(origin);
  /** Asked for before its row has come; it is shown when it does, unless another cell was chosen. */
  const [awaited, setAwaited] = useState<CellAt | null>(null);

  const latest = useRef({ selection, onSelect });
  latest.current = { selection, onSelect };
  useEffect(() => {
    // The same places hold other columns now.
    if (latest.current.selection !== origin)
      latest.current.onSelect(latest.current.selection, layout.columns);
  }, [layout.columns]);

  const gutter = 16 + String(rowCount).length * 8;
  const bodyHeight = Math.max(0, height - rowHeight);
  const geometry = rowGeometry(rowCount, bodyHeight);
  const { row: topRow, hidden } = geometry.at(scrollTop);
  const rowsInSight = Math.ceil(bodyHeight / rowHeight);
  const from = Math.max(0, topRow - overscanRows);
  const to = Math.min(rowCount, topRow + rowsInSight + overscanRows);
  const elementOf = useRowElements(from, rowsInSight + 2 * overscanRows);
  useEffect(() => pages.want(from, to, rowCount), [pages, from, to, rowCount]);

  const [first, last] = visibleColumns(layout.lefts, scrollLeft, scrollLeft + width);
  const shown = layout.columns.filter(
    ({ isPinned }, place) => isPinned || (place >= first && place <= last),
  );
  const placeOf = new Map(layout.columns.map(({ index }, place) => [index, place]));

  const select = (focus: CellAt, isExtended: boolean): void => {
    setAwaited(null);
    const next = { anchor: isExtended ? selection.anchor : focus, focus };
    setSelection(next);
    onSelect(next, layout.columns);
  };
  const bringIntoView = ({ row, column }: CellAt): void => {
    const element = host.current;
    if (element === null) return;
    const fullyShown = Math.max(1, Math.floor(bodyHeight / rowHeight));
    const firstWhole = hidden > 0 ? topRow + 1 : topRow;
    if (row < firstWhole) element.scrollTop = geometry.topOf(row);
    else if (row >= topRow + fullyShown) element.scrollTop = geometry.topOf(row - fullyShown + 1);
    const shownColumn = layout.columns[column];
    if (shownColumn === undefined || shownColumn.isPinned) return;
    const leftEdge = shownColumn.left - layout.pinnedWidth;
    const rightEdge = shownColumn.left + shownColumn.width + gutter - width;
    if (scrollLeft > leftEdge) element.scrollLeft = leftEdge;
    else if (scrollLeft < rightEdge) element.scrollLeft = rightEdge;
  };
  const open = (at: CellAt): void => {
    const target = layout.columns[at.column];
    const found = pages.row(at.row);
    setAwaited(found === undefined ? at : null);
    if (target !== undefined && found !== undefined) onOpen(target.column, found[target.index]);
  };
  useEffect(() => {
    if (awaited !== null && pages.row(awaited.row) !== undefined) open(awaited);
  });
  /** Does it with the column of the focused cell, which stays focused. */
  const changeColumn = (command: ColumnCommand): void => {
    const place = selection.focus.column;
    const column = layout.columns[place];
    if (column === undefined) return;
    const { index } = column;
    const focusPlace = (next: number): void => {
      const focus = { row: selection.focus.row, column: next };
      setSelection({ anchor: focus, focus });
    };
    const moveTo = (next: number): void => {
      const neighbour = layout.columns[next];
      if (neighbour?.isPinned === column.isPinned) focusPlace(layout.move(index, neighbour.index));
    };
    const actions: Record<ColumnCommand, () => void> = {
      sort: () => onSort(index),
      pin: () => focusPlace(layout.togglePin(index)),
      'move-left': () => moveTo(place - 1),
      'move-right': () => moveTo(place + 1),
      narrower: () => layout.resize(index, column.width - resizeStep),
      wider: () => layout.resize(index, column.width + resizeStep),
    };
    actions[command]();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const command = columnCommandOf(event);
    if (command !== undefined) {
      // Alt and an arrow would leave the page.
      event.preventDefault();
      changeColumn(command);
      return;
    }
    const isControl = event.ctrlKey || event.metaKey;
    const pressed = isControl ? `Control+${event.key.toLowerCase()}` : event.key;
    if (pressed === 'Control+c') {
      onCopy();
      return;
    }
    if (pressed === 'Enter') {
      open(selection.focus);
      return;
    }
    if (pressed === 'Control+a') {
      event.preventDefault();
      const corner = { row: rowCount - 1, column: layout.columns.length - 1 };
      const all = { anchor: { row: 0, column: 0 }, focus: corner };
      setSelection(all);
      onSelect(all, layout.columns);
      return;
    }
    const pageOfRows = Math.max(1, Math.floor(bodyHeight / rowHeight) - 1);
    const extent = { rowCount, columnCount: layout.columns.length, pageRows: pageOfRows };
    const target = moveBy(event.key, isControl, selection.focus, extent);
    if (target === null) return;
    event.preventDefault();
    select(target, event.shiftKey);
    bringIntoView(target);
  };

  const rows = Array.from({ length: Math.max(0, to - from) }, (_, place) => from + place);
  const rowTop = (row: number): number =>
    rowHeight + scrollTop + (row - topRow) * rowHeight - hidden;
  const common = { scrollLeft, gutter, layout };
  return (
    <div
      ref={host}
      className="grid"
      role="grid"
      tabIndex={0}
      aria-label="Rows of the result"
      aria-rowcount={rowCount + 1}
      aria-colcount={layout.columns.length}
      aria-activedescendant={cellId(selection.focus)}
      onKeyDown={onKeyDown}
    >
      <div
        role="presentation"
        style={{ height: geometry.height + rowHeight, width: layout.width + gutter }}
      >
        <GridHead {...common} shown={shown} sorting={sorting} sortHint={sortHint} onSort={onSort} />
        <div role="rowgroup">
          {rows.map((row) => (
            <div
              key={elementOf(row)}
              className="grid-row"
              role="row"
              data-striped={row % 2 === 1 ? '' : undefined}
              aria-rowindex={row + 2}
              style={{ top: rowTop(row), width: layout.width + gutter }}
            >
              <div
                className="grid-number"
                role="rowheader"
                style={{ left: scrollLeft, width: gutter }}
              >
                {row + 1}
              </div>
              {shown.map((column) => {
                const at = { row, column: placeOf.get(column.index) ?? 0 };
                return (
                  <GridCell
                    key={column.index}
                    id={cellId(at)}
                    column={column}
                    left={gutter + column.left + (column.isPinned ? scrollLeft : 0)}
                    value={valueAt(pages.row(row), column.index)}
                    place={at.column}
                    isSelected={isSelected(selection, at)}
                    isFocused={selection.focus.row === row && selection.focus.column === at.column}
                    onPoint={(isExtended) => select(at, isExtended)}
                    onOpen={() => open(at)}
                  />
                );
              })}
            </div>
          ))}
        </div>
      </div>
      <Problem error={pages.error(topRow)} />
    </div>
  );
}

const cellId = ({ row, column }: CellAt): string => `cell-${row}-${column}`;

/** Undefined while the row is on its way. */
const valueAt = (row: Row | undefined, index: number): unknown =>
  row === undefined ? undefined : (row[index] ?? null);

function Problem({ error }: { error: unknown }) {
  if (error === null) return null;
  return (
    <p role="alert" style={{ position: 'sticky', bottom: 0, left: 8 }}>
      {error instanceof Error ? error.message : 'These rows could not be read'}
    </p>
  );
}
