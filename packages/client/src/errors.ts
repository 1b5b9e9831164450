import type { Batch, ErrorBody, Statement, StatementError } from './operations.js';

/** Every error that this package throws itself. */
export class SluiceError extends Error {
  override name = 'SluiceError';
}

/** The service answered with a status from 400 on, and sending it again did not or would not help. */
export class ApiError extends SluiceError {
  override name = 'ApiError';

  constructor(
    /** Such as `POST /api/batches`. */
    readonly operation: string,
    /** The HTTP status. */
    readonly status: number,
    /** `code` is stable; `errors` names the fields at fault; `requestId` finds a 500 in the log. */
    readonly body: ErrorBody,
    /** What `Retry-After` said, in milliseconds. */
    readonly retryAfterMs: number | undefined,
  ) {
    super(body.title);
  }

  /** The stable code of docs/reference/errors.md, such as `connection_access`; absent when a proxy answered. */
  get code(): string | undefined {
    return this.body.code;
  }
}

/** No answer came, after all attempts. `cause` is what `fetch` said last. */
export class NetworkError extends SluiceError {
  override name = 'NetworkError';

  constructor(
    readonly operation: string,
    readonly attempts: number,
    cause: unknown,
  ) {
    super(`${operation}: no answer after ${attempts} attempts: ${reasonOf(cause)}`, { cause });
  }
}

/** The text that tells most of an error of `fetch`, whose own message says little. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { cause: inner } = cause;
  if (!(inner instanceof Error)) return cause.message;
  const { code } = inner as { code?: unknown };
  return inner.message === '' && typeof code === 'string' ? code : inner.message;
}

/** A statement did not finish. Thrown as one of the four classes that tell what is known of its effect. */
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

/** Nothing was sent to the database (no connection, no worker, …): running it again is safe. */
export class NotRunError extends StatementFailure {
  override name = 'NotRunError';
  /** As the service names it. */
  readonly outcome = 'not_run';
}

/** The database refused it or rolled it back: it has no effect. */
export class StatementFailedError extends StatementFailure {
  override name = 'StatementFailedError';
  /** As the service names it. */
  readonly outcome = 'failed';
}

/** It was sent and nobody knows what became of it. Look at the data before it is run again. */
export class UnknownOutcomeError extends StatementFailure {
  override name = 'UnknownOutcomeError';
  /** As the service names it. */
  readonly outcome = 'unknown';
}

/** The database did it, and its rows could not be stored. */
export class ResultLostError extends StatementFailure {
  override name = 'ResultLostError';
  /** As the service names it. */
  readonly outcome = 'ran_result_lost';
}

/** Somebody cancelled the batch, other than through this run's signal. */
export class BatchCancelledError extends SluiceError {
  override name = 'BatchCancelledError';

  constructor(readonly batch: Batch) {
    super('The batch was cancelled');
  }
}

/** The run's signal was aborted. Its `cause` is the signal's reason. */
export class RunAbortedError extends SluiceError {
  override name = 'RunAbortedError';

  constructor(
    /**
     * The batch after the cancellation: final, with `cancel.outcome`, unless the service could not be asked
     * or took too long; undefined when there is none.
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

/** What a batch that has ended is thrown as; undefined when it has finished. */
export function failureOf(batch: Batch): SluiceError | undefined {
  if (batch.status === 'finished') return undefined;
  if (batch.status === 'cancelled') return new BatchCancelledError(batch);
  const statement = batch.statements.find(({ error }) => error !== null);
  if (statement?.error == null) return new SluiceError(`The batch is ${batch.status}`);
  return new classes[statement.error.outcome](batch, statement, statement.error);
}
