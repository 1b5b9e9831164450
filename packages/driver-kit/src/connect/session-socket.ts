import type { Duplex } from 'node:stream';
import { DriverError } from '../contract/driver.js';
import { lostError, protocolError } from '../errors.js';
import type { Flow } from '../rows/row-stream.js';

/** Bytes read before the event loop runs other work: a few milliseconds of encoding. */
const YIELD_BYTES = 512 * 1024;
/** Milliseconds the server has to close the socket after the protocol's terminate message. */
const CLOSE_TIMEOUT_MS = 1_000;

/** The socket of a session after authentication, independent of the protocol. */
export abstract class SessionSocket implements Flow {
  closed = false;
  private held = false;
  private yielding = false;
  private bytesSinceYield = 0;

  constructor(readonly stream: Duplex) {
    stream.on('error', (error: Error) => {
      this.end(lostError(error.message));
    });
    stream.on('close', () => {
      this.end(lostError());
    });
  }

  /** Handles one read of the socket. */
  feed(chunk: Buffer): void {
    if (this.closed) return;
    this.bytesSinceYield += chunk.length;
    if (this.bytesSinceYield >= YIELD_BYTES) this.yieldToEventLoop();
    try {
      this.parse(chunk);
    } catch (error) {
      this.destroy(error instanceof DriverError ? error : protocolError(String(error)));
    }
  }

  /** Pauses reading until {@link release}; back-pressure then reaches the server. */
  hold(): void {
    this.held = true;
    this.stream.pause();
  }

  release(): void {
    this.held = false;
    if (!this.yielding) this.stream.resume();
  }

  send(...messages: Buffer[]): void {
    if (!this.closed)
      this.stream.write(messages.length === 1 ? messages[0] : Buffer.concat(messages));
  }

  /** Closes the socket immediately; the current handler receives `error`. */
  destroy(error: DriverError): void {
    this.end(error);
    this.stream.destroy();
  }

  /** Sends the terminate message and resolves when the socket is closed. */
  async closeGracefully(): Promise<void> {
    if (this.stream.destroyed) return;
    const closed = new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        this.stream.destroy();
      }, CLOSE_TIMEOUT_MS);
      this.stream.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
    });
    this.end(lostError());
    this.release();
    this.stream.end(this.terminateMessage);
    await closed;
  }

  /** The protocol's message that ends a session. */
  protected abstract readonly terminateMessage: Buffer;

  /** Parses one read. @throws DriverError on a protocol violation */
  protected abstract parse(chunk: Buffer): void;

  /** Notifies the current handler that the session has ended. */
  protected abstract onClosed(error: DriverError): void;

  /**
   * Yields to the event loop: Node delivers up to 32 reads in one iteration, and timers would wait for all of
   * them.
   */
  private yieldToEventLoop(): void {
    this.bytesSinceYield = 0;
    if (this.yielding) return;
    this.yielding = true;
    this.stream.pause();
    setImmediate(() => {
      this.yielding = false;
      if (!this.held) this.stream.resume();
    });
  }

  private end(error: DriverError): void {
    if (this.closed) return;
    this.closed = true;
    this.onClosed(error);
  }
}
