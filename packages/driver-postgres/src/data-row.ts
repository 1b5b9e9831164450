import { cell } from '@sluice/driver-kit/encode/cell';
import type { CellCode } from '@sluice/driver-kit/encode/codes';
import { writeNull } from '@sluice/driver-kit/encode/null';
import type { JsonWriter } from '@sluice/driver-kit/encode/json-writer';
import type { RowWriter } from '@sluice/driver-kit/encode/rows';
import type { Frame } from '@sluice/driver-kit/encode/source';

const COMMA = 0x2c;

/** Encodes DataRow messages byte by byte, without creating strings or objects. */
export class DataRowWriter implements RowWriter<Frame> {
  readonly columns: number;

  constructor(private readonly codes: readonly CellCode[]) {
    this.columns = codes.length;
  }

  /** A value grows at most six times, and a null takes at most eight bytes with its overhead. */
  maxBytesOf({ at, end }: Frame): number {
    return (end - at) * 6 + this.columns * 8;
  }

  write(o: JsonWriter, { src, at, end }: Frame): boolean {
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
      // Every encoder has reserved this byte.
      o.bytes[o.pos++] = COMMA;
    }
    return i === end;
  }
}

/** Returns the size of the longest value in bytes. */
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
