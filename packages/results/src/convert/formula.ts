import {
  AT,
  CARRIAGE_RETURN,
  EQUALS,
  LINE_FEED,
  MINUS,
  PLUS,
  QUOTE,
  SEMICOLON,
  SPACE,
  TAB,
} from './bytes.js';

/** Characters that start a formula in a spreadsheet; the wide forms in East Asian settings. */
const starters = new Set([EQUALS, PLUS, MINUS, AT, 0xff1d, 0xff0b, 0xff0d, 0xff20]);

/** White space that a spreadsheet may drop first, including characters without width. */
const wideBlanks = new Set([
  0x7f,
  0x85,
  0xa0,
  0xad,
  0x1680,
  0x180e,
  0x2028,
  0x2029,
  0x202f,
  0x205f,
  0x2060,
  0x3000,
  0xfeff,
  ...Array.from({ length: 16 }, (_, at) => 0x2000 + at),
]);

export const startsFormula = (character: number): boolean => starters.has(character);

export const isBlank = (character: number): boolean =>
  character <= SPACE || (character >= 0x7f && wideBlanks.has(character));

/** Characters that start a new cell where a separator other than the comma is usual. */
export const separatesCells = (character: number): boolean =>
  character === SEMICOLON || breaksCell(character);

/** Those that are also dangerous as the first character of a cell. */
export const breaksCell = (character: number): boolean =>
  character === TAB || character === LINE_FEED || character === CARRIAGE_RETURN;

/** Whether a text must be checked, by its first byte. */
export const mayStartFormula = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++) {
  // First bytes of the characters above: U+0080 to U+00BF, U+1000 to U+3FFF and U+F000 to U+FFFF.
  const isWide = byte === 0xc2 || byte === 0xe1 || byte === 0xe2 || byte === 0xe3 || byte === 0xef;
  mayStartFormula[byte] = byte <= SPACE || byte === 0x7f || starters.has(byte) || isWide ? 1 : 0;
}

/**
 * Finds the positions in a text before which an apostrophe prevents a spreadsheet from running a formula: its start,
 * ignoring white space, and after every character that may start another cell.
 */
export class FormulaGuard {
  #isArmed = true;
  #isAtStart = true;

  /** Resets before the first character of a text. */
  reset(): void {
    this.#isArmed = true;
    this.#isAtStart = true;
  }

  /** Whether the characters up to the next separator can be skipped. */
  get isAtRest(): boolean {
    return !this.#isArmed;
  }

  /** Whether an apostrophe is needed in front of this character. */
  needsApostrophe(character: number): boolean {
    const isSeparator = separatesCells(character);
    if (!this.#isArmed) {
      this.#isArmed = isSeparator;
      return false;
    }
    if (startsFormula(character)) {
      this.#isArmed = false;
      this.#isAtStart = false;
      return true;
    }
    const opens = this.#isAtStart && breaksCell(character);
    // A quote after a separator starts the cell, and its contents count.
    const isPassed = isSeparator || isBlank(character) || (character === QUOTE && !this.#isAtStart);
    if (isSeparator || !isPassed) this.#isAtStart = false;
    this.#isArmed = isPassed;
    return opens;
  }
}

/** Whether a text is a number as databases write it. A signed number is not a formula and is kept. */
export function isPlainNumber(bytes: Uint8Array, start: number, end: number): boolean {
  return /^[-+]?(\d+(\.\d*)?(e[-+]?\d+)?|infinity|nan)$/i.test(latin1(bytes, start, end));
}

/** Whether a text is a time or a duration: `-838:59:59.5`. */
export function isPlainTime(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start <= 64 && /^[-+]?\d+:\d\d(:\d\d(\.\d+)?)?$/.test(latin1(bytes, start, end));
}

/** Whether a text is `-infinity`, which a date may be. */
export function isPlainInfinity(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start <= 16 && /^[-+]?infinity$/i.test(latin1(bytes, start, end));
}

/** A short text of plain characters. */
export const latin1 = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
