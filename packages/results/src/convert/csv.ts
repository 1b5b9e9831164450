import {
  APOSTROPHE,
  BACKSLASH,
  CARRIAGE_RETURN,
  COMMA,
  HAS_COMMA,
  HAS_ESCAPE,
  HAS_SEMICOLON,
  LETTER_N,
  LINE_FEED,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SEMICOLON,
} from './bytes.js';
import type { ConvertedColumn } from './columns.js';
import { CharacterReader, putCharacter } from './escapes.js';
import {
  FormulaGuard,
  isPlainInfinity,
  isPlainNumber,
  isPlainTime,
  mayStartFormula,
} from './formula.js';
import type { Output } from './output.js';
import type { RowSink } from './scanner.js';

/** Options of CSV output. */
export interface CsvOptions {
  /** Keeps texts that a spreadsheet would run as formulas. */
  raw: boolean;
  /** Starts with a byte order mark, by which some programs detect UTF-8. */
  bom: boolean;
}

const byteOrderMark = Buffer.from('\u{feff}');
const lineEnd = Buffer.from('\r\n');
/** Bytes of a text that grow: a quote to two, an apostrophe with the character that it precedes. */
const growth = 2;
const room = 8;

/**
 * CSV by RFC 4180: a line of names, lines end in CRLF, quotes only where needed. Null is empty and an empty text is
 * `""`. JSON columns, arrays and objects are JSON text.
 */
export class CsvSink implements RowSink {
  readonly #characters = new CharacterReader();
  readonly #guard = new FormulaGuard();
  readonly #isJson: boolean[];
  /** State of the current long value. */
  #kind: 'string' | 'json' | 'number' = 'number';
  #isFirstPiece = false;

  constructor(
    readonly out: Output,
    private readonly columns: readonly ConvertedColumn[],
    private readonly options: CsvOptions,
  ) {
    this.#isJson = columns.map(({ datatype }) => datatype === 'json');
  }

  /** Writes what precedes the first row. */
  begin(): void {
    if (this.options.bom) this.out.write(byteOrderMark);
    this.columns.forEach(({ name }, column) => {
      if (column > 0) this.#put(COMMA);
      const json = Buffer.from(JSON.stringify(name));
      this.out.reserve(json.length * growth + room);
      // A file that starts with ID is detected as another format (SYLK); a quote avoids that.
      this.#text(json, 1, json.length - 1, false, column === 0 && name.startsWith('ID'));
    });
    if (this.columns.length > 0) this.out.write(lineEnd);
  }

  beginRow(): void {
    // Lines need nothing between them.
  }

  endRow(): void {
    this.out.write(lineEnd);
  }

  end(): void {
    // Nothing follows the last line either.
  }

  value(column: number, bytes: Uint8Array, start: number, end: number, marks: number): void {
    this.out.reserve((end - start) * growth + room);
    if (column > 0) this.#put(COMMA);
    const first = bytes[start] as number;
    if (first === QUOTE && this.#isJson[column] !== true) {
      this.#string(column, bytes, start + 1, end - 1, marks);
    } else if (first === QUOTE || first === OPEN_BRACKET || first === OPEN_BRACE) {
      this.#text(bytes, start, end, true, true);
    } else if (first !== LETTER_N) {
      this.out.copy(bytes, start, end);
    }
  }

  beginLong(column: number, firstByte: number): void {
    if (column > 0) this.#put(COMMA);
    const isText = firstByte === QUOTE && this.#isJson[column] !== true;
    const isNumber = firstByte !== QUOTE && firstByte !== OPEN_BRACKET && firstByte !== OPEN_BRACE;
    this.#kind = isText ? 'string' : isNumber ? 'number' : 'json';
    if (isNumber) return;
    this.#guard.reset();
    this.#put(QUOTE);
    this.#isFirstPiece = true;
  }

  long(bytes: Uint8Array, start: number, end: number): void {
    if (this.#kind === 'number') {
      this.out.copy(bytes, start, end);
      return;
    }
    this.out.reserve((end - start) * growth + room);
    const isText = this.#kind === 'string';
    const from = isText && this.#isFirstPiece ? start + 1 : start;
    this.#isFirstPiece = false;
    this.#characterwise(bytes, from, end, !isText);
  }

  endLong(): void {
    if (this.#kind === 'number') return;
    // The closing quote was written twice, like a quote in the text.
    if (this.#kind === 'string') this.out.used -= 1;
    else this.#put(QUOTE);
  }

  #string(column: number, bytes: Uint8Array, start: number, end: number, marks: number): void {
    const mayRun = !this.options.raw && mayStartFormula[bytes[start] as number] === 1;
    const isPlain = (marks & (HAS_ESCAPE | HAS_SEMICOLON)) === 0 && !mayRun;
    if (start < end && (isPlain || (mayRun && this.#isHarmless(column, bytes, start, end)))) {
      const quotes = (marks & HAS_COMMA) !== 0;
      if (quotes) this.#put(QUOTE);
      this.out.copy(bytes, start, end);
      if (quotes) this.#put(QUOTE);
      return;
    }
    this.#text(bytes, start, end, false, start === end);
  }

  /** Numbers and times with a sign, in columns of such values. */
  #isHarmless(column: number, bytes: Uint8Array, start: number, end: number): boolean {
    switch (this.columns[column]?.datatype) {
      case 'number':
        return isPlainNumber(bytes, start, end);
      case 'time':
        return isPlainTime(bytes, start, end);
      case 'date':
      case 'datetime':
        return isPlainInfinity(bytes, start, end);
      case 'string':
      case 'boolean':
      case 'json':
      case 'binary':
      case undefined:
        return false;
    }
  }

  /** Writes a text that must be checked; quoted on request, or when it turns out to need quotes. */
  #text(bytes: Uint8Array, start: number, end: number, isJson: boolean, quotes: boolean): void {
    const { out } = this;
    const from = out.used;
    out.bytes[out.used++] = QUOTE;
    this.#guard.reset();
    if (this.#characterwise(bytes, start, end, isJson) || quotes) {
      out.bytes[out.used++] = QUOTE;
      return;
    }
    out.bytes.copyWithin(from, from + 1, out.used);
    out.used -= 1;
  }

  /** Writes a text with doubled quotes and defused formulas. Returns whether it must be quoted. */
  #characterwise(bytes: Uint8Array, start: number, end: number, isJson: boolean): boolean {
    const to = this.out.bytes;
    const { raw } = this.options;
    let used = this.out.used;
    let quotes = false;
    let at = start;
    while (at < end) {
      const byte = bytes[at] as number;
      const isCopied = byte >= 0x80 || (byte !== QUOTE && byte !== COMMA && byte !== SEMICOLON);
      if (isCopied && (byte !== BACKSLASH || isJson) && (raw || this.#guard.isAtRest)) {
        to[used++] = byte;
        at++;
        continue;
      }
      const character = this.#characters.read(bytes, at, isJson);
      at = this.#characters.next;
      if (!raw && this.#guard.needsApostrophe(character)) to[used++] = APOSTROPHE;
      if (needsQuotes(character)) {
        quotes = true;
        if (character === QUOTE) to[used++] = QUOTE;
      }
      used = putCharacter(to, used, character);
    }
    this.out.used = used;
    return quotes;
  }

  #put(byte: number): void {
    this.out.reserve(1);
    this.out.bytes[this.out.used++] = byte;
  }
}

const needsQuotes = (character: number): boolean =>
  character === QUOTE ||
  character === COMMA ||
  character === CARRIAGE_RETURN ||
  character === LINE_FEED;
