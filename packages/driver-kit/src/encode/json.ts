import { copyRaw, special } from './copy.js';
import type { JsonWriter } from './json-writer.js';
import { sourceOf, type Source } from './source.js';
import { text } from './text.js';

const TAB = 0x09;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const U = 0x75;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Literals of JSON. */
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');

/**
 * Maximum nesting. SQLite and BigQuery store at most 1,000 and 500 levels, MySQL 100; deeper JSON breaks many
 * parsers, so it is stored as text.
 */
export const MAX_JSON_DEPTH = 1000;

/** Expected next token. */
const VALUE = 0;
const VALUE_OR_CLOSE = 1;
const KEY = 2;
const KEY_OR_CLOSE = 3;
const COLON_NEXT = 4;
const COMMA_OR_CLOSE = 5;

/** Whether each open level is an object. Shared, because a value is checked synchronously. */
const isObject = new Uint8Array(MAX_JSON_DEPTH);
const INVALID = -1;
/** Size in bytes below which a loop copies faster than a native call. */
const SHORT = 128;

/**
 * Copies and validates a JSON value in one pass; text that is not valid JSON (RFC 8259) becomes a JSON string
 * of exactly that text. Every JSON cell of every driver passes through here, so a stored result is valid JSON
 * whatever a server sends. Tabs and line breaks between tokens become spaces: a result has one row per line.
 */
export function json(o: JsonWriter, src: Source, at: number, len: number, column: number): void {
  o.need(len + 1);
  // A native call costs more than copying a short value.
  if (len < SHORT) copyRaw(src, at, len, o.view, o.pos);
  else src.bytes.copy(o.bytes, o.pos, at, at + len);
  const chars = checked(o, o.pos, o.pos + len);
  if (chars === INVALID) {
    text(o, src, at, len, column);
    return;
  }
  o.pos += len;
  o.statistics.length(column, chars, chars);
}

/** Writes {@link json} for a string value of an engine's library. */
export function writeJson(o: JsonWriter, value: string, column: number): void {
  const src = sourceOf(Buffer.from(value));
  json(o, src, 0, src.bytes.length, column);
}

/** Returns whether text is valid JSON that can be embedded in another JSON value. */
export function isJson(value: string): boolean {
  const copy = { ...sourceOf(Buffer.from(value)), wide: false };
  return checked(copy, 0, copy.bytes.length) !== INVALID;
}

/**
 * Returns the characters of the JSON value in `[from, end)`; {@link INVALID} if it is invalid. Replaces white
 * space by spaces in place. Uses neither recursion nor objects: a value can have 100 MB.
 */
function checked(
  o: Pick<JsonWriter, 'bytes' | 'view' | 'wide'>,
  from: number,
  end: number,
): number {
  const { bytes, view } = o;
  let i = from;
  let depth = 0;
  let next = VALUE;
  let chars = end - from;
  while (i < end) {
    const byte = bytes[i] as number;
    if (byte <= SPACE) {
      if (byte !== SPACE) {
        if (byte !== LINE_FEED && byte !== RETURN && byte !== TAB) return INVALID;
        bytes[i] = SPACE;
      }
      i++;
      continue;
    }
    if (byte === QUOTE) {
      if (next === COLON_NEXT || next === COMMA_OR_CLOSE) return INVALID;
      // Most strings are short and plain.
      let to = i + 1;
      while (to + 4 <= end && special(view.getInt32(to, true)) === 0) to += 4;
      for (; ; to++) {
        if (to >= end) return INVALID;
        const inside = bytes[to] as number;
        if (inside === QUOTE) break;
        if (inside < SPACE) return INVALID;
        if (inside === BACKSLASH) {
          to = escapeEnd(bytes, to + 1, end);
          if (to === INVALID) return INVALID;
        } else if (inside > 0x7f) {
          o.wide = true;
          if (inside < 0xc0) chars--;
        }
      }
      i = to + 1;
      next = next === KEY || next === KEY_OR_CLOSE ? COLON_NEXT : COMMA_OR_CLOSE;
    } else if (byte === COMMA) {
      if (next !== COMMA_OR_CLOSE || depth === 0) return INVALID;
      next = isObject[depth - 1] === 1 ? KEY : VALUE;
      i++;
    } else if (byte === COLON) {
      if (next !== COLON_NEXT) return INVALID;
      next = VALUE;
      i++;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      const closesObject = byte === CLOSE_OBJECT;
      const mayBeEmpty = closesObject ? KEY_OR_CLOSE : VALUE_OR_CLOSE;
      if (depth === 0 || (next !== COMMA_OR_CLOSE && next !== mayBeEmpty)) return INVALID;
      if ((isObject[--depth] === 1) !== closesObject) return INVALID;
      next = COMMA_OR_CLOSE;
      i++;
    } else {
      if (next !== VALUE && next !== VALUE_OR_CLOSE) return INVALID;
      if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        if (depth === MAX_JSON_DEPTH) return INVALID;
        const opensObject = byte === OPEN_OBJECT;
        isObject[depth++] = opensObject ? 1 : 0;
        next = opensObject ? KEY_OR_CLOSE : VALUE_OR_CLOSE;
        i++;
      } else {
        i = scalarEnd(bytes, i, end, byte);
        if (i === INVALID) return INVALID;
        next = COMMA_OR_CLOSE;
      }
    }
  }
  return depth === 0 && next === COMMA_OR_CLOSE ? chars : INVALID;
}

/** Returns the last byte of the escape whose letter is at `at`. */
function escapeEnd(bytes: Buffer, at: number, end: number): number {
  if (at >= end) return INVALID;
  const letter = bytes[at] as number;
  if (letter !== U) return simpleEscapes[letter] === 1 ? at : INVALID;
  if (at + 4 >= end) return INVALID;
  for (let i = at + 1; i <= at + 4; i++) if (hexDigits[bytes[i] as number] !== 1) return INVALID;
  return at + 4;
}

const setOf = (letters: string): Uint8Array => {
  const set = new Uint8Array(256);
  for (const byte of Buffer.from(letters)) set[byte] = 1;
  return set;
};
const simpleEscapes = setOf('"\\/bfnrt');
const hexDigits = setOf('0123456789abcdefABCDEF');

/** Returns the end of a number or a literal. */
function scalarEnd(bytes: Buffer, at: number, end: number, first: number): number {
  if (first === MINUS || (first >= ZERO && first <= NINE)) return numberEnd(bytes, at, end);
  const word = first === TRUE[0] ? TRUE : first === FALSE[0] ? FALSE : NULL;
  const to = at + word.length;
  if (to > end) return INVALID;
  for (let k = 0; k < word.length; k++) if (bytes[at + k] !== word[k]) return INVALID;
  return to;
}

function numberEnd(bytes: Buffer, at: number, end: number): number {
  const whole = bytes[at] === MINUS ? at + 1 : at;
  let i = digitsEnd(bytes, whole, end);
  if (i === whole || (bytes[whole] === ZERO && i > whole + 1)) return INVALID;
  if (i < end && bytes[i] === POINT) {
    const fraction = i + 1;
    i = digitsEnd(bytes, fraction, end);
    if (i === fraction) return INVALID;
  }
  // E or e.
  if (i < end && ((bytes[i] as number) | 0x20) === 0x65) {
    let exponent = i + 1;
    if (exponent < end && (bytes[exponent] === PLUS || bytes[exponent] === MINUS)) exponent++;
    i = digitsEnd(bytes, exponent, end);
    if (i === exponent) return INVALID;
  }
  return i;
}

function digitsEnd(bytes: Buffer, from: number, end: number): number {
  let i = from;
  while (i < end) {
    const byte = bytes[i] as number;
    if (byte < ZERO || byte > NINE) break;
    i++;
  }
  return i;
}
