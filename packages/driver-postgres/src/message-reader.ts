import { EMPTY_SOURCE, sourceOf, type Source } from '@sluice/driver-kit/encode/source';
import { protocolError } from '@sluice/driver-kit/errors';
import { Reply } from './protocol.js';

/** Receives the server's messages. `bytes` are valid only during the call. */
export interface FrameHandler {
  /** Maximum size of a DataRow; a longer row is passed to `oversized` before it is buffered. */
  readonly maxRowBytes: number;
  /** Handles the body of a DataRow. */
  row(src: Source, at: number, end: number): void;
  /** A row of `length` bytes is about to be buffered. */
  announced(length: number): void;
  /** Handles the body of any other message. */
  message(type: number, bytes: Buffer, at: number, end: number): void;
  /** The server announced a row of `length` bytes, which must not be buffered. */
  oversized(length: number): void;
}

/** Maximum size of any other message; real servers send far less. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
/** Bytes kept of a longer error or notice: SQL can raise one of any size. */
const KEPT_TEXT_BYTES = 64 * 1024;
const FIRST_BYTES = 16 * 1024;
/** Kept between reads: the buffer of a large result. */
const KEPT_BYTES = 256 * 1024;

/** Splits the byte stream into messages. Buffers at most one message and one read. */
export class MessageReader {
  private source = EMPTY_SOURCE;
  private length = 0;
  private skip = 0;
  private stopped = false;

  /** Stops passing on messages. */
  stop(): void {
    this.stopped = true;
  }

  /**
   * Adds a read and passes each complete message to `handler()`. @throws DriverError on a protocol violation
   */
  feed(chunk: Buffer, handler: () => FrameHandler): void {
    let from = 0;
    if (this.skip > 0) {
      from = Math.min(this.skip, chunk.length);
      this.skip -= from;
    }
    const added = chunk.length - from;
    if (added === 0) return;
    this.reserve(this.length + added);
    chunk.copy(this.source.bytes, this.length, from);
    this.length += added;
    this.consume(handler);
  }

  private consume(handler: () => FrameHandler): void {
    const { bytes, view } = this.source;
    const end = this.length;
    let at = 0;
    while (end - at >= 5 && !this.stopped) {
      const type = bytes[at] as number;
      const size = view.getUint32(at + 1);
      if (size < 4) throw protocolError('message shorter than its header');
      const stop = at + 1 + size;
      if (stop > end) {
        const taken = this.incomplete(type, size, at, handler());
        at += taken;
        break;
      }
      const target = handler();
      if (type !== Reply.dataRow) target.message(type, bytes, at + 5, stop);
      else if (size > target.maxRowBytes) target.oversized(size);
      else target.row(this.source, at + 5, stop);
      at = stop;
    }
    if (at > 0) bytes.copyWithin(0, at, end);
    this.length = end - at;
    this.shrink();
  }

  /** Handles a message that is not complete yet; returns how many bytes were consumed. */
  private incomplete(type: number, size: number, at: number, target: FrameHandler): number {
    if (type === Reply.dataRow) {
      if (size > target.maxRowBytes) target.oversized(size);
      else target.announced(size);
      return 0;
    }
    if (size <= MAX_MESSAGE_BYTES) return 0;
    const received = this.length - at;
    const isText = type === Reply.error || type === Reply.notice;
    if (!isText && type !== Reply.copyData) throw protocolError('message too long');
    if (isText && received < KEPT_TEXT_BYTES) return 0;
    target.message(type, this.source.bytes, at + 5, isText ? at + KEPT_TEXT_BYTES : at + 5);
    this.skip = size + 1 - received;
    return received;
  }

  private reserve(count: number): void {
    const old = this.source.bytes;
    if (count <= old.length) return;
    const bytes = Buffer.allocUnsafeSlow(Math.max(count, old.length * 2, FIRST_BYTES));
    old.copy(bytes, 0, 0, this.length);
    this.source = sourceOf(bytes);
  }

  /** Frees the buffer of a large value, so that an idle session does not keep it. */
  private shrink(): void {
    if (this.length > 0 || this.source.bytes.length <= KEPT_BYTES) return;
    this.source = EMPTY_SOURCE;
  }
}
