import { array, type ArrayShape } from './array.js';
import { boolean } from './boolean.js';
import { json } from './json.js';
import { exact, float, integer } from './numbers.js';
import type { Output } from './output.js';
import type { Source } from './source.js';
import { text } from './text.js';
import { timestamp, timestamptz } from './times.js';

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
] as const;
/** See {@link forms}. */
export type Form = (typeof forms)[number];

/** The encoder of a column, chosen once: a small number, so that the hot loop has a jump table. */
export interface CellCode {
  code: number;
  array: ArrayShape | null;
}

const ARRAY = forms.length;

/** The code of a plain form. */
export const plainCode = (form: Form): CellCode => ({ code: forms.indexOf(form), array: null });

/** The code of arrays whose elements have `form`. */
export const arrayCode = (form: Form, delimiter: string): CellCode => ({
  code: ARRAY,
  array: { element: plainCode(form), delimiter: delimiter.charCodeAt(0) },
});

/** Writes one value that is not null. */
export function cell(
  o: Output,
  kind: CellCode,
  src: Source,
  at: number,
  len: number,
  column: number,
): void {
  switch (kind.code) {
    case 1:
      integer(o, src, at, len, column);
      return;
    case 2:
      float(o, src, at, len, column);
      return;
    case 3:
      exact(o, src, at, len, column);
      return;
    case 4:
      boolean(o, src, at, len, column);
      return;
    case 5:
      timestamp(o, src, at, len, column);
      return;
    case 6:
      timestamptz(o, src, at, len, column);
      return;
    case 7:
      json(o, src, at, len, column);
      return;
    case ARRAY:
      if (kind.array) array(o, kind.array, src, at, len, column);
      return;
    default:
      text(o, src, at, len, column);
  }
}
