import type { Outcome } from '@sluice/contracts';
import type { DriverConnection, DriverError, StatementRun } from '@sluice/driver-kit';
import { AppError } from '@sluice/errors';
import { BatchError } from '../session/index.js';

/** The session of a statement whose rows cannot be stored. */
export interface StatementSession {
  session: Pick<DriverConnection, 'inTransaction'>;
  /** Whether the session, with any uncommitted transaction, ends with the batch. */
  endsWithBatch: boolean;
}

/** Milliseconds that a statement may continue after its rows cannot be stored; then it is stopped. */
const COMPLETE_WITHIN_MS = 5_000;

/** Whether the result store failed, rather than the database. */
export const isStorageFailure = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'storage';

/**
 * Ends a statement whose rows cannot be stored. The statement may complete within 5 s, its rows dropped;
 * then it is stopped.
 *
 * @returns the error that says whether the statement took effect. If the database fails the statement
 *   meanwhile, or the batch is cancelled, it is that error.
 */
export async function resultLost(
  where: StatementSession,
  run: StatementRun,
  cause: AppError,
): Promise<BatchError | DriverError> {
  const isOver = await dropRows(run);
  const failure = await run.giveUp();
  if (failure !== null && isOver) return failure;
  const outcome = failure === null ? completedOutcome(where) : failure.outcome;
  return new BatchError('storage', outcome, cause.title, {
    cause,
    detail: [cause.detail, details[outcome]].filter(Boolean).join(' '),
  });
}

/** Reads the remaining rows; returns false if that takes too long. */
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
    }, COMPLETE_WITHIN_MS);
  });
  // `giveUp` returns the statement's own error.
  const ended = read().catch(() => true);
  return Promise.race([ended, late]).finally(() => {
    clearTimeout(timer);
  });
}

/** The batch ends here, so no later statement commits an open transaction. */
function completedOutcome({ session, endsWithBatch }: StatementSession): Outcome {
  if (!endsWithBatch || session.inTransaction === false) return 'ran_result_lost';
  return session.inTransaction === null ? 'unknown' : 'failed';
}

const details: Record<Outcome, string> = {
  not_run: '',
  failed: 'The statement had no effect: it was stopped, or its transaction was rolled back.',
  ran_result_lost: 'The statement completed in the database.',
  unknown: 'The statement may or may not have taken effect.',
};
