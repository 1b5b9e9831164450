import type { BatchEnd, Claim, ClaimedBatch, ClaimedStatement } from '@sluice/database';
import { DriverError, type DriverConnection } from '@sluice/driver-kit';
import type { ResultStore } from '@sluice/results';
import { stopReason, type ActiveBatches } from './active-batches.js';
import {
  begin,
  cancelledBetween,
  end,
  finish,
  reportProgress,
  takeOver,
  type Begun,
  type WriteDependencies,
} from './batch-writes.js';
import { endOf, isFault } from './failures.js';
import { openLeaving, stayingUntilStopped, untilLeft, type Leaving } from './leaving.js';
import { openSession, type BatchSession, type SessionDependencies } from './open-session.js';
import { runOptions, timeoutOf, type ExecutionLimits } from './run-options.js';
import { runStatement } from './run-statement.js';
import type { TargetPressure } from './target-pressure.js';

/** What running a batch needs. */
export interface ExecutionDependencies extends SessionDependencies, WriteDependencies {
  results: Pick<ResultStore, 'create' | 'remove'>;
  active: ActiveBatches;
  limits: ExecutionLimits;
  targetPressure: TargetPressure;
  /** Whether statements are sent with a comment that says whose they are. */
  tagStatements: boolean;
}

/** A batch under way. */
interface Run {
  claim: Claim;
  batch: ClaimedBatch;
  /** Aborted to stop the batch, with the reason. */
  signal: AbortSignal;
  session: DriverConnection;
  leaving: Leaving;
}

/**
 * Runs a claimed batch, or goes on with it where another worker was. Every way out leaves it final, to
 * another worker that goes on, or to the sweep when the lease is lost.
 */
export async function runBatch(
  deps: ExecutionDependencies,
  claim: Claim,
  batch: ClaimedBatch,
  signal: AbortSignal,
): Promise<void> {
  const next = batch.statements.find(({ status }) => status !== 'finished');
  if (next === undefined) throw new Error(`Batch ${claim.batchId} has no statement to run`);
  let session: BatchSession;
  try {
    const opening = next.status === 'started' ? untilLeft(signal) : signal;
    session = await openSession(deps, batch, timeoutOf(deps.limits, batch), opening);
  } catch (error) {
    await endUnopened(deps, claim, next, error, signal);
    return;
  }
  const { connection } = session;
  const outlivesUs = connection.detach !== undefined && batch.connectionClientId === null;
  const leaving = outlivesUs
    ? openLeaving(deps, claim, connection, signal)
    : stayingUntilStopped(signal);
  let onlyRead = false;
  try {
    onlyRead = await runStatements(deps, { claim, batch, signal, session: connection, leaving });
  } finally {
    await leaving.close();
    await session.release(onlyRead && batch.handover === null && !signal.aborted);
  }
}

async function endUnopened(
  deps: ExecutionDependencies,
  claim: Claim,
  statement: ClaimedStatement,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  const stopping = stopReason(signal);
  // Nothing was sent here: the sweep gives a lost worker's batch to another.
  if (stopping === 'lease') return;
  if (stopping === undefined && statement.status === 'queued' && isTargetFull(error)) {
    await waitForTarget(deps, claim, error);
    return;
  }
  logFault(deps, claim, error);
  if (stopping === 'restart') await deps.execution.release(claim);
  else if (statement.status === 'started') await end(deps, claim, outOfReach(error, statement));
  else if (stopping === 'cancel') await end(deps, claim, cancelledBetween);
  else await end(deps, claim, endOf(error, { statement, stopping }));
}

const isTargetFull = (error: unknown): error is DriverError =>
  error instanceof DriverError && error.isTargetFull && error.outcome === 'not_run';

/** Lets the batch wait for a session, without the slot. */
async function waitForTarget(
  deps: ExecutionDependencies,
  claim: Claim,
  { title }: DriverError,
): Promise<void> {
  deps.targetPressure.note();
  if (await deps.execution.releaseRefused(claim)) {
    deps.log.info({ batchId: claim.batchId, reason: title }, 'target full, batch waits');
  } else if ((await deps.execution.state(claim)) === 'cancel_asked') {
    await end(deps, claim, cancelledBetween);
  }
}

function logFault({ log }: Pick<ExecutionDependencies, 'log'>, { batchId }: Claim, error: unknown) {
  if (isFault(error)) log.error({ err: error, batchId }, 'a batch met a fault of the service');
}

/** What another worker has sent is out of our reach: somebody is to stop it, and nobody knows its outcome. */
function outOfReach(error: unknown, statement: ClaimedStatement): BatchEnd {
  const how = endOf(error, { statement, stopping: undefined });
  const described = how.error === null ? null : { ...how.error, outcome: 'unknown' as const };
  return { ...how, error: described, orphaned: true };
}

/** Gives whether all statements ran well and none of them could change anything. */
async function runStatements(deps: ExecutionDependencies, run: Run): Promise<boolean> {
  const { claim, batch } = run;
  let onlyRead = true;
  for (const [index, statement] of batch.statements.entries()) {
    if (statement.status === 'finished') continue;
    const begun = await beginStatement(deps, run, statement);
    if (begun === null) return false;
    const result = await runBegun(deps, run, statement, begun);
    const isLast = index === batch.statements.length - 1;
    if (result === null) return false;
    const notices = isLast ? [...result.notices, ...noticesOfEnd(run)] : result.notices;
    if (!(await finish(deps, claim, statement.id, { ...result, notices }, isLast))) return false;
    onlyRead &&= result.command === 'SELECT' && result.truncatedBy === null;
  }
  return onlyRead;
}

/** What ending the session does to the last statement. A connection client keeps its transaction open. */
const noticesOfEnd = ({ batch, session }: Run): string[] =>
  batch.connectionClientId === null && session.inTransaction === true
    ? ['The transaction was still open at the end of the batch and was rolled back.']
    : [];

const beginStatement = (
  deps: ExecutionDependencies,
  { claim, signal, session }: Run,
  { id, status }: ClaimedStatement,
): Promise<Begun | null> =>
  status === 'started'
    ? takeOver(deps, claim, id)
    : begin(deps, { claim, signal, executionId: session.executionId }, id);

/** Gives the stored result; null when the batch has ended or is for another worker to go on with. */
async function runBegun(
  deps: ExecutionDependencies,
  run: Run,
  statement: ClaimedStatement,
  { startedOn, adoption, runningMs }: Begun,
) {
  const { claim, signal, leaving } = run;
  try {
    return await leaving.during(statement.id, adoption > 0, (onHandover) =>
      runStatement(
        {
          results: deps.results,
          retentionMs: deps.limits.retentionMs,
          session: run.session,
          endsWithBatch: run.batch.connectionClientId === null,
          onProgress: (rowCount, columns) =>
            reportProgress(deps, claim, statement.id, rowCount, columns),
        },
        { id: statement.id, startedOn, adoption },
        () => send(deps, run, statement, { adoption, runningMs, onHandover }),
      ),
    );
  } catch (error) {
    const stopping = stopReason(signal);
    if (leaving.isLeft() && (stopping === 'lease' || (await deps.execution.release(claim)))) {
      return null;
    }
    logFault(deps, claim, error);
    const how = endOf(error, { statement, stopping });
    // Whatever kept us from it: another worker has sent it.
    const isUnreached = adoption > 0 && how.error?.outcome === 'not_run';
    // Let go of, and nobody may go on with it: somebody is to stop it.
    const orphaned = leaving.isLeft();
    await end(deps, claim, isUnreached ? outOfReach(error, statement) : { ...how, orphaned });
    return null;
  }
}

type Sending = Pick<Begun, 'adoption' | 'runningMs'> & {
  onHandover: Parameters<Parameters<Leaving['during']>[2]>[0];
};

function send(
  deps: ExecutionDependencies,
  { claim, batch, session, leaving }: Run,
  { text, executionId }: ClaimedStatement,
  { adoption, runningMs, onHandover }: Sending,
) {
  const options = runOptions(deps.limits, batch, leaving.stop);
  if (adoption === 0) {
    const tag = deps.tagStatements ? { batch: claim.batchId, user: batch.userId } : undefined;
    return session.run(text, { ...options, tag, onHandover });
  }
  if (session.adopt === undefined || executionId === null) {
    throw new Error('A statement was handed over that its driver cannot take over');
  }
  const timeoutMs = options.timeoutMs === null ? null : Math.max(1, options.timeoutMs - runningMs);
  return session.adopt(executionId, { ...options, timeoutMs, onHandover });
}
