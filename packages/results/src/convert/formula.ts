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

/** Characters with which a spreadsheet takes a cell for a formula; the wide forms in East Asian settings. */
const starters = new Set([EQUALS, PLUS, MINUS, AT, 0xff1d, 0xff0b, 0xff0d, 0xff20]);

/** Blanks that a spreadsheet may drop before it looks, those without width among them. */
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

/** Characters that open a cell of their own where another separator than the comma is usual. */
export const separatesCells = (character: number): boolean =>
  character === SEMICOLON || breaksCell(character);

/** Those of them that are also dangerous as the first character of a cell. */
export const breaksCell = (character: number): boolean =>
  character === TAB || character === LINE_FEED || character === CARRIAGE_RETURN;

/** By the first byte of a text: whether the text must be looked at. */
export const mayStartFormula = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++) {
  // Of the characters above: U+0080 to U+00BF, U+1000 to U+3FFF and U+F000 to U+FFFF begin so.
  const isWide = byte === 0xc2 || byte === 0xe1 || byte === 0xe2 || byte === 0xe3 || byte === 0xef;
  mayStartFormula[byte] = byte <= SPACE || byte === 0x7f || starters.has(byte) || isWide ? 1 : 0;
}

/**
 * Finds the places of a text before which an apostrophe keeps a spreadsheet from running what follows:
 * at its start, blanks left aside, and behind whatever may open another cell.
 */
export class FormulaGuard {
  #isArmed = true;
  #isAtStart = true;

  /** Before the first character of a text. */
  reset(): void {
    this.#isArmed = true;
    this.#isAtStart = true;
  }

  /** Whether the characters from here on are of no interest up to the next separator. */
  get isAtRest(): boolean {
    return !this.#isArmed;
  }

  /** Whether an apostrophe belongs before this character. */
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
    // A quote behind a separator opens the cell there, and what it holds counts.
    const isPassed = isSeparator || isBlank(character) || (character === QUOTE && !this.#isAtStart);
    if (isSeparator || !isPassed) this.#isAtStart = false;
    this.#isArmed = isPassed;
    return opens;
  }
}

/** Whether a text is a number as databases write it, signed or not: nothing to run, and kept as it is. */
export function isPlainNumber(bytes: Uint8Array, start: number, end: number): boolean {
  return /^[-+]?(\d+(\.\d*)?(e[-+]?\d+)?|infinity|nan)$/i.test(latin1(bytes, start, end));
}

/** Whether a text is a time or a span of time: `-838:59:59.5`. */
export function isPlainTime(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start <= 64 && /^[-+]?\d+:\d\d(:\d\d(\.\d+)?)?$/.test(latin1(bytes, start, end));
}

/** Whether a text is `-infinity`, as a date may be. */
export function isPlainInfinity(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start <= 16 && /^[-+]?infinity$/i.test(latin1(bytes, start, end));
}

/** A short text of plain characters. */
export const latin1 = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
