import { DriverError } from '@sluice/driver-kit';
import type { Source } from '@sluice/driver-kit/encode/source';
import { SessionSocket } from '@sluice/driver-kit/connect/session-socket';
import { protocolError } from '@sluice/driver-kit/errors';
import { serverError } from './errors.js';
import { PacketReader, type PacketHandler } from './packet-reader.js';
import { quit, Reader, Reply, Status, type Ok } from './protocol.js';
import { SessionVariables } from './session-variables.js';

/** A packet handler that is also notified when a read is complete and when the session ends. */
export interface SessionHandler extends PacketHandler {
  /** All complete packets of a read have been handled. */
  received(): void;
  /** The session has ended; no packet follows. */
  onClosed(error: DriverError): void;
}

/** Maximum size of a packet that arrives while no statement runs. */
const MAX_IDLE_PACKET_BYTES = 64 * 1024;

/**
 * The socket of a session. One handler at a time receives the packets; between statements the socket itself
 * records the server's last error.
 */
export class MysqlSocket extends SessionSocket implements PacketHandler {
  readonly maxPacketBytes = MAX_IDLE_PACKET_BYTES;
  /** The current receiver of packets. */
  handler: SessionHandler | null = null;
  /** Status flags of the last response. */
  status = 0;
  readonly variables = new SessionVariables();
  protected readonly terminateMessage = quit;
  private readonly reader = new PacketReader();
  private lastError: DriverError | undefined;
  private readonly currentHandler = (): PacketHandler => this.handler ?? this;

  /** Whether a transaction is open; also with autocommit off once a table was used. */
  get inTransaction(): boolean {
    return (this.status & Status.inTransaction) !== 0;
  }

  /** Takes over what a response says about the session. */
  apply({ status, variables = [] }: Pick<Ok, 'status'> & Partial<Pick<Ok, 'variables'>>): void {
    this.status = status;
    this.variables.apply(variables);
  }

  /** Whether a backslash in a string is an ordinary character. */
  get noBackslashEscapes(): boolean {
    return (this.status & Status.noBackslashEscapes) !== 0;
  }

  /**
   * Handles an error packet before the socket closes, such as a shutdown notice; any other packet is a protocol
   * violation.
   */
  packet({ bytes }: Source, at: number, end: number): void {
    if (bytes[at] !== Reply.error) throw protocolError('unexpected packet');
    this.lastError = serverError(new Reader(bytes, at, end));
  }

  announced(): void {
    // Packets between statements are short.
  }

  oversized(): never {
    throw protocolError('unexpected packet');
  }

  protected parse(chunk: Buffer): void {
    this.reader.feed(chunk, this.currentHandler);
    this.handler?.received();
  }

  protected onClosed(error: DriverError): void {
    this.reader.stop();
    const handler = this.handler;
    this.handler = null;
    const { lastError } = this;
    handler?.onClosed(
      lastError && error.kind === 'connection'
        ? new DriverError('connection', 'unknown', lastError.title, {
            sqlState: lastError.sqlState,
          })
        : error,
    );
  }
}
