import type { ColumnInfo } from '@sluice/contracts';
import { textOfCell } from '../grid/cell-text.js';
import type { Row } from '../grid/row-pages.js';

/** A column of a result, by its place in the rows. */
export interface ChartColumn {
  index: number;
  info: ColumnInfo;
}

/** The column of this name; the first one where names repeat. */
export function columnOf(columns: ColumnInfo[], name: string): ChartColumn | null {
  const index = columns.findIndex((column) => column.name === name);
  const info = columns[index];
  return info === undefined ? null : { index, info };
}

/** A cell as a number; null for none. Long numbers come as texts, of which a drawing needs no more digits. */
export function numberIn(row: Row, { index }: ChartColumn): number | null {
  const value = row[index];
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  if (typeof value === 'string' && value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** A cell as a label. */
export const labelIn = (row: Row, { index }: ChartColumn): string =>
  textOfCell(row[index]) ?? 'NULL';

/** A date or time in milliseconds since 1970; what has no zone counts as UTC, as the axis does. */
export function timeIn(row: Row, { index }: ChartColumn): number | null {
  const text = textOfCell(row[index]);
  if (text === null) return null;
  const isoText = text.replace(' ', 'T');
  const hasZone = /(Z|[+-]\d\d(:?\d\d)?)$/.test(isoText) || !isoText.includes('T');
  const time = Date.parse(hasZone ? isoText : `${isoText}Z`);
  return Number.isNaN(time) ? null : time;
}

/** How a column is laid out along an axis. */
export type AxisKind = 'time' | 'value' | 'category';

/** The axis that fits a column. */
export function axisOf({ info: { datatype } }: ChartColumn): AxisKind {
  if (datatype === 'date' || datatype === 'datetime') return 'time';
  return datatype === 'number' ? 'value' : 'category';
}

/** A cell's place along an axis; null where it has none. */
export function placeIn(row: Row, column: ChartColumn): number | string | null {
  const kind = axisOf(column);
  if (kind === 'category') return labelIn(row, column);
  return kind === 'time' ? timeIn(row, column) : numberIn(row, column);
}

/** Rows by their label in a column, in the order in which the labels come; all of them under '' without a column. */
export function groupBy(rows: Row[], column: ChartColumn | null): Map<string, Row[]> {
  if (column === null) return new Map([['', rows]]);
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const label = labelIn(row, column);
    const group = groups.get(label);
    if (group === undefined) groups.set(label, [row]);
    else group.push(row);
  }
  return groups;
}
