import type { Readable } from 'node:stream';
import { damaged } from '../errors.js';
import type { Output } from './output.js';
import { RowScanner, type RowSink } from './scanner.js';
import type { SliceQueue } from './slice-queue.js';

/** Bytes converted at a time: about 0.5 ms. */
export const sliceBytes = 64 * 1024;

/** Input of a {@link Converter}. */
export interface ConverterOptions {
  /** A JSON array of rows; destroyed at the end. */
  source: Readable;
  sink: RowSink;
  slices: SliceQueue;
  /** Path of the result, for errors. */
  name: string;
  /** Number of the source's first row in the whole result. */
  firstRow: number;
}

/** Converts stored rows slice by slice, as fast as the output is consumed. */
export class Converter {
  readonly out: Output;
  readonly #scanner: RowScanner;
  readonly #parts: AsyncIterator<Uint8Array>;

  constructor(private readonly options: ConverterOptions) {
    const { source, sink, name, firstRow } = options;
    this.out = sink.out;
    this.#scanner = new RowScanner(sink, name, firstRow);
    this.#parts = source[Symbol.asyncIterator]();
  }

  /** The row that was started last, and its offset in the output. */
  get lastRow(): { row: number; offset: number } {
    return { row: this.#scanner.row, offset: this.#scanner.rowOffset };
  }

  /**
   * Fills `out` up to its limit, or with everything that is left; then it returns false.
   * @throws {ResultsError} `results_damaged`
   */
  async step(): Promise<boolean> {
    for (;;) {
      const outcome = await this.options.slices.take(() => this.#scanner.run());
      if (outcome === 'full') return true;
      if (outcome === 'ended') {
        this.close();
        return false;
      }
      const part = await this.#parts.next();
      if (part.done === true) throw damaged(this.options.name, 'ends in the middle of its rows');
      this.#scanner.feed(part.value);
    }
  }

  /** Closes the source. */
  close(): void {
    this.options.source.destroy();
  }
}
