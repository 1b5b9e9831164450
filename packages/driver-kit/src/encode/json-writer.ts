import { EMPTY_SOURCE, sourceOf, type Source } from './source.js';
import { Statistics } from './statistics.js';

/**
 * The output buffer of the encoders. Encoders read `bytes` and `pos` after `need`, which may replace the
 * buffer.
 */
export class JsonWriter {
  bytes: Buffer;
  view: DataView;
  pos = 0;
  /** A byte above 127 was written, so the bytes must be checked for valid UTF-8. */
  wide = false;
  readonly statistics: Statistics;
  private spare: Source | null = null;

  constructor(
    columns: number,
    private readonly size: number,
  ) {
    ({ bytes: this.bytes, view: this.view } = allocate(Math.min(FIRST_BYTES, size)));
    this.statistics = new Statistics(columns);
  }

  /** Ensures space for `count` more bytes. Encoders request one more than they write, for the comma. */
  need(count: number): void {
    if (this.bytes.length - this.pos < count) this.grow(count);
  }

  /** Returns the written bytes without the last `trim`; the next bytes use a full-size buffer. */
  take(trim: number): Buffer {
    const taken = this.bytes.subarray(0, this.pos - trim);
    ({ bytes: this.bytes, view: this.view } = EMPTY_SOURCE);
    this.pos = 0;
    return taken;
  }

  /** Reuses the memory of bytes that are no longer read: allocating new memory costs more than writing. */
  reuse(taken: Buffer): void {
    if (taken.buffer.byteLength === this.size) this.spare = sourceOf(Buffer.from(taken.buffer));
  }

  /** Frees the spare buffer. */
  dropSpare(): void {
    this.spare = null;
  }

  private grow(count: number): void {
    const { spare } = this;
    if (this.bytes.length === 0 && spare !== null && count <= spare.bytes.length) {
      ({ bytes: this.bytes, view: this.view } = spare);
      this.spare = null;
      return;
    }
    const length = this.bytes.length === 0 ? this.size : this.bytes.length * 2;
    const { bytes, view } = allocate(Math.max(length, this.pos + count));
    this.bytes.copy(bytes, 0, 0, this.pos);
    this.bytes = bytes;
    this.view = view;
  }
}

/**
 * Initial buffer size: most results are small, and external buffers are expensive for the garbage collector.
 */
const FIRST_BYTES = 4 * 1024;

const allocate = (size: number): Source => sourceOf(Buffer.allocUnsafeSlow(size));
