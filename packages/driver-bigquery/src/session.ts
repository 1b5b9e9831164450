import type { ConnectionSchema } from '@sluice/contracts';
import { DriverError, type SessionOptions } from '@sluice/driver-kit';
import { readRows } from '@sluice/driver-kit/introspection';
import type {
  ReadLimits,
  ServerSession,
  SessionRun,
  StartOptions,
} from '@sluice/driver-kit/session/session';
import type { Api } from './api.js';
import { withBytes } from './bytes-billed.js';
import { inTransactionAfter, needsSession } from './command.js';
import { abortSession } from './end-session.js';
import { handleOf, newJob, parseHandle } from './handle.js';
import type { Http } from './http.js';
import { introspect } from './introspect.js';
import { dryRun, insertCall, labelOf, type JobOptions } from './jobs.js';
import type { Settings } from './settings.js';
import { Statement } from './statement.js';

/** A session is ended without waiting for more than this. */
const GOODBYE_MS = 5_000;

/** What a session is made of. */
export interface SessionParts {
  api: Api;
  http: Http;
  /** Gives up what is asked of the token's server. */
  closing: AbortController;
  settings: Settings;
  options: Pick<SessionOptions, 'readOnly' | 'applicationName' | 'statementTimeoutMs'>;
  /** The server-side session to go on with; empty = none yet. */
  sessionId: string;
}

/**
 * What BigQuery has of a session: none, until a statement needs one. Each statement is a job of its own,
 * which goes on whatever becomes of us.
 */
export class BigQuerySession implements ServerSession {
  readonly executionId = null;
  readonly dialect = 'bigquery';
  readonly takesTag = true;
  closed = false;
  inTransaction: boolean | null;
  private sessionId: string;
  private statement: Statement | null = null;

  constructor(private readonly parts: SessionParts) {
    this.sessionId = parts.sessionId;
    this.inTransaction = parts.sessionId === '' ? false : null;
  }

  async start(sql: string, { onHandover, tag = {}, ...limits }: StartOptions): Promise<SessionRun> {
    const { api, settings, options } = this.parts;
    const { project, location } = settings;
    const job = newJob(project, location);
    const statement = this.begin(new Statement(api, job, limits, sql));
    const createSession = this.sessionId === '' && needsSession(sql);
    const timeoutMs = options.statementTimeoutMs ?? null;
    return this.noted(statement, async () => {
      if (options.readOnly) await this.refuseWrites(statement);
      const session = { project, location, sessionId: this.sessionId };
      if (onHandover) await handedOver(onHandover({ executionId: handleOf(job), session }));
      await statement.insert(
        insertCall(job, sql, { ...this.common(), tag, createSession, timeoutMs }),
      );
      return statement.accept();
    });
  }

  adopt(executionId: string, limits: ReadLimits): Promise<SessionRun> {
    const { api, settings } = this.parts;
    const job = parseHandle(executionId);
    if (job.projectId !== settings.project || job.location !== settings.location) {
      throw new DriverError('internal', 'unknown', 'The job is of another project or location');
    }
    const statement = this.begin(new Statement(api, job, limits, ''));
    statement.adopt();
    return this.noted(statement, () => statement.accept());
  }

  async cancel(withdrawn: AbortSignal): Promise<void> {
    await this.statement?.cancel(withdrawn);
  }

  /** There is nothing harder than to ask again. */
  terminate(withdrawn: AbortSignal): Promise<void> {
    return this.cancel(withdrawn);
  }

  destroy(): void {
    this.closed = true;
    this.statement?.letGo();
    this.close();
  }

  async detach(): Promise<void> {
    this.closed = true;
    await this.statement?.handOver();
    this.close();
  }

  introspect(signal: AbortSignal): Promise<ConnectionSchema> {
    return introspect(this.parts.settings, async (sql, take) => {
      // A cancel between two questions had nothing to stop.
      if (signal.aborted) throw new DriverError('cancelled', 'failed', 'It was cancelled');
      await readRows((text, limits) => this.start(text, limits), sql, take);
    });
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

  /** The job goes on on the server, so it is enough that it was made. */
  private async endSession(): Promise<void> {
    await abortSession(this.parts.api, this.common(), AbortSignal.timeout(GOODBYE_MS));
    this.sessionId = '';
    this.inTransaction = false;
  }

  private common(): Pick<JobOptions, 'settings' | 'sessionId' | 'label' | 'createSession'> {
    const { settings, options } = this.parts;
    const label = labelOf(options.applicationName);
    return { settings, sessionId: this.sessionId, label, createSession: false };
  }

  private begin(statement: Statement): Statement {
    this.statement = statement;
    return statement;
  }

  /** The service has no read-only session: a dry run says what the statement is before it is run. */
  private async refuseWrites(statement: Statement): Promise<void> {
    const { statementType } = await statement.prepare((signal) =>
      dryRun(this.parts.api, statement.sql, this.common(), signal),
    );
    if (statementType === 'SELECT') return;
    const title = `The connection is read-only: ${statementType || 'the statement'} is refused`;
    throw new DriverError('permission', 'not_run', title);
  }

  /** Learns from the statement in which session it ran: one that failed may have made it all the same. */
  private async noted(statement: Statement, work: () => Promise<SessionRun>): Promise<SessionRun> {
    try {
      return await work();
    } catch (error) {
      statement.over();
      const signal = AbortSignal.timeout(GOODBYE_MS);
      throw await withBytes(error, this.parts.settings.maximumBytesBilled, () =>
        dryRun(this.parts.api, statement.sql, this.common(), signal),
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

/** Nothing is sent whose id could not be kept: nobody would find it again. */
async function handedOver(handover: Promise<void>): Promise<void> {
  try {
    await handover;
  } catch (cause) {
    const title = 'The statement was not sent, since its id could not be kept';
    throw new DriverError('internal', 'not_run', title, { cause });
  }
}
