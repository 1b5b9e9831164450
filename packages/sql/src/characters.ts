import type { Lexicon } from './lexicon.js';

/** UTF-16 codes that the scanner compares with. */
export const code = {
  lineFeed: 10,
  carriageReturn: 13,
  doubleQuote: 34,
  dollar: 36,
  star: 42,
  dot: 46,
  slash: 47,
  colon: 58,
  semicolon: 59,
  at: 64,
  backslash: 92,
  byteOrderMark: 0xfeff,
} as const;

/** Tokens that a character can start outside quotes and comments. */
export const kind = {
  other: 0,
  space: 1,
  word: 2,
  digit: 3,
  quote: 4,
  comment: 5,
  dollar: 6,
  semicolon: 7,
  open: 8,
  close: 9,
  star: 10,
  path: 11,
  backslash: 12,
  brace: 13,
  mark: 14,
} as const;

/** True for the ASCII white space that databases skip between tokens. */
export function isSpace(c: number): boolean {
  return c === 32 || (c >= 9 && c <= 13);
}

/** True for 0 to 9. */
export function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}

/** True for ASCII letters, underscore and all characters beyond ASCII. */
export function isWordStart(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c >= 128;
}

/** True for characters inside an unquoted identifier. */
export function isWordPart(c: number): boolean {
  return isWordStart(c) || isDigit(c) || c === code.dollar;
}

/** Builds the table from ASCII code to what the character can start in a dialect. */
export function kindTable(lexicon: Lexicon): Uint8Array {
  const table = new Uint8Array(128);
  for (let c = 0; c < 128; c += 1) {
    if (isSpace(c)) table[c] = kind.space;
    else if (isDigit(c)) table[c] = kind.digit;
    else if (isWordStart(c)) table[c] = kind.word;
  }
  table[code.dollar] = lexicon.dollarQuotes === 'none' ? kind.word : kind.dollar;
  for (const start of lexicon.ownMarks?.starts ?? '') table[start.charCodeAt(0)] = kind.mark;
  table['('.charCodeAt(0)] = kind.open;
  table[')'.charCodeAt(0)] = kind.close;
  table['{'.charCodeAt(0)] = kind.brace;
  table[';'.charCodeAt(0)] = kind.semicolon;
  table[code.star] = kind.star;
  table[code.slash] = kind.comment;
  for (const rule of lexicon.lineComments) table[rule.start.charCodeAt(0)] = kind.comment;
  for (const path of lexicon.paths ?? []) {
    // A path that starts with a word is recognized when the word is read.
    if (!isWordStart(path.charCodeAt(0))) table[path.charCodeAt(0)] = kind.path;
  }
  if (lexicon.backslashCommands === true || lexicon.skippedCommand !== undefined)
    table[code.backslash] = kind.backslash;
  for (const rule of lexicon.quotes) table[rule.open.charCodeAt(0)] = kind.quote;
  return table;
}
