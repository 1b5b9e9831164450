import { isUtf8 } from 'node:buffer';
import type { RowChunk } from '../../driver.js';
import { cell } from './cell.js';
import type { CellCode } from './codes.js';
import { Output } from './output.js';
import type { Source } from './source.js';
import type { Statistics } from './statistics.js';

const OPEN = 0x5b;
const CLOSE = 0x5d;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;

/** Encoded bytes after which a chunk is handed over. */
export const CHUNK_BYTES = 256 * 1024;
/** One socket read encodes to less than this in all but odd data, so that buffers rarely grow. */
const SLACK_BYTES = 96 * 1024;

/**
 * Writes DataRow messages as JSON rows, bytes to bytes: no string or object is made for a row. Counts
 * rows and bytes against their limits, and says when rows were left out.
 */
export class RowEncoder {
  /** Rows kept so far. */
  stored = 0;
  /** Why rows were left out, once one was. */
  truncatedBy: 'rows' | 'bytes' | null = null;
  private readonly output: Output;
  private pending = 0;
  private taken = 0;

  constructor(
    private readonly columns: readonly CellCode[],
    private readonly maxRows: number | null,
    private readonly maxBytes: number | null,
  ) {
    this.output = new Output(columns.length, CHUNK_BYTES + SLACK_BYTES);
  }

  get statistics(): Statistics {
    return this.output.statistics;
  }

  /** Bytes that wait to be taken. */
  get waiting(): number {
    return this.output.pos;
  }

  /** Takes the message body `src[at, end)`; false when it is no row of these columns. */
  row(src: Source, at: number, end: number): boolean {
    if (this.truncatedBy !== null) return true;
    if (this.maxRows !== null && this.stored >= this.maxRows) {
      this.truncatedBy = 'rows';
      return true;
    }
    if (this.maxBytes !== null && this.nears(this.maxBytes, end - at)) {
      return this.lastRows(this.maxBytes, src, at, end);
    }
    return this.write(src, at, end);
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

  /** The row could pass the limit: no value takes more than six times its bytes, nor a null more than eight. */
  private nears(maxBytes: number, bytes: number): boolean {
    return this.taken + this.output.pos + bytes * 6 + this.columns.length * 8 + 4 > maxBytes;
  }

  private lastRows(maxBytes: number, src: Source, at: number, end: number): boolean {
    const o = this.output;
    const before = o.pos;
    const statistics = o.statistics.snapshot();
    if (!this.write(src, at, end)) return false;
    // The two bytes after the last row are no part of the result.
    if (this.taken + o.pos - 2 <= maxBytes) return true;
    o.pos = before;
    o.statistics.restore(statistics);
    this.stored--;
    this.pending--;
    this.truncatedBy = 'bytes';
    return true;
  }

  private write(src: Source, at: number, end: number): boolean {
    const o = this.output;
    const view = src.view;
    const columns = this.columns;
    const count = columns.length;
    if (end - at < 2 || view.getUint16(at) !== count) return false;
    const start = o.pos;
    let i = at + 2;
    o.need(4);
    o.bytes[o.pos++] = OPEN;
    for (let column = 0; column < count; column++) {
      if (i + 4 > end) return this.undo(start);
      const len = view.getInt32(i);
      i += 4;
      if (len >= 0) {
        if (i + len > end) return this.undo(start);
        cell(o, columns[column] as CellCode, src, i, len, column);
        i += len;
      } else writeNull(o);
      // Every encoder has left room for this byte.
      o.bytes[o.pos++] = COMMA;
    }
    if (i !== end) return this.undo(start);
    o.need(3);
    if (count > 0) o.pos--;
    o.bytes[o.pos++] = CLOSE;
    o.bytes[o.pos++] = COMMA;
    o.bytes[o.pos++] = LINE_FEED;
    this.stored++;
    this.pending++;
    return true;
  }

  private undo(start: number): false {
    this.output.pos = start;
    return false;
  }
}

const NULL = 0x6c6c756e;

function writeNull(o: Output): void {
  o.need(5);
  o.view.setInt32(o.pos, NULL, true);
  o.pos += 4;
}
