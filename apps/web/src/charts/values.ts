import type { ColumnInfo } from '@sluice/contracts';
import { cellText } from '../results/grid/cell-text.js';
import type { Row } from '../results/grid/row-pages.js';

/** A column and its index in the rows. */
export interface ChartColumn {
  index: number;
  info: ColumnInfo;
}

/** Returns the first column with a name; null if there is none. */
export function columnOf(columns: ColumnInfo[], name: string): ChartColumn | null {
  const index = columns.findIndex((column) => column.name === name);
  const info = columns[index];
  return info === undefined ? null : { index, info };
}

/** Returns a cell as a number; null if it is none. Long numbers arrive as strings; a chart needs no more than a double. */
export function numberIn(row: Row, { index }: ChartColumn): number | null {
  const value = row[index];
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  if (typeof value === 'string' && value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Returns a cell as a label. */
export const labelIn = (row: Row, { index }: ChartColumn): string => cellText(row[index]) ?? 'NULL';

/** Returns a date or time in milliseconds since 1970. A time without zone is UTC, as on the axis. */
export function timeIn(row: Row, { index }: ChartColumn): number | null {
  const text = cellText(row[index]);
  if (text === null) return null;
  const isoText = text.replace(' ', 'T');
  const hasZone = /(Z|[+-]\d\d(:?\d\d)?)$/.test(isoText) || !isoText.includes('T');
  const time = Date.parse(hasZone ? isoText : `${isoText}Z`);
  return Number.isNaN(time) ? null : time;
}

/** The kind of an axis. */
export type AxisKind = 'time' | 'value' | 'category';

/** Returns the axis kind for a column. */
export function axisOf({ info: { datatype } }: ChartColumn): AxisKind {
  if (datatype === 'date' || datatype === 'datetime') return 'time';
  return datatype === 'number' ? 'value' : 'category';
}

/** Returns the position of a cell on an axis; null if it has none. */
export function axisValueIn(row: Row, column: ChartColumn): number | string | null {
  const kind = axisOf(column);
  if (kind === 'category') return labelIn(row, column);
  return kind === 'time' ? timeIn(row, column) : numberIn(row, column);
}

/** Groups rows by the label of a column, in order of appearance. Without a column all rows are in the group ''. */
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
