import { ResultsError, storageError } from './errors.js';
import { IndexBuilder } from './index-builder.js';
import { blockBytes } from './page-index.js';
import { partialSuffix } from './paths.js';
import { closeArray, nothing, openArray, separator } from './rows.js';
import type { ResultChunk, ResultWriter, StoredResult } from './store.js';

/** The destination of a writer's bytes; each store has one. Calls never overlap. */
export interface ResultOutput {
  /** CRC-32 of all bytes; valid only after {@link complete}. */
  readonly crc32: number;
  /** Adds a short prefix and bytes. It resolves when more can be added; `release` is called then or later. */
  put(prefix: Uint8Array, bytes: Uint8Array, release?: () => void): Promise<void>;
  /** Makes all bytes so far readable in every process. `entries` are the index entries since the last call. */
  publish(entries: Buffer): Promise<void>;
  /** Makes the result durable and gives it its final name. Without `entries` it needs no index. */
  complete(entries: Buffer | null): Promise<void>;
  /** Removes what was written, also after another call has failed. */
  discard(): Promise<void>;
}

type State = { is: 'open' } | { is: 'finished' } | { is: 'ended'; error: ResultsError };

/** Builds one result from chunks of rows: it orders the calls, joins the rows and keeps the page index. */
export class OrderedResultWriter implements ResultWriter {
  readonly partialPath: string;
  readonly #index = new IndexBuilder();
  #state: State = { is: 'open' };
  #queue: Promise<void> = Promise.resolve();
  #rowCount = 0;
  #bytes = 1;
  #rowsFlushed = 0;

  constructor(
    private readonly resultsPath: string,
    private readonly output: ResultOutput,
  ) {
    this.partialPath = resultsPath + partialSuffix;
  }

  get rowCount(): number {
    return this.#rowCount;
  }

  get bytes(): number {
    return this.#bytes;
  }

  append(chunk: ResultChunk): Promise<void> {
    return this.#next(() => this.#append(chunk));
  }

  flush(): Promise<void> {
    return this.#next(() => this.#flush());
  }

  finish(): Promise<StoredResult> {
    return this.#next(async () => {
      const result = await this.#finish();
      this.#state = { is: 'finished' };
      return result;
    });
  }

  abort(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#state.is !== 'open') return;
      this.#state = {
        is: 'ended',
        error: new ResultsError('storage', 'The results were discarded'),
      };
      await this.output.discard();
    });
  }

  async #append(chunk: ResultChunk): Promise<void> {
    if (chunk.rowCount === 0) {
      chunk.release?.();
      return;
    }
    this.#index.add(this.#rowCount, this.#nextOffset(), chunk);
    const prefix = this.#rowCount === 0 ? openArray : separator;
    this.#bytes = this.#nextOffset() + chunk.json.length;
    this.#rowCount += chunk.rowCount;
    await this.output.put(prefix, chunk.json, chunk.release);
  }

  async #flush(): Promise<void> {
    if (this.#rowCount === this.#rowsFlushed) return;
    await this.output.publish(this.#takeIndex());
    this.#rowsFlushed = this.#rowCount;
  }

  async #finish(): Promise<StoredResult> {
    await this.output.put(this.#rowCount === 0 ? openArray : nothing, closeArray);
    const isIndexed = this.#bytes + closeArray.length > blockBytes;
    const entries = isIndexed ? this.#takeIndex() : null;
    this.#bytes += closeArray.length;
    await this.output.complete(entries);
    return {
      resultsPath: this.resultsPath,
      bytes: this.#bytes,
      rowCount: this.#rowCount,
      crc32: this.output.crc32,
    };
  }

  /** The new index entries, up to one for the row after the last. */
  #takeIndex(): Buffer {
    this.#index.mark(this.#rowCount, this.#nextOffset());
    return this.#index.take();
  }

  /** Offset of the next row. */
  #nextOffset(): number {
    return this.#bytes + (this.#rowCount === 0 ? 0 : separator.length);
  }

  /** Runs the calls one after the other while the writer is open. A failure removes everything that was written. */
  #next<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      if (this.#state.is === 'ended') throw this.#state.error;
      if (this.#state.is === 'finished') throw new Error('This result is already finished');
      try {
        return await work();
      } catch (cause) {
        const error = storageError(cause);
        this.#state = { is: 'ended', error };
        // The first error is reported. The sweep removes files that cannot be removed now.
        await this.output.discard().catch(() => undefined);
        throw error;
      }
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }
}
