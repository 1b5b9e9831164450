import { DriverError } from '../contract/driver.js';
import { CHUNK_BYTES, MAX_CHUNK_BYTES, RowEncoder, type RowWriter } from '../encode/rows.js';
import { ChunkQueue } from './chunk-queue.js';
import type { RowMemoryShare } from './row-memory.js';
import type { ReadLimits } from '../session/session.js';

/** Flow control of a source of rows. */
export interface Flow {
  /** Pauses the source until {@link release}; back-pressure then reaches the database. */
  hold(): void;
  release(): void;
}

/** Maximum delay in milliseconds before encoded rows are delivered. */
const FLUSH_MS = 100;
/** Bytes of rows kept after a cancel, in case the statement completes before the cancel takes effect. */
const MAX_BYTES_AFTER_STOP = 64 * 1024 * 1024;
/** Encoded bytes a statement may hold without a share of the row memory. Most results are smaller. */
const UNSHARED_BYTES = 32 * 1024;
/** Memory of a stream: two buffered chunks, one being filled, and the read of the next rows. */
const STREAM_BYTES = 4 * MAX_CHUNK_BYTES;

/**
 * Encodes the rows of one statement, queues them for the reader, and pauses the source while the queue is full.
 */
export class RowStream<Row> {
  readonly queue: ChunkQueue;
  /** Rows were dropped after a cancel. */
  dropped = false;
  private encoder: RowEncoder<Row> | null = null;
  private stopping = false;
  private timer: NodeJS.Timeout | null = null;
  private share: RowMemoryShare | null = null;
  private shareBytes = 0;
  /** A requested share is not available yet. */
  private waitingForShare = false;
  /** Size of a long row that is about to be buffered. */
  private announcedBytes = 0;
  private settled = false;

  constructor(
    private readonly flow: Flow,
    private readonly limits: ReadLimits,
  ) {
    this.queue = new ChunkQueue(() => {
      this.resume();
      if (this.settled && this.queue.bytes === 0) this.giveBack();
    });
  }

  /** Counts and statistics so far; null before {@link begin}. */
  get read(): Pick<RowEncoder<Row>, 'stored' | 'statistics' | 'truncatedBy'> | null {
    return this.encoder;
  }

  /** Sets the row writer once the columns are known. */
  begin(writer: RowWriter<Row>): void {
    this.encoder = new RowEncoder(writer, this.limits.maxRows, this.limits.maxBytes);
  }

  /** Stops back-pressure so that the server reads the cancel. */
  stop(): void {
    this.stopping = true;
    this.giveBack();
    this.flow.release();
  }

  /** Announces a row of `bytes`, which is about to be buffered whole. */
  announce(bytes: number): void {
    this.announcedBytes = bytes;
  }

  /**
   * Adds a row; returns false if it does not match the columns. `longest` returns the size of its longest value
   * and is called only if one could exceed the limit. @throws DriverError if one does
   */
  row(row: Row, bytes: number, longest: (row: Row) => number): boolean {
    const { maxCellBytes } = this.limits;
    if (bytes > maxCellBytes) {
      const length = longest(row);
      if (length > maxCellBytes) throw tooLarge('value', length, maxCellBytes);
    }
    if (this.encoder?.row(row) !== true) return false;
    if (this.encoder.pendingBytes >= CHUNK_BYTES) this.flush();
    return true;
  }

  /** Called after each read: schedules the delivery of partial chunks. */
  received(): void {
    this.fitShare();
    if (!this.encoder || this.encoder.pendingBytes === 0 || this.timer) return;
    this.timer = setTimeout(() => {
      const isRead = !this.queue.full;
      this.flush();
      // A source this slow needs no share.
      if (isRead && !this.waitingForShare) this.giveBack();
    }, FLUSH_MS);
  }

  /** Queues the encoded rows. */
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

  /** Ends the stream: the reader receives the buffered rows, then the end or the error. */
  settle(error: DriverError | null): void {
    this.clear();
    this.settled = true;
    // Buffered rows still count against the budget.
    if (this.queue.bytes === 0 || this.waitingForShare) this.giveBack();
    this.flow.release();
    if (error) this.queue.fail(error);
    else this.queue.end();
  }

  /** Returns the error for a row of `bytes` that was not read. */
  rowTooLarge(bytes: number): DriverError {
    return tooLarge('row', bytes, this.limits.maxRowBytes);
  }

  /** Requests the share that further rows need and pauses the source until it is available. */
  private fitShare(): void {
    const { rowMemory } = this.limits;
    if (rowMemory === undefined || this.stopping || this.settled || !this.encoder) return;
    // A long row is in memory twice: as received and as JSON.
    const long = this.announcedBytes > MAX_CHUNK_BYTES ? 2 * this.announcedBytes : 0;
    this.announcedBytes = 0;
    const many =
      this.encoder.pendingBytes > UNSHARED_BYTES || this.shareBytes > 0 ? STREAM_BYTES : 0;
    const bytes = long + (long > 0 ? STREAM_BYTES : many);
    if (bytes === this.shareBytes) return;
    // Returned before a larger share is requested: two statements that keep their shares would deadlock.
    this.share?.giveBack();
    this.shareBytes = bytes;
    this.waitingForShare = true;
    this.share = rowMemory.take(bytes, () => {
      this.waitingForShare = false;
      this.resume();
    });
    // TypeScript narrows the field and ignores that `take` can call back synchronously.
    if (this.waitingForShare as boolean) this.flow.hold();
  }

  private giveBack(): void {
    this.share?.giveBack();
    this.share = null;
    this.shareBytes = 0;
    this.waitingForShare = false;
    this.encoder?.dropSpare();
  }

  private resume(): void {
    if (!this.queue.full && !this.waitingForShare) this.flow.release();
  }

  private clear(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }
}

function tooLarge(what: 'row' | 'value', bytes: number, maxBytes: number): DriverError {
  const title = `The ${what} has ${String(bytes)} bytes; the limit is ${String(maxBytes)}`;
  return new DriverError('limit', 'failed', title);
}
