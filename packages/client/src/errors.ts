import type { Batch, ErrorBody, Statement, StatementError } from './operations.js';

/** Base class of all errors of this package. */
export class SluiceError extends Error {
  override name = 'SluiceError';
}

/** The service answered with a status from 400, and retries did not or would not help. */
export class ApiError extends SluiceError {
  override name = 'ApiError';

  constructor(
    /** Such as `POST /api/batches`. */
    readonly operation: string,
    /** The HTTP status. */
    readonly status: number,
    /** `code` is stable; `errors` names invalid fields; `requestId` finds a 500 in the log. */
    readonly body: ErrorBody,
    /** The `Retry-After` header in milliseconds. */
    readonly retryAfterMs: number | undefined,
  ) {
    super(body.title);
  }

  /** The stable code of docs/reference/errors.md, such as `connection_access`; absent if a proxy answered. */
  get code(): string | undefined {
    return this.body.code;
  }
}

/** No response after all attempts. `cause` is the last error of `fetch`. */
export class NetworkError extends SluiceError {
  override name = 'NetworkError';

  constructor(
    readonly operation: string,
    readonly attempts: number,
    cause: unknown,
  ) {
    super(`${operation}: no response after ${attempts} attempts: ${reasonOf(cause)}`, { cause });
  }
}

/** Returns the most specific message of a `fetch` error, whose own message says little. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { cause: inner } = cause;
  if (!(inner instanceof Error)) return cause.message;
  const { code } = inner as { code?: unknown };
  return inner.message === '' && typeof code === 'string' ? code : inner.message;
}

/**
 * A statement that did not finish. Thrown as one of four classes that say what is known of its effect.
 */
export abstract class StatementFailure extends SluiceError {
  constructor(
    readonly batch: Batch,
    readonly statement: Statement,
    /** The database's message, its SQLSTATE, line and column, and the service's code. */
    readonly error: StatementError,
  ) {
    super(error.title);
  }
}

/** Nothing was sent to the database (no connection, no worker, …); a retry is safe. */
export class NotRunError extends StatementFailure {
  override name = 'NotRunError';
  /** The outcome as the service names it. */
  readonly outcome = 'not_run';
}

/** The database rejected the statement or rolled it back; it had no effect. */
export class StatementFailedError extends StatementFailure {
  override name = 'StatementFailedError';
  /** The outcome as the service names it. */
  readonly outcome = 'failed';
}

/** The statement was sent and its effect is unknown. Check the data before a retry. */
export class UnknownOutcomeError extends StatementFailure {
  override name = 'UnknownOutcomeError';
  /** The outcome as the service names it. */
  readonly outcome = 'unknown';
}

/** The statement ran, but its rows could not be stored. */
export class ResultLostError extends StatementFailure {
  override name = 'ResultLostError';
  /** The outcome as the service names it. */
  readonly outcome = 'ran_result_lost';
}

/** The batch was cancelled, but not through this run's signal. */
export class BatchCancelledError extends SluiceError {
  override name = 'BatchCancelledError';

  constructor(readonly batch: Batch) {
    super('The batch was cancelled');
  }
}

/** The run's signal was aborted. `cause` is the signal's reason. */
export class RunAbortedError extends SluiceError {
  override name = 'RunAbortedError';

  constructor(
    /**
     * The batch after the cancellation: final, with `cancel.outcome`, unless the service was unreachable or
     * took too long; undefined if there is none.
     */
    readonly batch: Batch | undefined,
    reason: unknown,
  ) {
    super('The run was aborted', { cause: reason });
  }
}

const classes = {
  not_run: NotRunError,
  failed: StatementFailedError,
  unknown: UnknownOutcomeError,
  ran_result_lost: ResultLostError,
} as const satisfies Record<StatementError['outcome'], unknown>;

/** Returns the error of a batch that has ended; undefined if it finished. */
export function failureOf(batch: Batch): SluiceError | undefined {
  if (batch.status === 'finished') return undefined;
  if (batch.status === 'cancelled') return new BatchCancelledError(batch);
  const statement = batch.statements.find(({ error }) => error !== null);
  if (statement?.error == null) return new SluiceError(`The batch is ${batch.status}`);
  return new classes[statement.error.outcome](batch, statement, statement.error);
}
