import { isUtf8 } from 'node:buffer';
import type { RowChunk } from '../contract/driver.js';
import { Output } from './output.js';
import type { Statistics } from './statistics.js';

const OPEN = 0x5b;
const CLOSE = 0x5d;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;

/** Encoded bytes after which a chunk is handed over. */
export const CHUNK_BYTES = 256 * 1024;
/** One socket read encodes to less than this in all but odd data, so that buffers rarely grow. */
const SLACK_BYTES = 96 * 1024;
/** What a chunk's memory holds, in all but odd data. */
export const MOST_CHUNK_BYTES = CHUNK_BYTES + SLACK_BYTES;

/** How an engine's rows become JSON: its own way to find the values, the common ways to write them. */
export interface RowWriter<Row> {
  /** Values in each row. */
  readonly columns: number;
  /** Bytes that the values may take at most as JSON, commas included. */
  mostBytes(row: Row): number;
  /**
   * Writes the values, each with a comma behind it; false when it is no row of these columns. Leaves
   * `output.pos` where it likes then.
   */
  write(output: Output, row: Row): boolean;
}

/** Writes rows as JSON, counts rows and bytes against their limits, and says when rows were left out. */
export class RowEncoder<Row> {
  /** Rows kept so far. */
  stored = 0;
  /** Why rows were left out, once one was. */
  truncatedBy: 'rows' | 'bytes' | null = null;
  private readonly output: Output;
  private pending = 0;
  private taken = 0;

  constructor(
    private readonly writer: RowWriter<Row>,
    private readonly maxRows: number | null,
    private readonly maxBytes: number | null,
  ) {
    this.output = new Output(writer.columns, MOST_CHUNK_BYTES);
  }

  get statistics(): Statistics {
    return this.output.statistics;
  }

  /** Bytes that wait to be taken. */
  get waiting(): number {
    return this.output.pos;
  }

  /** Takes a row; false when it is none of these columns. */
  row(row: Row): boolean {
    if (this.truncatedBy !== null) return true;
    if (this.maxRows !== null && this.stored >= this.maxRows) {
      this.truncatedBy = 'rows';
      return true;
    }
    if (this.maxBytes !== null && this.nears(this.maxBytes, row)) {
      return this.lastRows(this.maxBytes, row);
    }
    return this.write(row);
  }

  /** The rows since the last chunk; null when there are none. */
  take(): RowChunk | null {
    const o = this.output;
    if (this.pending === 0) return null;
    const rowCount = this.pending;
    this.taken += o.pos;
    let json = o.take(2);
    // Only a session whose encoding the tenant's SQL changed sends this.
    if (o.wide && !isUtf8(json)) json = Buffer.from(json.toString('utf8'));
    o.wide = false;
    this.pending = 0;
    return { rowCount, json };
  }

  /** Nobody reads these rows of {@link take} any more: their memory is for the next. */
  reuse({ json }: RowChunk): void {
    if (json instanceof Buffer) this.output.reuse(json);
  }

  /** Keeps no memory for rows to come. */
  dropSpare(): void {
    this.output.dropSpare();
  }

  /** The row could pass the limit. Its brackets, comma and line feed are four bytes. */
  private nears(maxBytes: number, row: Row): boolean {
    return this.taken + this.output.pos + this.writer.mostBytes(row) + 4 > maxBytes;
  }

  private lastRows(maxBytes: number, row: Row): boolean {
    const o = this.output;
    const before = o.pos;
    const statistics = o.statistics.snapshot();
    if (!this.write(row)) return false;
    // The two bytes after the last row are no part of the result.
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
