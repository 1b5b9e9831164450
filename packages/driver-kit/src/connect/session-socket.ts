import type { Duplex } from 'node:stream';
import { DriverError } from '../contract/driver.js';
import { lostError, protocolError } from '../errors.js';
import type { Flow } from '../rows/row-stream.js';

/** Bytes after which other work of the process gets its turn: some milliseconds of encoding. */
const TURN_BYTES = 512 * 1024;
/** How long the server has to close the socket after our good-bye. */
const GOODBYE_MS = 1_000;

/** The socket of a session after authentication, whatever is spoken on it. */
export abstract class Line implements Flow {
  closed = false;
  private held = false;
  private resting = false;
  private turnBytes = 0;

  constructor(readonly stream: Duplex) {
    stream.on('error', (error: Error) => {
      this.end(lostError(error.message));
    });
    stream.on('close', () => {
      this.end(lostError());
    });
  }

  /** Takes one read of the socket. */
  feed(chunk: Buffer): void {
    if (this.closed) return;
    this.turnBytes += chunk.length;
    if (this.turnBytes >= TURN_BYTES) this.rest();
    try {
      this.take(chunk);
    } catch (error) {
      this.destroy(error instanceof DriverError ? error : protocolError(String(error)));
    }
  }

  /** Reads no more until {@link release}: the server then waits, too. */
  hold(): void {
    this.held = true;
    this.stream.pause();
  }

  release(): void {
    this.held = false;
    if (!this.resting) this.stream.resume();
  }

  send(...messages: Buffer[]): void {
    if (!this.closed)
      this.stream.write(messages.length === 1 ? messages[0] : Buffer.concat(messages));
  }

  /** Drops the connection; `error` is what whoever speaks hears. */
  destroy(error: DriverError): void {
    this.end(error);
    this.stream.destroy();
  }

  /** Says good-bye and resolves when the socket is closed. */
  async bye(): Promise<void> {
    if (this.stream.destroyed) return;
    const gone = new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        this.stream.destroy();
      }, GOODBYE_MS);
      this.stream.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
    });
    this.end(lostError());
    this.release();
    this.stream.end(this.goodbye);
    await gone;
  }

  /** What tells the server that nothing more comes. */
  protected abstract readonly goodbye: Buffer;

  /** Parses one read. @throws DriverError on nonsense */
  protected abstract take(chunk: Buffer): void;

  /** No more will come: tells whoever speaks. */
  protected abstract lost(error: DriverError): void;

  /** Lets the event loop turn: up to 32 reads come in one turn, and timers would wait for all of them. */
  private rest(): void {
    this.turnBytes = 0;
    if (this.resting) return;
    this.resting = true;
    this.stream.pause();
    setImmediate(() => {
      this.resting = false;
      if (!this.held) this.stream.resume();
    });
  }

  private end(error: DriverError): void {
    if (this.closed) return;
    this.closed = true;
    this.lost(error);
  }
}
