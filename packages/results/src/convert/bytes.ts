/** Bytes with a meaning in JSON, CSV or XML. */
export const TAB = 0x09;
export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const AMPERSAND = 0x26;
export const APOSTROPHE = 0x27;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const DOT = 0x2e;
export const ZERO = 0x30;
export const NINE = 0x39;
export const SEMICOLON = 0x3b;
export const LESS = 0x3c;
export const EQUALS = 0x3d;
export const GREATER = 0x3e;
export const AT = 0x40;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const UNDERSCORE = 0x5f;
export const LETTER_N = 0x6e;
export const LETTER_U = 0x75;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;

/** Bits for characters that a value contains. They decide whether it can be copied unchanged. */
export const HAS_ESCAPE = 1;
export const HAS_COMMA = 2;
export const HAS_SEMICOLON = 4;
export const HAS_MARKUP = 8;
export const HAS_UNDERSCORE = 16;
export const HAS_WIDE = 32;
export const IS_QUOTE = 64;

/** The bits of each byte. */
export const marksOf = new Uint8Array(256).fill(HAS_WIDE, 0x80);
marksOf[QUOTE] = IS_QUOTE;
marksOf[BACKSLASH] = HAS_ESCAPE;
marksOf[COMMA] = HAS_COMMA;
marksOf[SEMICOLON] = HAS_SEMICOLON;
for (const byte of [AMPERSAND, LESS, GREATER]) marksOf[byte] = HAS_MARKUP;
marksOf[UNDERSCORE] = HAS_UNDERSCORE;

/** Length of a UTF-8 character by its first byte. */
export const characterBytes = (first: number): number =>
  first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
