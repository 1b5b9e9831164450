import type { ColumnInfo } from '../../operations.js';
import type { Row } from '../../result.js';

/** Formats one result, page by page. */
export interface ResultFormat {
  /** Returns the text before the first row. */
  begin(): string;
  page(rows: readonly Row[]): string;
  /** Returns the text after the last row. */
  end(): string;
}

/** Creates a format for the columns of a result. */
export type CreateFormat = (columns: readonly ColumnInfo[]) => ResultFormat;

/** Returns a value as text for formats without types; null is the empty string. */
export const plainText = (value: unknown): string => {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Returns column names as unique keys: a repeated name gets a number (`id`, `id_2`). */
export function keysOf(columns: readonly ColumnInfo[]): string[] {
  const taken = new Set<string>();
  return columns.map(({ name }) => {
    let key = name;
    for (let number = 2; taken.has(key); number++) key = `${name}_${number}`;
    taken.add(key);
    return key;
  });
}

/**
 * Returns a row as the text of a JSON object. Not built as an object, since a key may be `__proto__`.
 */
export const objectText = (keys: readonly string[], row: Row): string =>
  `{${keys.map((key, at) => `${JSON.stringify(key)}:${JSON.stringify(row[at])}`).join(',')}}`;
