import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { encodeHeader } from '../page-index.js';
import type { ResultOutput } from '../result-writer.js';
import type { Bucket, UploadedPart } from './bucket.js';
import { inParallel } from './in-parallel.js';
import { pieceAt, pieceBytes, segmentAt, segmentBytes, type ResultKeys } from './keys.js';
import { encodePartialIndex } from './partial-index.js';

/** Enough for the result of `select 1`; it doubles when needed. */
const firstBufferBytes = 2 * 1024;

/**
 * Writes one result into a bucket. Up to one segment is written as one object. Longer results are written in segments,
 * one at a time while the next one fills; at the end the server assembles them by itself (an upload whose parts are
 * copies), so that no byte is sent twice. The index is always written after what it names, and before a finished object
 * gets its name.
 */
export class S3ResultOutput implements ResultOutput {
  readonly #attempt = randomBytes(16).toString('hex');
  /** Every key that may exist except for the data's; only these may be removed. */
  readonly #partials = new Set<string>();
  #buffer: Buffer = Buffer.allocUnsafe(firstBufferBytes);
  #used = 0;
  /** Offset of the buffer in the result. */
  #start = 0;
  #spare: Buffer | null = null;
  #sending: Promise<void> | null = null;
  #failure: { cause: unknown } | null = null;
  readonly #segments: string[] = [];
  /** Bytes in pieces that will not change. */
  #inPieces = 0;
  readonly #rows: Buffer[] = [encodeHeader()];
  #uploadId: string | null = null;
  #isNamed = false;
  #crc32 = 0;

  constructor(
    private readonly bucket: Bucket,
    private readonly keys: ResultKeys,
  ) {}

  get crc32(): number {
    return this.#crc32;
  }

  async put(prefix: Uint8Array, bytes: Uint8Array, release?: () => void): Promise<void> {
    this.#throwFailure();
    await this.#add(prefix);
    await this.#add(bytes);
    release?.();
  }

  async publish(entries: Buffer): Promise<void> {
    this.#rows.push(entries);
    await this.#sent();
    await this.#putPieces();
    const end = this.#start + this.#used;
    const index = encodePartialIndex(
      { attempt: this.#attempt, sealed: this.#start, end },
      this.#rows,
    );
    await this.#putPartial(this.keys.partialIndex, index);
  }

  async complete(entries: Buffer | null): Promise<void> {
    await this.#sent();
    this.#sum(this.#filled());
    const parts = this.#segments.length === 0 ? null : await this.#upload();
    this.#isNamed = true;
    if (entries !== null) {
      await this.bucket.put(this.keys.index, Buffer.concat([...this.#rows, entries]));
    }
    if (parts === null) await this.bucket.put(this.keys.data, this.#filled());
    else await this.#putTogether(parts);
    // The result is complete: what cannot be removed now is removed with it.
    await this.#removePartials().catch(() => undefined);
  }

  async discard(): Promise<void> {
    await this.#sending;
    // The upload first: while anything else exists, the sweep finds the result and aborts its uploads.
    if (this.#uploadId !== null) await this.bucket.abortUpload(this.keys.data, this.#uploadId);
    if (this.#isNamed) {
      await this.bucket.delete(this.keys.data);
      await this.bucket.delete(this.keys.index);
    }
    await this.#removePartials();
  }

  async #add(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length;) {
      const part = bytes.subarray(from, from + segmentBytes - this.#used);
      this.#makeRoom(part.length);
      this.#buffer.set(part, this.#used);
      this.#used += part.length;
      from += part.length;
      if (this.#used === segmentBytes) await this.#seal();
    }
  }

  #makeRoom(bytes: number): void {
    const needed = this.#used + bytes;
    if (needed <= this.#buffer.length) return;
    let length = Math.max(this.#buffer.length, firstBufferBytes);
    while (length < needed) length *= 2;
    const first = this.#buffer;
    this.#buffer = Buffer.allocUnsafeSlow(Math.min(length, segmentBytes));
    first.copy(this.#buffer, 0, 0, this.#used);
  }

  /** Sends the full buffer once the previous one has arrived. */
  async #seal(): Promise<void> {
    await this.#sent();
    const full = this.#buffer;
    const { key } = segmentAt(this.keys, this.#attempt, this.#start);
    this.#sum(full);
    this.#segments.push(key);
    this.#buffer = this.#spare ?? Buffer.allocUnsafeSlow(segmentBytes);
    this.#spare = null;
    this.#used = 0;
    this.#start += segmentBytes;
    this.#inPieces = this.#start;
    this.#sending = this.#putPartial(key, full).then(
      () => {
        this.#sending = null;
        this.#spare = full;
      },
      (cause: unknown) => {
        // Kept for the next call, because no caller may be waiting for this one.
        this.#sending = null;
        this.#failure = { cause };
      },
    );
  }

  /** Writes the bytes that are not in a segment. Full pieces are not written again. */
  async #putPieces(): Promise<void> {
    const filled = this.#filled();
    const end = this.#start + filled.length;
    const starts: number[] = [];
    for (let at = this.#inPieces; at < end; at += pieceBytes) starts.push(at);
    await inParallel(starts, (at) => {
      const piece = filled.subarray(at - this.#start, at - this.#start + pieceBytes);
      return this.#putPartial(pieceAt(this.keys, this.#attempt, at).key, piece);
    });
    this.#inPieces = end - (end % pieceBytes);
  }

  async #upload(): Promise<UploadedPart[]> {
    const { data } = this.keys;
    const uploadId = await this.bucket.beginUpload(data);
    this.#uploadId = uploadId;
    const parts = await inParallel(this.#segments, (segment, at) =>
      this.bucket.copyPart(data, uploadId, at + 1, segment),
    );
    if (this.#used === 0) return parts;
    const last = await this.bucket.putPart(data, uploadId, parts.length + 1, this.#filled());
    return [...parts, last];
  }

  /** The response may have been lost and the upload may be gone because it was completed: the size decides. */
  async #putTogether(parts: readonly UploadedPart[]): Promise<void> {
    const { data } = this.keys;
    const bytes = this.#start + this.#used;
    await this.bucket.completeUpload(data, this.#uploadId ?? '', parts);
    const size = await this.bucket.sizeOf(data);
    if (size !== bytes) throw new Error(`The object has ${String(size)} bytes, not ${bytes}`);
    this.#uploadId = null;
  }

  /** Removes the index before what it names. */
  async #removePartials(): Promise<void> {
    if (this.#partials.delete(this.keys.partialIndex)) {
      await this.bucket.delete(this.keys.partialIndex);
    }
    await inParallel([...this.#partials], (key) => this.bucket.delete(key));
    this.#partials.clear();
  }

  async #putPartial(key: string, bytes: Buffer): Promise<void> {
    this.#partials.add(key);
    await this.bucket.put(key, bytes);
  }

  #filled(): Buffer {
    return this.#buffer.subarray(0, this.#used);
  }

  #sum(bytes: Buffer): void {
    this.#crc32 = crc32(bytes, this.#crc32);
  }

  async #sent(): Promise<void> {
    await this.#sending;
    this.#throwFailure();
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.cause;
  }
}
