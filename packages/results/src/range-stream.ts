import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { damaged } from './errors.js';
import { readAt, type ReadableFile } from './file-system.js';
import { closeArray, openArray } from './rows.js';

/**
 * Bytes per read, which is also all that a stalled reader holds: 500 of them must fit in memory (125 MB). Measured: 1.6
 * GB/s; reads of 1 MiB reach 3.4 GB/s, which is more than a socket takes.
 */
export const readBytes = 256 * 1024;

/** A part of a data file. */
export interface ByteRange {
  /** Offset of the first byte. */
  start: number;
  /** Offset after the last byte. */
  end: number;
  /**
   * The range contains rows and starts with the separator's last byte (or the file's `[`): that byte is sent as `[`,
   * and a `]` follows the last row.
   */
  isRows: boolean;
  /** CRC-32 that the range must have, when given. */
  crc32?: number | undefined;
  /** See `ReadOptions`. */
  inOneBuffer?: boolean;
}

/** Length of the bytes that a range is sent as. */
export const bodyBytes = ({ start, end, isRows }: ByteRange): number =>
  end - start + (isRows ? closeArray.length : 0);

const newMemory = (bytes: number): Buffer => Buffer.allocUnsafeSlow(bytes);

/** Reads the part of a range that starts at `position`, into `memory` when given. `name` is for the error. */
export const readPart = async (
  file: ReadableFile,
  name: string,
  range: ByteRange,
  position: number,
  memory?: Buffer,
): Promise<Buffer> => {
  const length = Math.min(readBytes, range.end - position);
  const isLast = position + length === range.end;
  const closing = range.isRows && isLast ? closeArray.length : 0;
  const part = (memory ?? newMemory(length + closing)).subarray(0, length + closing);
  if ((await readAt(file, part.subarray(0, length), position)) < length) {
    throw damaged(name, `ends before byte ${range.end}`);
  }
  if (closing > 0) closeArray.copy(part, length);
  if (range.isRows && position === range.start) openArray.copy(part);
  return part;
};

/** Streams a range and closes the file at the end and when destroyed. */
export class RangeStream extends Readable {
  readonly #memory: Buffer | undefined;
  #position: number;
  #crc32 = 0;

  constructor(
    private readonly file: ReadableFile,
    private readonly name: string,
    private readonly range: ByteRange,
  ) {
    // No read-ahead: with it a stalled reader would hold two parts.
    super({ highWaterMark: 0 });
    this.#position = range.start;
    if (range.inOneBuffer === true) this.#memory = newMemory(readBytes + closeArray.length);
  }

  override _read(): void {
    this.#next().then(
      (part) => this.push(part),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // Waits for a running read.
    this.file.close().then(
      () => done(error),
      (problem: unknown) => done(error ?? (problem instanceof Error ? problem : null)),
    );
  }

  async #next(): Promise<Buffer | null> {
    if (this.#position >= this.range.end) return null;
    const part = await readPart(this.file, this.name, this.range, this.#position, this.#memory);
    this.#position = Math.min(this.range.end, this.#position + readBytes);
    this.#check(part);
    return part;
  }

  /** Checked before the last part is sent, so that a damaged body is cut off and not completed. */
  #check(part: Buffer): void {
    const expected = this.range.crc32;
    if (expected === undefined) return;
    this.#crc32 = crc32(part, this.#crc32);
    if (this.#position === this.range.end && this.#crc32 !== expected) {
      throw damaged(this.name, 'has another checksum than was written');
    }
  }
}

/** A stream of one part that is in memory already. */
export const streamOf = (part: Buffer): Readable =>
  new Readable({
    highWaterMark: 0,
    read() {
      this.push(part);
      this.push(null);
    },
  });

/** The body of a statement without rows. */
export const emptyRows = (): Readable => streamOf(Buffer.concat([openArray, closeArray]));
