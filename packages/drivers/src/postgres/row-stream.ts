import { DriverError } from '../driver.js';
import type { ReadLimits } from '../session.js';
import { CHUNK_BYTES, RowEncoder } from './encode/rows.js';
import type { CellCode } from './encode/codes.js';
import type { Source } from './encode/source.js';
import { protocolError } from './errors.js';
import { ChunkQueue } from './queue.js';
import type { Wire } from './wire.js';

/** Rows are shown at the latest after this, however slowly they come. */
const FLUSH_MS = 100;
/** Rows of a stopped statement that are kept in case it finished anyway. */
const MAX_BYTES_AFTER_STOP = 64 * 1024 * 1024;

/** The rows of one statement between the wire and their reader: encoded, queued, held back when full. */
export class RowStream {
  readonly queue: ChunkQueue;
  /** Rows of a stopped statement had to be thrown away. */
  dropped = false;
  private encoder: RowEncoder | null = null;
  private stopping = false;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly wire: Wire,
    private readonly limits: ReadLimits,
  ) {
    this.queue = new ChunkQueue(() => {
      if (!this.queue.full) this.wire.release();
    });
  }

  /** What is known of the rows so far; null before {@link begin}. */
  get read(): Pick<RowEncoder, 'stored' | 'statistics' | 'truncatedBy'> | null {
    return this.encoder;
  }

  /** The columns are known: rows may come. */
  begin(columns: readonly CellCode[]): void {
    this.encoder = new RowEncoder(columns, this.limits.maxRows, this.limits.maxBytes);
  }

  /** Nothing is held back any more, so that the server hears a cancel. */
  stop(): void {
    this.stopping = true;
    this.wire.release();
  }

  /** Takes a DataRow. @throws DriverError when it is broken or holds a value above the cap */
  row(src: Source, at: number, end: number): void {
    if (!this.encoder) throw protocolError('a row without columns');
    if (end - at > this.limits.maxCellBytes) this.checkCells(src.bytes, at, end);
    if (!this.encoder.row(src, at, end)) throw protocolError('a broken row');
    if (this.encoder.waiting >= CHUNK_BYTES) this.flush();
  }

  /** A read is done: what it left is handed over soon. */
  received(): void {
    if (!this.encoder || this.encoder.waiting === 0 || this.timer) return;
    this.timer = setTimeout(() => {
      this.flush();
    }, FLUSH_MS);
  }

  /** Hands over what is encoded. */
  flush(): void {
    this.clear();
    const chunk = this.encoder?.take();
    if (!chunk) return;
    if (this.stopping && this.queue.bytes > MAX_BYTES_AFTER_STOP) {
      this.dropped = true;
      return;
    }
    this.queue.push(chunk);
    if (this.queue.full && !this.stopping) this.wire.hold();
  }

  /** The statement is over: the reader gets the end or the error after the rows that wait. */
  settle(error: DriverError | null): void {
    this.clear();
    this.wire.release();
    if (error) this.queue.fail(error);
    else this.queue.end();
  }

  /** The error for a row of `bytes`, which was not read. */
  rowTooLarge(bytes: number): DriverError {
    return tooLarge('row', bytes, this.limits.maxRowBytes);
  }

  private clear(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private checkCells(bytes: Buffer, at: number, end: number): void {
    let i = at + 2;
    while (i + 4 <= end) {
      const length = bytes.readInt32BE(i);
      if (length > this.limits.maxCellBytes) {
        throw tooLarge('value', length, this.limits.maxCellBytes);
      }
      i += 4 + Math.max(0, length);
    }
  }
}

function tooLarge(what: 'row' | 'value', bytes: number, mostBytes: number): DriverError {
  const title = `The server sent a ${what} of ${String(bytes)} bytes; a ${what} may have ${String(mostBytes)}`;
  return new DriverError('limit', 'failed', title);
}
