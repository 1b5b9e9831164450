import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  LETTER_U,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './bytes.js';

/** Whether a byte closes an array or object. */
export const isClosing = (byte: number): boolean => byte === CLOSE_BRACKET || byte === CLOSE_BRACE;

/** Length of an escape; two escapes of one character count together. Larger than the available bytes when unsure. */
export function escapeBytes(bytes: Uint8Array, at: number, to: number): number {
  if (at + 1 >= to || bytes[at + 1] !== LETTER_U) return 2;
  if (at + 6 >= to) return 7;
  if (!isHighHalf(bytes, at) || bytes[at + 6] !== BACKSLASH) return 6;
  if (at + 7 >= to) return 8;
  return bytes[at + 7] === LETTER_U ? 12 : 6;
}

/** Whether the escape is the first half of a surrogate pair: D800 to DBFF. */
const isHighHalf = (bytes: Uint8Array, at: number): boolean =>
  ((bytes[at + 2] as number) | 0x20) === 0x64 &&
  /[89ab]/i.test(String.fromCharCode(bytes[at + 3] as number));

/** Offset after an array or object; -1 when it is incomplete. */
export function endOfNested(bytes: Uint8Array, at: number, to: number): number {
  let depth = 0;
  let isInString = false;
  for (let end = at; end < to; end++) {
    const byte = bytes[end] as number;
    if (isInString) {
      if (byte === BACKSLASH) end++;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) depth++;
    else if (isClosing(byte) && --depth === 0) return end + 1;
  }
  return -1;
}
