import { textInFormat, type TimestampFormat } from './timestamps.js';

/** A column as the REST API describes it. */
export interface WireField {
  name: string;
  type: string;
  mode?: string;
  fields?: WireField[];
  rangeElementType?: { type: string };
  precision?: string;
  scale?: string;
  maxLength?: string;
  timestampPrecision?: string;
}

/** A value as the REST API sends it: text, or the parts of structs and lists. */
export type WireValue = string | null | { f: { v: WireValue }[] } | { v: WireValue }[];

/** Rows that can be read from any offset, as for pages. */
export interface WireResult {
  fields: readonly WireField[];
  count: number;
  /** Returns the JSON text of a row, whole or in chunks, with timestamps in a form. */
  row(index: number, format: TimestampFormat): string | Iterable<string>;
}

/** Returns the JSON text of a row. */
export const rowText = (values: readonly WireValue[]): string =>
  JSON.stringify({ f: values.map((v) => ({ v })) });

/** Returns a value with its timestamps in a form. */
function inFormat(field: WireField, value: WireValue, format: TimestampFormat): WireValue {
  if (value === null) return null;
  if (Array.isArray(value)) {
    const element = { ...field, mode: 'NULLABLE' };
    return value.map(({ v }) => ({ v: inFormat(element, v, format) }));
  }
  if (typeof value === 'object') {
    return {
      f: value.f.map(({ v }, index) => {
        const inner = field.fields?.[index];
        return { v: inner ? inFormat(inner, v, format) : v };
      }),
    };
  }
  const isTimestamp = field.type === 'TIMESTAMP' || field.rangeElementType?.type === 'TIMESTAMP';
  if (!isTimestamp) return value;
  return textInFormat(value, format);
}

/** A result in memory. A TIMESTAMP is written in ISO 8601 and sent in the form that the request asks for. */
export const resultOf = (
  fields: readonly WireField[],
  rows: readonly (readonly WireValue[])[],
): WireResult => ({
  fields,
  count: rows.length,
  row: (index, format) => {
    const row = rows[index] ?? [];
    return rowText(
      row.map((value, column) => {
        const field = fields[column];
        return field ? inFormat(field, value, format) : value;
      }),
    );
  },
});

const PIECE = 'x'.repeat(64 * 1024);

/** Yields a text of `letters` letters, created while it is sent. */
function* wideRow(letters: number): Generator<string> {
  yield '{"f":[{"v":"';
  for (let left = letters; left > 0; left -= PIECE.length) yield PIECE.slice(0, left);
  yield '"}]}';
}

/** A row with one text of the requested length. */
export const wideResult = (letters: number): WireResult => ({
  fields: [{ name: 'wide', type: 'STRING' }],
  count: 1,
  row: () => wideRow(letters),
});

/** The numbers from 1. */
export const seriesResult = (count: number): WireResult => ({
  fields: [{ name: 'n', type: 'INTEGER' }],
  count,
  row: (index) => `{"f":[{"v":"${String(index + 1)}"}]}`,
});
