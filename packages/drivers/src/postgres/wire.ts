import type { Duplex } from 'node:stream';
import { DriverError } from '../driver.js';
import { isFatal, lostError, protocolError, serverFields, statementError } from './errors.js';
import { Inbox, type FrameHandler } from './inbox.js';
import { cString, Reply, terminate } from './protocol.js';

/** Bytes after which other work of the process gets its turn: some milliseconds of encoding. */
const TURN_BYTES = 512 * 1024;

/** A handler that also hears when a read has been dealt with, and when the session is gone. */
export interface SessionHandler extends FrameHandler {
  /** All complete messages of a read have been handed over. */
  received(): void;
  /** No more messages will come. */
  lost(error: DriverError): void;
}

/**
 * The session's socket after authentication. One handler at a time takes the messages; between
 * statements the wire itself keeps the parameters and hears when the server ends the session.
 */
export class Wire implements FrameHandler {
  readonly maxRowBytes = 0;
  /** Set by whoever speaks now. */
  handler: SessionHandler | null = null;
  closed = false;
  private readonly inbox = new Inbox();
  private held = false;
  private resting = false;
  private turnBytes = 0;
  private lastWord: DriverError | undefined;
  private readonly target = (): FrameHandler => this.handler ?? this;

  constructor(
    readonly stream: Duplex,
    /** The server's reported parameters, such as `client_encoding`. */
    readonly parameters: Map<string, string>,
  ) {
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
      this.inbox.feed(chunk, this.target);
      this.handler?.received();
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

  /** Drops the connection; `error` is what the handler hears. */
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
      }, 1000);
      this.stream.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
    });
    this.end(lostError());
    this.release();
    this.stream.end(terminate);
    await gone;
  }

  /** ParameterStatus, or what comes with no statement running. */
  message(type: number, bytes: Buffer, at: number, end: number): void {
    if (type === Reply.parameterStatus) this.parameter(bytes, at, end);
    else if (type === Reply.error) this.farewell(bytes, at, end);
    else if (type !== Reply.notice && type !== Reply.notification) {
      throw protocolError('an answer to nothing');
    }
  }

  row(): void {
    throw protocolError('a row without a statement');
  }

  oversized(): void {
    throw protocolError('a row without a statement');
  }

  /** Keeps what a fatal error said: it explains why the socket closes next. */
  farewell(bytes: Buffer, at: number, end: number): void {
    const fields = serverFields(bytes, at, end);
    if (isFatal(fields)) this.lastWord = statementError(fields);
  }

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

  private parameter(bytes: Buffer, at: number, end: number): void {
    const name = cString(bytes, at, end);
    if (this.parameters.size < 100 || this.parameters.has(name.text)) {
      this.parameters.set(name.text, cString(bytes, Math.min(name.next, end), end).text);
    }
  }

  private end(error: DriverError): void {
    if (this.closed) return;
    this.closed = true;
    this.inbox.stop();
    const handler = this.handler;
    this.handler = null;
    if (!handler) return;
    const word = this.lastWord;
    const reason =
      word && error.kind === 'connection'
        ? new DriverError('connection', 'unknown', word.title, {
            detail: word.detail,
            hint: word.hint,
            sqlState: word.sqlState,
          })
        : error;
    handler.lost(reason);
  }
}
