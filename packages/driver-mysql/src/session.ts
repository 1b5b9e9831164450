import type { ConnectionSchema } from '@sluice/contracts';
import type { Dialect } from '@sluice/sql';
import { DriverError, type SessionOptions } from '@sluice/driver-kit';
import { readRows } from '@sluice/driver-kit/introspection';
import { lostError } from '@sluice/driver-kit/errors';
import type { ReadLimits, Session, SessionRun } from '@sluice/driver-kit/session/session';
import { open, reset, type Opened } from './connect.js';
import { exchange } from './exchange.js';
import { handleOf } from './handle.js';
import { highRightsIn } from './high-rights.js';
import { introspect } from './introspect.js';
import { kill } from './kill.js';
import type { Settings } from './settings.js';
import { Statement } from './statement.js';

const MAX_NOTICES = 100;

/** Opens a session. @throws DriverError outcome `not_run` */
export async function openSession(settings: Settings, options: SessionOptions): Promise<Session> {
  return new MysqlSession(settings, options, await open(settings, options));
}

class MysqlSession implements Session {
  private statement: Statement | null = null;
  /** A request to stop may have come when the statement was over: the next one must not hear it. */
  private mayBeKilled = false;
  /** The end of reading that a limit asked for. */
  private interrupting: Promise<void> = Promise.resolve();

  constructor(
    private readonly settings: Settings,
    private readonly options: SessionOptions,
    private readonly opened: Opened,
  ) {}

  get executionId(): string | null {
    const { handle } = this.opened;
    return handle && handleOf(handle);
  }

  get closed(): boolean {
    return this.opened.wire.closed;
  }

  get inTransaction(): boolean | null {
    return this.opened.wire.inTransaction;
  }

  get dialect(): Dialect | null {
    // Where a text ends is another matter then.
    return this.opened.wire.noBackslashEscapes ? null : 'mysql';
  }

  async start(sql: string, limits: ReadLimits): Promise<SessionRun> {
    await this.swallowKill();
    const { wire, extended } = this.opened;
    const statement = new Statement({
      wire,
      sql,
      limits,
      extended,
      interrupt: () => {
        this.interrupting = this.killQuery(new AbortController().signal);
      },
      readWarnings: () => this.readWarnings(),
    });
    this.statement = statement;
    statement.begin();
    const columns = await statement.accepted;
    return { columns, chunks: statement.rows.queue, summary: () => statement.summary() };
  }

  async cancel(withdrawn: AbortSignal): Promise<void> {
    this.statement?.stop();
    await this.killQuery(withdrawn);
  }

  terminate(withdrawn: AbortSignal): Promise<void> {
    return kill('connection', this.opened, this.settings, this.options, withdrawn);
  }

  destroy(): void {
    this.opened.wire.destroy(lostError('The database did not stop the statement in time'));
  }

  introspect(): Promise<ConnectionSchema> {
    return introspect((sql, take) =>
      readRows((text, limits) => this.start(text, limits), sql, take),
    );
  }

  async reset(): Promise<boolean> {
    await this.swallowKill();
    return reset(this.opened, this.settings, this.options);
  }

  async highRights(): Promise<string[]> {
    const grants = await exchange(this.opened.wire, 'SHOW GRANTS');
    return highRightsIn(grants.map(([grant]) => grant ?? ''));
  }

  end(): Promise<void> {
    return this.opened.wire.bye();
  }

  private killQuery(withdrawn: AbortSignal): Promise<void> {
    this.mayBeKilled = true;
    return kill('query', this.opened, this.settings, this.options, withdrawn);
  }

  /** A query that does nothing takes the request upon itself, if one still waits. */
  private async swallowKill(): Promise<void> {
    await this.interrupting;
    if (!this.mayBeKilled) return;
    this.mayBeKilled = false;
    const { wire } = this.opened;
    await exchange(wire, 'DO 0').catch((error: unknown) => {
      if (wire.closed) throw lostBefore(error);
    });
  }

  /** What `SHOW WARNINGS` has; that it could not be asked changes nothing of the statement's outcome. */
  private async readWarnings(): Promise<string[]> {
    const sql = `SHOW WARNINGS LIMIT ${String(MAX_NOTICES)}`;
    const rows = await exchange(this.opened.wire, sql).catch(() => []);
    return rows.map(
      ([level, code, message]) =>
        `${(level ?? 'Warning').toUpperCase()}: ${message ?? ''} (${code ?? ''})`,
    );
  }
}

const lostBefore = (cause: unknown): DriverError =>
  new DriverError('connection', 'not_run', 'The connection to the database was lost', { cause });
