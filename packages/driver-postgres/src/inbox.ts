import { sourceOf, type Source } from '@sluice/driver-kit/encode/source';
import { protocolError } from '@sluice/driver-kit/errors';
import { Reply } from './protocol.js';

/** Who takes the server's messages. `bytes` are valid only during the call. */
export interface FrameHandler {
  /** Bytes that a DataRow may have; a longer one goes to `oversized`, before it is buffered. */
  readonly maxRowBytes: number;
  /** A DataRow's body. */
  row(src: Source, at: number, end: number): void;
  /** A row of `length` bytes is about to be buffered. */
  announced(length: number): void;
  /** Any other message's body. */
  message(type: number, bytes: Buffer, at: number, end: number): void;
  /** The server announced a row of `length` bytes, which must not be buffered. */
  oversized(length: number): void;
}

/** Messages other than rows: a server that announces more is not answering us. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
/** What is kept of an error or notice that is longer: a tenant may raise one of any size. */
const KEPT_TEXT_BYTES = 64 * 1024;
const FIRST_BYTES = 256 * 1024;

/** Cuts the byte stream into messages. Never holds more than one message and one read. */
export class Inbox {
  private source = sourceOf(Buffer.allocUnsafeSlow(FIRST_BYTES));
  private length = 0;
  private skip = 0;
  private stopped = false;

  /** Nothing is handed on any more. */
  stop(): void {
    this.stopped = true;
  }

  /** Takes a read and hands every complete message to `handler()`. @throws DriverError on nonsense */
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
      if (size < 4) throw protocolError('a message shorter than its own header');
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

  /** A message whose end is not here yet; gives how many bytes were dealt with all the same. */
  private incomplete(type: number, size: number, at: number, target: FrameHandler): number {
    if (type === Reply.dataRow) {
      if (size > target.maxRowBytes) target.oversized(size);
      else target.announced(size);
      return 0;
    }
    if (size <= MAX_MESSAGE_BYTES) return 0;
    const here = this.length - at;
    const isText = type === Reply.error || type === Reply.notice;
    if (!isText && type !== Reply.copyData) throw protocolError('a message that is too long');
    if (isText && here < KEPT_TEXT_BYTES) return 0;
    target.message(type, this.source.bytes, at + 5, isText ? at + KEPT_TEXT_BYTES : at + 5);
    this.skip = size + 1 - here;
    return here;
  }

  private reserve(count: number): void {
    const old = this.source.bytes;
    if (count <= old.length) return;
    const bytes = Buffer.allocUnsafeSlow(Math.max(count, old.length * 2));
    old.copy(bytes, 0, 0, this.length);
    this.source = sourceOf(bytes);
  }

  /** One large value must not be held in memory by an idle session. */
  private shrink(): void {
    if (this.length > 0 || this.source.bytes.length <= FIRST_BYTES) return;
    this.source = sourceOf(Buffer.allocUnsafeSlow(FIRST_BYTES));
  }
}
