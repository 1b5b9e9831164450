import type { BoundValue, ConnectionSchema, TableDetail } from '@sluice/contracts';
import type { Dialect } from '@sluice/sql';
import { DriverError, type SessionOptions, type TableName } from '@sluice/driver-kit';
import { readRows, type EachRow } from '@sluice/driver-kit/introspection';
import { collectRows } from '@sluice/driver-kit/table-detail';
import { lostError } from '@sluice/driver-kit/errors';
import type { Session, SessionRun, StartOptions } from '@sluice/driver-kit/session/session';
import { MAX_NOTICES, moreNotices } from '@sluice/driver-kit/text/notices';
import { open, reset, type Opened } from './connect.js';
import { describeTable } from './describe-table.js';
import { exchange } from './exchange.js';
import { handleOf } from './handle.js';
import { readHighPrivileges } from './high-privileges.js';
import { introspect } from './introspect.js';
import { kill, type KillOutcome } from './kill.js';
import { otherReading, warningText } from './notices.js';
import { executeWith, marks } from './parameters.js';
import { prepareStatement } from './prepare.js';
import { closeStatement } from './protocol.js';
import { assertStaysReadOnly, enterReadOnly } from './read-only.js';
import { setUtf8 } from './session-variables.js';
import type { Settings } from './settings.js';
import { MysqlStatement } from './statement.js';

/** A proxy or load balancer may give the session's number another meaning. */
const UNCONFIRMED =
  'Connection closed, because KILL could have stopped another session. The statement may still run.';

/** Opens a session. @throws DriverError outcome `not_run` */
export async function openSession(settings: Settings, options: SessionOptions): Promise<Session> {
  return new MysqlSession(settings, options, await open(settings, options));
}

class MysqlSession implements Session {
  readonly marks = marks;
  private statement: MysqlStatement | null = null;
  /** Text of the last statement. */
  private sent = '';
  /** The prepared statement of the last run; closed before the next. */
  private prepared: number | null = null;
  /** A cancel arrived before the prepared statement was sent. */
  private isStopped = false;
  /** A KILL QUERY may arrive after the statement has ended; it must not hit the next one. */
  private mayBeKilled = false;
  /** The pending interrupt at a row limit. */
  private pendingInterrupt: Promise<unknown> = Promise.resolve();

  private readonly eachRow: EachRow = (sql, take) =>
    readRows((text, limits) => this.start(text, limits), sql, take);

  constructor(
    private readonly settings: Settings,
    private readonly options: SessionOptions,
    private readonly opened: Opened,
  ) {}

  get executionId(): string | null {
    const { identity } = this.opened;
    // The number of a session behind a proxy proves nothing once this process is gone.
    if (identity?.isDirect !== true || identity.serverStart === null) return null;
    return handleOf({ ...identity, serverStart: identity.serverStart });
  }

  get closed(): boolean {
    return this.opened.socket.closed;
  }

  get inTransaction(): boolean | null {
    return this.opened.socket.inTransaction;
  }

  get dialect(): Dialect | null {
    // The parser does not support NO_BACKSLASH_ESCAPES.
    return this.opened.socket.noBackslashEscapes ? null : 'mysql';
  }

  async start(sql: string, { values = [], ...limits }: StartOptions): Promise<SessionRun> {
    this.statement = null;
    this.sent = sql;
    this.isStopped = false;
    await this.absorbPendingKill();
    const { socket, extended } = this.opened;
    await this.restoreUtf8();
    this.closePrepared();
    if (this.options.readOnly) await this.stayReadOnly(sql);
    const execute = values.length === 0 ? undefined : await this.prepare(sql, values);
    const statement = new MysqlStatement({
      socket,
      sql,
      limits,
      extended,
      execute,
      interrupt: () => {
        this.pendingInterrupt = this.kill('query', new AbortController().signal);
      },
      readWarnings: (count) => this.readWarnings(count),
    });
    this.statement = statement;
    statement.send();
    const columns = await statement.accepted;
    return { columns, chunks: statement.rows.queue, summary: () => statement.summary() };
  }

  async cancel(withdrawn: AbortSignal): Promise<void> {
    this.isStopped = true;
    this.statement?.stop();
    await this.killOrClose('query', withdrawn);
  }

  terminate(withdrawn: AbortSignal): Promise<void> {
    return this.killOrClose('connection', withdrawn);
  }

  destroy(): void {
    this.opened.socket.destroy(lostError('The database did not cancel the statement in time'));
  }

  introspect(): Promise<ConnectionSchema> {
    return introspect(this.eachRow);
  }

  describeTable(table: TableName): Promise<TableDetail | null> {
    return describeTable(collectRows(this.eachRow), table);
  }

  async reset(): Promise<boolean> {
    await this.absorbPendingKill();
    this.closePrepared();
    return reset(this.opened, this.settings, this.options);
  }

  highPrivileges(): Promise<string[]> {
    return readHighPrivileges(this.opened);
  }

  end(): Promise<void> {
    return this.opened.socket.closeGracefully();
  }

  private async stayReadOnly(sql: string): Promise<void> {
    assertStaysReadOnly(sql);
    const { socket } = this.opened;
    if (socket.inTransaction) return;
    await enterReadOnly(socket).catch((error: unknown) => {
      throw socket.closed ? lostBefore(error) : error;
    });
  }

  /** Prepares the statement and returns the command that runs it. */
  private async prepare(sql: string, values: readonly BoundValue[]): Promise<Buffer> {
    const { socket } = this.opened;
    const { id, parameters } = await prepareStatement(socket, sql);
    this.prepared = id;
    // A KILL QUERY that arrives after the preparation has no effect on the execution.
    if (this.isStopped) {
      const title = 'The statement was cancelled before it was sent';
      throw new DriverError('cancelled', 'not_run', title);
    }
    if (parameters !== values.length) {
      const title = `The server found ${String(parameters)} placeholders in the statement instead of ${String(values.length)}`;
      throw new DriverError('sql', 'not_run', title, { hint: otherReading(socket, sql) });
    }
    return executeWith(id, values);
  }

  private closePrepared(): void {
    if (this.prepared !== null) this.opened.socket.send(closeStatement(this.prepared));
    this.prepared = null;
  }

  private kill(what: 'query' | 'connection', withdrawn: AbortSignal): Promise<KillOutcome> {
    this.mayBeKilled = true;
    const target = { ...this.opened, sql: this.sent };
    return kill(what, target, this.settings, this.options, withdrawn);
  }

  /** Stops the statement, or closes the connection if the server does not confirm which session to stop. */
  private async killOrClose(what: 'query' | 'connection', withdrawn: AbortSignal): Promise<void> {
    const outcome = await this.kill(what, withdrawn);
    if (outcome === 'unconfirmed' && !withdrawn.aborted) {
      this.opened.socket.destroy(new DriverError('connection', 'unknown', UNCONFIRMED));
    }
  }

  /** Undoes a statement that changed the character set: the driver sends and reads UTF-8. */
  private async restoreUtf8(): Promise<void> {
    const { socket } = this.opened;
    if (socket.variables.isUtf8mb4) return;
    await exchange(socket, setUtf8).catch((error: unknown) => {
      throw socket.closed ? lostBefore(error) : error;
    });
    socket.variables.isReset();
  }

  /** Runs an empty query, which receives a KILL QUERY that is still pending. */
  private async absorbPendingKill(): Promise<void> {
    await this.pendingInterrupt;
    if (!this.mayBeKilled) return;
    this.mayBeKilled = false;
    const { socket } = this.opened;
    await exchange(socket, 'DO 0').catch((error: unknown) => {
      if (socket.closed) throw lostBefore(error);
    });
  }

  /** Returns the rows of `SHOW WARNINGS`. Its failure does not change the statement's outcome. */
  private async readWarnings(count: number): Promise<string[]> {
    const rows = await exchange(this.opened.socket, 'SHOW WARNINGS').catch(() => []);
    const texts = rows.slice(0, MAX_NOTICES).map(warningText);
    const more = Math.max(count, rows.length) - texts.length;
    return more > 0 ? [...texts, moreNotices(more)] : texts;
  }
}

const lostBefore = (cause: unknown): DriverError =>
  new DriverError('connection', 'not_run', 'Connection to the database lost', { cause });
