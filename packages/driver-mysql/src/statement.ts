import type { ColumnInfo } from '@sluice/contracts';
import { columnInfos, type Column } from '@sluice/driver-kit/rows/columns';
import { DriverError, type StatementSummary } from '@sluice/driver-kit';
import { NOTHING, type Frame, type Source } from '@sluice/driver-kit/encode/source';
import { protocolError } from '@sluice/driver-kit/errors';
import { RowStream } from '@sluice/driver-kit/rows/row-stream';
import type { ReadLimits } from '@sluice/driver-kit/session/session';
import { affectedBy, commandOf, onlyReads } from './command.js';
import { INTERRUPTED, serverError } from './errors.js';
import { readField } from './fields.js';
import { placed } from './place.js';
import { isEnd, query, Reader, readEnd, readOk, Reply, Status, type Ok } from './protocol.js';
import { longestValue, TextRowWriter } from './text-row.js';
import { typeOf } from './values.js';
import type { SessionHandler, Wire } from './wire.js';

/** Packets other than rows: a server that announces more is not answering us. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
const MAX_COLUMNS = 10_000;

/** What a statement needs of its session. */
export interface StatementOptions {
  wire: Wire;
  sql: string;
  limits: ReadLimits;
  /** The server was asked for MariaDB's words on types. */
  extended: boolean;
  /** More rows would be read for nothing: the server may be told to stop. */
  interrupt: () => void;
  /** Reads the warnings of a statement that had some, after its answer. */
  readWarnings: () => Promise<string[]>;
}

/** What the next packet is. */
type Awaits = 'answer' | 'columns' | 'end of columns' | 'rows' | 'nothing';

/**
 * One statement on the wire, in the text protocol. A procedure may answer with several results: the
 * first one's rows are kept, the others' are counted.
 */
export class Statement implements SessionHandler {
  readonly rows: RowStream<Frame>;
  /** The columns, or null; rejects when the server refuses the statement. */
  readonly accepted: Promise<ColumnInfo[] | null>;
  private accept: (columns: ColumnInfo[] | null) => void = () => undefined;
  private refuse: (error: DriverError) => void = () => undefined;
  private awaits: Awaits = 'answer';
  private columns: Column[] | null = null;
  private described: Column[] = [];
  private columnCount = 0;
  private results = 0;
  /** Null where only rows came: the server counts none then. */
  private affectedRows: number | null = null;
  private warnings = 0;
  private stopping = false;
  private interrupted = false;
  private failure: DriverError | null = null;
  private notices: string[] = [];
  private readonly frame: Frame = { src: NOTHING, at: 0, end: 0 };

  constructor(private readonly options: StatementOptions) {
    this.rows = new RowStream(options.wire, options.limits);
    this.accepted = new Promise((resolve, reject) => {
      this.accept = resolve;
      this.refuse = reject;
    });
  }

  get maxPacketBytes(): number {
    return this.awaits === 'rows' ? this.options.limits.maxRowBytes : MAX_MESSAGE_BYTES;
  }

  /** Sends the statement. */
  begin(): void {
    this.options.wire.handler = this;
    this.options.wire.send(query(this.options.sql));
  }

  /** No more rows are wanted; what comes is read all the same, so that the server hears a cancel. */
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
    else throw protocolError('an answer to nothing');
  }

  announced(length: number): void {
    if (this.awaits === 'rows') this.rows.announce(length);
  }

  oversized(length: number): never {
    if (this.awaits === 'rows') throw this.rows.rowTooLarge(length);
    throw protocolError('a message that is too long');
  }

  received(): void {
    this.rows.received();
  }

  lost(error: DriverError): void {
    // The server rolls back what it could not send, except what a procedure or an old engine has kept.
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
    if (first === Reply.localFile) throw protocolError('a request for a file of ours');
    this.columnCount = reader.count();
    if (this.columnCount < 1 || this.columnCount > MAX_COLUMNS) throw protocolError('odd columns');
    this.described = [];
    this.awaits = 'columns';
  }

  private column(reader: Reader): void {
    const field = readField(reader, this.options.extended);
    this.described.push({ name: field.name, type: typeOf(field) });
    if (this.described.length === this.columnCount) this.awaits = 'end of columns';
  }

  private endOfColumns(first: number | undefined, bytes: number): void {
    if (!isEnd(first, bytes)) throw protocolError('columns without an end');
    this.awaits = 'rows';
    this.results++;
    if (this.results > 1) return;
    this.columns = this.described;
    this.rows.begin(new TextRowWriter(this.described.map(({ type }) => type.code)));
    this.accept(columnInfos(this.described));
  }

  private row(src: Source, at: number, end: number): void {
    if (this.results > 1) return;
    const { frame } = this;
    frame.src = src;
    frame.at = at;
    frame.end = end;
    if (!this.rows.row(frame, end - at, longestValue)) throw protocolError('a broken row');
    if (this.rows.read?.truncatedBy != null && !this.interrupted) this.interruptReading();
  }

  /** Only what reads is stopped: to be stopped would undo what another statement has done. */
  private interruptReading(): void {
    this.interrupted = true;
    if (onlyReads(this.options.sql)) this.options.interrupt();
  }

  private endOfResult({ status, warnings }: Omit<Ok, 'affectedRows'>): void {
    this.options.wire.status = status;
    this.warnings = warnings;
    if ((status & Status.moreResults) !== 0) this.awaits = 'answer';
    else this.end();
  }

  private failed(reader: Reader): void {
    const error = serverError(reader);
    const asWished = this.interrupted && !this.stopping && error.number === INTERRUPTED;
    if (!asWished) this.failure = placed(error, this.options.sql);
    this.warnings = 0;
    this.end();
  }

  /** The server has said its last word on the statement. */
  private end(): void {
    this.awaits = 'nothing';
    this.rows.flush();
    this.options.wire.handler = null;
    if (this.results > 1) this.notices.push(onlyFirst(this.results));
    if (this.warnings === 0 || this.failure !== null || this.stopping) this.settle(this.outcome());
    else void this.settleWithWarnings();
  }

  private async settleWithWarnings(): Promise<void> {
    this.notices.push(...(await this.options.readWarnings()));
    this.settle(this.outcome());
  }

  private outcome(): DriverError | null {
    if (this.failure) return this.failure;
    return this.rows.dropped
      ? new DriverError('cancelled', 'unknown', 'The statement was cancelled when it had finished')
      : null;
  }

  private settle(error: DriverError | null): void {
    const { wire } = this.options;
    if (wire.handler === this) wire.handler = null;
    this.rows.settle(error);
    if (error) this.refuse(error);
    else this.accept(null);
  }
}

const onlyFirst = (results: number): string =>
  `NOTE: ${String(results)} results came; the rows of the first are kept`;
