import type { JsonWriter } from './json-writer.js';

// Encoders for JavaScript values of an engine's library. Each writer reserves space for the comma.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const E = 0x65;
/** `true` and `fals` as little-endian words. */
const TRUE = 0x65757274;
const FALS = 0x736c6166;

/** Length up to which a loop over the characters is faster than native calls. */
const SHORT = 100;
/** Digits of the numbers below 100. */
const tens = Uint8Array.from({ length: 100 }, (_, value) => ZERO + Math.trunc(value / 10));
const ones = Uint8Array.from({ length: 100 }, (_, value) => ZERO + (value % 10));
const HEX = Buffer.from('0123456789abcdef');
/** Characters that need escapes or several bytes in a JSON string. */
const special = /[^ !#-[\]-\u007f]/;

/** Maximum bytes of a UTF-16 unit in a JSON string. */
export const MAX_BYTES_PER_UNIT = 6;

/** Writes text as a JSON string. */
export function writeText(o: JsonWriter, value: string, column: number): void {
  const { length } = value;
  if (length > SHORT ? !writeLong(o, value) : !writeShort(o, value)) writeEscaped(o, value, column);
  else o.statistics.length(column, length, length);
}

/** Writes character by character; returns false at a character that needs an escape. */
function writeShort(o: JsonWriter, value: string): boolean {
  const { length } = value;
  o.need(length + 3);
  const { bytes } = o;
  let p = o.pos;
  bytes[p++] = QUOTE;
  for (let i = 0; i < length; i++) {
    const code = value.charCodeAt(i);
    if (code < 0x20 || code > 0x7f || code === QUOTE || code === BACKSLASH) return false;
    bytes[p++] = code;
  }
  bytes[p++] = QUOTE;
  o.pos = p;
  return true;
}

function writeLong(o: JsonWriter, value: string): boolean {
  if (special.test(value)) return false;
  o.need(value.length + 3);
  o.bytes[o.pos++] = QUOTE;
  o.pos += o.bytes.write(value, o.pos, 'latin1');
  o.bytes[o.pos++] = QUOTE;
  return true;
}

function writeEscaped(o: JsonWriter, value: string, column: number): void {
  writeUtf8(o, JSON.stringify(value));
  let chars = 0;
  let line = 0;
  let longest = 0;
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    // Skips the low surrogate of a pair.
    if (code >= 0xdc00 && code < 0xe000) continue;
    chars++;
    if (code === LINE_FEED) {
      if (line > longest) longest = line;
      line = 0;
    } else line++;
  }
  o.statistics.length(column, chars, Math.max(longest, line));
}

function writeUtf8(o: JsonWriter, text: string): void {
  o.need(Buffer.byteLength(text) + 1);
  o.pos += o.bytes.write(text, o.pos, 'utf8');
}

function writeAscii(o: JsonWriter, text: string): void {
  const { length } = text;
  o.need(length + 1);
  const { bytes, pos } = o;
  for (let i = 0; i < length; i++) bytes[pos + i] = text.charCodeAt(i);
  o.pos = pos + length;
}

/** Writes a double with its shortest digits; NaN and the infinities are strings. */
export function writeNumber(o: JsonWriter, value: number, column: number): void {
  if (!Number.isFinite(value)) {
    writeText(o, String(value), column);
    return;
  }
  o.statistics.number(column, value);
  const start = o.pos;
  if (!writeDecimal(o, value)) writeAscii(o, Object.is(value, -0) ? '-0' : String(value));
  const chars = o.pos - start;
  o.statistics.length(column, chars, chars);
}

/** Bound of 32-bit integer arithmetic. */
const SMALL = 2 ** 31;

/**
 * Writes integers and numbers with two decimals digit by digit, in a third of the time of a string conversion.
 * Two decimals with up to fifteen digits are the shortest digits. Returns false for any other number.
 */
function writeDecimal(o: JsonWriter, value: number): boolean {
  const size = Math.abs(value);
  const whole = Math.trunc(size);
  if (whole >= SMALL || Object.is(value, -0)) return false;
  const isWhole = whole === size;
  const cents = isWhole ? 0 : Math.round(size * 100);
  if (!isWhole && cents / 100 !== size) return false;
  o.need(16);
  if (value < 0) o.bytes[o.pos++] = MINUS;
  writeDigits(o, whole);
  if (!isWhole) {
    const fraction = cents - whole * 100;
    const tenths = Math.trunc(fraction / 10);
    o.bytes[o.pos++] = POINT;
    o.bytes[o.pos++] = ZERO + tenths;
    if (fraction !== tenths * 10) o.bytes[o.pos++] = ZERO + fraction - tenths * 10;
  }
  return true;
}

function writeDigits(o: JsonWriter, value: number): void {
  const { bytes, pos } = o;
  let size = 1;
  for (let limit = 10; value >= limit; limit *= 10) size++;
  let rest = value;
  let p = pos + size - 1;
  // Two digits at a time: a look-up is cheaper than a division.
  for (; p > pos; p -= 2) {
    const hundredth = (rest / 100) | 0;
    const pair = rest - hundredth * 100;
    bytes[p] = ones[pair] as number;
    bytes[p - 1] = tens[pair] as number;
    rest = hundredth;
  }
  if (p === pos) bytes[p] = ZERO + rest;
  o.pos = pos + size;
}

/** Writes an integer within ±2^53, never a negative zero. */
export function writeWhole(o: JsonWriter, value: number, column: number): void {
  o.statistics.number(column, value);
  o.need(24);
  const start = o.pos;
  if (value >= SMALL || value <= -SMALL) writeAscii(o, String(value));
  else {
    if (value < 0) o.bytes[o.pos++] = MINUS;
    writeDigits(o, Math.abs(value));
  }
  const chars = o.pos - start;
  o.statistics.length(column, chars, chars);
}

const MAX_SAFE = 2 ** 53;

/** Writes an integer of any size: a number within ±2^53, else a string with its digits. */
export function writeInteger(o: JsonWriter, value: bigint, column: number): void {
  const number = Number(value);
  // Only a value rounded to the bound itself may be a different integer.
  if (
    (number > -MAX_SAFE && number < MAX_SAFE) ||
    (Math.abs(number) === MAX_SAFE && BigInt(number) === value)
  ) {
    writeWhole(o, number, column);
    return;
  }
  writeExact(o, String(value), number, column);
}

/** Writes digits as a string, for values beyond doubles; `value` is the nearest double. */
export function writeExact(o: JsonWriter, digits: string, value: number, column: number): void {
  writeText(o, digits, column);
  if (Number.isFinite(value)) o.statistics.number(column, value);
}

/** Writes an exact integer with a decimal point before its last `scale` digits, as a string. */
export function writeScaled(o: JsonWriter, value: number, scale: number, column: number): void {
  const power = 10 ** scale;
  o.need(scale + 24);
  const start = o.pos;
  o.bytes[o.pos++] = QUOTE;
  if (value < 0) o.bytes[o.pos++] = MINUS;
  const size = Math.abs(value);
  let whole = Math.floor(size / power);
  // The quotient may have been rounded up.
  if (whole * power > size) whole--;
  if (whole < SMALL) writeDigits(o, whole);
  else writeAscii(o, String(whole));
  if (scale > 0) {
    o.bytes[o.pos] = POINT;
    let rest = size - whole * power;
    for (let p = o.pos + scale; p > o.pos; p--) {
      const tenth = Math.floor(rest / 10);
      o.bytes[p] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    o.pos += scale + 1;
  }
  o.bytes[o.pos++] = QUOTE;
  const chars = o.pos - start - 2;
  o.statistics.length(column, chars, chars);
  o.statistics.number(column, value / power);
}

/** Writes `true` or `false`. */
export function writeBoolean(o: JsonWriter, value: boolean, column: number): void {
  o.need(6);
  o.view.setInt32(o.pos, value ? TRUE : FALS, true);
  o.pos += 4;
  if (!value) o.bytes[o.pos++] = E;
  const chars = value ? 4 : 5;
  o.statistics.length(column, chars, chars);
}

/** Writes bytes as `\\x` and hexadecimal digits. */
export function writeBinary(o: JsonWriter, value: Uint8Array, column: number): void {
  o.need(value.length * 2 + 6);
  const { bytes } = o;
  let p = o.pos;
  bytes[p++] = QUOTE;
  bytes[p++] = BACKSLASH;
  bytes[p++] = BACKSLASH;
  bytes[p++] = 0x78;
  for (const byte of value) {
    bytes[p++] = HEX[byte >> 4] as number;
    bytes[p++] = HEX[byte & 15] as number;
  }
  bytes[p++] = QUOTE;
  o.pos = p;
  const chars = value.length * 2 + 2;
  o.statistics.length(column, chars, chars);
}
