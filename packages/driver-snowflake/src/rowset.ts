import { sourceOf, type Source } from '@sluice/driver-kit/encode/source';
import { protocolError } from '@sluice/driver-kit/errors';
import { Mark, type JsonRow } from './json-row.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const SPACE = 0x20;
const NULL = 'null';

const enum Place {
  betweenRows,
  beforeValue,
  inString,
  inWord,
  afterValue,
}

/** Initial buffer size; it grows for larger rows. */
const FIRST_BYTES = 128 * 1024;

/**
 * Finds the rows in the bytes between the brackets of a JSON list: `["1",null],["2","x"]`. Accepts them in any
 * parts, inspects each byte once, and keeps only the current row.
 */
export class RowsetReader {
  private source: Source = sourceOf(Buffer.allocUnsafeSlow(FIRST_BYTES));
  private end = 0;
  private at = 0;
  private rowAt = 0;
  private place: Place = Place.betweenRows;
  private count = 0;
  private readonly row: JsonRow;

  constructor(
    private readonly columns: number,
    private readonly maxRowBytes: number,
    /** Receives every row in a reused object; returning false stops reading. */
    private readonly take: (row: JsonRow) => boolean,
    /** Returns the error for a row above the size limit. */
    private readonly tooLarge: (bytes: number) => Error,
  ) {
    this.row = {
      src: this.source,
      bytes: 0,
      from: new Int32Array(columns),
      to: new Int32Array(columns),
      marks: new Uint8Array(columns),
    };
  }

  /** Adds bytes; returns false when no more rows are wanted. @throws DriverError if they are not rows */
  feed(chunk: Uint8Array): boolean {
    this.append(chunk);
    while (this.at < this.end) {
      if (!this.step()) break;
      if (this.place === Place.betweenRows && this.rowAt < 0) {
        this.rowAt = 0;
        if (!this.take(this.row)) return false;
      }
    }
    const open = this.place === Place.betweenRows ? 0 : this.end - this.rowAt;
    if (open > this.maxRowBytes) throw this.tooLarge(open);
    return true;
  }

  /** Ends the input. @throws DriverError if it ends inside a row */
  finish(): void {
    if (this.place !== Place.betweenRows) throw protocolError('truncated row');
  }

  /** Replaces consumed bytes by the new ones. */
  private append(chunk: Uint8Array): void {
    const kept = this.place === Place.betweenRows ? this.end : this.rowAt;
    const open = this.end - kept;
    const old = this.source.bytes;
    if (open + chunk.length > old.length) {
      // Doubles the buffer, up to the maximum row size plus one read.
      const wanted = Math.min(old.length * 2, this.maxRowBytes + FIRST_BYTES);
      this.source = sourceOf(Buffer.allocUnsafeSlow(Math.max(wanted, open + chunk.length)));
    }
    const { bytes } = this.source;
    if (kept > 0 || bytes !== old) {
      old.copy(bytes, 0, kept, this.end);
      this.move(kept);
    }
    bytes.set(chunk, open);
    this.end = open + chunk.length;
    this.row.src = this.source;
  }

  private move(by: number): void {
    this.at -= by;
    this.rowAt = 0;
    const { from, to } = this.row;
    for (let i = 0; i <= this.count && i < this.columns; i++) {
      from[i] = (from[i] as number) - by;
      to[i] = (to[i] as number) - by;
    }
  }

  /** Advances by one token; returns false if more bytes are needed. */
  private step(): boolean {
    if (this.place === Place.inString) return this.string();
    if (this.place === Place.inWord) return this.word();
    const byte = this.source.bytes[this.at] as number;
    if (byte <= SPACE) this.at++;
    else if (this.place === Place.betweenRows) this.begin(byte);
    else if (this.place === Place.beforeValue) this.value(byte);
    else this.afterValue(byte);
    return true;
  }

  private begin(byte: number): void {
    if (byte === OPEN) {
      this.rowAt = this.at;
      this.count = 0;
      this.place = Place.beforeValue;
    } else if (byte !== COMMA) throw protocolError('row expected');
    this.at++;
  }

  private value(byte: number): void {
    if (byte === CLOSE && this.columns === 0) {
      this.endRow();
      return;
    }
    if (this.count >= this.columns) throw protocolError('wrong number of values in a row');
    const isString = byte === QUOTE;
    this.row.marks[this.count] = Mark.plain;
    if (isString) this.at++;
    this.row.from[this.count] = this.at;
    this.place = isString ? Place.inString : Place.inWord;
  }

  private string(): boolean {
    const { bytes } = this.source;
    for (let i = this.at; i < this.end; i++) {
      const byte = bytes[i];
      if (byte === QUOTE) {
        this.row.to[this.count] = i;
        this.at = i + 1;
        this.place = Place.afterValue;
        return true;
      }
      if (byte !== BACKSLASH) continue;
      this.row.marks[this.count] = Mark.escaped;
      if (i + 1 >= this.end) {
        this.at = i;
        return false;
      }
      i++;
    }
    this.at = this.end;
    return false;
  }

  /** Reads numbers and literals, which the server may send without quotes. */
  private word(): boolean {
    const { bytes } = this.source;
    const { row, count } = this;
    while (this.at < this.end) {
      const byte = bytes[this.at] as number;
      if (byte === COMMA || byte === CLOSE || byte <= SPACE) {
        const from = row.from[count] as number;
        const text = bytes.toString('latin1', from, Math.min(this.at, from + 64));
        if (!/^(?:null|true|false|-?\d[\d.eE+-]*)$/.test(text))
          throw protocolError('invalid value');
        if (text === NULL) row.marks[count] = Mark.null;
        row.to[count] = this.at;
        this.place = Place.afterValue;
        return true;
      }
      this.at++;
    }
    return false;
  }

  private afterValue(byte: number): void {
    if (byte === COMMA) {
      this.count++;
      this.at++;
      this.place = Place.beforeValue;
    } else if (byte === CLOSE && this.count === this.columns - 1) this.endRow();
    else throw protocolError('wrong number of values in a row');
  }

  private endRow(): void {
    this.at++;
    this.row.bytes = this.at - this.rowAt;
    this.place = Place.betweenRows;
    // Marks the row as complete.
    this.rowAt = -1;
  }
}
