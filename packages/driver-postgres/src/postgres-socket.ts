import type { Duplex } from 'node:stream';
import { DriverError } from '@sluice/driver-kit';
import { SessionSocket } from '@sluice/driver-kit/connect/session-socket';
import { protocolError } from '@sluice/driver-kit/errors';
import { isFatal, serverFields, statementError } from './errors.js';
import { MessageReader, type FrameHandler } from './message-reader.js';
import { cString, Reply, terminate, TransactionStatus } from './protocol.js';

/** A message handler that is also notified when a read is complete and when the session ends. */
export interface SessionHandler extends FrameHandler {
  /** All complete messages of a read have been handled. */
  received(): void;
  /** The session has ended; no message follows. */
  onClosed(error: DriverError): void;
}

/**
 * The socket of a session. One handler at a time receives the messages; between statements the socket itself
 * records parameters and fatal errors.
 */
export class PostgresSocket extends SessionSocket implements FrameHandler {
  readonly maxRowBytes = 0;
  /** The current receiver of messages. */
  handler: SessionHandler | null = null;
  /** Transaction status of the last ReadyForQuery: one of `TransactionStatus`. */
  transactionStatus: number = TransactionStatus.idle;
  /** Whether the server can end an Execute early and continue it later. Set by `open`. */
  suspendsPortals = true;
  /** Whether the end of a page may arrive only with the answer to a later message. */
  holdsPages = false;
  protected readonly terminateMessage = terminate;
  private readonly reader = new MessageReader();
  private fatalError: DriverError | undefined;
  private readonly currentHandler = (): FrameHandler => this.handler ?? this;

  constructor(
    stream: Duplex,
    /** Parameters reported by the server, such as `client_encoding`. */
    readonly parameters: Map<string, string>,
  ) {
    super(stream);
  }

  /** Version as a number, such as 8.4 or 18.1. A server that reports none is used as a current one. */
  get serverVersion(): number {
    const version = Number.parseFloat(this.parameters.get('server_version') ?? '');
    return Number.isNaN(version) ? Number.POSITIVE_INFINITY : version;
  }

  /** Handles ParameterStatus, and messages that arrive while no statement runs. */
  message(type: number, bytes: Buffer, at: number, end: number): void {
    if (type === Reply.parameterStatus) this.parameter(bytes, at, end);
    else if (type === Reply.error) this.keepFatalError(bytes, at, end);
    else if (type !== Reply.notice && type !== Reply.notification) {
      throw protocolError('unexpected response');
    }
  }

  row(): void {
    throw protocolError('unexpected DataRow');
  }

  announced(): void {
    throw protocolError('unexpected DataRow');
  }

  oversized(): void {
    throw protocolError('unexpected DataRow');
  }

  /** Keeps a fatal error, which explains why the server closes the socket next. */
  keepFatalError(bytes: Buffer, at: number, end: number): void {
    const fields = serverFields(bytes, at, end);
    if (isFatal(fields)) this.fatalError = statementError(fields);
  }

  protected parse(chunk: Buffer): void {
    this.reader.feed(chunk, this.currentHandler);
    this.handler?.received();
  }

  protected onClosed(error: DriverError): void {
    this.reader.stop();
    const handler = this.handler;
    this.handler = null;
    if (!handler) return;
    const { fatalError } = this;
    const reason =
      fatalError && error.kind === 'connection'
        ? new DriverError('connection', 'unknown', fatalError.title, {
            detail: fatalError.detail,
            hint: fatalError.hint,
            sqlState: fatalError.sqlState,
          })
        : error;
    handler.onClosed(reason);
  }

  private parameter(bytes: Buffer, at: number, end: number): void {
    const name = cString(bytes, at, end);
    if (this.parameters.size < 100 || this.parameters.has(name.text)) {
      this.parameters.set(name.text, cString(bytes, Math.min(name.next, end), end).text);
    }
  }
}
