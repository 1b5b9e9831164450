import type { ColumnInfo } from '@sluice/contracts';
import { DriverError, type RowChunk, type StatementSummary } from '../contract/driver.js';
import { ChunkQueue } from '../rows/chunk-queue.js';
import { errorOf, type Answer } from './frames.js';

/** Rows kept after a cancel, in case the statement completes before the cancel takes effect. */
const MAX_BYTES_AFTER_STOP = 64 * 1024 * 1024;

/** Flow control of the pipe that the rows arrive through. */
interface Flow {
  hold(): void;
  release(): void;
}

/** One request to an engine's process, until its last response. */
export class Request {
  readonly chunks: ChunkQueue;
  /**
   * Resolves with the columns when the first row can follow, or with null when a statement without rows has
   * ended.
   */
  readonly accepted: Promise<ColumnInfo[] | null>;
  /** Resolves with the last response; rejects when the request failed. */
  readonly answered: Promise<Answer>;
  summary: StatementSummary | null = null;
  isStopped = false;
  /** Why the process was killed; null if it crashed. */
  endedFor: 'cancel' | 'memory' | null = null;
  /**
   * The statement changes data. False until the engine has parsed the statement: nothing has changed by then.
   */
  writes = false;
  private dropped = false;
  private accept: (columns: ColumnInfo[] | null) => void = () => undefined;
  private refuse: (error: DriverError) => void = () => undefined;
  private answer: (answer: Answer) => void = () => undefined;
  private fail: (error: DriverError) => void = () => undefined;

  constructor(
    readonly number: number,
    private readonly flow: Flow,
  ) {
    this.chunks = new ChunkQueue(() => {
      if (!this.chunks.full) flow.release();
    });
    this.accepted = new Promise((resolve, reject) => {
      this.accept = resolve;
      this.refuse = reject;
    });
    this.answered = new Promise((resolve, reject) => {
      this.answer = resolve;
      this.fail = reject;
    });
    // Both promises may have no listener when they reject.
    this.accepted.catch(() => undefined);
    this.answered.catch(() => undefined);
  }

  /** Stops buffering limits: the remaining rows are read and dropped so that the engine notices its cancel. */
  stop(): void {
    this.isStopped = true;
    this.flow.release();
  }

  /** Handles a response; returns true if it was the last one. */
  take(answer: Answer): boolean {
    if (answer.type === 'prepared') this.writes = answer.writes;
    else if (answer.type === 'accepted') this.accept(answer.columns);
    else {
      if (answer.type === 'failed') this.settle(errorOf(answer.error));
      else this.finish(answer);
      return true;
    }
    return false;
  }

  rows(chunk: RowChunk): void {
    if (this.isStopped && this.chunks.bytes > MAX_BYTES_AFTER_STOP) {
      this.dropped = true;
      return;
    }
    this.chunks.push(chunk);
    if (this.chunks.full && !this.isStopped) this.flow.hold();
  }

  /** Ends the request after its process has exited. `memoryMb` is the memory limit in MiB. */
  onExit(how: string, memoryMb: number): void {
    // The engine rolls back uncommitted work of a killed process, but the process may have committed just
    // before.
    const outcome = this.writes ? 'unknown' : 'failed';
    switch (this.endedFor) {
      case 'cancel':
        this.settle(new DriverError('cancelled', outcome, 'The statement was cancelled'));
        return;
      case 'memory':
        this.settle(
          new DriverError('limit', outcome, `Memory limit reached (${String(memoryMb)} MiB)`, {
            detail: 'The database engine process was stopped.',
            hint: 'Reduce the memory use of the statement or raise SERVICE_LOCAL_ENGINE_MEMORY_MB.',
          }),
        );
        return;
      case null: {
        const title = 'Database engine process exited';
        this.settle(new DriverError('connection', 'unknown', title, { detail: how }));
      }
    }
  }

  private finish(answer: Answer): void {
    if (this.dropped) {
      const title = 'The statement was cancelled after it had finished';
      this.settle(new DriverError('cancelled', 'unknown', title));
      return;
    }
    if (answer.type === 'done') this.summary = answer.summary;
    this.accept(null);
    this.answer(answer);
    this.chunks.end();
  }

  private settle(error: DriverError): void {
    this.refuse(error);
    this.fail(error);
    this.chunks.fail(error);
  }
}
