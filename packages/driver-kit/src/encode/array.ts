import type { ArrayShape, CellCode } from './codes.js';
import type { JsonWriter } from './json-writer.js';
import { sourceOf, type Source } from './source.js';
import { text } from './text.js';

/** Writes one element. Passed in to avoid an import cycle: cells contain arrays and arrays contain cells. */
type WriteCell = (
  o: JsonWriter,
  kind: CellCode,
  src: Source,
  at: number,
  len: number,
  column: number,
) => void;

const OPEN = 0x7b;
const CLOSE = 0x7d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const EQUALS = 0x3d;
const COMMA = 0x2c;
const NULL = Buffer.from('null');

/** Writes an array literal of any depth as JSON arrays; invalid text is written as a string. */
export function array(
  o: JsonWriter,
  shape: ArrayShape,
  src: Source,
  at: number,
  len: number,
  column: number,
  write: WriteCell,
): void {
  const start = o.pos;
  if (!elements(o, shape, src, skipBounds(src, at, at + len), at + len, write)) {
    o.pos = start;
    text(o, src, at, len, column);
    return;
  }
  let chars = 0;
  for (let i = start; i < o.pos; i++) if (((o.bytes[i] as number) & 0xc0) !== 0x80) chars++;
  o.statistics.length(column, chars, chars);
}

/** Skips the lower bounds of `[0:2]={…}`. */
function skipBounds(src: Source, at: number, end: number): number {
  if (src.bytes[at] !== BRACKET) return at;
  const equals = src.bytes.indexOf(EQUALS, at);
  return equals < 0 || equals >= end ? end : equals + 1;
}

function elements(
  o: JsonWriter,
  shape: ArrayShape,
  src: Source,
  from: number,
  end: number,
  write: WriteCell,
): boolean {
  let depth = 0;
  let wantsValue = true;
  let i = from;
  while (i < end) {
    const byte = src.bytes[i] as number;
    o.need(2);
    if (byte === OPEN) {
      if (!wantsValue) return false;
      o.bytes[o.pos++] = 0x5b;
      depth++;
      i++;
      if (src.bytes[i] === CLOSE) wantsValue = false;
    } else if (byte === CLOSE) {
      if (wantsValue || depth === 0) return false;
      o.bytes[o.pos++] = 0x5d;
      depth--;
      i++;
      if (depth === 0) return i === end;
    } else if (byte === shape.delimiter) {
      if (wantsValue) return false;
      o.bytes[o.pos++] = COMMA;
      wantsValue = true;
      i++;
    } else {
      if (!wantsValue || depth === 0) return false;
      i =
        byte === QUOTE ? quoted(o, shape, src, i, end, write) : bare(o, shape, src, i, end, write);
      if (i < 0) return false;
      wantsValue = false;
    }
  }
  return false;
}

/** Writes an unquoted element and returns its end. */
function bare(
  o: JsonWriter,
  shape: ArrayShape,
  src: Source,
  from: number,
  end: number,
  write: WriteCell,
): number {
  let to = from;
  while (to < end && src.bytes[to] !== shape.delimiter && src.bytes[to] !== CLOSE) to++;
  if (to - from === 4 && src.bytes.toString('latin1', from, to) === 'NULL') {
    o.need(4);
    NULL.copy(o.bytes, o.pos);
    o.pos += 4;
  } else write(o, shape.element, src, from, to - from, o.statistics.columns);
  return to;
}

/** Writes a quoted element without its backslashes and returns its end; -1 if it is unterminated. */
function quoted(
  o: JsonWriter,
  shape: ArrayShape,
  src: Source,
  from: number,
  end: number,
  write: WriteCell,
): number {
  let to = from + 1;
  let escaped = 0;
  while (to < end && src.bytes[to] !== QUOTE) {
    if (src.bytes[to] === BACKSLASH) {
      escaped++;
      to++;
    }
    to++;
  }
  if (to >= end) return -1;
  if (escaped === 0) {
    write(o, shape.element, src, from + 1, to - from - 1, o.statistics.columns);
    return to + 1;
  }
  const plain = Buffer.allocUnsafe(to - from - 1 - escaped);
  for (let i = from + 1, p = 0; i < to; i++) {
    if (src.bytes[i] === BACKSLASH) i++;
    plain[p++] = src.bytes[i] as number;
  }
  write(o, shape.element, sourceOf(plain), 0, plain.length, o.statistics.columns);
  return to + 1;
}
