import { copyRaw } from './copy.js';
import type { JsonWriter } from './json-writer.js';
import { sourceOf, type Source } from './source.js';
import { text } from './text.js';

const QUOTE = 0x22;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;

/** Digits that a double always represents exactly. */
const EXACT_DIGITS = 15;
const powersOfTen = Float64Array.from({ length: 23 }, (_, n) => 10 ** n);
/** Relative tolerance far above the rounding error of {@link decimal}, so that no extreme value is skipped. */
const TOLERANCE = 1e-12;

const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= ZERO && byte <= 0x39;

/** Writes an integer: its digits, or a string beyond ±2^53. */
export function integer(o: JsonWriter, src: Source, at: number, len: number, column: number): void {
  const bytes = src.bytes;
  const end = at + len;
  const negative = bytes[at] === MINUS;
  const first = negative ? at + 1 : at;
  if (end - first > EXACT_DIGITS || first >= end) {
    longInteger(o, src, at, len, column);
    return;
  }
  let value = 0;
  for (let i = first; i < end; i++) {
    const digit = (bytes[i] as number) - ZERO;
    if (digit < 0 || digit > 9) {
      text(o, src, at, len, column);
      return;
    }
    value = value * 10 + digit;
  }
  if (negative) value = -value;
  o.statistics.number(column, value);
  // JSON forbids leading zeros, as in a `zerofill` column or a year.
  if (bytes[first] === ZERO && end - first > 1) {
    const plain = Buffer.from(String(value));
    raw(o, sourceOf(plain), 0, plain.length);
  } else raw(o, src, at, len);
}

function longInteger(o: JsonWriter, src: Source, at: number, len: number, column: number): void {
  const digits = src.bytes.toString('latin1', at, at + len);
  if (len > 20 || !/^-?\d+$/.test(digits)) {
    text(o, src, at, len, column);
    return;
  }
  const value = Number(digits);
  const exact = BigInt(digits);
  const fits = exact >= -(2n ** 53n) && exact <= 2n ** 53n;
  o.statistics.number(column, value);
  const plain = Buffer.from(String(exact));
  if (fits) raw(o, sourceOf(plain), 0, plain.length);
  else quoted(o, sourceOf(plain), 0, plain.length);
}

/** Writes a float: the database's shortest text is valid JSON; NaN and infinities are strings. */
export function float(o: JsonWriter, src: Source, at: number, len: number, column: number): void {
  if (!isDigit(src.bytes[at + len - 1]) || !decimal(o, src, at, len, column)) {
    text(o, src, at, len, column);
    return;
  }
  raw(o, src, at, len);
}

/** Writes a decimal as a string with its exact digits. */
export function exact(o: JsonWriter, src: Source, at: number, len: number, column: number): void {
  if (isDigit(src.bytes[at + len - 1]) && decimal(o, src, at, len, column)) quoted(o, src, at, len);
  else text(o, src, at, len, column);
}

function raw(o: JsonWriter, src: Source, at: number, len: number): void {
  o.need(len + 1);
  copyRaw(src, at, len, o.view, o.pos);
  o.pos += len;
}

function quoted(o: JsonWriter, src: Source, at: number, len: number): void {
  o.need(len + 3);
  o.bytes[o.pos++] = QUOTE;
  copyRaw(src, at, len, o.view, o.pos);
  o.pos += len;
  o.bytes[o.pos++] = QUOTE;
}

/**
 * Adds a decimal to the statistics; returns false if it is not a JSON number. Up to 15 digits the value is
 * exact; longer ones are estimated, and parsed only if they may be an extreme.
 */
function decimal(o: JsonWriter, src: Source, at: number, len: number, column: number): boolean {
  const bytes = src.bytes;
  const end = at + len;
  const negative = bytes[at] === MINUS;
  const first = negative ? at + 1 : at;
  let value = 0;
  let point = -1;
  for (let i = first; i < end; i++) {
    const byte = bytes[i] as number;
    const digit = byte - ZERO;
    if (digit >= 0 && digit <= 9) value = value * 10 + digit;
    else if (byte === DOT && point < 0 && i > first) point = i;
    else return parsed(o, src, at, len, column);
  }
  const scale = point < 0 ? 0 : end - point - 1;
  const digits = end - first - (point < 0 ? 0 : 1);
  if (bytes[first] === ZERO && digits > 1 && point !== first + 1) return false;
  if (digits > EXACT_DIGITS) return estimated(o, src, at, len, column, value, scale, negative);
  value /= powersOfTen[scale] as number;
  o.statistics.number(column, negative ? -value : value);
  return true;
}

function estimated(
  o: JsonWriter,
  src: Source,
  at: number,
  len: number,
  column: number,
  digits: number,
  scale: number,
  negative: boolean,
): boolean {
  if (scale > 22 || !(digits < 1e300)) return parsed(o, src, at, len, column);
  const size = digits / (powersOfTen[scale] as number);
  const value = negative ? -size : size;
  const slack = size * TOLERANCE;
  const { min, max } = o.statistics;
  if (value - slack > (min[column] as number) && value + slack < (max[column] as number))
    return true;
  return parsed(o, src, at, len, column);
}

const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

function parsed(o: JsonWriter, src: Source, at: number, len: number, column: number): boolean {
  const digits = src.bytes.toString('latin1', at, at + len);
  if (!jsonNumber.test(digits)) return false;
  const value = Number(digits);
  // A value beyond the range of doubles is not in min and max.
  if (Number.isFinite(value)) o.statistics.number(column, value);
  return true;
}
