import type { BatchEnd, Claim, ExecutionRepository, FinishedStatement } from '@sluice/database';
import type { ResultStore } from '@sluice/results';
import type { Logger } from 'pino';
import type { Lease } from '../lease.js';
import { stopReason } from './active-batches.js';
import { retryWhileHeld } from './retry.js';

/** What the writes of a batch's state work with. */
export interface WriteDependencies {
  execution: ExecutionRepository;
  results: Pick<ResultStore, 'remove'>;
  lease: Lease;
  log: Logger;
}

/** A statement that is to be sent, or waited for where another worker has sent it. */
export interface Begun {
  startedOn: Date;
  /** How many workers have taken it over; 0 = it is to be sent. */
  adoption: number;
  /** Since its start, by the database's clock. */
  runningMs: number;
}

/** A batch whose statement is to begin. */
export interface Beginning {
  claim: Claim;
  signal: AbortSignal;
  /** The session's own id, for those who stop what nobody holds any more. */
  executionId: string | null;
}

/**
 * Commits the start before the first byte is sent. Ends the batch when it must not go on; null then, or
 * when it is no longer ours.
 */
export async function begin(
  deps: WriteDependencies,
  { claim, signal, executionId }: Beginning,
  statementId: string,
): Promise<Begun | null> {
  const stopping = stopReason(signal);
  if (stopping === 'cancel') return stop(deps, claim, cancelledBetween);
  if (stopping === 'restart') {
    if (await deps.execution.release(claim)) return null;
    return stop(deps, claim, restartBefore(statementId));
  }
  if (!deps.lease.isHeld()) return null;
  const { value, retried } = await retryWhileHeld(deps.lease.lost, () =>
    deps.execution.startStatement(claim, statementId, executionId),
  );
  if (value !== null) return begunOn(value);
  switch (await deps.execution.state(claim)) {
    case 'cancel_asked':
      return stop(deps, claim, cancelledBetween);
    case 'lost':
      return null;
    case 'held':
      // An earlier try was committed and its answer lost: nobody else holds the token, and nothing
      // was sent yet.
      return retried ? begunOn(new Date()) : null;
  }
}

const begunOn = (startedOn: Date): Begun => ({ startedOn, adoption: 0, runningMs: 0 });

/** Takes over a statement that another worker has sent; null when the batch is no longer ours. */
export async function takeOver(
  { execution, lease }: WriteDependencies,
  claim: Claim,
  statementId: string,
): Promise<Begun | null> {
  const { value } = await retryWhileHeld(lease.lost, () =>
    execution.adoptStatement(claim, statementId),
  );
  if (value === null) return null;
  const { startTime: startedOn, adoptions: adoption, runningMs } = value;
  return { startedOn, adoption, runningMs };
}

/** Whether the statement is finished now and the batch still ours. */
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
  // Fenced out: the row already tells another end, so nothing may point to this result.
  if (!finished.retried && result.resultsPath !== null) {
    await deps.results.remove(result.resultsPath);
  }
  return false;
}

/** Tells clients of rows so far; that it could not be written costs them a moment. */
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
  } else if (!ended.retried) deps.log.warn({ batchId }, 'batch was no longer ours to end');
}

async function stop(deps: WriteDependencies, claim: Claim, how: BatchEnd): Promise<null> {
  await end(deps, claim, how);
  return null;
}

/** The end of a batch that was cancelled while nothing of it ran. */
export const cancelledBetween: BatchEnd = {
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
