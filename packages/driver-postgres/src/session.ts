import type { ConnectionSchema } from '@sluice/contracts';
import type { Dialect } from '@sluice/sql';
import type { SessionOptions } from '@sluice/driver-kit';
import { readRows } from '@sluice/driver-kit/introspection';
import type { ReadLimits, Session, SessionRun } from '@sluice/driver-kit/session/session';
import { requestCancel } from './cancel.js';
import { TypeCatalog } from './catalog.js';
import { open, reset } from './connect.js';
import { lostError } from '@sluice/driver-kit/errors';
import { exchange } from './exchange.js';
import { handleOf } from './handle.js';
import { highRights } from './high-rights.js';
import { introspect } from './introspect.js';
import { TransactionStatus } from './protocol.js';
import { bare, readOnlyEnvelope } from './read-only.js';
import type { Settings } from './settings.js';
import { start, type Started } from './startup.js';
import { Statement } from './statement.js';

/** The end of a backend is asked for within this, or not at all. */
const TERMINATE_MS = 5_000;

/** Opens a session. @throws DriverError outcome `not_run` */
export async function openSession(settings: Settings, options: SessionOptions): Promise<Session> {
  return new PostgresSession(settings, options, await open(settings, options));
}

class PostgresSession implements Session {
  private types = new TypeCatalog();
  private statement: Statement | null = null;

  constructor(
    private readonly settings: Settings,
    private readonly options: SessionOptions,
    private readonly started: Started,
  ) {}

  get executionId(): string | null {
    return handleOf(this.started);
  }

  get closed(): boolean {
    return this.started.wire.closed;
  }

  get inTransaction(): boolean | null {
    const { wire } = this.started;
    // While a statement runs, the server has not said yet what it leaves behind.
    if (wire.closed || wire.handler !== null) return null;
    return wire.transactionStatus !== TransactionStatus.idle;
  }

  get dialect(): Dialect | null {
    // Backslashes escape in every text then, so where one ends is another matter.
    const strings = this.started.wire.parameters.get('standard_conforming_strings');
    return strings === 'off' ? null : 'postgres';
  }

  async start(sql: string, limits: ReadLimits): Promise<SessionRun> {
    await this.restoreEncoding();
    const statement = new Statement(this.started.wire, sql, limits, this.types);
    this.statement = statement;
    const { transactionStatus } = this.started.wire;
    statement.begin(this.options.readOnly ? readOnlyEnvelope(sql, transactionStatus) : bare);
    const columns = await statement.accepted;
    return { columns, chunks: statement.rows.queue, summary: () => statement.summary() };
  }

  async cancel(withdrawn: AbortSignal): Promise<void> {
    this.statement?.stop();
    await requestCancel(this.settings, this.started, this.options, withdrawn);
  }

  async terminate(withdrawn: AbortSignal): Promise<void> {
    const limit = AbortSignal.timeout(TERMINATE_MS);
    try {
      const signal = AbortSignal.any([withdrawn, limit]);
      const options = { ...this.options, targets: this.started.way, signal };
      const { wire } = await start(this.settings, options);
      limit.addEventListener('abort', () => {
        wire.destroy(lostError());
      });
      const pid = String(this.started.processId);
      if (!withdrawn.aborted)
        await exchange(wire, [`select pg_catalog.pg_terminate_backend(${pid})`]);
      await wire.bye();
    } catch {
      // The next step destroys the socket.
    }
  }

  destroy(): void {
    this.started.wire.destroy(lostError('The database did not stop the statement in time'));
  }

  introspect(): Promise<ConnectionSchema> {
    return introspect((sql, take) =>
      readRows((text, limits) => this.start(text, limits), sql, take),
    );
  }

  reset(): Promise<boolean> {
    this.types = new TypeCatalog();
    return reset(this.started, this.settings, this.options);
  }

  highRights(): Promise<string[]> {
    return highRights(this.started.wire);
  }

  end(): Promise<void> {
    return this.started.wire.bye();
  }

  /** A tenant may choose another encoding for the session; results are UTF-8. */
  private async restoreEncoding(): Promise<void> {
    const { wire } = this.started;
    const encoding = wire.parameters.get('client_encoding') ?? 'UTF8';
    if (encoding === 'UTF8' || wire.closed) return;
    await exchange(wire, ["SET client_encoding TO 'UTF8'"]);
  }
}
