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

/** A value as the REST API sends it: text, or what structs and lists are made of. */
export type WireValue = string | null | { f: { v: WireValue }[] } | { v: WireValue }[];

/** Rows that can be given from anywhere, as the service does for its pages. */
export interface WireResult {
  fields: readonly WireField[];
  count: number;
  /** The JSON text of a row, whole or in pieces. */
  row(index: number): string | Iterable<string>;
}

/** The JSON text of a row. */
export const rowText = (values: readonly WireValue[]): string =>
  JSON.stringify({ f: values.map((v) => ({ v })) });

/** A result whose rows are in memory. */
export const resultOf = (
  fields: readonly WireField[],
  rows: readonly (readonly WireValue[])[],
): WireResult => ({ fields, count: rows.length, row: (index) => rowText(rows[index] ?? []) });

const PIECE = 'x'.repeat(64 * 1024);

/** A text of `letters` letters, made while it is sent. */
function* wideRow(letters: number): Generator<string> {
  yield '{"f":[{"v":"';
  for (let left = letters; left > 0; left -= PIECE.length) yield PIECE.slice(0, left);
  yield '"}]}';
}

/** One row of one text that is as long as it is asked for. */
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
