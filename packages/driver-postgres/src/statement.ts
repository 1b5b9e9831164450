import { randomUUID } from 'node:crypto';
import type { ColumnInfo } from '@sluice/contracts';
import { columnInfos, type Column } from '@sluice/driver-kit/rows/columns';
import { DriverError, type StatementSummary } from '@sluice/driver-kit';
import { EMPTY_SOURCE, type Frame, type Source } from '@sluice/driver-kit/encode/source';
import { RowStream } from '@sluice/driver-kit/rows/row-stream';
import { protocolError } from '@sluice/driver-kit/errors';
import type { ReadLimits } from '@sluice/driver-kit/session/session';
import { leadingWord } from '@sluice/driver-kit/sql/leading-words';
import type { TypeCatalog } from './catalog.js';
import { completion, guessedCommand, type Completion } from './command.js';
import { DataRowWriter, longestValue } from './data-row.js';
import { copyInError, copyOutError, isFatal, serverFields, statementError } from './errors.js';
import { ExecuteWindow } from './execute-window.js';
import { readFields, type Field } from './fields.js';
import { Notices } from './notices.js';
import { openPortal, type Parameter } from './parameters.js';
import * as protocol from './protocol.js';
import { ignoredReplies, Reply } from './protocol.js';
import { emptyEnvelope, type Envelope } from './read-only.js';
import type { SessionHandler, PostgresSocket } from './postgres-socket.js';

/**
 * Runs one statement in the extended query protocol. The server rejects several commands in one statement, and
 * rows arrive in rounds, so a row limit is enforced by requesting no more rows.
 *
 * The portal is described first; then Execute messages follow, the next one sent while the current round is
 * read. Nothing is committed before Sync, which is sent last.
 */
export class PostgresStatement implements SessionHandler {
  readonly maxRowBytes: number;
  readonly rows: RowStream<Frame>;
  private readonly acceptance = Promise.withResolvers<ColumnInfo[] | null>();
  /** Resolves with the columns, or null; rejects if the server refuses the statement. */
  readonly accepted = this.acceptance.promise;
  private columns: Column[] | null = null;
  private fields: Field[] = [];
  private readonly frame: Frame = { src: EMPTY_SOURCE, at: 0, end: 0 };
  private readonly window: ExecuteWindow;
  private rounds = 0;
  private resolvingTypes = false;
  private envelope: Envelope = emptyEnvelope;
  /** Commands of the envelope that were sent before the statement and have not completed. */
  private pendingCommands = 0;
  private synced = false;
  /** The statement has ended; the envelope's last command has not. */
  private closing = false;
  private stopping = false;
  private completed: Completion | null = null;
  private failure: DriverError | null = null;
  private readonly notices = new Notices();

  constructor(
    private readonly socket: PostgresSocket,
    private readonly text: { sql: string; rows?: string },
    private readonly parameters: readonly Parameter[],
    limits: ReadLimits,
    private readonly types: TypeCatalog,
  ) {
    this.maxRowBytes = limits.maxRowBytes;
    const { maxRows, maxBytes } = limits;
    // Parallel workers run only for a portal that is executed to its end at once.
    this.window = new ExecuteWindow(
      maxRows === null ? null : maxRows + 1,
      maxRows === null && maxBytes === null,
    );
    this.rows = new RowStream(socket, limits);
  }

  /** Sends the statement within its envelope. */
  send(envelope: Envelope): void {
    this.socket.handler = this;
    this.envelope = envelope;
    this.pendingCommands = envelope.before.length;
    this.socket.send(
      ...envelope.before.flat(),
      ...openPortal(this.text.sql, this.parameters),
      protocol.flush,
    );
  }

  /** Stops back-pressure; remaining rows are read and dropped so that the server notices the cancel. */
  stop(): void {
    this.stopping = true;
    this.rows.stop();
  }

  summary(): StatementSummary {
    return {
      columns: this.columns && columnInfos(this.columns, this.rows.read?.statistics),
      rowCount: this.rows.read?.stored ?? 0,
      ...(this.completed ?? guessedCommand(this.text.sql)),
      truncatedBy: this.rows.read?.truncatedBy ?? null,
      notices: this.notices.texts,
    };
  }

  row(src: Source, at: number, end: number): void {
    if (this.pendingCommands > 0) return;
    if (this.resolvingTypes) {
      this.types.addRow(src.bytes, at, end);
      return;
    }
    this.window.row(end - at);
    const { frame } = this;
    frame.src = src;
    frame.at = at;
    frame.end = end;
    if (!this.rows.row(frame, end - at, longestValue)) throw protocolError('invalid DataRow');
  }

  announced(length: number): void {
    this.rows.announce(length);
  }

  oversized(length: number): void {
    throw this.rows.rowTooLarge(length);
  }

  message(type: number, bytes: Buffer, at: number, end: number): void {
    switch (type) {
      case Reply.rowDescription:
        this.onRowDescription(readFields(bytes, at, end));
        break;
      case Reply.noData:
        this.acceptedWithoutColumns();
        break;
      case Reply.suspended:
        this.nextRound();
        break;
      case Reply.commandComplete:
        this.complete(protocol.cString(bytes, at, end).text);
        break;
      case Reply.emptyQuery:
        this.completed = { command: null, affectedRows: null };
        this.sync();
        break;
      case Reply.error:
        this.error(bytes, at, end);
        break;
      case Reply.notice:
        this.notices.add(bytes, at, end);
        break;
      case Reply.ready:
        this.ready(bytes[at] ?? 0);
        break;
      case Reply.copyIn:
        if (this.stopping || this.text.rows === undefined) this.failure ??= copyInError();
        // The server discards a Sync while it waits for COPY data, so another one has to follow.
        this.synced = false;
        this.sync(...protocol.copyAnswer(this.failure === null ? this.text.rows : undefined));
        break;
      case Reply.copyOut:
        this.failure ??= copyOutError();
        break;
      case Reply.parameterStatus:
        this.socket.message(type, bytes, at, end);
        break;
      case Reply.copyBoth:
        throw protocolError('unexpected CopyBothResponse');
      default:
        if (!ignoredReplies.has(type)) throw protocolError('unknown message type');
    }
  }

  received(): void {
    this.rows.received();
  }

  onClosed(error: DriverError): void {
    // Without Sync nothing is committed, except by a procedure with its own COMMIT.
    const inDoubt = error.kind === 'limit' && leadingWord(this.text.sql, 'postgres') === 'call';
    this.settle(inDoubt ? new DriverError('limit', 'unknown', error.title) : error);
  }

  private onRowDescription(fields: Field[]): void {
    if (this.columns || this.resolvingTypes) throw protocolError('unexpected RowDescription');
    this.fields = fields;
    const unknown = fields.filter((field) => !this.types.find(field));
    if (unknown.length === 0) {
      this.acceptedWithColumns();
      return;
    }
    this.resolvingTypes = true;
    this.socket.send(this.types.lookupMessages(unknown));
  }

  private acceptedWithColumns(): void {
    const columns = this.fields.map((field) => ({
      name: field.name,
      type: this.types.findOrText(field),
    }));
    this.columns = columns;
    this.rows.begin(new DataRowWriter(columns.map(({ type }) => type.code)));
    if (this.stopping) {
      this.undo();
      return;
    }
    this.execute();
    this.acceptance.resolve(columnInfos(columns));
  }

  private acceptedWithoutColumns(): void {
    if (this.synced) throw protocolError('unexpected response');
    if (this.stopping) {
      this.undo();
      return;
    }
    // A COPY is committed only after the server has not asked to copy data through this connection.
    if (leadingWord(this.text.sql, 'postgres') === 'copy') {
      this.socket.send(protocol.execute('', 0), protocol.flush);
    } else {
      this.sync(protocol.execute('', 0));
    }
    this.acceptance.resolve(null);
  }

  /** The portal is suspended, so it can be executed again after its end. */
  private nextRound(): void {
    const read = this.rows.read;
    if (!read) throw protocolError('unexpected PortalSuspended');
    if (this.synced) return;
    if (this.stopping) this.undo();
    else if (read.truncatedBy !== null) this.sync(protocol.closePortal(''));
    else {
      if (this.rounds === 0) this.execute();
      this.rounds = 1;
      this.execute();
    }
  }

  private execute(): void {
    const count = this.window.next();
    if (count !== null) this.socket.send(protocol.execute('', count), protocol.flush);
  }

  private complete(tag: string): void {
    if (this.closing) return;
    if (this.pendingCommands > 0) {
      this.pendingCommands--;
      return;
    }
    if (this.resolvingTypes) {
      this.resolvingTypes = false;
      this.acceptedWithColumns();
      return;
    }
    // An Execute sent in advance completes again with the same tag.
    this.completed ??= completion(tag, this.columns !== null);
    if (this.failure) this.undo();
    else this.sync();
  }

  /** Makes the transaction fail, which rolls back the statement. */
  private undo(): void {
    if (this.synced) return;
    this.failure ??= new DriverError('cancelled', 'failed', 'The statement was cancelled');
    // No portal and no cursor of the session has this random name.
    this.sync(protocol.execute(randomUUID(), 0));
  }

  /** Sends the last messages of the statement. */
  private sync(...last: Buffer[]): void {
    if (this.synced) return;
    this.synced = true;
    this.socket.send(...last, protocol.sync, ...(this.envelope.after ?? []));
  }

  private error(bytes: Buffer, at: number, end: number): void {
    const fields = serverFields(bytes, at, end);
    if (isFatal(fields)) {
      this.socket.keepFatalError(bytes, at, end);
      return;
    }
    this.failure ??= statementError(fields);
    this.sync();
  }

  private ready(status: number): void {
    if (!this.synced) throw protocolError('unexpected ReadyForQuery');
    this.socket.transactionStatus = status;
    if (this.envelope.after === null || this.closing) this.finish();
    else this.closing = true;
  }

  private finish(): void {
    this.rows.flush();
    const lostRows = this.rows.dropped
      ? new DriverError('cancelled', 'unknown', 'The statement was cancelled after it had finished')
      : null;
    this.settle(this.failure ?? lostRows);
  }

  private settle(error: DriverError | null): void {
    this.socket.handler = null;
    this.rows.settle(error);
    if (error) this.acceptance.reject(error);
    else this.acceptance.resolve(null);
  }
}
