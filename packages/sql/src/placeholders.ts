import type { OwnMarkRule } from './lexicon.js';

/**
 * A placeholder for a bound value: `{{name}}`, or `{{user.data.name}}` for a value of the user. Offsets are in UTF-16 code
 * units, from the start of the statement; the end is exclusive.
 */
export interface Placeholder {
  name: string;
  startOffset: number;
  endOffset: number;
  /** It stands inside parentheses, where a list can be bound. */
  inParentheses: boolean;
}

/** A mark of the engine for a bound value, such as `$1`. Offsets are those of {@link Placeholder}. */
export interface OwnMark {
  text: string;
  startOffset: number;
}

/** Bounded in every part, so that a text of braces is read in linear time. */
const placeholder =
  /\{\{[ \t]{0,8}([A-Za-z_][A-Za-z0-9_]{0,127}(?:\.[A-Za-z0-9_-]{1,128}){0,4})[ \t]{0,8}\}\}/y;

/** Collects the placeholders of one statement, and the first of the engine's own marks. */
export class Bindings {
  readonly #text: string;
  readonly #ownMarks: OwnMarkRule | undefined;
  #placeholders: Placeholder[] = [];
  #ownMark: OwnMark | undefined;

  constructor(text: string, ownMarks: OwnMarkRule | undefined) {
    this.#text = text;
    this.#ownMarks = ownMarks;
  }

  /** Starts the next statement. */
  begin(): void {
    if (this.#placeholders.length > 0) this.#placeholders = [];
    this.#ownMark = undefined;
  }

  /** Reads a placeholder at `at` and returns its end; undefined when none starts there. */
  readPlaceholder(at: number, inParentheses: boolean): number | undefined {
    placeholder.lastIndex = at;
    const [all, name] = placeholder.exec(this.#text) ?? [];
    if (all === undefined || name === undefined) return undefined;
    const endOffset = at + all.length;
    this.#placeholders.push({ name, startOffset: at, endOffset, inParentheses });
    return endOffset;
  }

  /** Reads a mark of the engine at `at`, if one starts there. */
  readOwnMark(at: number): void {
    if (this.#ownMark !== undefined || this.#ownMarks === undefined) return;
    const { pattern } = this.#ownMarks;
    pattern.lastIndex = at;
    const [text] = pattern.exec(this.#text) ?? [];
    if (text !== undefined) this.#ownMark = { text, startOffset: at };
  }

  /** Returns the placeholders and the own mark with offsets from `startOffset`; undefined without placeholders. */
  after(
    startOffset: number,
  ): { placeholders: readonly Placeholder[]; ownMark?: OwnMark } | undefined {
    if (this.#placeholders.length === 0) return undefined;
    const shifted = <T extends OwnMark | Placeholder>(found: T): T => ({
      ...found,
      startOffset: found.startOffset - startOffset,
      ...('endOffset' in found ? { endOffset: found.endOffset - startOffset } : {}),
    });
    const placeholders = this.#placeholders.map(shifted);
    return this.#ownMark === undefined
      ? { placeholders }
      : { placeholders, ownMark: shifted(this.#ownMark) };
  }
}
