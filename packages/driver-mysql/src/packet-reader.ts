import { EMPTY_SOURCE, sourceOf, type Source } from '@sluice/driver-kit/encode/source';
import { WHOLE_PACKET } from './protocol.js';

/** Receives the server's packets. `src` is valid only during the call. */
export interface PacketHandler {
  /** Maximum size of the next packet; a longer one is passed to `oversized` before it is buffered. */
  readonly maxPacketBytes: number;
  /** Handles the body of a packet: `src[at, end)`. */
  packet(src: Source, at: number, end: number): void;
  /** A packet of `length` bytes is about to be buffered. */
  announced(length: number): void;
  /** The server announced `length` bytes, which must not be buffered. Always throws. */
  oversized(length: number): never;
}

const HEADER_BYTES = 4;
const FIRST_BYTES = 16 * 1024;
/** Kept between reads: the buffer of a large result. */
const KEPT_BYTES = 256 * 1024;

/** Splits the byte stream into packets. Buffers at most one packet and one read. */
export class PacketReader {
  private source = EMPTY_SOURCE;
  private length = 0;
  /** Received parts of a payload that spans several packets. */
  private parts: Buffer[] = [];
  private partBytes = 0;
  private stopped = false;

  /** Stops passing on packets. */
  stop(): void {
    this.stopped = true;
  }

  /** Adds a read and passes each complete packet to `handler()`. @throws DriverError on a protocol violation */
  feed(chunk: Buffer, handler: () => PacketHandler): void {
    this.reserve(this.length + chunk.length);
    chunk.copy(this.source.bytes, this.length);
    this.length += chunk.length;
    const { bytes } = this.source;
    const end = this.length;
    let at = 0;
    while (end - at >= HEADER_BYTES && !this.stopped) {
      const size = bytes.readUIntLE(at, 3);
      const target = handler();
      const whole = this.partBytes + size;
      if (whole > target.maxPacketBytes) target.oversized(whole);
      const from = at + HEADER_BYTES;
      if (from + size > end) {
        target.announced(whole);
        break;
      }
      at = from + size;
      if (size === WHOLE_PACKET || this.parts.length > 0) this.part(from, at, size, target);
      else target.packet(this.source, from, at);
    }
    if (at > 0) bytes.copyWithin(0, at, end);
    this.length = end - at;
    this.shrink();
  }

  private part(from: number, end: number, size: number, target: PacketHandler): void {
    this.parts.push(Buffer.from(this.source.bytes.subarray(from, end)));
    this.partBytes += size;
    if (size === WHOLE_PACKET) return;
    const whole = sourceOf(Buffer.concat(this.parts));
    this.parts = [];
    this.partBytes = 0;
    target.packet(whole, 0, whole.bytes.length);
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
