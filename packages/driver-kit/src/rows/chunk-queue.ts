import type { RowChunk } from '../contract/driver.js';

/** Maximum number of buffered chunks. */
const MAX_WAITING = 2;

interface Waiter {
  resolve: (result: IteratorResult<RowChunk>) => void;
  reject: (error: unknown) => void;
}

/** A queue of chunks from the socket to one reader. */
export class ChunkQueue implements AsyncIterableIterator<RowChunk> {
  /** Buffered bytes. */
  bytes = 0;
  private readonly chunks: RowChunk[] = [];
  private finish: { error: unknown } | 'end' | null = null;
  private readonly waiters: Waiter[] = [];

  constructor(private readonly onTaken: () => void) {}

  get full(): boolean {
    return this.chunks.length >= MAX_WAITING;
  }

  push(chunk: RowChunk): void {
    this.chunks.push(chunk);
    this.bytes += chunk.json.length;
    this.wake();
  }

  end(): void {
    this.finish ??= 'end';
    this.wake();
  }

  /** The reader receives the error after the buffered chunks. */
  fail(error: unknown): void {
    this.finish ??= { error };
    this.wake();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<RowChunk>> {
    return new Promise((resolve, reject) => {
      this.waiters.push({ resolve, reject });
      this.wake();
    });
  }

  private wake(): void {
    const waiter = this.waiters[0];
    if (!waiter) return;
    const chunk = this.chunks.shift();
    if (chunk) {
      this.waiters.shift();
      this.bytes -= chunk.json.length;
      waiter.resolve({ done: false, value: chunk });
      this.onTaken();
    } else if (this.finish !== null) {
      const finish = this.finish;
      this.finish = 'end';
      for (const { resolve, reject } of this.waiters.splice(0)) {
        if (finish === 'end') resolve({ done: true, value: undefined });
        else reject(finish.error);
      }
    }
  }
}
