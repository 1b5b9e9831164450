import type { ConnectionSchema, TableDetail } from '@sluice/contracts';
import { DriverError, type SessionOptions, type TableName } from '@sluice/driver-kit';
import { readRows, type EachRow } from '@sluice/driver-kit/introspection';
import { collectRows } from '@sluice/driver-kit/table-detail';
import type {
  ReadLimits,
  ServerSession,
  SessionRun,
  StartOptions,
} from '@sluice/driver-kit/session/session';
import type { Api } from './api.js';
import { withBytes } from './bytes-billed.js';
import { inTransactionAfter, needsSession } from './command.js';
import { listDatasets } from './datasets.js';
import { describeTable } from './describe-table.js';
import { abortSession } from './end-orphaned-session.js';
import { handleOf, newJob, parseHandle } from './handle.js';
import type { Http } from './http.js';
import { introspect } from './introspect.js';
import { dryRun, insertCall, labelOf, type JobOptions } from './jobs.js';
import { marks } from './parameters.js';
import type { Settings } from './settings.js';
import { BigQueryStatement } from './statement.js';

/** Timeout in milliseconds for ending a session on the server. */
const CLOSE_TIMEOUT_MS = 5_000;

/** Dependencies of a session. */
export interface SessionParts {
  api: Api;
  http: Http;
  /** Aborts token requests. */
  closing: AbortController;
  settings: Settings;
  options: Pick<SessionOptions, 'readOnly' | 'applicationName' | 'statementTimeoutMs'>;
  /** Id of the server-side session to resume; empty = none yet. */
  sessionId: string;
}

type Values = StartOptions['values'];

/**
 * A BigQuery session. A server-side session is created only when a statement needs one. Each statement is a
 * job, which continues on the server without its client.
 */
export class BigQuerySession implements ServerSession {
  readonly executionId = null;
  readonly dialect = 'bigquery';
  readonly marks = marks;
  readonly takesTag = true;
  closed = false;
  inTransaction: boolean | null;
  private sessionId: string;
  private statement: BigQueryStatement | null = null;

  constructor(private readonly parts: SessionParts) {
    this.sessionId = parts.sessionId;
    this.inTransaction = parts.sessionId === '' ? false : null;
  }

  async start(
    sql: string,
    { onHandover, tag = {}, values, ...limits }: StartOptions,
  ): Promise<SessionRun> {
    const { api, settings, options } = this.parts;
    const { project, location } = settings;
    const job = newJob(project, location);
    const statement = this.startStatement(new BigQueryStatement(api, job, limits, sql));
    const createSession = this.sessionId === '' && needsSession(sql);
    const timeoutMs = options.statementTimeoutMs ?? null;
    return this.recordSession(statement, values, async () => {
      if (options.readOnly) await this.refuseWrites(statement, values);
      const session = { project, location, sessionId: this.sessionId };
      if (onHandover) await handedOver(onHandover({ executionId: handleOf(job), session }));
      await statement.insert(
        insertCall(job, sql, { ...this.common(), tag, createSession, timeoutMs, values }),
      );
      return statement.accept();
    });
  }

  adopt(executionId: string, limits: ReadLimits): Promise<SessionRun> {
    const { api, settings } = this.parts;
    const job = parseHandle(executionId);
    if (job.projectId !== settings.project || job.location !== settings.location) {
      throw new DriverError(
        'internal',
        'unknown',
        'The job belongs to another project or location',
      );
    }
    const statement = this.startStatement(new BigQueryStatement(api, job, limits, ''));
    statement.adopt();
    return this.recordSession(statement, undefined, () => statement.accept());
  }

  async cancel(withdrawn: AbortSignal): Promise<void> {
    await this.statement?.cancel(withdrawn);
  }

  /** Repeats the cancel request: there is no harder step. */
  terminate(withdrawn: AbortSignal): Promise<void> {
    return this.cancel(withdrawn);
  }

  destroy(): void {
    this.closed = true;
    this.statement?.detach();
    this.close();
  }

  async detach(): Promise<void> {
    this.closed = true;
    await this.statement?.handOver();
    this.close();
  }

  introspect(signal: AbortSignal): Promise<ConnectionSchema> {
    const { api, settings } = this.parts;
    return introspect(settings, {
      each: this.eachRow(signal),
      datasetsOf: (project) => listDatasets(api, project, settings.location, signal),
    });
  }

  describeTable(table: TableName, signal: AbortSignal): Promise<TableDetail | null> {
    return describeTable(this.parts.settings, collectRows(this.eachRow(signal)), table);
  }

  private eachRow(signal: AbortSignal): EachRow {
    return async (sql, take) => {
      // A cancel between two queries had no job to stop.
      if (signal.aborted)
        throw new DriverError('cancelled', 'failed', 'Reading the schema was cancelled');
      await readRows((text, limits) => this.start(text, limits), sql, take);
    };
  }

  async reset(): Promise<boolean> {
    if (this.sessionId === '') return true;
    await this.endSession();
    return true;
  }

  async end(): Promise<void> {
    const wasClosed = this.closed;
    this.closed = true;
    if (this.sessionId !== '' && !wasClosed) await this.endSession().catch(() => undefined);
    this.close();
  }

  private close(): void {
    this.parts.closing.abort();
    this.parts.http.close();
  }

  /** The job continues on the server, so creating it is enough. */
  private async endSession(): Promise<void> {
    await abortSession(this.parts.api, this.common(), AbortSignal.timeout(CLOSE_TIMEOUT_MS));
    this.sessionId = '';
    this.inTransaction = false;
  }

  private common(): Pick<JobOptions, 'settings' | 'sessionId' | 'label' | 'createSession'> {
    const { settings, options } = this.parts;
    const label = labelOf(options.applicationName);
    return { settings, sessionId: this.sessionId, label, createSession: false };
  }

  private startStatement(statement: BigQueryStatement): BigQueryStatement {
    this.statement = statement;
    return statement;
  }

  /** BigQuery has no read-only sessions: a dry run classifies the statement before it runs. */
  private async refuseWrites(statement: BigQueryStatement, values: Values): Promise<void> {
    const { statementType } = await statement.prepare((signal) =>
      dryRun(this.parts.api, statement.sql, { ...this.common(), values }, signal),
    );
    if (statementType === 'SELECT') return;
    const title = `The connection is read-only: ${statementType || 'the statement'} is not allowed`;
    throw new DriverError('permission', 'not_run', title);
  }

  /** Records the server-side session of the statement: a failed one may have created it. */
  private async recordSession(
    statement: BigQueryStatement,
    values: Values,
    work: () => Promise<SessionRun>,
  ): Promise<SessionRun> {
    try {
      return await work();
    } catch (error) {
      statement.over();
      const signal = AbortSignal.timeout(CLOSE_TIMEOUT_MS);
      throw await withBytes(error, this.parts.settings.maximumBytesBilled, () =>
        dryRun(this.parts.api, statement.sql, { ...this.common(), values }, signal),
      );
    } finally {
      if (statement.info !== null && statement.info.sessionId !== '') {
        this.sessionId = statement.info.sessionId;
        this.inTransaction = inTransactionAfter(
          statement.info.statementType,
          statement.sql,
          this.inTransaction,
        );
      }
    }
  }
}

/** Without a stored id, the statement is not sent, because no worker could find it again. */
async function handedOver(handover: Promise<void>): Promise<void> {
  try {
    await handover;
  } catch (cause) {
    const title = 'The statement was not sent: its id could not be stored';
    throw new DriverError('internal', 'not_run', title, { cause });
  }
}
