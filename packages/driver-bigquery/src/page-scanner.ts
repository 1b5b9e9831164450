import { protocolError } from '@sluice/driver-kit/errors';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const COMMA = 0x2c;
const SPACE = 0x20;

/** Deeper than any row of the service: structs nest up to 15 times, each in an object and a list. */
const MAX_DEPTH = 200;
/** What a page has beside its rows: a schema of ten thousand columns is some megabytes. */
const MAX_REST_BYTES = 16 * 1024 * 1024;
/** As much of the text before a list as shows its key. */
const KEY_BYTES = 64;

/** What takes the rows of a page. */
export interface RowSink {
  /** A row's JSON text, which is a part of a buffer that will be used again; false = no more. */
  row(json: Buffer): boolean;
  /** The longest row that is put together, in bytes. */
  maxRowBytes: number;
  /** Gives the error for a row that is longer. */
  tooLong(bytes: number): Error;
}

/**
 * Cuts an answer into its rows while it comes, so that no page is ever in memory as a whole. Only quotes
 * and brackets are looked at: whether the pieces are JSON is found out where they are parsed.
 */
export class PageScanner {
  private depth = 0;
  private inText = false;
  private escaped = false;
  /** The list of rows is open. */
  private inRows = false;
  private sawRows = false;
  private ended = false;
  /** The row that began in an earlier part. */
  private begun: Buffer[] = [];
  private begunBytes = 0;
  private readonly rest: Buffer[] = [];
  private restBytes = 0;
  private lastRest: Buffer = Buffer.alloc(0);

  constructor(private readonly sink: RowSink) {}

  /** Takes a part of the answer; false when the sink wants no more. @throws DriverError on nonsense */
  push(part: Buffer): boolean {
    let at = 0;
    while (at < part.length) {
      at = this.inRows ? this.rows(part, at) : this.outside(part, at);
      if (at < 0) return false;
    }
    return true;
  }

  /** The text of the whole answer, its rows left out. @throws DriverError when it is not whole */
  finish(): string {
    if (!this.ended) throw protocolError('an answer that is not whole');
    return Buffer.concat(this.rest).toString('utf8');
  }

  /** Reads up to the list of rows, or to the end of `part`; gives where it stopped. */
  private outside(part: Buffer, from: number): number {
    for (let at = from; at < part.length; at++) {
      const byte = part[at] as number;
      if (this.isText(byte)) continue;
      if (this.ended && byte > SPACE)
        throw protocolError('an answer with something behind its end');
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

  /** Reads rows up to the end of their list or of `part`; negative when the sink wants no more. */
  private rows(part: Buffer, from: number): number {
    // A row that began in an earlier part goes on at its start.
    let start = this.depth > 2 ? from : -1;
    let at = this.inText ? this.textEnd(part, from) : from;
    for (; at < part.length; at++) {
      const byte = part[at] as number;
      if (byte === QUOTE) {
        if (start < 0) throw protocolError('rows that are none');
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
        throw protocolError('rows that are none');
      }
    }
    if (start >= 0) this.begin(part.subarray(start));
    return part.length;
  }

  /** Where the string ends in which `from` stands: behind its quote, or at the end of `part`. */
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

  /** Follows strings; true when the byte belongs to one, its quotes included. */
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
    // The part belongs to the stream, which may use it again.
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

  /** The end of what has come, outside of rows, up to `piece`. */
  private endWith(piece: Buffer): Buffer {
    return Buffer.concat([this.lastRest, piece.subarray(-KEY_BYTES)]).subarray(-KEY_BYTES);
  }

  private keep(piece: Buffer): void {
    this.restBytes += piece.length;
    if (this.restBytes > MAX_REST_BYTES) throw protocolError('an answer that does not end');
    // A part may be a single byte: the key may have come in as many parts as it has letters.
    this.lastRest = this.endWith(piece);
    this.rest.push(Buffer.from(piece));
  }

  private deeper(): void {
    if (++this.depth > MAX_DEPTH) throw protocolError('an answer that nests too deep');
  }

  private shallower(): void {
    if (--this.depth < 0) throw protocolError('an answer with brackets that do not match');
    if (this.depth === 0) this.ended = true;
  }
}
