import { useState, type PointerEvent } from 'react';
import type { Sorting } from './sort-and-filter.js';
import type { ColumnLayout, ShownColumn } from './use-columns.js';

interface GridHeadProps {
  shown: ShownColumn[];
  layout: ColumnLayout;
  gutter: number;
  scrollLeft: number;
  sorting: Sorting | null;
  /** Says which rows sorting covers. */
  sortHint: string;
  onSort(index: number): void;
}

/** The column headers: click sorts, Alt-click pins, dragging moves, dragging the edge resizes. */
export function GridHead(props: GridHeadProps) {
  const { shown, layout, gutter, scrollLeft, sorting, sortHint, onSort } = props;
  const [dragged, setDragged] = useState<number | null>(null);
  return (
    <div
      className="grid-head"
      role="row"
      aria-rowindex={1}
      style={{ width: layout.width + gutter }}
    >
      <div className="grid-corner" style={{ left: scrollLeft, width: gutter }} />
      {shown.map((shownColumn) => {
        const { column, index, left, width, isPinned } = shownColumn;
        const direction = sorting?.index === index ? directionOf(sorting) : undefined;
        return (
          <div
            key={index}
            className="grid-heading"
            role="columnheader"
            aria-sort={direction}
            title={`${column.name}\n${column.dbType}\nClick: ${sortHint}\nAlt-click: pin\nDrag: move`}
            draggable
            style={{
              left: gutter + left + (isPinned ? scrollLeft : 0),
              width,
              zIndex: isPinned ? 1 : undefined,
            }}
            onClick={(event) => (event.altKey ? layout.togglePin(index) : onSort(index))}
            onDragStart={() => setDragged(index)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => {
              if (dragged !== null && dragged !== index) layout.move(dragged, index);
              setDragged(null);
            }}
          >
            {column.name}
            {direction === undefined ? '' : direction === 'ascending' ? ' ▲' : ' ▼'}
            <ResizeEdge width={width} onResize={(next) => layout.resize(index, next)} />
          </div>
        );
      })}
    </div>
  );
}

const directionOf = ({ isDescending }: Sorting) => (isDescending ? 'descending' : 'ascending');

function ResizeEdge({ width, onResize }: { width: number; onResize(width: number): void }) {
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
      onPointerDown={start}
      onPointerMove={(event) => {
        if (grip !== null) onResize(event.clientX - grip);
      }}
      onPointerUp={() => setGrip(null)}
    />
  );
}
