import {
  AMPERSAND,
  CARRIAGE_RETURN,
  GREATER,
  LESS,
  LINE_FEED,
  QUOTE,
  SPACE,
  TAB,
  UNDERSCORE,
} from '../bytes.js';
import { CharacterReader, putCharacter } from '../escapes.js';
import type { Output } from '../output.js';

/** Maximum length of a cell in UTF-16 code units. */
export const maxCellUnits = 32_767;
/** Suffix of a truncated text. */
export const cutMark = '… [cut]';
const cutMarkCodes = Array.from(cutMark, (character) => character.charCodeAt(0));
/** Units that are always written; the rest may be replaced with the suffix. */
export const sureUnits = maxCellUnits - cutMark.length;
/** Maximum bytes of a character, as in `_xFFFE_`. */
export const textGrowth = 7;

const entities = new Map([
  [AMPERSAND, '&amp;'],
  [LESS, '&lt;'],
  [GREATER, '&gt;'],
]);

/** Writes the text of a cell, whole or in pieces, truncated to the maximum of a cell. */
export class CellText {
  readonly #characters = new CharacterReader();
  #units = 0;
  #isJson = false;
  /** Written at the end, or replaced with the suffix. */
  #held: number[] = [];
  /** Plain characters that are not written yet, because they may start `_x0041_`. */
  #pending = '';

  constructor(private readonly out: Output) {}

  /** @param isJson whether the text is JSON as written and not the contents of a JSON string */
  begin(isJson: boolean): void {
    this.#isJson = isJson;
    this.#units = 0;
    this.#held = [];
    this.#pending = '';
  }

  /** Adds a text or a piece of one. An unescaped quote ends a string. The buffer must have enough space. */
  add(bytes: Uint8Array, start: number, end: number): void {
    let at = start;
    while (at < end && this.#units <= maxCellUnits) {
      if (bytes[at] === QUOTE && !this.#isJson) return;
      const character = this.#characters.read(bytes, at, this.#isJson);
      this.#units += character > 0xffff ? 2 : 1;
      if (this.#units > sureUnits) this.#held.push(character);
      else this.#put(character);
      at = this.#characters.next;
    }
  }

  /** Writes the end of the text. */
  end(): void {
    this.out.reserve(textGrowth * (this.#held.length + cutMark.length + 1));
    const last = this.#units > maxCellUnits ? cutMarkCodes : this.#held;
    for (const character of last) this.#put(character);
    this.#flush();
  }

  #put(character: number): void {
    if (this.#pending !== '' || character === UNDERSCORE) this.#putPending(character);
    else this.#write(character);
  }

  /** A spreadsheet reads `_x0041_` as A, so the first of such characters is itself written as an escape. */
  #putPending(character: number): void {
    const longer = this.#pending + String.fromCodePoint(character);
    if (/^_(?:x[0-9a-f]{0,4})?$/i.test(longer)) {
      this.#pending = longer;
      return;
    }
    if (/^_x[0-9a-f]{4}_$/i.test(longer)) {
      this.out.used += this.out.bytes.write('_x005F', this.out.used, 'latin1');
    }
    this.#flush();
    // It may itself start such a sequence.
    if (character === UNDERSCORE) this.#pending = '_';
    else this.#write(character);
  }

  #flush(): void {
    this.out.used += this.out.bytes.write(this.#pending, this.out.used, 'latin1');
    this.#pending = '';
  }

  #write(character: number): void {
    const { out } = this;
    const to = out.bytes;
    const entity = character <= GREATER ? entities.get(character) : undefined;
    if (entity !== undefined) out.used += to.write(entity, out.used, 'latin1');
    else if (isIllegal(character)) {
      const digits = character.toString(16).toUpperCase().padStart(4, '0');
      out.used += to.write(`_x${digits}_`, out.used, 'latin1');
    } else out.used = putCharacter(to, out.used, character);
  }
}

/** Characters that XML cannot contain, and the one that it would change. */
const isIllegal = (character: number): boolean =>
  (character < SPACE && character !== TAB && character !== LINE_FEED) ||
  character === CARRIAGE_RETURN ||
  character === 0xfffe ||
  character === 0xffff;
