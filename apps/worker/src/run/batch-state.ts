import type { BatchEnd, Claim, ExecutionRepository, FinishedStatement } from '@sluice/database';
import type { ResultStore } from '@sluice/results';
import type { Logger } from 'pino';
import { stopReason, type Lease } from '../claim/index.js';
import { retryWhileHeld } from './retry-while-held.js';

/** Dependencies of the writes of a batch's state. */
export interface WriteDependencies {
  execution: ExecutionRepository;
  results: Pick<ResultStore, 'remove'>;
  lease: Lease;
  log: Logger;
}

/** A statement that may be sent, or adopted if another worker has sent it. */
export interface StartedStatement {
  startedOn: Date;
  /** How many workers have adopted it; 0 if it must be sent. */
  adoption: number;
  /** Milliseconds since its start, by the database's clock. */
  runningMs: number;
}

/** The batch of a statement that is about to start. */
export interface StartingBatch {
  claim: Claim;
  signal: AbortSignal;
  /** The session's id in its database, by which an orphaned statement is stopped. */
  executionId: string | null;
}

/**
 * Commits the statement's start before its first byte is sent.
 *
 * @returns null when the batch must not continue (it is ended or released) or another worker holds it.
 */
export async function begin(
  deps: WriteDependencies,
  { claim, signal, executionId }: StartingBatch,
  statementId: string,
): Promise<StartedStatement | null> {
  const stopping = stopReason(signal);
  if (stopping === 'cancel') return endInstead(deps, claim, CANCELLED_BETWEEN_STATEMENTS);
  if (stopping === 'restart') {
    if (await deps.execution.release(claim)) return null;
    return endInstead(deps, claim, restartBefore(statementId));
  }
  if (!deps.lease.isHeld()) return null;
  const { value, retried } = await retryWhileHeld(deps.lease.lost, () =>
    deps.execution.startStatement(claim, statementId, executionId),
  );
  if (value !== null) return startedNow(value);
  switch (await deps.execution.state(claim)) {
    case 'cancel_asked':
      return endInstead(deps, claim, CANCELLED_BETWEEN_STATEMENTS);
    case 'lost':
      return null;
    case 'held':
      // An earlier attempt was committed but its answer was lost. No other worker holds the fencing
      // token, and nothing has been sent yet.
      return retried ? startedNow(new Date()) : null;
  }
}

const startedNow = (startedOn: Date): StartedStatement => ({
  startedOn,
  adoption: 0,
  runningMs: 0,
});

/** Adopts a statement that another worker has sent; returns null when this worker lost the batch. */
export async function adopt(
  { execution, lease }: WriteDependencies,
  claim: Claim,
  statementId: string,
): Promise<StartedStatement | null> {
  const { value } = await retryWhileHeld(lease.lost, () =>
    execution.adoptStatement(claim, statementId),
  );
  if (value === null) return null;
  const { startTime: startedOn, adoptions: adoption, runningMs } = value;
  return { startedOn, adoption, runningMs };
}

/** Writes a statement's result; returns whether it was written and this worker still holds the batch. */
export async function finish(
  deps: WriteDependencies,
  claim: Claim,
  statementId: string,
  result: FinishedStatement,
  isLast: boolean,
): Promise<boolean> {
  const finished = await retryWhileHeld(deps.lease.lost, () =>
    deps.execution.finishStatement(claim, statementId, result, isLast),
  );
  if (finished.value) return true;
  if (finished.retried && !isLast && (await deps.execution.state(claim)) !== 'lost') return true;
  // Fenced: the row already has another end, so nothing refers to this result.
  if (!finished.retried && result.resultsPath !== null) {
    await deps.results.remove(result.resultsPath);
  }
  return false;
}

/** Reports the rows so far to clients. A failed write is logged only, since the next one replaces it. */
export async function reportProgress(
  deps: WriteDependencies,
  claim: Claim,
  ...progress: [statementId: string, rowCount: number, columns: FinishedStatement['columns']]
): Promise<void> {
  try {
    await deps.execution.reportProgress(claim, ...progress);
  } catch (error) {
    deps.log.warn({ err: error, batchId: claim.batchId }, 'progress could not be written');
  }
}

/** Writes the end of a batch that did not finish. */
export async function end(deps: WriteDependencies, claim: Claim, how: BatchEnd): Promise<void> {
  const ended = await retryWhileHeld(deps.lease.lost, () => deps.execution.end(claim, how));
  const { batchId } = claim;
  if (ended.value) {
    deps.log.info({ batchId, status: how.status, code: how.error?.code }, 'batch ended early');
  } else if (!ended.retried) {
    deps.log.warn({ batchId }, 'batch end rejected; another worker holds the batch');
  }
}

async function endInstead(deps: WriteDependencies, claim: Claim, how: BatchEnd): Promise<null> {
  await end(deps, claim, how);
  return null;
}

/** The end of a batch that was cancelled while no statement ran. */
export const CANCELLED_BETWEEN_STATEMENTS: BatchEnd = {
  status: 'cancelled',
  statementId: null,
  error: null,
  cancelOutcome: 'confirmed',
};

const restartBefore = (statementId: string): BatchEnd => ({
  status: 'error',
  statementId,
  error: {
    title: 'Not run: the service was restarting',
    outcome: 'not_run',
    code: 'restart',
  },
});
