import { Statistics } from './statistics.js';

/**
 * The bytes being written. Encoders take `bytes` and `pos` into locals after `need`, since `need` may
 * replace the buffer.
 */
export class Output {
  bytes: Buffer;
  pos = 0;
  /** A byte above 127 was written: whoever takes the bytes checks that they are UTF-8. */
  wide = false;
  readonly statistics: Statistics;

  constructor(
    columns: number,
    private readonly size: number,
  ) {
    this.bytes = Buffer.allocUnsafeSlow(size);
    this.statistics = new Statistics(columns);
  }

  /** Makes room for `count` more bytes. */
  need(count: number): void {
    if (this.bytes.length - this.pos < count) this.grow(count);
  }

  /** What was written, less the last `trim` bytes; a new buffer is begun. */
  take(trim: number): Buffer {
    const taken = this.bytes.subarray(0, this.pos - trim);
    this.bytes = Buffer.allocUnsafeSlow(this.size);
    this.pos = 0;
    return taken;
  }

  private grow(count: number): void {
    const bytes = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.pos + count));
    this.bytes.copy(bytes, 0, 0, this.pos);
    this.bytes = bytes;
  }
}
