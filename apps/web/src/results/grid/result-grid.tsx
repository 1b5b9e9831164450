import './grid.css';
import type { ColumnInfo } from '@sluice/contracts';
import { useRef, useState } from 'react';
import { fitColumn } from './fit-column.js';
import { GridHead } from './grid-head.js';
import { GridMenu, placeBelow, type GridFiltering, type GridMenuPlace } from './grid-menu.js';
import { cellId, GridRow } from './grid-row.js';
import type { ReadRows, RowPages } from './row-pages.js';
import { RowPanel } from './row-panel.js';
import type { CellAt, Selection } from './selection.js';
import { nextSorting, type Sorting } from './sort-and-filter.js';
import { useColumnFormats } from './use-column-formats.js';
import { useColumns, type ColumnLayout, type ShownColumn } from './use-columns.js';
import { useGridKeys } from './use-grid-keys.js';
import { useGridSelection } from './use-grid-selection.js';
import { useRowWindow } from './use-row-window.js';
import { useViewport, type Viewport } from './use-viewport.js';
import { ROW_HEIGHT, visibleColumns } from './viewport.js';

interface ResultGridProps {
  columns: ColumnInfo[];
  rowCount: number;
  read: ReadRows;
  /** Rows per page; later changes of this value have no effect. */
  pageRows: number;
  filtering?: GridFiltering;
  sorting: Sorting | null;
  /** Says which rows sorting covers. */
  sortHint: string;
  onSorting(sorting: Sorting | null): void;
  /** Shows the full value of a cell. */
  onOpen(column: ColumnInfo, value: unknown): void;
  onSelect(selection: Selection, columns: ShownColumn[]): void;
  onCopy(): void;
}

/** The rows of a result. Only the rows in view are read and rendered. */
export function ResultGrid(props: ResultGridProps) {
  const { columns, rowCount, read, pageRows, sorting, sortHint, onSorting, onCopy } = props;
  const { filtering, onOpen, onSelect } = props;
  const host = useRef<HTMLDivElement>(null);
  const viewport = useViewport(host);
  const { scrollTop, scrollLeft } = viewport;
  const layout = useColumns(columns);
  const formats = useColumnFormats(columns);
  const [isRowOpen, setRowOpen] = useState(false);
  const [menu, setMenu] = useState<GridMenuPlace | null>(null);
  const rowWindow = useRowWindow({ rowCount, read, pageRows, viewport });
  const { pages, geometry, topRow, hidden, rows, elementOf } = rowWindow;
  const cells = useGridSelection({ rowCount, layout, pages, onOpen, onSelect });
  const gutter = 16 + String(rowCount).length * 8;
  const width = layout.width + gutter;
  const keyTargets = { host, rowCount, gutter, layout, viewport, rowWindow, cells };
  const onSort = (index: number): void => onSorting(nextSorting(sorting, index));
  const onOpenRow = (): void => setRowOpen(!isRowOpen);
  const onOpenMenu = (at: CellAt): void => setMenu(placeBelow(host.current, at));
  const onKeyDown = useGridKeys({ ...keyTargets, onSort, onCopy, onOpenRow, onOpenMenu });
  const shown = columnsInView(layout, viewport);
  const rowTop = (row: number): number =>
    ROW_HEIGHT + scrollTop + (row - topRow) * ROW_HEIGHT - hidden;
  const shared = { scrollLeft, gutter };
  const { focus } = cells.selection;
  // A filter may leave fewer rows.
  const shownRow = Math.min(focus.row, rowCount - 1);
  return (
    <div className="grid-and-row">
      <div
        ref={host}
        className="grid"
        role="grid"
        tabIndex={0}
        aria-label="Result rows"
        aria-rowcount={rowCount + 1}
        aria-colcount={layout.columns.length}
        aria-activedescendant={cellId(focus)}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" style={{ height: geometry.height + ROW_HEIGHT, width }}>
          <GridHead
            {...{ ...shared, layout, sorting, sortHint, onSort }}
            filtered={filtering?.filtered}
            shown={shown}
            onFit={(column, place) => fitColumn(host.current, layout, column, place)}
            onMenu={setMenu}
          />
          <div role="rowgroup">
            {rows.map((row) => (
              <GridRow
                key={elementOf(row)}
                {...shared}
                row={row}
                values={pages.row(row)}
                columns={shown}
                formats={formats}
                cells={cells}
                top={rowTop(row)}
                width={width}
                onMenu={setMenu}
              />
            ))}
          </div>
        </div>
        <ReadError error={pages.error(topRow)} />
      </div>
      {isRowOpen && rowCount > 0 && (
        <RowPanel
          {...{ columns, formats }}
          row={shownRow}
          values={pages.row(shownRow)}
          onClose={() => {
            setRowOpen(false);
            host.current?.focus();
          }}
        />
      )}
      {menu !== null && (
        <GridMenu
          {...{ layout, formats, filtering, sorting, sortHint, onSorting }}
          value={menuValue(menu, pages, layout)}
          at={menu}
          onFit={(column, place) => fitColumn(host.current, layout, column, place)}
          onSelectColumn={cells.selectColumn}
          onOpenCell={cells.open}
          onOpenRow={(at) => {
            cells.select(at, false);
            setRowOpen(true);
          }}
          onClose={() => {
            setMenu(null);
            host.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </div>
  );
}

/** Returns the value of the cell of a menu; undefined for a heading, and while the row is loading. */
function menuValue(
  { row, place }: GridMenuPlace,
  pages: RowPages,
  { columns }: ColumnLayout,
): unknown {
  const [values, column] = [row === null ? undefined : pages.row(row), columns[place]];
  return values === undefined || column === undefined ? undefined : (values[column.index] ?? null);
}

/** Returns the columns to render, with their positions among all columns. */
function columnsInView({ columns, lefts }: ColumnLayout, { scrollLeft, width }: Viewport) {
  const [first, last] = visibleColumns(lefts, scrollLeft, scrollLeft + width);
  return columns
    .map((column, place) => ({ column, place }))
    .filter(({ column, place }) => column.isPinned || (place >= first && place <= last));
}

function ReadError({ error }: { error: unknown }) {
  if (error === null) return null;
  return (
    <p role="alert" style={{ position: 'sticky', bottom: 0, left: 8 }}>
      {error instanceof Error ? error.message : 'Rows could not be read.'}
    </p>
  );
}
