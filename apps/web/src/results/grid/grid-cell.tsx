import { cellText, isLink, previewText } from './cell-text.js';
import type { ShownColumn } from './use-columns.js';

interface GridCellProps {
  id: string;
  column: ShownColumn;
  left: number;
  /** Undefined while the row is loading. */
  value: unknown;
  /** The position of the column among the shown ones, from 0. */
  place: number;
  isSelected: boolean;
  isFocused: boolean;
  onPoint(isExtended: boolean): void;
  onOpen(): void;
}

/** One cell. Values are always rendered as text. */
export function GridCell(props: GridCellProps) {
  const { id, column, left, value, place, isSelected, isFocused, onPoint, onOpen } = props;
  const text = value === undefined ? '' : cellText(value);
  return (
    <div
      id={id}
      className="grid-cell"
      role="gridcell"
      aria-colindex={place + 1}
      aria-selected={isSelected}
      data-kind={column.column.datatype}
      data-null={text === null ? '' : undefined}
      data-focused={isFocused ? '' : undefined}
      style={{ left, width: column.width, zIndex: column.isPinned ? 1 : undefined }}
      onPointerDown={(event) => onPoint(event.shiftKey)}
      onPointerEnter={(event) => {
        if (event.buttons === 1) onPoint(true);
      }}
      onDoubleClick={onOpen}
    >
      <Content text={text} column={column} />
    </div>
  );
}

function Content({ text, column }: { text: string | null; column: ShownColumn }) {
  if (text === null) return 'NULL';
  if (!isLink(text)) return previewText(text, column.column);
  return (
    <a href={text} target="_blank" rel="noreferrer noopener" tabIndex={-1}>
      {text}
    </a>
  );
}
