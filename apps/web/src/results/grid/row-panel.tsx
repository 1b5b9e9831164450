import { CloseButton } from '@mantine/core';
import type { ColumnInfo } from '@sluice/contracts';
import { formatCount } from '../../ui/format.js';
import { JsonTree } from '../json-tree.js';
import { cellText, isLink } from './cell-text.js';
import { formattedCell } from './column-formats.js';
import type { Row } from './row-pages.js';
import type { ColumnFormats } from './use-column-formats.js';

interface RowPanelProps {
  /** From 0. */
  row: number;
  /** Undefined while the row is loading. */
  values: Row | undefined;
  columns: ColumnInfo[];
  formats: ColumnFormats;
  onClose(): void;
}

/** A panel with all values of the focused row. When the focus moves to another row, the panel shows that row. */
export function RowPanel({ row, values, columns, formats, onClose }: RowPanelProps) {
  const title = `Row ${formatCount(row + 1)}`;
  return (
    <aside
      className="row-panel"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className="row-panel-head">
        <h2 aria-live="polite">{title}</h2>
        <CloseButton size="sm" aria-label="Close row" onClick={onClose} />
      </div>
      <dl tabIndex={0} aria-label={`Values of ${title.toLowerCase()}`}>
        {columns.map((column, index) => (
          <div key={index}>
            <dt>
              {column.name} <span className="row-panel-type">{column.dbType}</span>
            </dt>
            <dd>
              {values === undefined ? (
                '…'
              ) : (
                <Value value={values[index] ?? null} column={column} format={formats.of(index)} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

interface ValueProps {
  value: unknown;
  column: ColumnInfo;
  format: string | null;
}

function Value({ value, column, format }: ValueProps) {
  const parsed = column.datatype === 'json' ? parsedJson(value) : value;
  if (parsed !== null && typeof parsed === 'object') return <JsonTree value={parsed} />;
  const text = cellText(value);
  if (text === null) return <span data-null="">NULL</span>;
  if (isLink(text)) {
    return (
      <a href={text} target="_blank" rel="noreferrer noopener">
        {text}
      </a>
    );
  }
  return formattedCell(shortened(text), column, format);
}

/** The panel shows the start of longer values; the view of a cell shows all. */
const MAX_CHARACTERS = 20_000;

const shortened = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;

/** Longer texts of JSON are shown as texts. */
const MAX_PARSED = 1_000_000;

/** Returns the value of a JSON text; the text itself if it is none. */
function parsedJson(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > MAX_PARSED) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
