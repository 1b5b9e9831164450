import { DriverError } from './driver.js';
import { CHUNK_BYTES, RowEncoder, type RowWriter } from './encode/rows.js';
import { ChunkQueue } from './queue.js';
import type { ReadLimits } from './session.js';

/** Where rows come from. */
export interface Flow {
  /** Gives no more until {@link release}: the database then waits, too. */
  hold(): void;
  release(): void;
}

/** Rows are shown at the latest after this, however slowly they come. */
const FLUSH_MS = 100;
/** Rows of a stopped statement that are kept in case it finished anyway. */
const MAX_BYTES_AFTER_STOP = 64 * 1024 * 1024;

/** The rows of one statement between the wire and their reader: encoded, queued, held back when full. */
export class RowStream<Row> {
  readonly queue: ChunkQueue;
  /** Rows of a stopped statement had to be thrown away. */
  dropped = false;
  private encoder: RowEncoder<Row> | null = null;
  private stopping = false;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly flow: Flow,
    private readonly limits: ReadLimits,
  ) {
    this.queue = new ChunkQueue(() => {
      if (!this.queue.full) this.flow.release();
    });
  }

  /** What is known of the rows so far; null before {@link begin}. */
  get read(): Pick<RowEncoder<Row>, 'stored' | 'statistics' | 'truncatedBy'> | null {
    return this.encoder;
  }

  /** The columns are known: rows may come. */
  begin(writer: RowWriter<Row>): void {
    this.encoder = new RowEncoder(writer, this.limits.maxRows, this.limits.maxBytes);
  }

  /** Nothing is held back any more, so that the server hears a cancel. */
  stop(): void {
    this.stopping = true;
    this.flow.release();
  }

  /**
   * Takes a row; false when it is none of these columns. `longest` gives the bytes of its longest value,
   * and is asked only when one could be too long. @throws DriverError when one is
   */
  row(row: Row, bytes: number, longest: (row: Row) => number): boolean {
    const { maxCellBytes } = this.limits;
    if (bytes > maxCellBytes) {
      const length = longest(row);
      if (length > maxCellBytes) throw tooLarge('value', length, maxCellBytes);
    }
    if (this.encoder?.row(row) !== true) return false;
    if (this.encoder.waiting >= CHUNK_BYTES) this.flush();
    return true;
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
    const { encoder } = this;
    const chunk = encoder?.take();
    if (!encoder || !chunk) return;
    if (this.stopping && this.queue.bytes > MAX_BYTES_AFTER_STOP) {
      this.dropped = true;
      return;
    }
    this.queue.push({
      ...chunk,
      release: () => {
        encoder.reuse(chunk);
      },
    });
    if (this.queue.full && !this.stopping) this.flow.hold();
  }

  /** The statement is over: the reader gets the end or the error after the rows that wait. */
  settle(error: DriverError | null): void {
    this.clear();
    this.flow.release();
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
}

function tooLarge(what: 'row' | 'value', bytes: number, mostBytes: number): DriverError {
  const title = `The server sent a ${what} of ${String(bytes)} bytes; a ${what} may have ${String(mostBytes)}`;
  return new DriverError('limit', 'failed', title);
}
