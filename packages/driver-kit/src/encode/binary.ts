import type { JsonWriter } from './json-writer.js';
import type { Source } from './source.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const X = 0x78;
const ZERO = 0x30;

const digits = Buffer.from('0123456789abcdef');

/** Writes bytes as `\\x` and two hex digits each. */
export function hex(o: JsonWriter, src: Source, at: number, len: number, column: number): void {
  o.need(len * 2 + 6);
  const { bytes } = src;
  const out = o.bytes;
  let p = o.pos;
  out[p++] = QUOTE;
  // JSON escapes the backslash.
  out[p++] = BACKSLASH;
  out[p++] = BACKSLASH;
  out[p++] = X;
  for (let i = at; i < at + len; i++) {
    const byte = bytes[i] as number;
    out[p++] = digits[byte >> 4] as number;
    out[p++] = digits[byte & 15] as number;
  }
  out[p++] = QUOTE;
  o.pos = p;
  const chars = len * 2 + 2;
  o.statistics.length(column, chars, chars);
}

/** Writes the last `width` bits as zeros and ones, most significant first. */
export function bits(
  o: JsonWriter,
  src: Source,
  at: number,
  len: number,
  column: number,
  width: number,
): void {
  const count = Math.min(width, len * 8);
  o.need(count + 3);
  const out = o.bytes;
  let p = o.pos;
  out[p++] = QUOTE;
  for (let bit = count - 1; bit >= 0; bit--) {
    const byte = src.bytes[at + len - 1 - (bit >> 3)] as number;
    out[p++] = ZERO + ((byte >> (bit & 7)) & 1);
  }
  out[p++] = QUOTE;
  o.pos = p;
  o.statistics.length(column, count, count);
}
