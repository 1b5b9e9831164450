import type { ColumnInfo } from '@sluice/contracts';

/** The grid shows the start of longer values; the side view shows all. */
const MAX_SHOWN_CHARACTERS = 300;

/** Returns the full text of a cell; null for a database null. */
export const cellText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return JSON.stringify(value);
};

/** Returns the text that the grid shows for a cell: one line, shortened. */
export function previewText(text: string, { datatype }: Pick<ColumnInfo, 'datatype'>): string {
  const cut = text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
  if (datatype === 'datetime') return cut.replace('T', ' ');
  return cut.replaceAll('\n', '⏎').replaceAll('\t', '⇥');
}

/** Returns whether a text is an HTTP URL, which the grid shows as a link. */
export const isLink = (text: string): boolean =>
  /^https?:\/\/\S{3,}$/.test(text) && URL.canParse(text);

const CHARACTER_PIXELS = 7.6;

/** Returns the initial width of a column in pixels, from its name and its longest value. */
export function initialWidth(column: ColumnInfo): number {
  const valueLength = column.datatype === 'number' ? numberLength(column) : column.maxValueLength;
  const characters = Math.max(column.name.length + 3, valueLength + 2, 6);
  return Math.round(Math.min(360, characters * CHARACTER_PIXELS + 16));
}

const numberLength = ({ min, max }: ColumnInfo): number =>
  Math.max(String(min ?? 0).length, String(max ?? 0).length, 4);
