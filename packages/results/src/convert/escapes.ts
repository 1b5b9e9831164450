import { BACKSLASH, CARRIAGE_RETURN, LETTER_N, LETTER_U, LINE_FEED, TAB } from './bytes.js';

/** Replaces half a surrogate pair, which UTF-8 cannot encode. */
const replacement = 0xfffd;

/** Reads the characters of JSON text one by one. */
export class CharacterReader {
  /** Offset of the next character. */
  next = 0;

  /**
   * The character that starts at `at`; `next` is behind it afterwards.
   * @param isJson whether the bytes are shown unchanged: an escape is then a backslash and what follows it
   */
  read(bytes: Uint8Array, at: number, isJson: boolean): number {
    const first = bytes[at] as number;
    if (first === BACKSLASH && !isJson) return this.#escape(bytes, at);
    if (first < 0xc0) {
      this.next = at + 1;
      return first;
    }
    const second = (bytes[at + 1] as number) & 0x3f;
    if (first < 0xe0) {
      this.next = at + 2;
      return ((first & 0x1f) << 6) | second;
    }
    const third = (bytes[at + 2] as number) & 0x3f;
    if (first < 0xf0) {
      this.next = at + 3;
      return ((first & 0x0f) << 12) | (second << 6) | third;
    }
    this.next = at + 4;
    return (
      ((first & 0x07) << 18) | (second << 12) | (third << 6) | ((bytes[at + 3] as number) & 0x3f)
    );
  }

  #escape(bytes: Uint8Array, at: number): number {
    const letter = bytes[at + 1] as number;
    if (letter !== LETTER_U) {
      this.next = at + 2;
      return escaped[letter] as number;
    }
    this.next = at + 6;
    const unit = hex(bytes, at + 2);
    if ((unit & 0xf800) !== 0xd800) return unit;
    const isPair = unit < 0xdc00 && bytes[at + 6] === BACKSLASH && bytes[at + 7] === LETTER_U;
    const low = isPair ? hex(bytes, at + 8) : 0;
    if ((low & 0xfc00) !== 0xdc00) return replacement;
    this.next = at + 12;
    return 0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff);
  }
}

/** The character of an escape, by the byte after the backslash. */
const escaped = Uint8Array.from({ length: 256 }, (_, byte) => byte);
escaped[0x62] = 0x08;
escaped[0x66] = 0x0c;
escaped[LETTER_N] = LINE_FEED;
escaped[0x72] = CARRIAGE_RETURN;
escaped[0x74] = TAB;

const digits = new Uint8Array(256);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  digits[digit.charCodeAt(0)] = value;
  digits[digit.toUpperCase().charCodeAt(0)] = value;
}

const hex = (bytes: Uint8Array, at: number): number =>
  ((digits[bytes[at] as number] as number) << 12) |
  ((digits[bytes[at + 1] as number] as number) << 8) |
  ((digits[bytes[at + 2] as number] as number) << 4) |
  (digits[bytes[at + 3] as number] as number);

/** Writes a character as UTF-8 and returns the next offset. The buffer must have four free bytes. */
export function putCharacter(to: Uint8Array, at: number, character: number): number {
  if (character < 0x80) {
    to[at] = character;
    return at + 1;
  }
  if (character < 0x800) {
    to[at] = 0xc0 | (character >> 6);
    to[at + 1] = 0x80 | (character & 0x3f);
    return at + 2;
  }
  if (character < 0x10000) {
    to[at] = 0xe0 | (character >> 12);
    to[at + 1] = 0x80 | ((character >> 6) & 0x3f);
    to[at + 2] = 0x80 | (character & 0x3f);
    return at + 3;
  }
  to[at] = 0xf0 | (character >> 18);
  to[at + 1] = 0x80 | ((character >> 12) & 0x3f);
  to[at + 2] = 0x80 | ((character >> 6) & 0x3f);
  to[at + 3] = 0x80 | (character & 0x3f);
  return at + 4;
}
