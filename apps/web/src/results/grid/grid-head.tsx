import { useState, type PointerEvent } from 'react';
import { Icon } from '../../ui/icon.js';
import type { GridMenuPlace } from './grid-menu.js';
import type { Sorting } from './sort-and-filter.js';
import type { ColumnLayout, ShownColumn } from './use-columns.js';

interface GridHeadProps {
  /** The columns to render, with their positions among all columns. */
  shown: { column: ShownColumn; place: number }[];
  layout: ColumnLayout;
  gutter: number;
  scrollLeft: number;
  filtered: ReadonlySet<number> | undefined;
  sorting: Sorting | null;
  /** Says which rows sorting covers. */
  sortHint: string;
  onSort(index: number): void;
  onFit(column: ShownColumn, place: number): void;
  onMenu(at: GridMenuPlace): void;
}

/**
 * The column headers: click sorts, Alt-click pins, dragging moves, dragging the edge resizes, double-clicking the edge
 * fits, and the button opens the menu.
 */
export function GridHead(props: GridHeadProps) {
  const { shown, layout, gutter, scrollLeft, filtered, sorting, sortHint } = props;
  const { onSort, onFit, onMenu } = props;
  const [dragged, setDragged] = useState<number | null>(null);
  return (
    <div
      className="grid-head"
      role="row"
      aria-rowindex={1}
      style={{ width: layout.width + gutter }}
    >
      <div className="grid-corner" style={{ left: scrollLeft, width: gutter }} />
      {shown.map(({ column: shownColumn, place }) => {
        const { column, index, left, width, isPinned } = shownColumn;
        const direction = sorting?.index === index ? directionOf(sorting) : undefined;
        return (
          <div
            key={index}
            className="grid-heading"
            role="columnheader"
            aria-colindex={place + 1}
            aria-sort={direction}
            data-filtered={filtered?.has(index) === true ? '' : undefined}
            title={`${column.name}\n${column.dbType}\nClick: ${sortHint}\nAlt-click: pin\nDrag: move`}
            draggable
            style={{
              left: gutter + left + (isPinned ? scrollLeft : 0),
              width,
              zIndex: isPinned ? 1 : undefined,
            }}
            onClick={(event) => (event.altKey ? layout.togglePin(index) : onSort(index))}
            onContextMenu={(event) => {
              event.preventDefault();
              onMenu({ place, left: event.clientX, top: event.clientY, row: null });
            }}
            onDragStart={() => setDragged(index)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => {
              if (dragged !== null && dragged !== index) layout.move(dragged, index);
              setDragged(null);
            }}
          >
            <span>
              {column.name}
              {direction === undefined ? '' : direction === 'ascending' ? ' ▲' : ' ▼'}
            </span>
            <button
              type="button"
              className="grid-menu-button"
              tabIndex={-1}
              // The menu key of a cell opens the same menu.
              aria-hidden="true"
              title="Column menu"
              onClick={(event) => {
                event.stopPropagation();
                const { left: at, bottom } = event.currentTarget.getBoundingClientRect();
                onMenu({ place, left: at, top: bottom, row: null });
              }}
            >
              <Icon name="down" size={14} />
            </button>
            <ResizeEdge
              width={width}
              onResize={(next) => layout.resize(index, next)}
              onFit={() => onFit(shownColumn, place)}
            />
          </div>
        );
      })}
    </div>
  );
}

const directionOf = ({ isDescending }: Sorting) => (isDescending ? 'descending' : 'ascending');

interface ResizeEdgeProps {
  width: number;
  onResize(width: number): void;
  onFit(): void;
}

function ResizeEdge({ width, onResize, onFit }: ResizeEdgeProps) {
  const [grip, setGrip] = useState<number | null>(null);
  const start = (event: PointerEvent): void => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    setGrip(event.clientX - width);
  };
  return (
    <span
      className="grid-resize"
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={onFit}
      onPointerDown={start}
      onPointerMove={(event) => {
        if (grip !== null) onResize(event.clientX - grip);
      }}
      onPointerUp={() => setGrip(null)}
    />
  );
}
