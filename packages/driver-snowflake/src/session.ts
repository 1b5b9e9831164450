import type { ConnectionSchema } from '@sluice/contracts';
import type { Dialect } from '@sluice/sql';
import { DriverError } from '@sluice/driver-kit';
import { readRows } from '@sluice/driver-kit/introspection';
import { lostError } from '@sluice/driver-kit/errors';
import type { ServerSession, SessionRun, StartOptions } from '@sluice/driver-kit/session/session';
import type { Client } from './client.js';
import { commandOf, inTransactionAfter, refuseFileCommands } from './command.js';
import { handoverOf } from './handover.js';
import { introspect } from './introspect.js';
import { refuseWrites } from './read-only.js';
import { Statement } from './statement.js';

/** The server forgets a session that it has not heard of for four hours. */
const HEARTBEAT_MS = 15 * 60_000;
/** How long letting go waits for a statement that was submitted to be handed over. */
const HANDOVER_MS = 5_000;
/** They leave a session as it was. */
const traceless = new Set(['SELECT', 'SHOW', 'DESC', 'DESCRIBE', 'EXPLAIN']);

/** What a session is, beside its client. */
export interface SessionState {
  readOnly: boolean;
  /** What the statement is called that is adopted first. */
  command: string | null;
  /** Nothing has been run in it yet. */
  isNew: boolean;
}

/** A session of the server: each request goes its own way, and statements run there without us. */
export class SnowflakeSession implements ServerSession {
  // Each statement has an id of its own.
  readonly executionId = null;
  readonly dialect: Dialect = 'snowflake';
  readonly takesTag = true;
  private statement: Statement | null = null;
  inTransaction: boolean | null;
  private hasTrace: boolean;
  private readonly heartbeat: NodeJS.Timeout;

  constructor(
    private readonly client: Client,
    private readonly state: SessionState,
  ) {
    this.hasTrace = !state.isNew;
    this.inTransaction = state.isNew ? false : null;
    this.heartbeat = setInterval(() => {
      void this.beat().catch(() => undefined);
    }, HEARTBEAT_MS).unref();
    client.transport.signal.addEventListener('abort', () => {
      clearInterval(this.heartbeat);
    });
  }

  get closed(): boolean {
    return this.client.closed;
  }

  async start(sql: string, options: StartOptions): Promise<SessionRun> {
    refuseFileCommands(sql);
    const command = commandOf(sql);
    this.inTransaction = inTransactionAfter(sql, this.inTransaction);
    // `->>` goes on with another statement.
    if (!traceless.has(command ?? '') || sql.includes('->>')) this.hasTrace = true;
    const check = (): Promise<void> =>
      this.state.readOnly ? refuseWrites(this.client, sql) : Promise.resolve();
    return this.begin(options, command).run(sql, check);
  }

  adopt(executionId: string, options: StartOptions): Promise<SessionRun> {
    const { command } = this.state;
    return this.begin(options, command).adopt(executionId, command);
  }

  async cancel(withdrawn: AbortSignal): Promise<void> {
    await this.statement?.cancel(withdrawn);
  }

  async terminate(withdrawn: AbortSignal): Promise<void> {
    await this.statement?.insist(withdrawn);
  }

  destroy(): void {
    this.client.drop(lostError('The database did not stop the statement in time'));
  }

  introspect(): Promise<ConnectionSchema> {
    return introspect((sql, take) =>
      readRows((text, limits) => this.begin(limits, null).run(text), sql, take),
    );
  }

  async reset(): Promise<boolean> {
    if (this.hasTrace) return false;
    await this.beat();
    return true;
  }

  async detach(): Promise<void> {
    clearInterval(this.heartbeat);
    const { statement } = this;
    if (statement) {
      let limit: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        limit = setTimeout(resolve, HANDOVER_MS);
      });
      await Promise.race([statement.handedOver, late]);
      clearTimeout(limit);
    }
    this.client.drop(new DriverError('connection', 'unknown', 'The session was let go'));
  }

  async end(): Promise<void> {
    clearInterval(this.heartbeat);
    await this.client.end();
  }

  private begin(options: StartOptions, command: string | null): Statement {
    const { client } = this;
    const { onHandover, tag, ...limits } = options;
    this.statement = new Statement({
      client,
      limits,
      tag,
      onHandover,
      handover: (executionId) =>
        handoverOf(executionId, { state: client.state, accessUrl: client.accessUrl, command }),
    });
    return this.statement;
  }

  private async beat(): Promise<void> {
    await this.client.request('POST', '/session/heartbeat');
  }
}
