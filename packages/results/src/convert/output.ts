/** Room beyond the limit, so that a value seldom makes the memory grow. */
const slackBytes = 16 * 1024;

/** Bytes of a conversion on their way out. Writers reserve room, then write into `bytes` at `used`. */
export class Output {
  bytes: Buffer;
  used = 0;
  /** Bytes taken away so far. */
  taken = 0;
  #other: Buffer | undefined;

  /** @param limit bytes after which it counts as full */
  constructor(readonly limit: number) {
    this.bytes = Buffer.allocUnsafeSlow(limit + slackBytes);
  }

  get isFull(): boolean {
    return this.used >= this.limit;
  }

  /** Makes room for so many bytes. */
  reserve(count: number): void {
    if (this.used + count > this.bytes.length) this.#grow(count);
  }

  /** Writes bytes as they are. */
  write(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.used);
    this.used += bytes.length;
  }

  /** Writes a part of `from`. */
  copy(from: Uint8Array, start: number, end: number): void {
    const length = end - start;
    this.reserve(length);
    if (length > 64) {
      this.bytes.set(from.subarray(start, end), this.used);
      this.used += length;
      return;
    }
    // A call for a short piece takes longer than copying it.
    const to = this.bytes;
    let at = this.used;
    for (let from_ = start; from_ < end; from_++) to[at++] = from[from_] as number;
    this.used = at;
  }

  /** What was written since the last call, in memory of its own. */
  take(): Buffer {
    const copy = Buffer.allocUnsafeSlow(this.used);
    this.bytes.copy(copy, 0, 0, this.used);
    this.drop();
    return copy;
  }

  /** What was written since the last call, in memory that the next call but one writes to again. */
  swap(): Buffer {
    const part = this.bytes.subarray(0, this.used);
    const other = this.#other ?? Buffer.allocUnsafeSlow(this.limit + slackBytes);
    this.#other = this.bytes;
    this.bytes = other;
    this.drop();
    return part;
  }

  /** Forgets what was written since the last call, but for its length. */
  drop(): void {
    this.taken += this.used;
    this.used = 0;
  }

  #grow(count: number): void {
    const bytes = Buffer.allocUnsafeSlow(2 * (this.used + count));
    this.bytes.copy(bytes, 0, 0, this.used);
    this.bytes = bytes;
  }
}
