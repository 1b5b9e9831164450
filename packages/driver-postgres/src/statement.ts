import { randomUUID } from 'node:crypto';
import type { ColumnInfo } from '@sluice/contracts';
import { columnInfos, type Column } from '@sluice/driver-kit/rows/columns';
import { DriverError, type StatementSummary } from '@sluice/driver-kit';
import { NOTHING, type Frame, type Source } from '@sluice/driver-kit/encode/source';
import { RowStream } from '@sluice/driver-kit/rows/row-stream';
import type { ReadLimits } from '@sluice/driver-kit/session/session';
import type { TypeCatalog } from './catalog.js';
import { completion, guessedCommand, type Completion } from './command.js';
import { DataRowWriter, longestValue } from './data-row.js';
import { protocolError } from '@sluice/driver-kit/errors';
import { isFatal, serverFields, statementError } from './errors.js';
import { readFields, type Field } from './fields.js';
import { leadingWord } from '@sluice/driver-kit/sql/leading-words';
import * as protocol from './protocol.js';
import { Reply } from './protocol.js';
import { bare, type Envelope } from './read-only.js';
import { ExecuteWindow } from './window.js';
import type { SessionHandler, Wire } from './wire.js';

const MAX_NOTICES = 100;
const MAX_NOTICE_CHARS = 8192;

/**
 * One statement on the wire, in the extended protocol: the server refuses several commands in one, and
 * rows come in rounds, so that a limit is kept by not asking for more.
 *
 * Described first; then Execute round by round, the next one sent while one is being read. Nothing is
 * committed before Sync, which is sent last.
 */
export class Statement implements SessionHandler {
  readonly maxRowBytes: number;
  readonly rows: RowStream<Frame>;
  /** The columns, or null; rejects when the server refuses the statement. */
  readonly accepted: Promise<ColumnInfo[] | null>;
  private accept: (columns: ColumnInfo[] | null) => void = () => undefined;
  private refuse: (error: DriverError) => void = () => undefined;
  private columns: Column[] | null = null;
  private fields: Field[] = [];
  private readonly frame: Frame = { src: NOTHING, at: 0, end: 0 };
  private readonly window: ExecuteWindow;
  private rounds = 0;
  private lookingUp = false;
  private envelope: Envelope = bare;
  /** Commands of the envelope that were sent before the statement and have not completed yet. */
  private awaited = 0;
  private synced = false;
  /** The statement is over; the command behind it is not. */
  private closing = false;
  private stopping = false;
  private completed: Completion | null = null;
  private failure: DriverError | null = null;
  private readonly notices: string[] = [];

  constructor(
    private readonly wire: Wire,
    private readonly sql: string,
    limits: ReadLimits,
    private readonly types: TypeCatalog,
  ) {
    this.maxRowBytes = limits.maxRowBytes;
    const { maxRows, maxBytes } = limits;
    // Only a portal that is run to its end at once may use parallel workers.
    this.window = new ExecuteWindow(
      maxRows === null ? null : maxRows + 1,
      maxRows === null && maxBytes === null,
    );
    this.rows = new RowStream(wire, limits);
    this.accepted = new Promise((resolve, reject) => {
      this.accept = resolve;
      this.refuse = reject;
    });
  }

  /** Sends the statement, with commands of ours around it. */
  begin(envelope: Envelope): void {
    this.wire.handler = this;
    this.envelope = envelope;
    this.awaited = envelope.before.length;
    this.wire.send(
      ...envelope.before.flat(),
      protocol.parse('', this.sql),
      protocol.bind('', ''),
      protocol.describePortal(''),
      protocol.flush,
    );
  }

  /** No more rows are wanted; what comes is read all the same, so that the server hears a cancel. */
  stop(): void {
    this.stopping = true;
    this.rows.stop();
  }

  summary(): StatementSummary {
    const { command, affectedRows } = this.completed ?? guessedCommand(this.sql);
    return {
      columns: this.columns && columnInfos(this.columns, this.rows.read?.statistics),
      rowCount: this.rows.read?.stored ?? 0,
      affectedRows,
      command,
      truncatedBy: this.rows.read?.truncatedBy ?? null,
      notices: this.notices,
    };
  }

  row(src: Source, at: number, end: number): void {
    if (this.awaited > 0) return;
    if (this.lookingUp) {
      this.types.answer(src.bytes, at, end);
      return;
    }
    this.window.row(end - at);
    const { frame } = this;
    frame.src = src;
    frame.at = at;
    frame.end = end;
    if (!this.rows.row(frame, end - at, longestValue)) throw protocolError('a broken row');
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
        this.described(readFields(bytes, at, end));
        return;
      case Reply.noData:
        this.acceptedWithoutColumns();
        return;
      case Reply.suspended:
        this.nextRound();
        return;
      case Reply.commandComplete:
        this.complete(protocol.cString(bytes, at, end).text);
        return;
      case Reply.emptyQuery:
        this.completed = { command: null, affectedRows: null };
        this.sync();
        return;
      case Reply.error:
        this.error(bytes, at, end);
        return;
      case Reply.notice:
        this.notice(bytes, at, end);
        return;
      case Reply.ready:
        this.ready(bytes[at] ?? 0);
        return;
      case Reply.copyIn:
        // The server reads no Sync while it waits for data, so another one has to follow.
        this.failure ??= new DriverError('sql', 'failed', 'COPY FROM STDIN is not supported');
        this.synced = false;
        this.sync(protocol.copyFail('there is no data to copy here'));
        return;
      case Reply.copyOut:
        this.failure ??= new DriverError('sql', 'failed', 'COPY TO STDOUT is not supported', {
          hint: 'Use SELECT: its rows are stored as the result.',
        });
        return;
      case Reply.parameterStatus:
        this.wire.message(type, bytes, at, end);
        return;
      case Reply.copyBoth:
        throw protocolError('a replication stream');
      default:
        if (!ignored.has(type)) throw protocolError('an unknown message');
    }
  }

  received(): void {
    this.rows.received();
  }

  lost(error: DriverError): void {
    // Without Sync nothing is committed, unless a procedure did so itself.
    const inDoubt = error.kind === 'limit' && leadingWord(this.sql) === 'call';
    this.settle(inDoubt ? new DriverError('limit', 'unknown', error.title) : error);
  }

  private described(fields: Field[]): void {
    if (this.columns || this.lookingUp) throw protocolError('columns without a question');
    this.fields = fields;
    const unknown = fields.filter((field) => !this.types.find(field));
    if (unknown.length === 0) {
      this.acceptedWithColumns();
      return;
    }
    this.lookingUp = true;
    this.wire.send(this.types.question(unknown));
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
    this.accept(columnInfos(columns));
  }

  private acceptedWithoutColumns(): void {
    if (this.synced) throw protocolError('an answer to nothing');
    if (this.stopping) {
      this.undo();
      return;
    }
    // A COPY is not committed until it is known that it copies nothing to us.
    if (leadingWord(this.sql) === 'copy') {
      this.wire.send(protocol.execute('', 0), protocol.flush);
    } else {
      this.sync(protocol.execute('', 0));
    }
    this.accept(null);
  }

  /** The portal has more rows. Only now is it certain that it may be run again after its end. */
  private nextRound(): void {
    const read = this.rows.read;
    if (!read) throw protocolError('a round without rows');
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
    if (count !== null) this.wire.send(protocol.execute('', count), protocol.flush);
  }

  private complete(tag: string): void {
    if (this.closing) return;
    if (this.awaited > 0) {
      this.awaited--;
      return;
    }
    if (this.lookingUp) {
      this.lookingUp = false;
      this.acceptedWithColumns();
      return;
    }
    // A round sent in advance says it again, with nothing more to tell.
    this.completed ??= completion(tag, this.columns !== null);
    if (this.failure) this.undo();
    else this.sync();
  }

  /** Makes the server fail, which rolls back what the statement did. */
  private undo(): void {
    if (this.synced) return;
    this.failure ??= new DriverError('cancelled', 'failed', 'The statement was cancelled');
    // No portal has this name, and no cursor of the tenant's can have it either.
    this.sync(protocol.execute(randomUUID(), 0));
  }

  /** Sends the last messages of the statement. */
  private sync(...last: Buffer[]): void {
    if (this.synced) return;
    this.synced = true;
    this.wire.send(...last, protocol.sync, ...(this.envelope.after ?? []));
  }

  private error(bytes: Buffer, at: number, end: number): void {
    const fields = serverFields(bytes, at, end);
    if (isFatal(fields)) {
      this.wire.farewell(bytes, at, end);
      return;
    }
    this.failure ??= statementError(fields);
    this.sync();
  }

  private notice(bytes: Buffer, at: number, end: number): void {
    if (this.notices.length >= MAX_NOTICES) return;
    const fields = serverFields(bytes, at, end);
    const text = `${fields.get('S') ?? 'NOTICE'}: ${fields.get('M') ?? ''}`;
    this.notices.push(text.slice(0, MAX_NOTICE_CHARS));
  }

  private ready(status: number): void {
    if (!this.synced) throw protocolError('ready without being asked');
    this.wire.transactionStatus = status;
    if (this.envelope.after === null || this.closing) this.finish();
    else this.closing = true;
  }

  private finish(): void {
    this.rows.flush();
    const lostRows = this.rows.dropped
      ? new DriverError('cancelled', 'unknown', 'The statement was cancelled when it had finished')
      : null;
    this.settle(this.failure ?? lostRows);
  }

  private settle(error: DriverError | null): void {
    this.wire.handler = null;
    this.rows.settle(error);
    if (error) this.refuse(error);
    else this.accept(null);
  }
}

const ignored = new Set<number>([
  Reply.parseComplete,
  Reply.bindComplete,
  Reply.closeComplete,
  Reply.notification,
  Reply.copyDone,
  Reply.copyData,
]);
