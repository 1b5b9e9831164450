import type { ColumnInfo } from '@sluice/contracts';
import { DriverError, type RowChunk, type StatementSummary } from '../contract/driver.js';
import { ChunkQueue } from '../rows/chunk-queue.js';
import { errorOf, type Answer } from './frames.js';

/** Rows of a stopped statement that are kept in case it finished anyway. */
const MAX_BYTES_AFTER_STOP = 64 * 1024 * 1024;

/** What a request needs of the pipe that its rows come through. */
interface Flow {
  hold(): void;
  release(): void;
}

/** One question to an engine's process, until its last answer. */
export class Request {
  readonly chunks: ChunkQueue;
  /** The columns, once there is a statement with rows or the end of one without. */
  readonly accepted: Promise<ColumnInfo[] | null>;
  /** The last answer; rejects when the request failed. */
  readonly answered: Promise<Answer>;
  summary: StatementSummary | null = null;
  isStopped = false;
  /** Why we end the process, or it would not: null for a crash. */
  endedFor: 'cancel' | 'memory' | null = null;
  /** What it would change is not known before the engine has read it: nothing is changed by then. */
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
    // Each has its own listener, or none: a failure is heard by whoever waits at that time.
    this.accepted.catch(() => undefined);
    this.answered.catch(() => undefined);
  }

  /** No more rows are wanted; they are read all the same, so that the engine hears its cancel. */
  stop(): void {
    this.isStopped = true;
    this.flow.release();
  }

  /** Takes an answer; true when it is the last. */
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

  /** The process is gone; it was allowed so much memory. */
  lost(how: string, memoryMb: number): void {
    // The engine undoes what a process did not commit. That it had just committed cannot be ruled out.
    const outcome = this.writes ? 'unknown' : 'failed';
    switch (this.endedFor) {
      case 'cancel':
        this.settle(new DriverError('cancelled', outcome, 'The statement was cancelled'));
        return;
      case 'memory':
        this.settle(
          new DriverError('limit', outcome, `Memory limit reached (${String(memoryMb)} MiB)`, {
            detail: 'The process of the database engine was ended.',
            hint: 'Reduce the statement or raise SERVICE_LOCAL_ENGINE_MEMORY_MB.',
          }),
        );
        return;
      case null: {
        const title = 'The process of the database engine ended';
        this.settle(new DriverError('connection', 'unknown', title, { detail: how }));
      }
    }
  }

  private finish(answer: Answer): void {
    if (this.dropped) {
      const title = 'The statement was cancelled when it had finished';
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
