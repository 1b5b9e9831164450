import type { Outcome } from '@sluice/contracts';
import type { DriverConnection, DriverError, StatementRun } from '@sluice/driver-kit';
import { AppError } from '@sluice/errors';
import { ExecutionError } from './failures.js';

/** What decides the outcome of a statement that completed. */
export interface SessionFate {
  session: Pick<DriverConnection, 'inTransaction'>;
  /** Whether the session ends with the batch, and with it a transaction that is not committed. */
  endsWithBatch: boolean;
}

/** Milliseconds that a statement may go on without a place for its rows, before it is stopped. */
export const completeWithinMs = 5_000;

/** Whether the result store failed, and not the database. */
export const isStorageFailure = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'storage';

/**
 * Ends a statement whose rows cannot be stored, and gives the error that says what became of it. It may
 * complete within {@link completeWithinMs}, its rows dropped; then it is stopped. When the database fails
 * it meanwhile, or somebody cancels it, that is the error.
 */
export async function resultLost(
  fate: SessionFate,
  run: StatementRun,
  cause: AppError,
): Promise<ExecutionError | DriverError> {
  const isOver = await dropRows(run);
  const failure = await run.giveUp();
  if (failure !== null && isOver) return failure;
  const outcome = failure === null ? completedOutcome(fate) : failure.outcome;
  return new ExecutionError('storage', outcome, cause.title, {
    cause,
    detail: [cause.detail, details[outcome]].filter(Boolean).join(' '),
  });
}

/** Reads to the end; false when that takes too long. */
async function dropRows(run: StatementRun): Promise<boolean> {
  const chunks = run.chunks[Symbol.asyncIterator]();
  const read = async (): Promise<boolean> => {
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
      next.value.release?.();
    }
    return true;
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => {
      resolve(false);
    }, completeWithinMs);
  });
  // How the statement failed is told when it is given up.
  const ended = read().catch(() => true);
  return Promise.race([ended, late]).finally(() => {
    clearTimeout(timer);
  });
}

/** The batch ends here: no later statement commits a transaction that is open now. */
function completedOutcome({ session, endsWithBatch }: SessionFate): Outcome {
  if (!endsWithBatch || session.inTransaction === false) return 'ran_result_lost';
  return session.inTransaction === null ? 'unknown' : 'failed';
}

const details: Record<Outcome, string> = {
  not_run: '',
  failed: 'The statement had no effect: it was stopped, or its transaction was rolled back.',
  ran_result_lost: 'The statement completed in the database.',
  unknown: 'The statement may or may not have taken effect.',
};
