import { randomUUID } from 'node:crypto';
import type { ColumnInfo } from '@sluice/contracts';
import { DriverError, type StatementSummary } from '@sluice/driver-kit';
import { EMPTY_SOURCE, type Frame, type Source } from '@sluice/driver-kit/encode/source';
import { RowStream } from '@sluice/driver-kit/rows/row-stream';
import { protocolError, withNotices } from '@sluice/driver-kit/errors';
import type { ReadLimits } from '@sluice/driver-kit/session/session';
import { NoticeList } from '@sluice/driver-kit/text/notices';
import { leadingWord } from '@sluice/driver-kit/sql/leading-words';
import type { TypeCatalog } from './catalog.js';
import { completion, guessedCommand, type Completion } from './command.js';
import { longestValue } from './data-row.js';
import {
  closedError,
  copyInError,
  copyOutError,
  droppedRowsError,
  isFatal,
  noticeText,
  serverFields,
  statementError,
} from './errors.js';
import { readFields, type Field } from './fields.js';
import { bindPortal, prepare, type Parameter } from './parameters.js';
import { PortalPages } from './portal-pages.js';
import * as protocol from './protocol.js';
import { ignoredReplies, Reply } from './protocol.js';
import type { Envelope } from './read-only.js';
import { stringNotice } from './string-notice.js';
import { mayExplainGenericPlan, refusedMark, unboundParameter } from './unbound-parameter.js';
import { ResultColumns } from './result-columns.js';
import { StatementEnd } from './statement-end.js';
import type { SessionHandler, PostgresSocket } from './postgres-socket.js';

/**
 * Runs one statement in the extended query protocol. The server rejects several commands in one statement, and
 * rows arrive in rounds, so a row limit is enforced by requesting no more rows.
 *
 * The statement is described first; then its portal is opened and Execute messages follow, the next one sent while the
 * current page is read. Nothing is committed before Sync, which is sent last. While types are looked up no portal is
 * open: pgpool-II loses it in its mode "raw", and CockroachDB allows one active portal only.
 */
export class PostgresStatement implements SessionHandler {
  readonly maxRowBytes: number;
  readonly rows: RowStream<Frame>;
  private readonly acceptance = Promise.withResolvers<ColumnInfo[] | null>();
  /** Resolves with the columns, or null; rejects if the server refuses the statement. */
  readonly accepted = this.acceptance.promise;
  private readonly columns: ResultColumns;
  private readonly frame: Frame = { src: EMPTY_SOURCE, at: 0, end: 0 };
  private readonly pages: PortalPages;
  private readonly end: StatementEnd;
  /** The statement runs in the simple query protocol, which needs no values for its marks. */
  private isSimple = false;
  private stopping = false;
  private completed: Completion | null = null;
  private failure: DriverError | null = null;
  private readonly notices = new NoticeList();

  constructor(
    private readonly socket: PostgresSocket,
    private readonly text: { sql: string; rows?: string },
    private readonly parameters: readonly Parameter[],
    limits: ReadLimits,
    types: TypeCatalog,
  ) {
    this.columns = new ResultColumns(types);
    this.end = new StatementEnd(socket);
    this.maxRowBytes = limits.maxRowBytes;
    this.pages = new PortalPages(socket, limits);
    this.rows = new RowStream(socket, limits);
    const notice = stringNotice(text.sql, socket.parameters);
    if (notice !== null) this.notices.add(notice);
  }

  /** Sends the statement within its envelope. */
  send(envelope: Envelope): void {
    this.socket.handler = this;
    this.socket.send(
      ...this.end.before(envelope),
      ...prepare(this.text.sql, this.parameters),
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
      columns: this.columns.infos(this.rows.read?.statistics),
      rowCount: this.rows.read?.stored ?? 0,
      ...(this.completed ?? guessedCommand(this.text.sql)),
      truncatedBy: this.rows.read?.truncatedBy ?? null,
      notices: this.notices.texts,
    };
  }

  row(src: Source, at: number, end: number): void {
    if (this.end.isBefore) return;
    if (this.columns.isResolving) {
      this.columns.addType(src, at, end);
      return;
    }
    this.pages.row(end - at);
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
      case Reply.parameterDescription:
        if (end - at < 2) throw protocolError('invalid ParameterDescription');
        this.compareParameters(bytes.readUInt16BE(at));
        break;
      case Reply.noData:
        this.acceptedWithoutColumns();
        break;
      case Reply.suspended:
        this.nextPage();
        break;
      case Reply.commandComplete:
        this.complete(protocol.cString(bytes, at, end).text);
        break;
      case Reply.emptyQuery:
        this.completed = { command: null, affectedRows: null };
        this.end.sync();
        break;
      case Reply.error:
        this.error(bytes, at, end);
        break;
      case Reply.notice:
        this.notices.add(noticeText(serverFields(bytes, at, end)));
        break;
      case Reply.ready:
        if (this.end.ready(bytes[at] ?? 0)) this.finish();
        break;
      case Reply.copyIn:
        if (this.stopping || this.text.rows === undefined) this.failure ??= copyInError();
        // The server discards a Sync while it waits for COPY data, so another one has to follow.
        this.end.isSent = false;
        this.end.sync(...protocol.copyAnswer(this.failure === null ? this.text.rows : undefined));
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
    this.settle(closedError(error, leadingWord(this.text.sql, 'postgres') === 'call'));
  }

  /** A text that was pasted from a log can have marks without values: the statement ends before it is bound. */
  private compareParameters(count: number): void {
    const bound = this.parameters.length;
    const { sql } = this.text;
    if (count <= bound) return;
    if (bound === 0 && mayExplainGenericPlan(sql)) this.isSimple = true;
    else this.failure ??= unboundParameter(sql, bound);
  }

  private onRowDescription(fields: Field[]): void {
    if (this.columns.isResolving) throw protocolError('unexpected RowDescription');
    if (this.columns.isKnown) {
      this.pages.described();
      return;
    }
    if (this.failure) {
      this.undo();
      return;
    }
    const lookup = this.columns.describe(fields);
    if (lookup === null) this.acceptedWithColumns();
    else this.socket.send(lookup);
  }

  private acceptedWithColumns(): void {
    this.rows.begin(this.columns.resolved());
    if (this.stopping) {
      this.undo();
      return;
    }
    if (this.isSimple) this.end.send(this.pages.simple(this.text.sql));
    else this.socket.send(bindPortal(this.parameters), ...this.pages.first(), protocol.flush);
    this.acceptance.resolve(this.columns.infos());
  }

  private acceptedWithoutColumns(): void {
    if (this.end.isSent) throw protocolError('unexpected response');
    if (this.stopping || this.failure) {
      this.undo();
      return;
    }
    const run = [bindPortal(this.parameters), protocol.execute('', 0)];
    // A COPY is committed only after the server has not asked to copy data through this connection.
    if (leadingWord(this.text.sql, 'postgres') === 'copy') {
      this.socket.send(...run, protocol.flush);
    } else {
      this.end.sync(...run);
    }
    this.acceptance.resolve(null);
  }

  /** The portal is suspended, so it can be executed again after its end. */
  private nextPage(): void {
    const read = this.rows.read;
    if (!read) throw protocolError('unexpected PortalSuspended');
    this.pages.suspended();
    if (this.end.isSent) return;
    if (this.stopping) this.undo();
    else if (read.truncatedBy !== null) this.end.sync(protocol.closePortal(''));
    else this.pages.next();
  }

  private complete(tag: string): void {
    if (this.end.completesEnvelope()) return;
    if (this.columns.isResolving) {
      this.acceptedWithColumns();
      return;
    }
    // An Execute sent in advance completes again with the same tag.
    if (this.completed === null) {
      this.completed = completion(tag, this.columns.isKnown);
      this.pages.completed();
    }
    if (this.failure) this.undo();
    else this.end.sync();
  }

  /** Makes the transaction fail, which rolls back the statement. */
  private undo(): void {
    if (this.end.isSent) return;
    this.failure ??= new DriverError('cancelled', 'failed', 'The statement was cancelled');
    // No portal and no cursor of the session has this random name.
    this.end.sync(protocol.execute(randomUUID(), 0));
  }

  private error(bytes: Buffer, at: number, end: number): void {
    const fields = serverFields(bytes, at, end);
    if (isFatal(fields)) {
      this.socket.keepFatalError(bytes, at, end);
      return;
    }
    this.failure ??=
      refusedMark(this.text.sql, this.parameters.length, fields.get('C')) ??
      statementError(fields, this.stopping);
    this.end.sync();
  }

  private finish(): void {
    this.rows.flush();
    const lost = this.rows.dropped ? droppedRowsError() : this.pages.lostRows(this.rows.read);
    this.settle(this.failure ?? lost);
  }

  private settle(error: DriverError | null): void {
    this.socket.handler = null;
    this.pages.stopWaiting();
    const failure = error && withNotices(error, this.notices.texts);
    this.rows.settle(failure);
    if (failure) this.acceptance.reject(failure);
    else this.acceptance.resolve(null);
  }
}
