/** How the text of a value becomes JSON. */
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

/** The encoder of a column, chosen once: a small number, so that the hot loop has a jump table. */
export interface CellCode {
  code: number;
  array: ArrayShape | null;
  /** Of `bits`: how many a value has. */
  width: number;
}

/** The code of arrays; those below it are the places of {@link forms}. */
export const arrayForms = forms.length;

/** What an array's text needs to be read: its elements' encoder and the byte between them. */
export interface ArrayShape {
  element: CellCode;
  delimiter: number;
}

/** The code of a plain form. */
export const plainCode = (form: Form, width = 0): CellCode => ({
  code: forms.indexOf(form),
  array: null,
  width,
});

/** The code of arrays whose elements have `form`. */
export const arrayCode = (form: Form, delimiter: string): CellCode => ({
  code: arrayForms,
  array: { element: plainCode(form), delimiter: delimiter.charCodeAt(0) },
  width: 0,
});
