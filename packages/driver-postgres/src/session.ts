import type { ConnectionSchema, TableDetail } from '@sluice/contracts';
import { copyParts, type Dialect } from '@sluice/sql';
import type { SessionOptions, TableName } from '@sluice/driver-kit';
import { readRows, type EachRow } from '@sluice/driver-kit/introspection';
import { collectRows } from '@sluice/driver-kit/table-detail';
import type { Session, SessionRun, StartOptions } from '@sluice/driver-kit/session/session';
import { leadingWord } from '@sluice/driver-kit/sql/leading-words';
import { requestCancel } from './cancel.js';
import { TypeCatalog } from './catalog.js';
import { open, reset, type Opened } from './connect.js';
import { clientEncodingOf } from './client-encoding.js';
import { describeTable } from './describe-table.js';
import { lostError } from '@sluice/driver-kit/errors';
import { exchange } from './exchange.js';
import { handleOf, terminateQuery } from './handle.js';
import { highPrivileges } from './high-privileges.js';
import { introspect } from './introspect.js';
import { marks, parametersOf } from './parameters.js';
import { pooledEnvelopes } from './pooled.js';
import { TransactionStatus } from './protocol.js';
import { emptyEnvelope, readOnlyEnvelope, type Envelopes } from './read-only.js';
import type { Settings } from './settings.js';
import { start } from './startup.js';
import { PostgresStatement } from './statement.js';

/** Timeout in milliseconds of a request to terminate the backend. */
const TERMINATE_MS = 5_000;

/** Opens a session. @throws DriverError outcome `not_run` */
export async function openSession(settings: Settings, options: SessionOptions): Promise<Session> {
  return new PostgresSession(settings, options, await open(settings, options));
}

class PostgresSession implements Session {
  readonly marks = marks;
  private types: TypeCatalog;
  private statement: PostgresStatement | null = null;
  private readonly envelopeOf: Envelopes;

  private readonly eachRow: EachRow = (sql, take) =>
    readRows((text, limits) => this.start(text, limits), sql, take);

  constructor(
    private readonly settings: Settings,
    private readonly options: SessionOptions,
    private readonly started: Opened,
  ) {
    const { readOnly } = options;
    this.types = new TypeCatalog(started.socket.serverVersion);
    if (started.isPooled) this.envelopeOf = pooledEnvelopes(started.settings, readOnly);
    else this.envelopeOf = readOnly ? readOnlyEnvelope : () => emptyEnvelope;
  }

  get isPooled(): boolean {
    return this.started.isPooled;
  }

  get executionId(): string | null {
    return handleOf(this.started);
  }

  get closed(): boolean {
    return this.started.socket.closed;
  }

  get inTransaction(): boolean | null {
    const { socket } = this.started;
    // While a statement runs, the server has not reported the status yet.
    if (socket.closed || socket.handler !== null) return null;
    return socket.transactionStatus !== TransactionStatus.idle;
  }

  get dialect(): Dialect | null {
    // Without `standard_conforming_strings`, backslashes escape in every string, which the parser does not
    // support.
    const strings = this.started.socket.parameters.get('standard_conforming_strings');
    return strings === 'off' ? null : 'postgres';
  }

  async start(sql: string, { values = [], ...limits }: StartOptions): Promise<SessionRun> {
    const parameters = parametersOf(values);
    await this.restoreEncoding();
    const { socket } = this.started;
    const text = leadingWord(sql, 'postgres') === 'copy' ? copyParts(sql) : { sql };
    const envelope = this.envelopeOf(text.sql, socket.transactionStatus);
    const statement = new PostgresStatement(socket, text, parameters, limits, this.types);
    this.statement = statement;
    statement.send(envelope);
    const columns = await statement.accepted;
    return { columns, chunks: statement.rows.queue, summary: () => statement.summary() };
  }

  async cancel(withdrawn: AbortSignal): Promise<void> {
    this.statement?.stop();
    await requestCancel(this.settings, this.started, this.options, withdrawn);
  }

  /** Never uses an id that the server has not confirmed: behind a pooler it is that of a stranger. */
  async terminate(withdrawn: AbortSignal): Promise<void> {
    const { backend } = this.started;
    if (backend === null) return;
    const limit = AbortSignal.timeout(TERMINATE_MS);
    try {
      const signal = AbortSignal.any([withdrawn, limit]);
      const options = { ...this.options, targets: this.started.targets, signal };
      const { socket } = await start(this.settings, options);
      limit.addEventListener('abort', () => {
        socket.destroy(lostError());
      });
      if (!withdrawn.aborted) await exchange(socket, [terminateQuery(backend)]);
      await socket.closeGracefully();
    } catch {
      // The next escalation step destroys the socket.
    }
  }

  destroy(): void {
    this.started.socket.destroy(lostError('The database did not cancel the statement in time'));
  }

  introspect(): Promise<ConnectionSchema> {
    return introspect(this.eachRow, this.started.socket.serverVersion);
  }

  describeTable(table: TableName): Promise<TableDetail | null> {
    return describeTable(collectRows(this.eachRow), table, this.started.socket.serverVersion);
  }

  reset(): Promise<boolean> {
    this.types = new TypeCatalog(this.started.socket.serverVersion);
    return reset(this.started, this.settings);
  }

  highPrivileges(): Promise<string[]> {
    return highPrivileges(this.started.socket);
  }

  end(): Promise<void> {
    return this.started.socket.closeGracefully();
  }

  /** SQL can change the client encoding of the session. */
  private async restoreEncoding(): Promise<void> {
    const { socket, isPooled } = this.started;
    // Behind a pooler the envelope sets it.
    if (isPooled) return;
    const needed = clientEncodingOf(socket.parameters);
    const encoding = socket.parameters.get('client_encoding') ?? needed;
    if (encoding === needed || socket.closed) return;
    await exchange(socket, [`SET client_encoding TO '${needed}'`]);
  }
}
