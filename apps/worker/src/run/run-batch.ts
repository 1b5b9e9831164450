import type { Claim, ClaimedBatch, ClaimedStatement } from '@sluice/database';
import { stopReason } from '../claim/index.js';
import { openSession, type BatchSession, type SessionDependencies } from '../session/index.js';
import type { BatchRun } from './batch-run.js';
import { finish } from './batch-state.js';
import { endUnopened, type UnopenedDependencies } from './end-unopened.js';
import { abortUnlessCancelled, noHandover, openBatchHandover } from './handover.js';
import { timeoutOf } from './run-options.js';
import { runStatement, type StatementDependencies } from './run-statement.js';

/** Dependencies of {@link runBatch}. */
export interface BatchDependencies
  extends SessionDependencies, UnopenedDependencies, StatementDependencies {
  results: StatementDependencies['results'];
}

/**
 * Runs a claimed batch, or continues one that another worker handed over. When it returns, the batch has
 * a final status, is released to another worker, or is left to the sweep because the lease was lost.
 */
export async function runBatch(
  deps: BatchDependencies,
  claim: Claim,
  batch: ClaimedBatch,
  signal: AbortSignal,
): Promise<void> {
  const next = batch.statements.find(({ status }) => status !== 'finished');
  if (next === undefined) throw new Error(`Batch ${claim.batchId} has no statement to run`);
  const opened = await openOrEnd(deps, claim, batch, next, signal);
  if (opened === null) return;
  const session = opened.connection;
  const outlivesWorker = session.detach !== undefined && batch.connectionClientId === null;
  const handover = outlivesWorker
    ? openBatchHandover(deps, claim, session, signal)
    : noHandover(signal);
  let onlyRead = false;
  try {
    onlyRead = await runStatements(deps, { claim, batch, signal, session, handover });
  } finally {
    await handover.close();
    await opened.release(onlyRead && batch.handover === null && !signal.aborted);
  }
}

/** Opens the batch's session; returns null after ending or releasing a batch without one. */
async function openOrEnd(
  deps: BatchDependencies,
  claim: Claim,
  batch: ClaimedBatch,
  next: ClaimedStatement,
  signal: AbortSignal,
): Promise<BatchSession | null> {
  try {
    const opening = next.status === 'started' ? abortUnlessCancelled(signal) : signal;
    return await openSession(deps, batch, timeoutOf(deps.limits, batch), opening);
  } catch (error) {
    await endUnopened(deps, claim, next, error, stopReason(signal));
    return null;
  }
}

/** Returns whether all statements finished and no statement could change data. */
async function runStatements(deps: BatchDependencies, run: BatchRun): Promise<boolean> {
  const { claim, batch } = run;
  let onlyRead = true;
  for (const [index, statement] of batch.statements.entries()) {
    if (statement.status === 'finished') continue;
    const result = await runStatement(deps, run, statement);
    if (result === null) return false;
    const isLast = index === batch.statements.length - 1;
    const notices = isLast ? [...result.notices, ...endNotices(run)] : result.notices;
    if (!(await finish(deps, claim, statement.id, { ...result, notices }, isLast))) return false;
    onlyRead &&= result.command === 'SELECT' && result.truncatedBy === null;
  }
  return onlyRead;
}

/** Returns the effect of the session's end on the last statement. A connection client keeps its transaction open. */
const endNotices = ({ batch, session }: BatchRun): string[] =>
  batch.connectionClientId === null && session.inTransaction === true
    ? ['The transaction was still open at the end of the batch and was rolled back.']
    : [];
