import { damaged, missing, serviceCodeOf } from '../errors.js';
import type { ReadableFile } from '../file-system.js';
import { again } from './again.js';
import type { Bucket, ObjectBody, ObjectRange } from './bucket.js';
import type { PartialObject } from './keys.js';

/**
 * Searches for a part of a result that is being written. While its writer replaces an object, OpenStack Swift may report
 * it as absent: it lists the stored versions and then opens one, which may have been deleted.
 */
const MAX_SEARCHES = 3;

/** A result in the bucket, in one object or in several. */
export interface ObjectLayout {
  /** Name of the result in `results_missing` and `results_damaged`. */
  resultsPath: string;
  /** Readable bytes. */
  size: number;
  /** The object that contains the byte. */
  objectAt(position: number): PartialObject;
  /** Key of the whole object, which has the bytes of deleted parts: parts are deleted once it exists. */
  whole?: string;
}

/**
 * Reads objects like a file: single reads by ranges, of which the last is kept (a short page is in the block in which
 * its row was searched), and announced ranges as one stream. An interrupted stream, which happens to slow readers,
 * continues where it stopped.
 */
export class ObjectFile implements ReadableFile {
  #layout: ObjectLayout;
  #block: { position: number; bytes: Buffer } | null = null;
  #announced: ObjectRange | null = null;
  #flow: Flow | null = null;
  readonly #closing = new AbortController();

  constructor(
    private readonly bucket: Bucket,
    layout: ObjectLayout,
  ) {
    this.#layout = layout;
  }

  async willRead(start: number, end: number): Promise<void> {
    this.#announced = { start, end };
    if (!this.#holds(start)) this.#flow = await this.#open(start, end);
  }

  async read(
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ bytesRead: number }> {
    const wanted = Math.min(length, this.#layout.size - position);
    if (wanted <= 0) return { bytesRead: 0 };
    const bytes = await this.#bytesAt(position, wanted);
    buffer.set(bytes, offset);
    return { bytesRead: bytes.length };
  }

  close(): Promise<void> {
    this.#closing.abort();
    this.#flow?.stop();
    this.#flow = null;
    return Promise.resolve();
  }

  /** At least one byte, at most `wanted`. */
  async #bytesAt(position: number, wanted: number): Promise<Buffer> {
    if (this.#block && this.#holds(position)) {
      const from = position - this.#block.position;
      return this.#block.bytes.subarray(from, from + wanted);
    }
    const range = this.#announced;
    if (range !== null && position >= range.start && position < range.end) {
      return this.#flowing(position, range.end, wanted);
    }
    const bytes = await this.#again(async () =>
      (await this.#open(position, position + wanted)).rest(),
    );
    this.#block = { position, bytes };
    return bytes;
  }

  #holds(position: number): boolean {
    if (this.#block === null) return false;
    const { position: start, bytes } = this.#block;
    return position >= start && position < start + bytes.length;
  }

  #flowing(position: number, end: number, wanted: number): Promise<Buffer> {
    return this.#again(async () => {
      if (this.#flow?.position !== position || this.#flow.isOver) {
        this.#flow?.stop();
        this.#flow = await this.#open(position, end);
      }
      try {
        return await this.#flow.next(wanted);
      } catch (error) {
        this.#flow = null;
        throw error;
      }
    });
  }

  #again<T>(work: () => Promise<T>): Promise<T> {
    return again(work, this.#closing.signal);
  }

  /** From a position to `end` or to the end of its object. */
  async #open(position: number, end: number): Promise<Flow> {
    const { resultsPath, whole, size } = this.#layout;
    for (const object of this.#objectsWith(position)) {
      const last = Math.min(end, object.end, size);
      const body = await this.#get(object, { start: position, end: last });
      if (body === null) continue;
      // Closed while the storage responded: otherwise nothing would stop this body.
      if (this.#closing.signal.aborted) body.stream.destroy();
      this.#closing.signal.throwIfAborted();
      if (whole === undefined && body.size !== size) {
        body.stream.destroy();
        throw damaged(resultsPath, `has ${body.size} bytes, not ${size}`);
      }
      if (object.key === whole) this.#layout = { ...this.#layout, objectAt: () => object };
      return new Flow(body, position, last);
    }
    throw missing(resultsPath);
  }

  /** The objects that may contain a byte, in the order in which they are requested. */
  #objectsWith(position: number): PartialObject[] {
    const { objectAt, whole, size } = this.#layout;
    const object = objectAt(position);
    if (whole === undefined || whole === object.key) return [object];
    const places = [object, { key: whole, start: 0, end: size }];
    return Array.from({ length: MAX_SEARCHES }, () => places).flat();
  }

  async #get({ key, start }: PartialObject, range: ObjectRange): Promise<ObjectBody | null> {
    try {
      return await this.bucket.get(key, { start: range.start - start, end: range.end - start });
    } catch (error) {
      if (serviceCodeOf(error) !== 'InvalidRange') throw error;
      throw damaged(this.#layout.resultsPath, `ends before byte ${range.end}`);
    }
  }
}

/** The body of one response, read in parts. */
class Flow {
  readonly #parts: AsyncIterator<Buffer>;
  #left: Buffer = Buffer.alloc(0);

  constructor(
    private readonly body: ObjectBody,
    public position: number,
    private readonly end: number,
  ) {
    this.#parts = body.stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  get isOver(): boolean {
    return this.position === this.end;
  }

  /** @throws when the response is interrupted */
  async next(wanted: number): Promise<Buffer> {
    while (this.#left.length === 0) {
      const next = await this.#parts.next();
      if (next.done === true) {
        throw new Error(`The object storage closed the response before byte ${this.end}`);
      }
      this.#left = next.value;
    }
    const bytes = this.#left.subarray(0, wanted);
    this.#left = this.#left.subarray(bytes.length);
    this.position += bytes.length;
    // The connection is reused only after the end of the body was read.
    if (this.isOver) this.#parts.next().catch(() => undefined);
    return bytes;
  }

  /** All remaining bytes. */
  async rest(): Promise<Buffer> {
    const parts: Buffer[] = [];
    while (!this.isOver) parts.push(await this.next(this.end - this.position));
    return Buffer.concat(parts);
  }

  stop(): void {
    if (!this.isOver) this.body.stream.destroy();
  }
}
