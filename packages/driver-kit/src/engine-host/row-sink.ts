import { DriverError, type RowChunk } from '../contract/driver.js';
import { CHUNK_BYTES, RowEncoder, type RowWriter } from '../encode/rows.js';
import type { ReadLimits } from '../session/session.js';

/** Maximum delay in milliseconds between a row and its delivery. */
const FLUSH_MS = 100;

/** Size of a row in the engine's own representation. */
export interface RowSize {
  row: number;
  /** Size of the longest value. */
  value: number;
}

/** Encodes rows, enforces the limits and emits chunks. */
export class RowSink<Row> {
  readonly encoder: RowEncoder<Row>;
  /** `Date.now()` because it is called for every row. */
  private flushedAtMs = Date.now();

  constructor(
    writer: RowWriter<Row>,
    private readonly limits: ReadLimits,
    private readonly take: (chunk: RowChunk) => void,
  ) {
    this.encoder = new RowEncoder(writer, limits.maxRows, limits.maxBytes);
  }

  /** Adds a row; returns false when the row limit is reached. @throws DriverError if the row is too large */
  row(row: Row, size: RowSize): boolean {
    const { maxCellBytes, maxRowBytes } = this.limits;
    if (size.value > maxCellBytes) throw tooLarge('value', size.value, maxCellBytes);
    if (size.row > maxRowBytes) throw tooLarge('row', size.row, maxRowBytes);
    const { encoder } = this;
    encoder.row(row);
    if (encoder.truncatedBy !== null) return false;
    if (encoder.pendingBytes >= CHUNK_BYTES || Date.now() - this.flushedAtMs > FLUSH_MS)
      this.flush();
    return true;
  }

  /** Emits the encoded rows as a chunk. */
  flush(): void {
    const chunk = this.encoder.take();
    if (chunk) {
      this.take(chunk);
      this.encoder.reuse(chunk);
    }
    this.flushedAtMs = Date.now();
  }
}

function tooLarge(what: 'row' | 'value', bytes: number, maxBytes: number): DriverError {
  const title = `The ${what} has ${String(bytes)} bytes; the limit is ${String(maxBytes)}`;
  return new DriverError('limit', 'failed', title);
}
