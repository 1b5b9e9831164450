import { isUtf8 } from 'node:buffer';
import type { RowChunk } from '../contract/driver.js';
import { JsonWriter } from './json-writer.js';
import type { Statistics } from './statistics.js';

const OPEN = 0x5b;
const CLOSE = 0x5d;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;

/** Encoded bytes after which a chunk is emitted. */
export const CHUNK_BYTES = 256 * 1024;
/** One socket read rarely encodes to more, so buffers rarely grow. */
const SLACK_BYTES = 96 * 1024;
/** Buffer size of a chunk, except for very wide rows. */
export const MAX_CHUNK_BYTES = CHUNK_BYTES + SLACK_BYTES;

/**
 * Encodes an engine's rows: finds the values in the engine's format and writes them with the common encoders.
 */
export interface RowWriter<Row> {
  /** Values per row. */
  readonly columns: number;
  /** Upper bound of the encoded size of the values in bytes, commas included. */
  maxBytesOf(row: Row): number;
  /**
   * Writes the values, each followed by a comma; returns false if the row does not match the columns, and may
   * then leave `output.pos` anywhere.
   */
  write(output: JsonWriter, row: Row): boolean;
}

/** Encodes rows as JSON, enforces the limits of rows and bytes, and records a truncation. */
export class RowEncoder<Row> {
  /** Rows stored so far. */
  stored = 0;
  /** The limit that truncated the rows; null if none did. */
  truncatedBy: 'rows' | 'bytes' | null = null;
  private readonly output: JsonWriter;
  private pending = 0;
  private taken = 0;

  constructor(
    private readonly writer: RowWriter<Row>,
    private readonly maxRows: number | null,
    private readonly maxBytes: number | null,
  ) {
    this.output = new JsonWriter(writer.columns, MAX_CHUNK_BYTES);
  }

  get statistics(): Statistics {
    return this.output.statistics;
  }

  /** Encoded bytes that have not been taken. */
  get pendingBytes(): number {
    return this.output.pos;
  }

  /** Adds a row; returns false if it does not match the columns. */
  row(row: Row): boolean {
    if (this.truncatedBy !== null) return true;
    if (this.maxRows !== null && this.stored >= this.maxRows) {
      this.truncatedBy = 'rows';
      return true;
    }
    if (this.maxBytes !== null && this.couldExceed(this.maxBytes, row)) {
      return this.addIfFits(this.maxBytes, row);
    }
    return this.write(row);
  }

  /** Returns the rows since the last chunk; null if there are none. */
  take(): RowChunk | null {
    const o = this.output;
    if (this.pending === 0) return null;
    const rowCount = this.pending;
    this.taken += o.pos;
    let json = o.take(2);
    // Invalid UTF-8 arrives only from a session whose encoding was changed by SQL.
    if (o.wide && !isUtf8(json)) json = Buffer.from(json.toString('utf8'));
    o.wide = false;
    this.pending = 0;
    return { rowCount, json };
  }

  /** Reuses the memory of a chunk of {@link take} that is no longer read. */
  reuse({ json }: RowChunk): void {
    if (json instanceof Buffer) this.output.reuse(json);
  }

  /** Frees the spare buffer. */
  dropSpare(): void {
    this.output.dropSpare();
  }

  /** Whether the row could exceed the limit. Brackets, comma and line feed are four bytes. */
  private couldExceed(maxBytes: number, row: Row): boolean {
    return this.taken + this.output.pos + this.writer.maxBytesOf(row) + 4 > maxBytes;
  }

  private addIfFits(maxBytes: number, row: Row): boolean {
    const o = this.output;
    const before = o.pos;
    const statistics = o.statistics.snapshot();
    if (!this.write(row)) return false;
    // The two bytes after the last row are not part of the result.
    if (this.taken + o.pos - 2 <= maxBytes) return true;
    o.pos = before;
    o.statistics.restore(statistics);
    this.stored--;
    this.pending--;
    this.truncatedBy = 'bytes';
    return true;
  }

  private write(row: Row): boolean {
    const o = this.output;
    const start = o.pos;
    o.need(4);
    o.bytes[o.pos++] = OPEN;
    if (!this.writer.write(o, row)) {
      o.pos = start;
      return false;
    }
    o.need(3);
    if (this.writer.columns > 0) o.pos--;
    o.bytes[o.pos++] = CLOSE;
    o.bytes[o.pos++] = COMMA;
    o.bytes[o.pos++] = LINE_FEED;
    this.stored++;
    this.pending++;
    return true;
  }
}
