import { crc32 } from 'node:zlib';
import { storageError, type ResultsError } from './errors.js';
import { writeAll, type OpenFile } from './file-system.js';
import type { SyncAhead, SyncedFile } from './sync-ahead.js';

/** Smaller writes cost more in calls than they save in memory. */
const writeBytes = 256 * 1024;
const bufferBytes = 2 * writeBytes;
const empty = Buffer.alloc(0);
/** Enough for the result of `select 1`; it comes from Node's shared pool. */
const firstBufferBytes = 2 * 1024;

/**
 * Buffers bytes for a file: small pieces are copied together, large ones are written as they are. At most one write is
 * running while one buffer fills. Calls must not overlap.
 */
export class FileOutput {
  #buffer: Buffer = Buffer.allocUnsafe(firstBufferBytes);
  #used = 0;
  #spare: Buffer | null = null;
  #writing: Promise<void> | null = null;
  #failure: ResultsError | null = null;
  #crc32 = 0;

  readonly #synced: SyncedFile;

  constructor(
    private readonly file: OpenFile,
    ahead: SyncAhead,
  ) {
    this.#synced = ahead.watch(file);
  }

  /** CRC-32 of all bytes; valid only after {@link drain}. */
  get crc32(): number {
    return this.#crc32;
  }

  /**
   * Adds a short prefix and bytes. It resolves when more can be added. `release` is called when the bytes are no longer
   * read.
   */
  async put(prefix: Uint8Array, bytes: Uint8Array, release?: () => void): Promise<void> {
    this.#throwFailure();
    const large = bytes.length >= writeBytes;
    await this.#makeRoom(prefix.length + (large ? 0 : bytes.length));
    this.#copy(prefix);
    if (large) {
      await this.#settled();
      this.#start(bytes, release);
      return;
    }
    this.#copy(bytes);
    release?.();
    if (this.#used >= writeBytes && this.#writing === null) this.#start();
  }

  /** Resolves when all bytes are in the file, which does not mean on the disk. */
  async drain(): Promise<void> {
    await this.#settled();
    if (this.#used > 0) this.#start();
    await this.#settled();
  }

  /** Resolves when all bytes are on the disk. */
  async sync(): Promise<void> {
    await this.drain();
    await this.#synced.idle();
    this.#throwFailure();
    await this.file.datasync();
  }

  /** Waits for the running write and ignores its result. */
  async idle(): Promise<void> {
    await Promise.all([this.#writing, this.#synced.idle()]);
  }

  async #makeRoom(bytes: number): Promise<void> {
    if (this.#used + bytes > bufferBytes) {
      await this.#settled();
      this.#start();
    }
    if (this.#used + bytes <= this.#buffer.length) return;
    // The first buffer is small, and after a write no spare buffer may be left.
    const first = this.#buffer;
    this.#buffer = Buffer.allocUnsafeSlow(bufferBytes);
    first.copy(this.#buffer, 0, 0, this.#used);
  }

  #copy(bytes: Uint8Array): void {
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** Writes the buffer and then `bytes`. No other write may be running. */
  #start(bytes?: Uint8Array, release?: () => void): void {
    const full = this.#buffer;
    const parts = [full.subarray(0, this.#used), ...(bytes === undefined ? [] : [bytes])];
    for (const part of parts) this.#crc32 = crc32(part, this.#crc32);
    // Allocated on demand: most results fit into the first buffer.
    this.#buffer = this.#spare ?? empty;
    this.#spare = null;
    this.#used = 0;
    const count = parts.reduce((sum, part) => sum + part.length, 0);
    this.#writing = writeAll(this.file, parts).then(
      () => {
        this.#writing = null;
        if (full.length === bufferBytes) this.#spare = full;
        release?.();
        this.#synced.wrote(count, (error) => {
          this.#fail(error);
        });
      },
      (error: unknown) => {
        this.#writing = null;
        this.#fail(error);
      },
    );
  }

  /** Keeps the error for the next call, because no caller may be waiting for this one. */
  #fail(error: unknown): void {
    this.#failure ??= storageError(error);
  }

  async #settled(): Promise<void> {
    await this.#writing;
    this.#throwFailure();
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure;
  }
}
