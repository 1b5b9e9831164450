import type { ColumnInfo } from '../../operations.js';
import type { Row } from '../../result.js';

/** Makes text of one result, a page at a time. */
export interface ResultFormat {
  /** Before the first row. */
  begin(): string;
  page(rows: readonly Row[]): string;
  /** After the last row. */
  end(): string;
}

/** A format, given the columns of a result. */
export type CreateFormat = (columns: readonly ColumnInfo[]) => ResultFormat;

/** A value as text, where the format has no types; null is the empty text. */
export const plainText = (value: unknown): string => {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Column names as keys: a name that comes again is numbered (`id`, `id_2`). */
export function keysOf(columns: readonly ColumnInfo[]): string[] {
  const taken = new Set<string>();
  return columns.map(({ name }) => {
    let key = name;
    for (let number = 2; taken.has(key); number++) key = `${name}_${number}`;
    taken.add(key);
    return key;
  });
}

/** A row as the text of a JSON object; built by hand, as a key may be `__proto__`. */
export const objectText = (keys: readonly string[], row: Row): string =>
  `{${keys.map((key, at) => `${JSON.stringify(key)}:${JSON.stringify(row[at])}`).join(',')}}`;
