import { DriverError } from '../contract/driver.js';
import { CHUNK_BYTES, MOST_CHUNK_BYTES, RowEncoder, type RowWriter } from '../encode/rows.js';
import { ChunkQueue } from './chunk-queue.js';
import type { RowMemoryShare } from './row-memory.js';
import type { ReadLimits } from '../session/session.js';

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
/** Encoded bytes up to which a statement takes no share of the row memory: most results are smaller. */
const FEW_BYTES = 32 * 1024;
/** What a stream of chunks holds: two that wait, one that is filled, and what was read of the next rows. */
const STREAM_BYTES = 4 * MOST_CHUNK_BYTES;

/** The rows of one statement between the wire and their reader: encoded, queued, held back when full. */
export class RowStream<Row> {
  readonly queue: ChunkQueue;
  /** Rows of a stopped statement had to be thrown away. */
  dropped = false;
  private encoder: RowEncoder<Row> | null = null;
  private stopping = false;
  private timer: NodeJS.Timeout | null = null;
  private share: RowMemoryShare | null = null;
  private shareBytes = 0;
  /** The share was asked for and is not there yet. */
  private lacking = false;
  /** Bytes of a long row that is about to be buffered. */
  private announced = 0;
  private settled = false;

  constructor(
    private readonly flow: Flow,
    private readonly limits: ReadLimits,
  ) {
    this.queue = new ChunkQueue(() => {
      this.goOn();
      if (this.settled && this.queue.bytes === 0) this.giveBack();
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
    this.giveBack();
    this.flow.release();
  }

  /** The server announced a row of `bytes`, which is going to be buffered whole. */
  announce(bytes: number): void {
    this.announced = bytes;
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
    this.fitShare();
    if (!this.encoder || this.encoder.waiting === 0 || this.timer) return;
    this.timer = setTimeout(() => {
      const isRead = !this.queue.full;
      this.flush();
      // Less than a chunk came meanwhile: the share is for statements with more to read.
      if (isRead && !this.lacking) this.giveBack();
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
        if (this.shareBytes > 0 || this.limits.rowMemory === undefined) encoder.reuse(chunk);
      },
    });
    if (this.queue.full && !this.stopping) this.flow.hold();
  }

  /** The statement is over: the reader gets the end or the error after the rows that wait. */
  settle(error: DriverError | null): void {
    this.clear();
    this.settled = true;
    // What the reader has yet to take still counts.
    if (this.queue.bytes === 0 || this.lacking) this.giveBack();
    this.flow.release();
    if (error) this.queue.fail(error);
    else this.queue.end();
  }

  /** The error for a row of `bytes`, which was not read. */
  rowTooLarge(bytes: number): DriverError {
    return tooLarge('row', bytes, this.limits.maxRowBytes);
  }

  /** Asks for the share that the rows to come need, and reads nothing more until it is there. */
  private fitShare(): void {
    const { rowMemory } = this.limits;
    if (rowMemory === undefined || this.stopping || this.settled || !this.encoder) return;
    // A long row is in memory twice, as it came and as JSON.
    const long = this.announced > MOST_CHUNK_BYTES ? 2 * this.announced : 0;
    this.announced = 0;
    const many = this.encoder.waiting > FEW_BYTES || this.shareBytes > 0 ? STREAM_BYTES : 0;
    const bytes = long + (long > 0 ? STREAM_BYTES : many);
    if (bytes === this.shareBytes) return;
    // Given back before more is asked for: two that keep what they have would wait for each other.
    this.share?.giveBack();
    this.shareBytes = bytes;
    this.lacking = true;
    this.share = rowMemory.take(bytes, () => {
      this.lacking = false;
      this.goOn();
    });
    // TypeScript does not see that it may be there by now.
    if (this.lacking as boolean) this.flow.hold();
  }

  private giveBack(): void {
    this.share?.giveBack();
    this.share = null;
    this.shareBytes = 0;
    this.lacking = false;
    this.encoder?.dropSpare();
  }

  private goOn(): void {
    if (!this.queue.full && !this.lacking) this.flow.release();
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
