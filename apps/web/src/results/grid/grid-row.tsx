import { GridCell } from './grid-cell.js';
import type { GridMenuPlace } from './grid-menu.js';
import type { Row } from './row-pages.js';
import { isSelected, type CellAt } from './selection.js';
import type { ColumnFormats } from './use-column-formats.js';
import type { ShownColumn } from './use-columns.js';
import type { GridSelection } from './use-grid-selection.js';

interface GridRowProps {
  row: number;
  /** Undefined while the row is loading. */
  values: Row | undefined;
  /** The columns to render, with their positions among all columns. */
  columns: { column: ShownColumn; place: number }[];
  formats: ColumnFormats;
  cells: GridSelection;
  top: number;
  width: number;
  gutter: number;
  scrollLeft: number;
  onMenu(at: GridMenuPlace): void;
}

/** One row of the grid, with its number. */
export function GridRow(props: GridRowProps) {
  const { row, values, columns, formats, cells, top, width, gutter, scrollLeft, onMenu } = props;
  const { focus } = cells.selection;
  return (
    <div className="grid-row" role="row" aria-rowindex={row + 2} style={{ top, width }}>
      <div className="grid-number" role="rowheader" style={{ left: scrollLeft, width: gutter }}>
        {row + 1}
      </div>
      {columns.map(({ column, place }) => {
        const at = { row, column: place };
        return (
          <GridCell
            key={column.index}
            id={cellId(at)}
            column={column}
            format={formats.of(column.index)}
            left={gutter + column.left + (column.isPinned ? scrollLeft : 0)}
            value={values === undefined ? undefined : (values[column.index] ?? null)}
            place={place}
            isSelected={isSelected(cells.selection, at)}
            isFocused={focus.row === row && focus.column === place}
            onPoint={(isExtended) => cells.select(at, isExtended)}
            onOpen={() => cells.open(at)}
            onMenu={(left, top) => {
              if (!isSelected(cells.selection, at)) cells.select(at, false);
              onMenu({ place, left, top, row });
            }}
          />
        );
      })}
    </div>
  );
}

/** Returns the element ID of a cell. */
export const cellId = ({ row, column }: CellAt): string => `cell-${row}-${column}`;
