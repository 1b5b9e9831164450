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
import { latin1 } from '../formula.js';
import type { Output } from '../output.js';

/** What a cell of a spreadsheet can hold, counted in UTF-16 units. */
export const maxCellUnits = 32_767;
/** Ends a text that was cut, so that nobody takes it for the whole. */
export const cutMark = '… [cut]';
const cutMarkCodes = Array.from(cutMark, (character) => character.charCodeAt(0));
/** Units that are always written; what follows may have to give way to the mark. */
export const sureUnits = maxCellUnits - cutMark.length;
/** Bytes that a character can become, as `_xFFFE_`. */
export const textGrowth = 7;

const entities = new Map([
  [AMPERSAND, '&amp;'],
  [LESS, '&lt;'],
  [GREATER, '&gt;'],
]);

/** Writes the text of a cell, whole or in pieces; what goes beyond what a cell holds is cut off. */
export class CellText {
  readonly #characters = new CharacterReader();
  #units = 0;
  #isJson = false;
  /** Written at the end, or given up for the mark. */
  #held: number[] = [];

  constructor(private readonly out: Output) {}

  /** @param isJson whether the text is JSON as it stands, not what a JSON string stands for */
  begin(isJson: boolean): void {
    this.#isJson = isJson;
    this.#units = 0;
    this.#held = [];
  }

  /** Adds bytes; a quote that is not escaped ends a string. There must be room. */
  add(bytes: Uint8Array, start: number, end: number): void {
    let at = start;
    while (at < end && this.#units <= maxCellUnits) {
      if (bytes[at] === QUOTE && !this.#isJson) return;
      const character = this.#characters.read(bytes, at, this.#isJson);
      this.#units += character > 0xffff ? 2 : 1;
      if (this.#units > sureUnits) this.#held.push(character);
      else this.#put(character, character === UNDERSCORE && looksEscaped(bytes, at, end));
      at = this.#characters.next;
    }
  }

  /** Writes how the text ends. */
  end(): void {
    this.out.reserve(textGrowth * (this.#held.length + cutMark.length));
    const last = this.#units > maxCellUnits ? cutMarkCodes : this.#held;
    for (const character of last) this.#put(character, character === UNDERSCORE);
  }

  #put(character: number, isEscaped: boolean): void {
    const { out } = this;
    const to = out.bytes;
    const entity = character <= GREATER ? entities.get(character) : undefined;
    if (entity !== undefined) out.used += to.write(entity, out.used, 'latin1');
    else if (isEscaped || isIllegal(character)) {
      const digits = character.toString(16).toUpperCase().padStart(4, '0');
      out.used += to.write(`_x${digits}_`, out.used, 'latin1');
    } else out.used = putCharacter(to, out.used, character);
  }
}

/** Characters that XML cannot hold, and the one that it would turn into another. */
const isIllegal = (character: number): boolean =>
  (character < SPACE && character !== TAB && character !== LINE_FEED) ||
  character === CARRIAGE_RETURN ||
  character === 0xfffe ||
  character === 0xffff;

/** Whether a spreadsheet would read what stands here as a character: `_x0041_`. */
const looksEscaped = (bytes: Uint8Array, at: number, end: number): boolean =>
  /^_x[0-9a-f]{4}_$/i.test(latin1(bytes, at, Math.min(end, at + 7)));
