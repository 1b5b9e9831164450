import type { ColumnInfo } from '@sluice/contracts';
import { columnInfos, type Column } from '@sluice/driver-kit/rows/columns';
import { DriverError, type StatementSummary } from '@sluice/driver-kit';
import { EMPTY_SOURCE, type Frame, type Source } from '@sluice/driver-kit/encode/source';
import { protocolError, withNotices } from '@sluice/driver-kit/errors';
import { RowStream } from '@sluice/driver-kit/rows/row-stream';
import type { ReadLimits } from '@sluice/driver-kit/session/session';
import { affectedBy, commandOf, onlyReads } from './command.js';
import { INTERRUPTED, isAboutSession, serverError, type ServerError } from './errors.js';
import { readField, type Field } from './fields.js';
import { textRow } from './binary-row.js';
import { withPosition } from './error-position.js';
import {
  KEEP_UTF8,
  keptUtf8,
  otherEncoding,
  otherReading,
  severalResults,
  warningText,
} from './notices.js';
import { isEnd, query, Reader, readEnd, readOk, Reply, Status, type Ok } from './protocol.js';
import { mayChangeSession } from './session-variables.js';
import { encodingOf } from './text-columns.js';
import { longestValue, TextRowWriter } from './text-row.js';
import { typeOf } from './values.js';
import type { SessionHandler, MysqlSocket } from './mysql-socket.js';

/** Maximum size of a packet that is not a row; real servers send far less. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
const MAX_COLUMNS = 10_000;

/** Dependencies of a statement on its session. */
export interface StatementOptions {
  socket: MysqlSocket;
  sql: string;
  limits: ReadLimits;
  /** The server sends MariaDB's extended type metadata. */
  extended: boolean;
  /** The command that runs a prepared statement; absent: the text is sent. */
  execute?: Buffer | undefined;
  /** Called at a row limit: asks the server to stop. */
  interrupt: () => void;
  /** Reads the warnings of a statement that has ended, of which there are at least so many. Never rejects. */
  readWarnings: (count: number) => Promise<string[]>;
}

/** Expected next packet. */
type Awaits = 'answer' | 'columns' | 'end of columns' | 'rows' | 'nothing';

/**
 * Runs one statement in the text protocol, or a prepared statement in the binary one. A procedure can return several results: the rows of the first are
 * kept, the others are counted.
 */
export class MysqlStatement implements SessionHandler {
  readonly rows: RowStream<Frame>;
  /** Resolves with the columns, or null; rejects if the server refuses the statement. */
  readonly accepted: Promise<ColumnInfo[] | null>;
  private accept: (columns: ColumnInfo[] | null) => void = () => undefined;
  private refuse: (error: DriverError) => void = () => undefined;
  private awaits: Awaits = 'answer';
  private columns: Column[] | null = null;
  private described: Column[] = [];
  /** Columns of the current result as the server describes them. */
  private fields: Field[] = [];
  private columnCount = 0;
  private results = 0;
  /** Null if the statement returned only rows, for which the server reports no count. */
  private affectedRows: number | null = null;
  private warnings = 0;
  private stopping = false;
  private interrupted = false;
  /** The error of the server. */
  private refusal: ServerError | null = null;
  private failure: DriverError | null = null;
  private notices: string[] = [];
  private readonly frame: Frame = { src: EMPTY_SOURCE, at: 0, end: 0 };

  constructor(private readonly options: StatementOptions) {
    this.rows = new RowStream(options.socket, options.limits);
    this.accepted = new Promise((resolve, reject) => {
      this.accept = resolve;
      this.refuse = reject;
    });
  }

  get maxPacketBytes(): number {
    return this.awaits === 'rows' ? this.options.limits.maxRowBytes : MAX_MESSAGE_BYTES;
  }

  /** Sends the statement. */
  send(): void {
    const { socket } = this.options;
    // The session may have ended while the statement was prepared; a closed socket calls no handler.
    if (socket.closed) {
      this.onClosed(new DriverError('connection', 'not_run', 'The connection is closed'));
      return;
    }
    socket.handler = this;
    socket.send(this.options.execute ?? query(this.options.sql));
  }

  /** Stops back-pressure; remaining rows are read and dropped so that the server notices the cancel. */
  stop(): void {
    this.stopping = true;
    this.rows.stop();
  }

  summary(): StatementSummary {
    const { sql } = this.options;
    const { read } = this.rows;
    return {
      columns: this.columns && columnInfos(this.columns, read?.statistics),
      rowCount: read?.stored ?? 0,
      affectedRows: affectedBy(sql, this.affectedRows),
      command: commandOf(sql),
      truncatedBy: read?.truncatedBy ?? null,
      notices: this.notices,
    };
  }

  packet(src: Source, at: number, end: number): void {
    const first = src.bytes[at];
    if (this.awaits === 'rows' && first !== Reply.error && !isEnd(first, end - at)) {
      this.row(src, at, end);
      return;
    }
    const reader = new Reader(src.bytes, at, end);
    if (first === Reply.error) this.failed(reader);
    else if (this.awaits === 'rows') this.endOfResult(readEnd(reader));
    else if (this.awaits === 'columns') this.column(reader);
    else if (this.awaits === 'end of columns') this.endOfColumns(first, end - at);
    else if (this.awaits === 'answer') this.answer(first, reader);
    else throw protocolError('unexpected packet');
  }

  announced(length: number): void {
    if (this.awaits === 'rows') this.rows.announce(length);
  }

  oversized(length: number): never {
    if (this.awaits === 'rows') throw this.rows.rowTooLarge(length);
    throw protocolError('packet too long');
  }

  received(): void {
    this.rows.received();
  }

  onClosed(error: DriverError): void {
    // The server rolls back a statement whose rows it could not send, except for work of procedures and of
    // engines without transactions.
    const inDoubt = error.kind === 'limit' && !onlyReads(this.options.sql);
    this.settle(inDoubt ? new DriverError('limit', 'unknown', error.title) : error);
  }

  private answer(first: number | undefined, reader: Reader): void {
    if (first === Reply.ok) {
      const ok = readOk(reader);
      this.affectedRows = (this.affectedRows ?? 0) + ok.affectedRows;
      this.endOfResult(ok);
      return;
    }
    if (first === Reply.localFile) throw protocolError('LOCAL INFILE request');
    this.columnCount = reader.count();
    if (this.columnCount < 1 || this.columnCount > MAX_COLUMNS)
      throw protocolError('invalid column count');
    this.described = [];
    this.fields = [];
    this.awaits = 'columns';
  }

  private column(reader: Reader): void {
    const field = readField(reader, this.options.extended);
    this.fields.push(field);
    this.described.push({
      name: field.name,
      type: typeOf(field, this.options.socket.variables.isUtc),
    });
    if (this.described.length === this.columnCount) this.awaits = 'end of columns';
  }

  private endOfColumns(first: number | undefined, bytes: number): void {
    if (!isEnd(first, bytes)) throw protocolError('missing EOF after columns');
    this.awaits = 'rows';
    this.results++;
    if (this.results > 1 || this.isUnreadable()) return;
    this.columns = this.described;
    this.rows.begin(new TextRowWriter(this.described.map(({ type }) => type.code)));
    this.accept(columnInfos(this.described));
  }

  /** The texts of the result are not UTF-8: the statement has changed the character set before its rows. */
  private isUnreadable(): boolean {
    const encodings = new Set(this.fields.map(encodingOf));
    if (encodings.has('wide')) {
      const outcome = onlyReads(this.options.sql) ? 'failed' : 'ran_result_lost';
      const title = 'The rows are in UCS-2, UTF-16 or UTF-32, which cannot be read';
      this.failure = new DriverError('sql', outcome, title, { hint: KEEP_UTF8 });
    } else if (encodings.has('other')) {
      this.notices.push(otherEncoding);
    }
    return this.failure !== null;
  }

  private row(src: Source, at: number, end: number): void {
    if (this.results > 1 || this.failure !== null) return;
    const { frame } = this;
    frame.src = src;
    frame.at = at;
    frame.end = end;
    const row = this.options.execute === undefined ? frame : textRow(this.fields, frame);
    if (!this.rows.row(row, end - at, longestValue)) throw protocolError('invalid row');
    if (this.rows.read?.truncatedBy != null && !this.interrupted) this.interruptReading();
  }

  /** Only reading statements are interrupted: an interrupt would roll back any other. */
  private interruptReading(): void {
    this.interrupted = true;
    if (onlyReads(this.options.sql)) this.options.interrupt();
  }

  private endOfResult(ok: Pick<Ok, 'status' | 'warnings'> & Partial<Ok>): void {
    const { status, warnings } = ok;
    this.options.socket.apply(ok);
    this.warnings = warnings;
    if ((status & Status.moreResults) !== 0) this.awaits = 'answer';
    else this.end();
  }

  private failed(reader: Reader): void {
    const error = serverError(reader);
    this.warnings = 0;
    const isOwnInterrupt = this.interrupted && !this.stopping && error.number === INTERRUPTED;
    if (!isOwnInterrupt) {
      this.refusal = error;
      this.failure = this.placed(error);
    }
    this.end();
  }

  private placed(error: ServerError): DriverError {
    const { socket, sql } = this.options;
    return withPosition(error, sql, otherReading(socket, sql));
  }

  /** The last packet of the statement has arrived. */
  private end(): void {
    const { socket, sql } = this.options;
    this.awaits = 'nothing';
    this.rows.flush();
    socket.handler = null;
    if (mayChangeSession(sql)) socket.variables.mayHaveChanged(this.failure === null);
    const { foreignCharacterSet } = socket.variables;
    if (foreignCharacterSet !== undefined) this.notices.push(keptUtf8(foreignCharacterSet));
    if (this.results > 1) this.notices.push(severalResults(this.results));
    const reading = this.failure === null ? otherReading(socket, sql) : undefined;
    if (reading !== undefined) this.notices.push(`NOTE: ${reading}`);
    if (this.isAskedFor()) void this.settleWithWarnings();
    else this.settle(this.outcome());
  }

  /** Whether the session has to answer a question before the statement is settled. */
  private isAskedFor(): boolean {
    const { refusal } = this;
    // Warnings in another character set cannot be read.
    const isReadable = this.options.socket.variables.foreignCharacterSet === undefined;
    if (!this.stopping) return (this.warnings > 0 && isReadable) || refusal !== null;
    return refusal !== null && isAboutSession(refusal) && refusal.kind !== 'cancelled';
  }

  private async settleWithWarnings(): Promise<void> {
    const { options, refusal } = this;
    const warnings = await options.readWarnings(this.warnings);
    // User code can raise every number: whether the session has answered tells what the error means.
    if (refusal !== null && isAboutSession(refusal))
      this.failure = this.placed(refusal.ofSession(!options.socket.closed));
    const own = refusal && warningText(['Error', String(refusal.number), refusal.title]);
    this.notices.push(...warnings.filter((text) => text !== own));
    this.settle(this.outcome());
  }

  private outcome(): DriverError | null {
    if (this.failure) return withNotices(this.failure, this.notices);
    return this.rows.dropped
      ? new DriverError('cancelled', 'unknown', 'The statement was cancelled after it had finished')
      : null;
  }

  private settle(error: DriverError | null): void {
    const { socket } = this.options;
    if (socket.handler === this) socket.handler = null;
    this.rows.settle(error);
    if (error) this.refuse(error);
    else this.accept(null);
  }
}
