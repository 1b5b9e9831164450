import { randomUUID } from 'node:crypto';
import { unknownStatement, type Behaviour, type Script, type WireSession } from './scripts.js';
import type { WireError } from './wire-error.js';

/** A job of the server. */
export interface WireJob {
  id: string;
  location: string;
  sql: string;
  configuration: unknown;
  behaviour: Behaviour;
  sessionId: string | null;
  error: WireError | null;
  isDone: boolean;
  /** Number of requests that found the job unfinished. */
  looks: number;
  createdMs: number;
  endedMs: number;
  /** Settled when the job is done. */
  done: Promise<void>;
  end: (error: WireError | null) => void;
}

/** The relevant parts of a query's configuration. */
export interface QueryOptions {
  /** Empty = the server chooses one. */
  id: string;
  location: string;
  sql: string;
  configuration: unknown;
  /** Scopes of the token. */
  scopes: readonly string[];
  createSession: boolean;
  sessionId: string | null;
  maximumBytesBilled: number | null;
}

const stopped: WireError = {
  reason: 'stopped',
  message: 'Job execution was cancelled: User requested cancellation',
};

/** The message of googleapis/python-bigquery issue 1392. */
const driveDenied: WireError = {
  reason: 'accessDenied',
  message: 'Access Denied: BigQuery BigQuery: Permission denied while getting Drive credentials.',
};

const withDrive = (behaviour: Behaviour, scopes: readonly string[]): Behaviour =>
  behaviour.readsDrive === true && !scopes.includes('https://www.googleapis.com/auth/drive')
    ? { ...behaviour, failure: driveDenied }
    : behaviour;

/** The jobs and sessions of a server. */
export class Jobs {
  readonly all = new Map<string, WireJob>();
  readonly sessions = new Map<string, WireSession>();
  private readonly requested = new Map<unknown, WireJob>();

  constructor(private readonly scripts: readonly Script[]) {}

  /** Jobs that are not done. */
  get running(): WireJob[] {
    return [...this.all.values()].filter(({ isDone }) => !isDone);
  }

  /** Returns what a statement would do, without executing it. */
  behaviourOf(sql: string, session: WireSession | null): Behaviour {
    const text = sql.trim();
    for (const { pattern, run } of this.scripts) {
      const match = pattern.exec(text);
      if (match) return run(match, session);
    }
    return unknownStatement(text);
  }

  /** Runs a statement, in its session if it has one. */
  insert(options: QueryOptions): WireJob {
    const { session, error } = this.sessionFor(options);
    const behaviour = error
      ? { statementType: '', refusal: error }
      : withDrive(
          this.limited(this.run(options.sql, session), options.maximumBytesBilled),
          options.scopes,
        );
    let settle = (): void => undefined;
    const { location, sql, configuration } = options;
    const createdMs = Date.now();
    const job: WireJob = {
      id: options.id || `job_${randomUUID()}`,
      location,
      sql,
      configuration,
      behaviour,
      sessionId: session?.id ?? null,
      error: null,
      isDone: false,
      looks: 0,
      createdMs,
      endedMs: createdMs,
      done: new Promise((resolve) => (settle = resolve)),
      end: (failure) => {
        if (job.isDone) return;
        job.isDone = true;
        job.error = failure;
        job.endedMs = Date.now();
        settle();
      },
    };
    this.all.set(job.id, job);
    if (behaviour.isSlow !== true) job.end(behaviour.refusal ?? behaviour.failure ?? null);
    return job;
  }

  /** Runs a statement of jobs.query: a request id that is known names its job. */
  query(options: QueryOptions, requestId: unknown): WireJob {
    const known = this.requested.get(requestId);
    if (known) return known;
    const job = this.insert(options);
    if (requestId !== undefined) this.requested.set(requestId, job);
    return job;
  }

  /** Requests the cancellation of a job. */
  cancel(job: WireJob): void {
    if (job.behaviour.ignoresCancel !== true) job.end(stopped);
  }

  /** Lets slow jobs finish normally. */
  release(): void {
    for (const job of this.running) job.end(job.behaviour.failure ?? null);
  }

  private run(sql: string, session: WireSession | null): Behaviour {
    if (/^CALL BQ\.ABORT_SESSION\(\)$/i.test(sql.trim())) {
      if (session) this.sessions.delete(session.id);
      return { statementType: 'CALL' };
    }
    return this.behaviourOf(sql, session);
  }

  private limited(behaviour: Behaviour, most: number | null): Behaviour {
    const { bytesProcessed = 0 } = behaviour;
    if (most === null || bytesProcessed <= most) return behaviour;
    const message = `Query exceeded limit for bytes billed: ${String(most)}. ${String(bytesProcessed)} or higher required.`;
    return { ...behaviour, failure: { reason: 'bytesBilledLimitExceeded', message } };
  }

  private sessionFor({ createSession, sessionId }: QueryOptions): {
    session: WireSession | null;
    error: WireError | null;
  } {
    if (createSession) {
      const session: WireSession = {
        id: `session-${randomUUID()}`,
        tables: new Map(),
        saved: null,
      };
      this.sessions.set(session.id, session);
      return { session, error: null };
    }
    if (sessionId === null) return { session: null, error: null };
    const session = this.sessions.get(sessionId) ?? null;
    if (session === null) {
      return { session, error: { reason: 'invalid', message: 'Session not found' } };
    }
    if (this.running.some((job) => job.sessionId === sessionId)) {
      return { session, error: { reason: 'invalidQuery', message: 'Session is busy' } };
    }
    return { session, error: null };
  }
}
