import type {
  BatchEnd,
  Claim,
  ClaimedBatch,
  ExecutionRepository,
  FinishedStatement,
} from '@sluice/database';
import type { DriverConnection, RunOptions } from '@sluice/drivers';
import type { ResultStore } from '@sluice/results';
import type { Logger } from 'pino';
import type { Lease } from '../lease.js';
import { stopReason, type ActiveBatches } from './active-batches.js';
import { endOf } from './failures.js';
import { openSession, type BatchSession, type SessionDependencies } from './open-session.js';
import { retryWhileHeld } from './retry.js';
import { runStatement } from './run-statement.js';

/** Limits that hold for every batch; a connection may only lower them. Null = none. */
export interface ExecutionLimits {
  maxRows: number | null;
  maxBytes: number | null;
  maxCellBytes: number;
  maxRowBytes: number;
  timeoutMs: number | null;
  /** How long results are kept. */
  retentionMs: number;
}

/** What running a batch needs. */
export interface ExecutionDependencies extends SessionDependencies {
  execution: ExecutionRepository;
  results: Pick<ResultStore, 'create' | 'remove'>;
  lease: Lease;
  active: ActiveBatches;
  limits: ExecutionLimits;
  /** Whether statements are sent with a comment that says whose they are. */
  tagStatements: boolean;
  log: Logger;
}

/** A batch under way. */
interface Run {
  claim: Claim;
  batch: ClaimedBatch;
  /** Aborted to stop the batch, with the reason. */
  signal: AbortSignal;
  session: DriverConnection;
}

/**
 * Runs a claimed batch. Every way out leaves it final, or to the sweep when the lease is lost.
 */
export async function runBatch(
  deps: ExecutionDependencies,
  claim: Claim,
  batch: ClaimedBatch,
  signal: AbortSignal,
): Promise<void> {
  const [first] = batch.statements;
  if (first === undefined) throw new Error(`Batch ${claim.batchId} has no statement`);
  let session: BatchSession;
  try {
    session = await openSession(deps, batch, timeoutOf(deps.limits, batch), signal);
  } catch (error) {
    const stopping = stopReason(signal);
    // Nothing was sent: the sweep gives a lost worker's batch to another.
    if (stopping === 'lease') return;
    if (stopping === 'restart') await deps.execution.release(claim);
    else if (stopping === 'cancel') await end(deps, claim, cancelledBetween);
    else await end(deps, claim, endOf(error, { statement: first, stopping }));
    return;
  }
  let onlyRead = false;
  try {
    onlyRead = await runStatements(deps, { claim, batch, signal, session: session.connection });
  } finally {
    await session.release(onlyRead && !signal.aborted);
  }
}

/** Gives whether all statements ran well and none of them could change anything. */
async function runStatements(deps: ExecutionDependencies, run: Run): Promise<boolean> {
  const { claim, batch, signal } = run;
  const tag = deps.tagStatements ? { batch: claim.batchId, user: batch.userId } : undefined;
  const options: RunOptions = { ...runOptions(deps.limits, batch, signal), tag };
  let onlyRead = true;
  for (const [index, statement] of batch.statements.entries()) {
    const startedOn = await start(deps, run, statement.id);
    if (startedOn === null) return false;
    let result: FinishedStatement;
    try {
      result = await runStatement(
        {
          results: deps.results,
          retentionMs: deps.limits.retentionMs,
          onProgress: (rowCount, columns) =>
            reportProgress(deps, claim, statement.id, rowCount, columns),
        },
        run.session,
        { ...statement, startedOn },
        options,
      );
    } catch (error) {
      await end(deps, claim, endOf(error, { statement, stopping: stopReason(signal) }));
      return false;
    }
    const isLast = index === batch.statements.length - 1;
    if (!(await finish(deps, claim, statement.id, result, isLast))) return false;
    onlyRead &&= result.command === 'SELECT' && result.truncatedBy === null;
  }
  return onlyRead;
}

/**
 * Commits the start before the first byte is sent, and gives its time. Ends the batch when it must
 * not go on; null then, or when it is no longer ours.
 */
async function start(
  deps: ExecutionDependencies,
  { claim, signal, session }: Run,
  statementId: string,
): Promise<Date | null> {
  const stopping = stopReason(signal);
  if (stopping === 'cancel') return stop(deps, claim, cancelledBetween);
  if (stopping === 'restart') {
    if (await deps.execution.release(claim)) return null;
    return stop(deps, claim, restartBefore(statementId));
  }
  if (!deps.lease.isHeld()) return null;
  const { value, retried } = await retryWhileHeld(deps.lease.lost, () =>
    deps.execution.startStatement(claim, statementId, session.executionId),
  );
  if (value !== null) return value;
  switch (await deps.execution.state(claim)) {
    case 'cancel_asked':
      return stop(deps, claim, cancelledBetween);
    case 'lost':
      return null;
    case 'held':
      // An earlier try was committed and its answer lost: nobody else holds the token, and nothing
      // was sent yet.
      return retried ? new Date() : null;
  }
}

async function finish(
  deps: ExecutionDependencies,
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

async function reportProgress(
  deps: ExecutionDependencies,
  claim: Claim,
  ...progress: [statementId: string, rowCount: number, columns: FinishedStatement['columns']]
): Promise<void> {
  try {
    await deps.execution.reportProgress(claim, ...progress);
  } catch (error) {
    deps.log.warn({ err: error, batchId: claim.batchId }, 'progress could not be written');
  }
}

async function end(deps: ExecutionDependencies, claim: Claim, how: BatchEnd): Promise<void> {
  const ended = await retryWhileHeld(deps.lease.lost, () => deps.execution.end(claim, how));
  const { batchId } = claim;
  if (ended.value) {
    deps.log.info({ batchId, status: how.status, code: how.error?.code }, 'batch ended early');
  } else if (!ended.retried) deps.log.warn({ batchId }, 'batch was no longer ours to end');
}

async function stop(deps: ExecutionDependencies, claim: Claim, how: BatchEnd): Promise<null> {
  await end(deps, claim, how);
  return null;
}

const cancelledBetween: BatchEnd = {
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

function runOptions(limits: ExecutionLimits, batch: ClaimedBatch, signal: AbortSignal): RunOptions {
  const { connection } = batch;
  return {
    signal,
    maxRows: lowest(limits.maxRows, connection?.maxRows ?? null),
    maxBytes: limits.maxBytes,
    maxCellBytes: limits.maxCellBytes,
    maxRowBytes: limits.maxRowBytes,
    timeoutMs: timeoutOf(limits, batch),
  };
}

/** Milliseconds that a statement of the batch may take; null = any. */
function timeoutOf(limits: ExecutionLimits, { connection }: ClaimedBatch): number | null {
  const seconds = connection?.queryTimeoutSeconds ?? null;
  return lowest(limits.timeoutMs, seconds === null ? null : seconds * 1000);
}

/** The lower of two limits, where null and 0 mean none. */
const lowest = (a: number | null, b: number | null): number | null => {
  const set = [a, b].filter((limit) => limit !== null && limit > 0) as number[];
  return set.length === 0 ? null : Math.min(...set);
};
