import { cell } from '@sluice/driver-kit/encode/cell';
import type { CellCode } from '@sluice/driver-kit/encode/codes';
import { writeNull } from '@sluice/driver-kit/encode/null';
import type { Output } from '@sluice/driver-kit/encode/output';
import type { RowWriter } from '@sluice/driver-kit/encode/rows';
import type { Frame } from '@sluice/driver-kit/encode/source';

const COMMA = 0x2c;

/** Writes DataRow messages, bytes to bytes: no string or object is made for a row. */
export class DataRowWriter implements RowWriter<Frame> {
  readonly columns: number;

  constructor(private readonly codes: readonly CellCode[]) {
    this.columns = codes.length;
  }

  /** No value takes more than six times its bytes, nor a null more than eight. */
  mostBytes({ at, end }: Frame): number {
    return (end - at) * 6 + this.columns * 8;
  }

  write(o: Output, { src, at, end }: Frame): boolean {
    const view = src.view;
    const count = this.columns;
    if (end - at < 2 || view.getUint16(at) !== count) return false;
    let i = at + 2;
    for (let column = 0; column < count; column++) {
      if (i + 4 > end) return false;
      const len = view.getInt32(i);
      i += 4;
      if (len >= 0) {
        if (i + len > end) return false;
        cell(o, this.codes[column] as CellCode, src, i, len, column);
        i += len;
      } else writeNull(o);
      // Every encoder has left room for this byte.
      o.bytes[o.pos++] = COMMA;
    }
    return i === end;
  }
}

/** Bytes of the longest value. */
export function longestValue({ src, at, end }: Frame): number {
  let longest = 0;
  let i = at + 2;
  while (i + 4 <= end) {
    const length = src.view.getInt32(i);
    if (length > longest) longest = length;
    i += 4 + Math.max(0, length);
  }
  return longest;
}
