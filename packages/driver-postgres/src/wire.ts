import type { Duplex } from 'node:stream';
import { DriverError } from '@sluice/driver-kit';
import { Line } from '@sluice/driver-kit/connect/session-socket';
import { protocolError } from '@sluice/driver-kit/errors';
import { isFatal, serverFields, statementError } from './errors.js';
import { Inbox, type FrameHandler } from './inbox.js';
import { cString, Reply, terminate, TransactionStatus } from './protocol.js';

/** A handler that also hears when a read has been dealt with, and when the session is gone. */
export interface SessionHandler extends FrameHandler {
  /** All complete messages of a read have been handed over. */
  received(): void;
  /** No more messages will come. */
  lost(error: DriverError): void;
}

/**
 * A session's line. One handler at a time takes the messages; between statements the wire itself keeps
 * the parameters and hears when the server ends the session.
 */
export class Wire extends Line implements FrameHandler {
  readonly maxRowBytes = 0;
  /** Set by whoever speaks now. */
  handler: SessionHandler | null = null;
  /** The state of the transaction after the last answer: one of `TransactionStatus`. */
  transactionStatus: number = TransactionStatus.idle;
  protected readonly goodbye = terminate;
  private readonly inbox = new Inbox();
  private lastWord: DriverError | undefined;
  private readonly target = (): FrameHandler => this.handler ?? this;

  constructor(
    stream: Duplex,
    /** The server's reported parameters, such as `client_encoding`. */
    readonly parameters: Map<string, string>,
  ) {
    super(stream);
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

  announced(): void {
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

  protected take(chunk: Buffer): void {
    this.inbox.feed(chunk, this.target);
    this.handler?.received();
  }

  protected lost(error: DriverError): void {
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

  private parameter(bytes: Buffer, at: number, end: number): void {
    const name = cString(bytes, at, end);
    if (this.parameters.size < 100 || this.parameters.has(name.text)) {
      this.parameters.set(name.text, cString(bytes, Math.min(name.next, end), end).text);
    }
  }
}
