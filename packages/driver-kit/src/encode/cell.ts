import { array } from './array.js';
import { bits, hex } from './binary.js';
import { boolean } from './boolean.js';
import { arrayForms, type CellCode } from './codes.js';
import { json } from './json.js';
import { exact, float, integer } from './numbers.js';
import type { JsonWriter } from './json-writer.js';
import type { Source } from './source.js';
import { text } from './text.js';
import { timestamp, timestamptz, utc } from './times.js';

/** Writes one non-null value. */
export function cell(
  o: JsonWriter,
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
    case 8:
      hex(o, src, at, len, column);
      return;
    case 9:
      bits(o, src, at, len, column, kind.width);
      return;
    case 10:
      utc(o, src, at, len, column);
      return;
    case arrayForms:
      if (kind.array) array(o, kind.array, src, at, len, column, cell);
      return;
    default:
      text(o, src, at, len, column);
  }
}
