import type { JsonWriter } from './json-writer.js';
import { copyPlain } from './copy.js';
import type { Source } from './source.js';
import { text } from './text.js';

const QUOTE = 0x22;
const SPACE = 0x20;
const PLUS = 0x2b;
const MINUS = 0x2d;
const COLON = 0x3a;
const ZERO = 0x30;
const T = 0x54;
const Z = 0x5a;

const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= ZERO && byte <= 0x39;

/**
 * Returns the index of the space between date and time in ISO style, not BC; -1 for anything else (infinity,
 * BC, or another DateStyle set by SQL), which is written unchanged.
 */
function spaceOf(src: Buffer, at: number, len: number): number {
  const end = at + len;
  if (len < 19 || !isDigit(src[at]) || !isDigit(src[end - 1])) return -1;
  // Years have four digits up to 9999, then up to six.
  for (let space = at + 10; space <= at + 12; space++) {
    if (src[space] === SPACE) return src[space - 3] === MINUS ? space : -1;
  }
  return -1;
}

/** `2024-01-31 10:20:30.123456` → `2024-01-31T10:20:30.123456`. */
export function timestamp(
  o: JsonWriter,
  src: Source,
  at: number,
  len: number,
  column: number,
): void {
  const space = spaceOf(src.bytes, at, len);
  if (space < 0 || !begin(o, src, at, len, space)) {
    text(o, src, at, len, column);
    return;
  }
  o.bytes[o.pos++] = QUOTE;
  o.statistics.length(column, len, len);
}

/** `2024-01-31 10:20:30+00` → `2024-01-31T10:20:30Z`, `…+05` → `…+05:00`, `…+05:30` stays. */
export function timestamptz(
  o: JsonWriter,
  src: Source,
  at: number,
  len: number,
  column: number,
): void {
  const { bytes } = src;
  const space = spaceOf(bytes, at, len);
  if (space < 0 || !begin(o, src, at, len, space)) {
    text(o, src, at, len, column);
    return;
  }
  const out = o.bytes;
  const sign = at + len - 3;
  let chars = len;
  if (bytes[sign] === PLUS && bytes[sign + 1] === ZERO && bytes[sign + 2] === ZERO) {
    o.pos -= 3;
    out[o.pos++] = Z;
    chars = len - 2;
  } else if (bytes[sign] === PLUS || bytes[sign] === MINUS) {
    out[o.pos++] = COLON;
    out[o.pos++] = ZERO;
    out[o.pos++] = ZERO;
    chars = len + 3;
  }
  out[o.pos++] = QUOTE;
  o.statistics.length(column, chars, chars);
}

/** `2024-01-31 10:20:30.5` of a session whose time zone is UTC → `2024-01-31T10:20:30.5Z`. */
export function utc(o: JsonWriter, src: Source, at: number, len: number, column: number): void {
  const space = spaceOf(src.bytes, at, len);
  if (space < 0 || !begin(o, src, at, len, space)) {
    text(o, src, at, len, column);
    return;
  }
  o.bytes[o.pos++] = Z;
  o.bytes[o.pos++] = QUOTE;
  o.statistics.length(column, len + 1, len + 1);
}

/** Writes the opening quote and the text with `T` for the space; returns false if it contains special bytes. */
function begin(o: JsonWriter, src: Source, at: number, len: number, space: number): boolean {
  o.need(len + 6);
  const p = o.pos;
  if (!copyPlain(src, at, len, o.view, p + 1)) return false;
  o.bytes[p] = QUOTE;
  o.bytes[p + 1 + space - at] = T;
  o.pos = p + 1 + len;
  return true;
}
