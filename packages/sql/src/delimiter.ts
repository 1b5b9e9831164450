import { code, isWordPart } from './characters.js';

/** The delimiter of a DELIMITER line; unset while the dialect's own terminator applies. */
export class Delimiter {
  #text = '';
  /** Code of its first character; -1 while it is unset, which no character has. */
  firstCode = -1;
  /** Whether it starts with a letter or digit, so that it must be a separate word. */
  isWord = false;

  constructor(private readonly terminator: string) {}

  /** Whether a DELIMITER line changed the terminator. */
  get isSet(): boolean {
    return this.#text !== '';
  }

  /** The terminator that applies. */
  get text(): string {
    return this.isSet ? this.#text : this.terminator;
  }

  /** Length in UTF-16 code units. */
  get length(): number {
    return this.#text.length;
  }

  /** Sets the delimiter; the dialect's terminator unsets it. */
  set(delimiter: string): void {
    this.#text = delimiter === this.terminator ? '' : delimiter;
    this.firstCode = this.#text === '' ? -1 : delimiter.charCodeAt(0);
    this.isWord = isAsciiWordPart(this.firstCode);
  }

  /** Whether the delimiter is at this position. */
  isAt(text: string, position: number): boolean {
    if (!text.startsWith(this.#text, position)) return false;
    const next = position + this.#text.length;
    const isGlued = isWordPart(text.charCodeAt(next)) && isWordPart(text.charCodeAt(next - 1));
    return !(this.isWord && isGlued);
  }
}

function isAsciiWordPart(c: number): boolean {
  return c < 128 && c !== code.dollar && isWordPart(c);
}
