import type { BatchEnd, Claim, ClaimedStatement } from '@sluice/database';
import { DriverError } from '@sluice/driver-kit';
import type { StopReason } from '../claim/index.js';
import { CANCELLED_BETWEEN_STATEMENTS, end, type WriteDependencies } from './batch-state.js';
import { endOf, logFault } from './failures.js';
import type { TargetPressure } from './target-pressure.js';

/** Dependencies of {@link endUnopened}. */
export interface UnopenedDependencies extends WriteDependencies {
  targetPressure: TargetPressure;
}

/** Ends a batch whose session could not be opened, or puts it back into the queue. */
export async function endUnopened(
  deps: UnopenedDependencies,
  claim: Claim,
  statement: ClaimedStatement,
  error: unknown,
  stopping: StopReason | undefined,
): Promise<void> {
  // This worker sent nothing, so the sweep gives the batch to another worker.
  if (stopping === 'lease') return;
  if (stopping === undefined && statement.status === 'queued' && isTargetFull(error)) {
    await waitForTarget(deps, claim, error);
    return;
  }
  logFault(deps.log, claim.batchId, error);
  if (stopping === 'restart') await deps.execution.release(claim);
  else if (statement.status === 'started') await end(deps, claim, endUnreachable(error, statement));
  else if (stopping === 'cancel') await end(deps, claim, CANCELLED_BETWEEN_STATEMENTS);
  else await end(deps, claim, endOf(error, { statement, stopping }));
}

/**
 * How a batch ends when another worker has sent its statement and this one cannot reach it: the outcome is
 * unknown, and the sweep stops the statement.
 */
export function endUnreachable(error: unknown, statement: ClaimedStatement): BatchEnd {
  const how = endOf(error, { statement, stopping: undefined });
  const described = how.error === null ? null : { ...how.error, outcome: 'unknown' as const };
  return { ...how, error: described, orphaned: true };
}

const isTargetFull = (error: unknown): error is DriverError =>
  error instanceof DriverError && error.isTargetFull && error.outcome === 'not_run';

/** Puts the batch back into the queue, which frees its slot, until the target accepts a session. */
async function waitForTarget(
  deps: UnopenedDependencies,
  claim: Claim,
  { title }: DriverError,
): Promise<void> {
  deps.targetPressure.record();
  if (await deps.execution.releaseRefused(claim)) {
    deps.log.info({ batchId: claim.batchId, reason: title }, 'target full; batch requeued');
  } else if ((await deps.execution.state(claim)) === 'cancel_asked') {
    await end(deps, claim, CANCELLED_BETWEEN_STATEMENTS);
  }
}
