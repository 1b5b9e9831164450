/** Encodings from the text of a value to JSON. */
export const forms = [
  'text',
  'integer',
  'float',
  'exact',
  'boolean',
  'timestamp',
  'timestamptz',
  'json',
  'hex',
  'bits',
  'utc',
] as const;
/** See {@link forms}. */
export type Form = (typeof forms)[number];

/** The encoder of a column, chosen once: a small integer, so that the hot loop uses a jump table. */
export interface CellCode {
  code: number;
  array: ArrayShape | null;
  /** Number of bits, for `bits`. */
  width: number;
}

/** The code of arrays; lower codes are indexes of {@link forms}. */
export const arrayForms = forms.length;

/** Format of an array literal: the encoder of its elements and the delimiter byte. */
export interface ArrayShape {
  element: CellCode;
  delimiter: number;
}

/** Returns the code of a scalar form. */
export const plainCode = (form: Form, width = 0): CellCode => ({
  code: forms.indexOf(form),
  array: null,
  width,
});

/** Returns the code of arrays with elements of `form`. */
export const arrayCode = (form: Form, delimiter: string): CellCode => ({
  code: arrayForms,
  array: { element: plainCode(form), delimiter: delimiter.charCodeAt(0) },
  width: 0,
});
