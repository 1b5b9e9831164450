/** Space beyond the limit, so that a value seldom makes the buffer grow. */
const slackBytes = 16 * 1024;

/** Buffer of converted bytes. Writers reserve space, then write into `bytes` at `used`. */
export class Output {
  bytes: Buffer;
  used = 0;
  /** Bytes taken so far. */
  taken = 0;
  #other: Buffer | undefined;

  /** @param limit bytes after which the buffer counts as full */
  constructor(readonly limit: number) {
    this.bytes = Buffer.allocUnsafeSlow(limit + slackBytes);
  }

  get isFull(): boolean {
    return this.used >= this.limit;
  }

  /** Ensures space for this many bytes. */
  reserve(count: number): void {
    if (this.used + count > this.bytes.length) this.#grow(count);
  }

  /** Writes bytes unchanged. */
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
    // For a short piece a call costs more than copying it byte by byte.
    const to = this.bytes;
    let at = this.used;
    for (let from_ = start; from_ < end; from_++) to[at++] = from[from_] as number;
    this.used = at;
  }

  /** The bytes written since the last call, in new memory. */
  take(): Buffer {
    const copy = Buffer.allocUnsafeSlow(this.used);
    this.bytes.copy(copy, 0, 0, this.used);
    this.drop();
    return copy;
  }

  /** The bytes written since the last call, in memory that the call after the next one reuses. */
  swap(): Buffer {
    const part = this.bytes.subarray(0, this.used);
    const other = this.#other ?? Buffer.allocUnsafeSlow(this.limit + slackBytes);
    this.#other = this.bytes;
    this.bytes = other;
    this.drop();
    return part;
  }

  /** Discards the bytes written since the last call, except for their length. */
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
