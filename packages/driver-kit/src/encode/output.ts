import { NOTHING, sourceOf, type Source } from './source.js';
import { Statistics } from './statistics.js';

/**
 * The bytes being written. Encoders take `bytes` and `pos` into locals after `need`, since `need` may
 * replace the buffer.
 */
export class Output {
  bytes: Buffer;
  view: DataView;
  pos = 0;
  /** A byte above 127 was written: whoever takes the bytes checks that they are UTF-8. */
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

  /** Makes room for `count` more bytes. Encoders ask for one more than they write: the comma after. */
  need(count: number): void {
    if (this.bytes.length - this.pos < count) this.grow(count);
  }

  /** What was written, less the last `trim` bytes; the next bytes get a buffer of the whole size. */
  take(trim: number): Buffer {
    const taken = this.bytes.subarray(0, this.pos - trim);
    ({ bytes: this.bytes, view: this.view } = NOTHING);
    this.pos = 0;
    return taken;
  }

  /** Takes back the memory of bytes that nobody reads any more: new memory costs more than all that is written. */
  reuse(taken: Buffer): void {
    if (taken.buffer.byteLength === this.size) this.spare = sourceOf(Buffer.from(taken.buffer));
  }

  /** Keeps none of it. */
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

/** Most results are small, and a buffer outside of the heap is dear to the garbage collector. */
const FIRST_BYTES = 4 * 1024;

const allocate = (size: number): Source => sourceOf(Buffer.allocUnsafeSlow(size));
