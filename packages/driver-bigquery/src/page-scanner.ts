import { protocolError } from '@sluice/driver-kit/errors';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const COMMA = 0x2c;
const SPACE = 0x20;

/** Maximum nesting, deeper than any row: structs nest up to 15 levels, each an object and a list. */
const MAX_DEPTH = 200;
/** Maximum size of a page without its rows: a schema of ten thousand columns has some megabytes. */
const MAX_REST_BYTES = 16 * 1024 * 1024;
/** Bytes before a list that contain its key. */
const KEY_BYTES = 64;

/** Receives the rows of a page. */
export interface PageRowHandler {
  /** Handles a row's JSON text in a reused buffer; returning false stops reading. */
  row(json: Buffer): boolean;
  /** Maximum size of a row in bytes. */
  maxRowBytes: number;
  /** Returns the error for a longer row. */
  tooLong(bytes: number): Error;
}

/**
 * Splits a response into rows while it arrives, so that no page is in memory as a whole. Only quotes and
 * brackets are inspected: rows are validated when they are parsed.
 */
export class PageScanner {
  private depth = 0;
  private inText = false;
  private escaped = false;
  /** Inside the list of rows. */
  private inRows = false;
  private sawRows = false;
  private ended = false;
  /** The start of a row from an earlier part. */
  private begun: Buffer[] = [];
  private begunBytes = 0;
  private readonly rest: Buffer[] = [];
  private restBytes = 0;
  private lastRest: Buffer = Buffer.alloc(0);

  constructor(private readonly sink: PageRowHandler) {}

  /**
   * Adds a part of the response; returns false when no more rows are wanted. @throws DriverError if it is
   * invalid
   */
  push(part: Buffer): boolean {
    let at = 0;
    while (at < part.length) {
      at = this.inRows ? this.rows(part, at) : this.outside(part, at);
      if (at < 0) return false;
    }
    return true;
  }

  /** Returns the response without its rows. @throws DriverError if it is incomplete */
  finish(): string {
    if (!this.ended) throw protocolError('incomplete response');
    return Buffer.concat(this.rest).toString('utf8');
  }

  /** Reads up to the list of rows or the end of `part`; returns where it stopped. */
  private outside(part: Buffer, from: number): number {
    for (let at = from; at < part.length; at++) {
      const byte = part[at] as number;
      if (this.isText(byte)) continue;
      if (this.ended && byte > SPACE) throw protocolError('data after the end of a response');
      if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        this.deeper();
        if (byte === OPEN_LIST && this.depth === 2 && this.isKeyOfRows(part.subarray(from, at))) {
          this.keep(part.subarray(from, at + 1));
          this.inRows = true;
          this.sawRows = true;
          return at + 1;
        }
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.shallower();
    }
    this.keep(part.subarray(from));
    return part.length;
  }

  /** Reads rows up to the end of their list or of `part`; negative when no more are wanted. */
  private rows(part: Buffer, from: number): number {
    // A row from an earlier part continues at the start.
    let start = this.depth > 2 ? from : -1;
    let at = this.inText ? this.textEnd(part, from) : from;
    for (; at < part.length; at++) {
      const byte = part[at] as number;
      if (byte === QUOTE) {
        if (start < 0) throw protocolError('invalid rows');
        this.inText = true;
        at = this.textEnd(part, at + 1) - 1;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (this.depth === 2) start = at;
        this.deeper();
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        this.shallower();
        if (this.depth === 1) {
          this.inRows = false;
          this.keep(part.subarray(at, at + 1));
          return at + 1;
        }
        if (this.depth === 2) {
          const wantsMore = this.row(part.subarray(start, at + 1));
          start = -1;
          if (!wantsMore) return -1;
        }
      } else if (this.depth === 2 && byte !== COMMA && byte > SPACE) {
        throw protocolError('invalid rows');
      }
    }
    if (start >= 0) this.begin(part.subarray(start));
    return part.length;
  }

  /** Returns the end of the string that contains `from`: after its quote, or at the end of `part`. */
  private textEnd(part: Buffer, from: number): number {
    let at = from;
    if (this.escaped && at < part.length) {
      this.escaped = false;
      at++;
    }
    for (; at < part.length; at++) {
      const byte = part[at] as number;
      if (byte === BACKSLASH) {
        at++;
        this.escaped = at >= part.length;
      } else if (byte === QUOTE) {
        this.inText = false;
        return at + 1;
      }
    }
    return part.length;
  }

  /** Tracks strings; returns true if the byte belongs to one, including its quotes. */
  private isText(byte: number): boolean {
    if (this.inText) {
      if (this.escaped) this.escaped = false;
      else if (byte === BACKSLASH) this.escaped = true;
      else if (byte === QUOTE) this.inText = false;
      return true;
    }
    if (byte !== QUOTE) return false;
    this.inText = true;
    return true;
  }

  private begin(piece: Buffer): void {
    this.check(this.begunBytes + piece.length);
    // The stream may reuse the memory of the part.
    this.begun.push(Buffer.from(piece));
    this.begunBytes += piece.length;
  }

  private row(piece: Buffer): boolean {
    const bytes = this.begunBytes + piece.length;
    this.check(bytes);
    const whole = this.begunBytes === 0 ? piece : Buffer.concat([...this.begun, piece]);
    this.begun = [];
    this.begunBytes = 0;
    return this.sink.row(whole);
  }

  private check(bytes: number): void {
    if (bytes > this.sink.maxRowBytes) throw this.sink.tooLong(bytes);
  }

  private isKeyOfRows(before: Buffer): boolean {
    if (this.sawRows) return false;
    const text = this.endWith(before).toString('latin1');
    return /(?:^|[^\\])"rows"\s*:\s*$/.test(text);
  }

  /** Returns the last received bytes outside rows, up to `piece`. */
  private endWith(piece: Buffer): Buffer {
    return Buffer.concat([this.lastRest, piece.subarray(-KEY_BYTES)]).subarray(-KEY_BYTES);
  }

  private keep(piece: Buffer): void {
    this.restBytes += piece.length;
    if (this.restBytes > MAX_REST_BYTES) throw protocolError('response too long');
    // A part can be a single byte, so the key can span several parts.
    this.lastRest = this.endWith(piece);
    this.rest.push(Buffer.from(piece));
  }

  private deeper(): void {
    if (++this.depth > MAX_DEPTH) throw protocolError('response nested too deeply');
  }

  private shallower(): void {
    if (--this.depth < 0) throw protocolError('mismatched brackets in a response');
    if (this.depth === 0) this.ended = true;
  }
}
