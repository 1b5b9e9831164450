import { randomUUID } from 'node:crypto';
import type { ColumnInfo } from '@sluice/contracts';
import { DriverError, type StatementSummary } from '../driver.js';
import type { ReadLimits } from '../session.js';
import type { TypeCatalog } from './catalog.js';
import { columnInfos, readFields, type Column, type Field } from './columns.js';
import { completion, guessedCommand, type Completion } from './command.js';
import { CHUNK_BYTES, RowEncoder } from './encode/rows.js';
import type { Source } from './encode/source.js';
import { isFatal, protocolError, serverFields, statementError } from './errors.js';
import { leadingWord } from './leading-word.js';
import * as protocol from './protocol.js';
import { Reply } from './protocol.js';
import { ChunkQueue } from './queue.js';
import { ExecuteWindow } from './window.js';
import type { SessionHandler, Wire } from './wire.js';

/** Rows are shown at the latest after this, however slowly they come. */
const FLUSH_MS = 100;
/** Rows of a stopped statement that are kept in case it finished anyway. */
const MAX_BYTES_AFTER_STOP = 64 * 1024 * 1024;
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
  readonly queue: ChunkQueue;
  /** The columns, or null; rejects when the server refuses the statement. */
  readonly accepted: Promise<ColumnInfo[] | null>;
  private accept: (columns: ColumnInfo[] | null) => void = () => undefined;
  private refuse: (error: DriverError) => void = () => undefined;
  private columns: Column[] | null = null;
  private fields: Field[] = [];
  private encoder: RowEncoder | null = null;
  private readonly window: ExecuteWindow;
  private rounds = 0;
  private lookingUp = false;
  private synced = false;
  private stopping = false;
  private dropped = false;
  private completed: Completion | null = null;
  private failure: DriverError | null = null;
  private flushTimer: NodeJS.Timeout | null = null;
  private readonly notices: string[] = [];

  constructor(
    private readonly wire: Wire,
    private readonly sql: string,
    private readonly limits: ReadLimits,
    private readonly types: TypeCatalog,
  ) {
    // Several values may be below the cap and their row above it: it is buffered whole, so it is capped too.
    this.maxRowBytes = limits.maxCellBytes * 2 + 64 * 1024;
    const { maxRows, maxBytes } = limits;
    // Only a portal that is run to its end at once may use parallel workers.
    this.window = new ExecuteWindow(
      maxRows === null ? null : maxRows + 1,
      maxRows === null && maxBytes === null,
    );
    this.queue = new ChunkQueue(() => {
      if (!this.queue.full) this.wire.release();
    });
    this.accepted = new Promise((resolve, reject) => {
      this.accept = resolve;
      this.refuse = reject;
    });
  }

  /** Sends the statement. `before` goes first in the same packet. */
  begin(before: Buffer[] = []): void {
    this.wire.handler = this;
    this.wire.send(
      ...before,
      protocol.parse('', this.sql),
      protocol.bind('', ''),
      protocol.describePortal(''),
      protocol.flush,
    );
  }

  /** No more rows are wanted; what comes is read all the same, so that the server hears a cancel. */
  stop(): void {
    this.stopping = true;
    this.wire.release();
  }

  summary(): StatementSummary {
    const { command, affectedRows } = this.completed ?? guessedCommand(this.sql);
    return {
      columns: this.columns && columnInfos(this.columns, this.encoder?.statistics),
      rowCount: this.encoder?.stored ?? 0,
      affectedRows,
      command,
      truncatedBy: this.encoder?.truncatedBy ?? null,
      notices: this.notices,
    };
  }

  row(src: Source, at: number, end: number): void {
    if (this.lookingUp) {
      this.types.answer(src.bytes, at, end);
      return;
    }
    const encoder = this.encoder;
    if (!encoder) throw protocolError('a row without columns');
    if (end - at > this.limits.maxCellBytes) this.checkCells(src.bytes, at, end);
    this.window.row(end - at);
    if (!encoder.row(src, at, end)) throw protocolError('a broken row');
    if (encoder.waiting >= CHUNK_BYTES) this.flushRows();
  }

  oversized(length: number): void {
    throw this.tooLarge(`The server sent a row of ${String(length)} bytes`);
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
        this.finish();
        return;
      case Reply.copyIn:
        // The server reads no Sync while it waits for data, so another one has to follow.
        this.synced = true;
        this.failure ??= new DriverError('sql', 'failed', 'COPY FROM STDIN is not supported');
        this.wire.send(protocol.copyFail('there is no data to copy here'), protocol.sync);
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
    if (this.encoder && this.encoder.waiting > 0 && !this.flushTimer) {
      this.flushTimer = setTimeout(() => {
        this.flushTimer = null;
        this.flushRows();
      }, FLUSH_MS);
    }
  }

  lost(error: DriverError): void {
    this.settle(error);
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
    const { maxRows, maxBytes } = this.limits;
    const codes = columns.map(({ type }) => type.code);
    this.encoder = new RowEncoder(codes, maxRows, maxBytes);
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
      this.synced = true;
      this.wire.send(protocol.execute('', 0), protocol.sync);
    }
    this.accept(null);
  }

  /** The portal has more rows. Only now is it certain that it may be run again after its end. */
  private nextRound(): void {
    const encoder = this.encoder;
    if (!encoder) throw protocolError('a round without rows');
    if (this.synced) return;
    if (this.stopping) this.undo();
    else if (encoder.truncatedBy !== null) {
      this.synced = true;
      this.wire.send(protocol.closePortal(''), protocol.sync);
    } else {
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
    this.synced = true;
    this.failure ??= new DriverError('cancelled', 'failed', 'The statement was cancelled');
    // No portal has this name, and no cursor of the tenant's can have it either.
    this.wire.send(protocol.execute(randomUUID(), 0), protocol.sync);
  }

  private sync(): void {
    if (this.synced) return;
    this.synced = true;
    this.wire.send(protocol.sync);
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

  private checkCells(bytes: Buffer, at: number, end: number): void {
    let i = at + 2;
    while (i + 4 <= end) {
      const length = bytes.readInt32BE(i);
      if (length > this.limits.maxCellBytes) {
        throw this.tooLarge(`The server sent a value of ${String(length)} bytes`);
      }
      i += 4 + Math.max(0, length);
    }
  }

  /** Without Sync nothing is committed, unless a procedure did so itself. */
  private tooLarge(what: string): DriverError {
    const outcome = leadingWord(this.sql) === 'call' ? 'unknown' : 'failed';
    const title = `${what}; a value may have ${String(this.limits.maxCellBytes)}`;
    return new DriverError('limit', outcome, title);
  }

  private flushRows(): void {
    if (this.flushTimer) clearTimeout(this.flushTimer);
    this.flushTimer = null;
    const chunk = this.encoder?.take();
    if (!chunk) return;
    if (this.stopping && this.queue.bytes > MAX_BYTES_AFTER_STOP) {
      this.dropped = true;
      return;
    }
    this.queue.push(chunk);
    if (this.queue.full && !this.stopping) this.wire.hold();
  }

  private finish(): void {
    if (!this.synced) throw protocolError('ready without being asked');
    this.flushRows();
    const lostRows = this.dropped
      ? new DriverError('cancelled', 'unknown', 'The statement was cancelled when it had finished')
      : null;
    this.settle(this.failure ?? lostRows);
  }

  private settle(error: DriverError | null): void {
    if (this.flushTimer) clearTimeout(this.flushTimer);
    this.wire.handler = null;
    this.wire.release();
    if (error) {
      this.refuse(error);
      this.queue.fail(error);
    } else {
      this.accept(null);
      this.queue.end();
    }
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
