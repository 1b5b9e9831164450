import { cell } from '@sluice/driver-kit/encode/cell';
import type { CellCode } from '@sluice/driver-kit/encode/codes';
import { writeNull } from '@sluice/driver-kit/encode/null';
import type { JsonWriter } from '@sluice/driver-kit/encode/json-writer';
import type { RowWriter } from '@sluice/driver-kit/encode/rows';
import type { Frame } from '@sluice/driver-kit/encode/source';

const COMMA = 0x2c;
const NULL = 0xfb;

/** Size of a length-encoded integer by its first byte. */
const sizeOf = (first: number): number =>
  first < NULL ? 1 : first === 0xfc ? 3 : first === 0xfd ? 4 : 9;

/** Reads a multi-byte length at `at`; Infinity if it is invalid. */
function longLength({ src }: Frame, at: number, first: number): number {
  if (first === 0xfc) return src.view.getUint16(at + 1, true);
  if (first === 0xfd) return src.bytes.readUIntLE(at + 1, 3);
  return first === 0xfe ? Number(src.view.getBigUint64(at + 1, true)) : Infinity;
}

/** Encodes rows of the text protocol byte by byte, without creating strings or objects. */
export class TextRowWriter implements RowWriter<Frame> {
  readonly columns: number;

  constructor(private readonly codes: readonly CellCode[]) {
    this.columns = codes.length;
  }

  /** A byte becomes at most eight (one for each bit), and a null takes at most eight with its overhead. */
  maxBytesOf({ at, end }: Frame): number {
    return (end - at) * 8 + this.columns * 8;
  }

  write(o: JsonWriter, frame: Frame): boolean {
    const { src, end } = frame;
    const { bytes } = src;
    const count = this.columns;
    let at = frame.at;
    for (let column = 0; column < count; column++) {
      if (at >= end) return false;
      const first = bytes[at] as number;
      if (first === NULL) {
        writeNull(o);
        at++;
      } else {
        const size = sizeOf(first);
        if (at + size > end) return false;
        const length = size === 1 ? first : longLength(frame, at, first);
        at += size;
        if (length > end - at) return false;
        cell(o, this.codes[column] as CellCode, src, at, length, column);
        at += length;
      }
      // Every encoder has reserved this byte.
      o.bytes[o.pos++] = COMMA;
    }
    return at === end;
  }
}

/** Returns the size of the longest value in bytes. */
export function longestValue(frame: Frame): number {
  const { src, end } = frame;
  let longest = 0;
  let at = frame.at;
  while (at < end) {
    const first = src.bytes[at] as number;
    const size = sizeOf(first);
    if (first !== NULL && at + size > end) break;
    const length = first === NULL ? 0 : size === 1 ? first : longLength(frame, at, first);
    if (length > longest) longest = length;
    at += (first === NULL ? 1 : size) + length;
  }
  return longest;
}
