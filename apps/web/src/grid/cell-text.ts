import type { ColumnInfo } from '@sluice/contracts';

/** Longer cells are cut in the grid; the side view has all of it. */
const longestShown = 300;

/** The whole of a cell as text; null for a database null. */
export const textOfCell = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return JSON.stringify(value);
};

/** What the grid shows of a cell: one line, and no more than fits. */
export function shownText(text: string, { datatype }: Pick<ColumnInfo, 'datatype'>): string {
  const cut = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  if (datatype === 'datetime') return cut.replace('T', ' ');
  return cut.replaceAll('\n', '⏎').replaceAll('\t', '⇥');
}

/** An address that a click may open. */
export const isLink = (text: string): boolean =>
  /^https?:\/\/\S{3,}$/.test(text) && URL.canParse(text);

const characterPixels = 7.6;

/** Pixels that a column begins with, from its name and its longest value. */
export function initialWidth(column: ColumnInfo): number {
  const valueLength = column.datatype === 'number' ? numberLength(column) : column.maxValueLength;
  const characters = Math.max(column.name.length + 3, valueLength + 2, 6);
  return Math.round(Math.min(360, characters * characterPixels + 16));
}

const numberLength = ({ min, max }: ColumnInfo): number =>
  Math.max(String(min ?? 0).length, String(max ?? 0).length, 4);
