import { CopyData } from './copy-data.js';

/** First words of statements that may change standard_conforming_strings. */
const relevant = new Set([
  ...['SET', 'RESET', 'DISCARD'],
  ...['BEGIN', 'START', 'COMMIT', 'END', 'ROLLBACK', 'ABORT', 'PREPARE'],
]);

const setting =
  /^set\s+(?:(session|local)\s+)?standard_conforming_strings\s*(?:=|\bto\b)\s*['"]?(\w+)/i;
const reset = /^(?:reset\s+(?:all|standard_conforming_strings)|discard\s+all)\b/i;
/** PostgreSQL accepts every unambiguous prefix of these values. */
const off = /^(?:off?|f(?:a(?:l(?:s(?:e)?)?)?)?|no?|0)$/i;
const keepsTransaction =
  /^(?:prepare\s+(?!transaction\b)|rollback\s+(?:(?:work|transaction)\s+)?to\b)/i;

/** Maximum length of a statement's start that is examined, in UTF-16 code units. */
const MAX_LENGTH = 256;

/**
 * Follows `standard_conforming_strings` of PostgreSQL through the statements of one text: while it is off, backslashes
 * escape in plain strings. It assumes that every statement succeeds and that the setting is on before the first one.
 * `set_config()` is not followed. It also finds the rows that follow a COPY.
 */
export class StandardStrings {
  readonly #copyData = new CopyData();
  #isOff = false;
  /** Value of the session, without SET LOCAL. */
  #isSessionOff = false;
  /** Value before the open transaction, which ROLLBACK restores; undefined outside of a transaction. */
  #wasOff: boolean | undefined;
  /** Range of the word that the statement starts with; 0 and 0 when it starts with another token. */
  #wordStart = 0;
  #wordEnd = 0;

  /** Whether backslashes escape in plain strings. */
  get isOff(): boolean {
    return this.#isOff;
  }

  /** See {@link CopyData.endAfter}. */
  rowsEnd(text: string, at: number): number | undefined {
    return this.#copyData.endAfter(text, this.#wordStart, at);
  }

  /** A statement begins. */
  begin(): void {
    this.#wordStart = 0;
    this.#wordEnd = 0;
  }

  /** The statement starts with this word. */
  startWith(wordStart: number, wordEnd: number): void {
    this.#wordStart = wordStart;
    this.#wordEnd = wordEnd;
  }

  /** The statement has ended: follows what it sets. */
  end(text: string): void {
    const from = this.#wordStart;
    const word = this.#wordEnd - from > 8 ? '' : text.slice(from, this.#wordEnd).toUpperCase();
    if (!relevant.has(word)) return;
    const start = text.slice(from, from + MAX_LENGTH);
    if (word === 'BEGIN' || word === 'START') this.#wasOff ??= this.#isSessionOff;
    else if (word === 'SET' || word === 'RESET' || word === 'DISCARD') this.#set(start);
    else if (!keepsTransaction.test(start)) this.#endTransaction(word);
  }

  #set(start: string): void {
    const [, scope, value] = setting.exec(start) ?? [];
    if (value === undefined && !reset.test(start)) return;
    const isOff = value !== undefined && off.test(value);
    const isLocal = scope?.toLowerCase() === 'local';
    // SET LOCAL outside of a transaction only warns.
    if (isLocal && this.#wasOff === undefined) return;
    this.#isOff = isOff;
    if (!isLocal) this.#isSessionOff = isOff;
  }

  #endTransaction(word: string): void {
    if (this.#wasOff === undefined) return;
    if (word === 'ROLLBACK' || word === 'ABORT') this.#isSessionOff = this.#wasOff;
    this.#isOff = this.#isSessionOff;
    this.#wasOff = undefined;
  }
}
