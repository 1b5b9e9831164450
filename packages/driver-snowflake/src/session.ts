import type { ConnectionSchema, TableDetail } from '@sluice/contracts';
import type { Dialect } from '@sluice/sql';
import { DriverError, type TableName } from '@sluice/driver-kit';
import { readRows, type EachRow } from '@sluice/driver-kit/introspection';
import { collectRows } from '@sluice/driver-kit/table-detail';
import { lostError } from '@sluice/driver-kit/errors';
import type { ServerSession, SessionRun, StartOptions } from '@sluice/driver-kit/session/session';
import { marks } from './bindings.js';
import type { Client } from './client.js';
import { commandOf, inTransactionAfter, refuseFileCommands } from './command.js';
import { describeTable } from './describe-table.js';
import { handoverOf } from './handover.js';
import { introspect } from './introspect.js';
import { refuseWrites } from './read-only.js';
import { SnowflakeStatement } from './statement.js';

/** Heartbeat interval: the server ends a session that is idle for four hours. */
const HEARTBEAT_MS = 15 * 60_000;
/** Milliseconds a detach waits for the handover of a submitted statement. */
const HANDOVER_MS = 5_000;
/** Commands that do not change the session. */
const statelessCommands = new Set(['SELECT', 'SHOW', 'DESC', 'DESCRIBE', 'EXPLAIN']);

/** State of a session, in addition to its client. */
export interface SessionState {
  readOnly: boolean;
  /** Command of the statement that is adopted first. */
  command: string | null;
  /** No statement has run in the session yet. */
  isNew: boolean;
}

/** A session on the server. Requests are independent, and statements run on the server without their client. */
export class SnowflakeSession implements ServerSession {
  // Each statement has its own id.
  readonly executionId = null;
  readonly dialect: Dialect = 'snowflake';
  readonly marks = marks;
  readonly takesTag = true;
  private statement: SnowflakeStatement | null = null;
  inTransaction: boolean | null;
  private hasTrace: boolean;
  private readonly heartbeat: NodeJS.Timeout;
  private readonly eachRow: EachRow = (sql, take) =>
    readRows((text, limits) => this.createStatement(limits, null).run(text), sql, take);

  constructor(
    private readonly client: Client,
    private readonly state: SessionState,
  ) {
    this.hasTrace = !state.isNew;
    this.inTransaction = state.isNew ? false : null;
    this.heartbeat = setInterval(() => {
      void this.sendHeartbeat().catch(() => undefined);
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
    // `->>` continues with another statement.
    if (!statelessCommands.has(command ?? '') || sql.includes('->>')) this.hasTrace = true;
    const check = (): Promise<void> =>
      this.state.readOnly ? refuseWrites(this.client, sql, options.values) : Promise.resolve();
    return this.createStatement(options, command).run(sql, check);
  }

  adopt(executionId: string, options: StartOptions): Promise<SessionRun> {
    const { command } = this.state;
    return this.createStatement(options, command).adopt(executionId, command);
  }

  async cancel(withdrawn: AbortSignal): Promise<void> {
    await this.statement?.cancel(withdrawn);
  }

  async terminate(withdrawn: AbortSignal): Promise<void> {
    await this.statement?.cancelAgain(withdrawn);
  }

  destroy(): void {
    this.client.drop(lostError('The database did not cancel the statement in time'));
  }

  introspect(): Promise<ConnectionSchema> {
    return introspect(this.eachRow);
  }

  describeTable(table: TableName): Promise<TableDetail | null> {
    return describeTable(collectRows(this.eachRow), table);
  }

  async reset(): Promise<boolean> {
    if (this.hasTrace) return false;
    await this.sendHeartbeat();
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
    this.client.drop(new DriverError('connection', 'unknown', 'The session was detached'));
  }

  async end(): Promise<void> {
    clearInterval(this.heartbeat);
    await this.client.end();
  }

  private createStatement(options: StartOptions, command: string | null): SnowflakeStatement {
    const { client } = this;
    const { onHandover, tag, values, ...limits } = options;
    this.statement = new SnowflakeStatement({
      client,
      limits,
      tag,
      values,
      onHandover,
      inTransaction: () => this.inTransaction !== false,
      handover: (executionId) =>
        handoverOf(executionId, { state: client.state, accessUrl: client.accessUrl, command }),
    });
    return this.statement;
  }

  private async sendHeartbeat(): Promise<void> {
    await this.client.request('POST', '/session/heartbeat');
  }
}
