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
}

/** A value as the REST API sends it: text, or the parts of structs and lists. */
export type WireValue = string | null | { f: { v: WireValue }[] } | { v: WireValue }[];

/** Rows that can be read from any offset, as for pages. */
export interface WireResult {
  fields: readonly WireField[];
  count: number;
  /** Returns the JSON text of a row, whole or in chunks. */
  row(index: number): string | Iterable<string>;
}

/** Returns the JSON text of a row. */
export const rowText = (values: readonly WireValue[]): string =>
  JSON.stringify({ f: values.map((v) => ({ v })) });

/** A result in memory. */
export const resultOf = (
  fields: readonly WireField[],
  rows: readonly (readonly WireValue[])[],
): WireResult => ({ fields, count: rows.length, row: (index) => rowText(rows[index] ?? []) });

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
