import { DriverError, type RowChunk } from '../contract/driver.js';
import { CHUNK_BYTES, RowEncoder, type RowWriter } from '../encode/rows.js';
import type { ReadLimits } from '../session/session.js';

/** Rows are shown at the latest this long after the row before, however slowly they come. */
const FLUSH_MS = 100;

/** Bytes of a row's values as the engine has them; no more than what was counted. */
export interface RowSize {
  row: number;
  /** Of the longest value. */
  value: number;
}

/** Encodes rows under their limits and hands over chunks. */
export class RowSink<Row> {
  readonly encoder: RowEncoder<Row>;
  /** By the clock that is cheap to ask: every row asks it. */
  private flushedAtMs = Date.now();

  constructor(
    writer: RowWriter<Row>,
    private readonly limits: ReadLimits,
    private readonly take: (chunk: RowChunk) => void,
  ) {
    this.encoder = new RowEncoder(writer, limits.maxRows, limits.maxBytes);
  }

  /** Takes a row; false when no more are wanted. @throws DriverError when it is too large */
  row(row: Row, size: RowSize): boolean {
    const { maxCellBytes, maxRowBytes } = this.limits;
    if (size.value > maxCellBytes) throw tooLarge('value', size.value, maxCellBytes);
    if (size.row > maxRowBytes) throw tooLarge('row', size.row, maxRowBytes);
    const { encoder } = this;
    encoder.row(row);
    if (encoder.truncatedBy !== null) return false;
    if (encoder.waiting >= CHUNK_BYTES || Date.now() - this.flushedAtMs > FLUSH_MS) this.flush();
    return true;
  }

  /** Hands over what is encoded. */
  flush(): void {
    const chunk = this.encoder.take();
    if (chunk) {
      this.take(chunk);
      this.encoder.reuse(chunk);
    }
    this.flushedAtMs = Date.now();
  }
}

function tooLarge(what: 'row' | 'value', bytes: number, mostBytes: number): DriverError {
  const title = `The database gave a ${what} of ${String(bytes)} bytes; a ${what} may have ${String(mostBytes)}`;
  return new DriverError('limit', 'failed', title);
}
