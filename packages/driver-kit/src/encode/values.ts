import type { Output } from './output.js';

// Values that an engine's library gives as JavaScript's own. Each writer leaves room for the comma.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const E = 0x65;
/** The letters of `true` and `fals`, as the little-endian word that writes them. */
const TRUE = 0x65757274;
const FALS = 0x736c6166;

/** Up to here a loop over the characters beats the calls that do it natively. */
const SHORT = 100;
/** The digits of the numbers below 100. */
const tens = Uint8Array.from({ length: 100 }, (_, value) => ZERO + Math.trunc(value / 10));
const ones = Uint8Array.from({ length: 100 }, (_, value) => ZERO + (value % 10));
const HEX = Buffer.from('0123456789abcdef');
/** Anything but what stands in a JSON string as one byte and as it is. */
const special = /[^ !#-[\]-\u007f]/;

/** Bytes that a text takes at most as a JSON string, without its quotes. */
export const MOST_BYTES_PER_UNIT = 6;

/** Text as a JSON string. */
export function writeText(o: Output, value: string, column: number): void {
  const { length } = value;
  if (length > SHORT ? !writeLong(o, value) : !writeShort(o, value)) careful(o, value, column);
  else o.statistics.length(column, length, length);
}

/** Character by character, as long as each may stand as it is; false when one may not. */
function writeShort(o: Output, value: string): boolean {
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

function writeLong(o: Output, value: string): boolean {
  if (special.test(value)) return false;
  o.need(value.length + 3);
  o.bytes[o.pos++] = QUOTE;
  o.pos += o.bytes.write(value, o.pos, 'latin1');
  o.bytes[o.pos++] = QUOTE;
  return true;
}

function careful(o: Output, value: string, column: number): void {
  writeUtf8(o, JSON.stringify(value));
  let chars = 0;
  let line = 0;
  let longest = 0;
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    // The second half of a character of two units.
    if (code >= 0xdc00 && code < 0xe000) continue;
    chars++;
    if (code === LINE_FEED) {
      if (line > longest) longest = line;
      line = 0;
    } else line++;
  }
  o.statistics.length(column, chars, Math.max(longest, line));
}

function writeUtf8(o: Output, text: string): void {
  o.need(Buffer.byteLength(text) + 1);
  o.pos += o.bytes.write(text, o.pos, 'utf8');
}

function writeAscii(o: Output, text: string): void {
  const { length } = text;
  o.need(length + 1);
  const { bytes, pos } = o;
  for (let i = 0; i < length; i++) bytes[pos + i] = text.charCodeAt(i);
  o.pos = pos + length;
}

/** A double: JavaScript's shortest digits are JSON; NaN and the infinities are strings. */
export function writeNumber(o: Output, value: number, column: number): void {
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

/** Below this an integer is 32 bits wide, with and without two decimals. */
const SMALL = 2 ** 31;

/**
 * Integers and amounts with two decimals, digit by digit: a third of the time of making a string of
 * them. Two decimals of up to fifteen digits in all can only be the shortest ones, which JavaScript would
 * print. False for any other number.
 */
function writeDecimal(o: Output, value: number): boolean {
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

function writeDigits(o: Output, value: number): void {
  const { bytes, pos } = o;
  let size = 1;
  for (let limit = 10; value >= limit; limit *= 10) size++;
  let rest = value;
  let p = pos + size - 1;
  // Two at a time: a look-up is cheaper than a division.
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

/** An integer within ±2^53, never a negative zero. */
export function writeWhole(o: Output, value: number, column: number): void {
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

const MOST = 2 ** 53;

/** An integer of any size: a number within ±2^53, else a string with its digits. */
export function writeInteger(o: Output, value: bigint, column: number): void {
  const number = Number(value);
  // Only what is rounded to the bound itself may have been another integer.
  if (
    (number > -MOST && number < MOST) ||
    (Math.abs(number) === MOST && BigInt(number) === value)
  ) {
    writeWhole(o, number, column);
    return;
  }
  writeExact(o, String(value), number, column);
}

/** Digits as a string, for what a double may not hold; `value` is what it comes nearest to. */
export function writeExact(o: Output, digits: string, value: number, column: number): void {
  writeText(o, digits, column);
  if (Number.isFinite(value)) o.statistics.number(column, value);
}

/** An integer that a double holds, with a point before its last `scale` digits, as a string. */
export function writeScaled(o: Output, value: number, scale: number, column: number): void {
  const power = 10 ** scale;
  o.need(scale + 24);
  const start = o.pos;
  o.bytes[o.pos++] = QUOTE;
  if (value < 0) o.bytes[o.pos++] = MINUS;
  const size = Math.abs(value);
  let whole = Math.floor(size / power);
  // The quotient may have been rounded up to the next integer.
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

/** `true` or `false`. */
export function writeBoolean(o: Output, value: boolean, column: number): void {
  o.need(6);
  o.view.setInt32(o.pos, value ? TRUE : FALS, true);
  o.pos += 4;
  if (!value) o.bytes[o.pos++] = E;
  const chars = value ? 4 : 5;
  o.statistics.length(column, chars, chars);
}

/** Bytes as `\x` and hexadecimal digits. */
export function writeBinary(o: Output, value: Uint8Array, column: number): void {
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
