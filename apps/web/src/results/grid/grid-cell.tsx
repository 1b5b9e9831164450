import { cellText, isLink, previewText } from './cell-text.js';
import { formattedCell } from './column-formats.js';
import type { ShownColumn } from './use-columns.js';

interface GridCellProps {
  id: string;
  column: ShownColumn;
  /** Null shows the value as stored. */
  format: string | null;
  left: number;
  /** Undefined while the row is loading. */
  value: unknown;
  /** The position of the column among the shown ones, from 0. */
  place: number;
  isSelected: boolean;
  isFocused: boolean;
  onPoint(isExtended: boolean): void;
  onOpen(): void;
  onMenu(left: number, top: number): void;
}

/** One cell. Values are always rendered as text. */
export function GridCell(props: GridCellProps) {
  const { id, column, format, left, value, place, isSelected, isFocused } = props;
  const { onPoint, onOpen, onMenu } = props;
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
      onPointerDown={(event) => {
        if (event.button === 0) onPoint(event.shiftKey);
      }}
      onPointerEnter={(event) => {
        if (event.buttons === 1) onPoint(true);
      }}
      onDoubleClick={onOpen}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(event.clientX, event.clientY);
      }}
    >
      <Content text={text} column={column} format={format} />
    </div>
  );
}

interface ContentProps {
  text: string | null;
  column: ShownColumn;
  format: string | null;
}

function Content({ text, column, format }: ContentProps) {
  if (text === null) return 'NULL';
  if (format !== null) return formattedCell(text, column.column, format);
  if (!isLink(text)) return previewText(text, column.column);
  return (
    <a href={text} target="_blank" rel="noreferrer noopener" tabIndex={-1}>
      {text}
    </a>
  );
}
