import type { Readable } from 'node:stream';
import { damaged } from '../errors.js';
import type { Output } from './output.js';
import { RowScanner, type RowSink } from './scanner.js';
import type { Turns } from './turns.js';

/** Bytes converted in one go: about half a millisecond. */
export const sliceBytes = 64 * 1024;

/** What a {@link Converter} works with. */
export interface ConverterOptions {
  /** A JSON array of rows; destroyed at the end. */
  source: Readable;
  sink: RowSink;
  turns: Turns;
  /** Path of the result, for errors. */
  name: string;
  /** Number of the source's first row among all. */
  firstRow: number;
}

/** Converts stored rows slice by slice, as fast as what comes out is taken. */
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

  /** The row that was begun last, and where it begins in what came out. */
  get lastRow(): { row: number; offset: number } {
    return { row: this.#scanner.row, offset: this.#scanner.rowOffset };
  }

  /**
   * Fills `out` up to its limit, or with all that is left: false then.
   * @throws {ResultsError} `results_damaged`
   */
  async step(): Promise<boolean> {
    for (;;) {
      const outcome = await this.options.turns.take(() => this.#scanner.run());
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
