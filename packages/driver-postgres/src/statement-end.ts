import { protocolError } from '@sluice/driver-kit/errors';
import * as protocol from './protocol.js';
import type { PostgresSocket } from './postgres-socket.js';
import { emptyEnvelope, type Envelope } from './read-only.js';

/** The envelope of a statement and the message that ends it: nothing is committed before. */
export class StatementEnd {
  /** The message that ends the statement has been sent. */
  isSent = false;
  private envelope: Envelope = emptyEnvelope;
  /** Commands of the envelope that were sent before the statement and have not completed. */
  private pendingCommands = 0;
  /** The statement has ended; the envelope's last command has not. */
  private isClosing = false;

  constructor(private readonly socket: PostgresSocket) {}

  /** Whether commands before the statement are running: their rows are not the statement's. */
  get isBefore(): boolean {
    return this.pendingCommands > 0;
  }

  /** Returns the messages that precede the statement. */
  before(envelope: Envelope): Buffer[] {
    this.envelope = envelope;
    this.pendingCommands = envelope.before.length;
    return envelope.before.flat();
  }

  /** Records a CommandComplete; returns whether it belongs to the envelope. */
  completesEnvelope(): boolean {
    if (this.isBefore) {
      this.pendingCommands--;
      return true;
    }
    return this.isClosing;
  }

  /** Sends the last messages of the statement and Sync. */
  sync(...last: Buffer[]): void {
    this.send(...last, protocol.sync);
  }

  /** Sends the last messages of the statement, of which the server answers the last one with ReadyForQuery. */
  send(...last: Buffer[]): void {
    if (this.isSent) return;
    this.isSent = true;
    this.socket.send(...last, ...(this.envelope.after ?? []));
  }

  /** Records a ReadyForQuery; returns whether it is the last one. @throws DriverError if it is unexpected */
  ready(status: number): boolean {
    if (!this.isSent) throw protocolError('unexpected ReadyForQuery');
    this.socket.transactionStatus = status;
    const isLast = this.envelope.after === null || this.isClosing;
    this.isClosing = true;
    return isLast;
  }
}
