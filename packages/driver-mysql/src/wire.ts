import { DriverError } from '@sluice/driver-kit';
import type { Source } from '@sluice/driver-kit/encode/source';
import { Line } from '@sluice/driver-kit/connect/session-socket';
import { protocolError } from '@sluice/driver-kit/errors';
import { serverError } from './errors.js';
import { Inbox, type PacketHandler } from './inbox.js';
import { quit, Reader, Reply, Status } from './protocol.js';

/** A handler that also hears when a read has been dealt with, and when the session is gone. */
export interface SessionHandler extends PacketHandler {
  /** All complete packets of a read have been handed over. */
  received(): void;
  /** No more packets will come. */
  lost(error: DriverError): void;
}

/** What the server says of its own accord is short. */
const MAX_WORD_BYTES = 64 * 1024;

/**
 * A session's line. One handler at a time takes the packets; between statements the wire itself hears
 * what the server says at its end.
 */
export class Wire extends Line implements PacketHandler {
  readonly maxPacketBytes = MAX_WORD_BYTES;
  /** Set by whoever speaks now. */
  handler: SessionHandler | null = null;
  /** The status that came with the last answer. */
  status = 0;
  protected readonly goodbye = quit;
  private readonly inbox = new Inbox();
  private lastWord: DriverError | undefined;
  private readonly target = (): PacketHandler => this.handler ?? this;

  /** Whether a backslash in a text stands for itself. */
  /** Also with autocommit off, once a table was touched. */
  get inTransaction(): boolean {
    return (this.status & Status.inTransaction) !== 0;
  }

  get noBackslashEscapes(): boolean {
    return (this.status & Status.noBackslashEscapes) !== 0;
  }

  /** An error before the socket closes, such as that of a shutdown; anything else is out of place. */
  packet({ bytes }: Source, at: number, end: number): void {
    if (bytes[at] !== Reply.error) throw protocolError('an answer to nothing');
    this.lastWord = serverError(new Reader(bytes, at, end));
  }

  announced(): void {
    // Ours are short.
  }

  oversized(): never {
    throw protocolError('an answer to nothing');
  }

  protected take(chunk: Buffer): void {
    this.inbox.feed(chunk, this.target);
    this.handler?.received();
  }

  protected lost(error: DriverError): void {
    this.inbox.stop();
    const handler = this.handler;
    this.handler = null;
    const word = this.lastWord;
    handler?.lost(
      word && error.kind === 'connection'
        ? new DriverError('connection', 'unknown', word.title, { sqlState: word.sqlState })
        : error,
    );
  }
}
