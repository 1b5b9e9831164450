import {
  filledPlaceholders,
  type ClaimedStatement,
  type FinishedStatement,
} from '@sluice/database';
import type { Handover, StatementRun } from '@sluice/driver-kit';
import type { ResultStore } from '@sluice/results';
import { stopReason } from '../claim/index.js';
import type { BatchRun } from './batch-run.js';
import {
  begin,
  end,
  reportProgress,
  adopt,
  type StartedStatement,
  type WriteDependencies,
} from './batch-state.js';
import { endUnreachable } from './end-unopened.js';
import { endOf, logFault } from './failures.js';
import { runOptions, type BatchLimits } from './run-options.js';
import { storeResult } from './store-result.js';

/** Dependencies of {@link runStatement}. */
export interface StatementDependencies extends WriteDependencies {
  results: Pick<ResultStore, 'create' | 'remove'>;
  limits: BatchLimits;
  /** Whether statements are sent with a comment that names the batch and the user. */
  tagStatements: boolean;
}

/**
 * Sends a statement, or takes over one that another worker has sent, and stores its rows.
 *
 * @returns null when the batch has ended or continues on another worker.
 */
export async function runStatement(
  deps: StatementDependencies,
  run: BatchRun,
  statement: ClaimedStatement,
): Promise<FinishedStatement | null> {
  const { claim, signal, session } = run;
  const started =
    statement.status === 'started'
      ? await adopt(deps, claim, statement.id)
      : await begin(deps, { claim, signal, executionId: session.executionId }, statement.id);
  if (started === null) return null;
  try {
    return await sendAndStore(deps, run, statement, started);
  } catch (error) {
    await endFailed(deps, run, statement, started, error);
    return null;
  }
}

async function sendAndStore(
  deps: StatementDependencies,
  run: BatchRun,
  statement: ClaimedStatement,
  started: StartedStatement,
): Promise<FinishedStatement> {
  const { claim, batch, session, handover } = run;
  const { startedOn, adoption } = started;
  const { id } = statement;
  const onHandover = handover.statementSent(id, adoption > 0);
  try {
    const sent = await send(deps, run, statement, started, onHandover);
    const target = {
      results: deps.results,
      retentionMs: deps.limits.retentionMs,
      session,
      endsWithBatch: batch.connectionClientId === null,
      onProgress: (rowCount: number, columns: FinishedStatement['columns']) =>
        reportProgress(deps, claim, id, rowCount, columns),
    };
    return await storeResult(target, { id, startedOn, adoption }, sent);
  } finally {
    handover.statementEnded();
  }
}

function send(
  deps: StatementDependencies,
  { claim, batch, session, handover }: BatchRun,
  { text, executionId, placeholders }: ClaimedStatement,
  { adoption, runningMs }: StartedStatement,
  onHandover: ((handover: Handover) => Promise<void>) | undefined,
): Promise<StatementRun> {
  const options = runOptions(deps.limits, batch, handover.stop);
  if (adoption === 0) {
    const tag = deps.tagStatements ? { batch: claim.batchId, user: batch.userId } : undefined;
    const parameters = filledPlaceholders(placeholders, batch.parameters);
    return session.run(text, { ...options, tag, onHandover, parameters });
  }
  if (session.adopt === undefined || executionId === null) {
    throw new Error('The driver cannot adopt the statement that was handed over');
  }
  const timeoutMs = options.timeoutMs === null ? null : Math.max(1, options.timeoutMs - runningMs);
  return session.adopt(executionId, { ...options, timeoutMs, onHandover });
}

/** Releases a batch that was handed over; ends any other. */
async function endFailed(
  deps: StatementDependencies,
  { claim, signal, handover }: BatchRun,
  statement: ClaimedStatement,
  { adoption }: StartedStatement,
  error: unknown,
): Promise<void> {
  const stopping = stopReason(signal);
  const isHandedOver = handover.isHandedOver();
  if (isHandedOver && (stopping === 'lease' || (await deps.execution.release(claim)))) return;
  logFault(deps.log, claim.batchId, error);
  const how = endOf(error, { statement, stopping });
  // The statement did not run here, but the worker before this one has sent it.
  if (adoption > 0 && how.error?.outcome === 'not_run') {
    await end(deps, claim, endUnreachable(error, statement));
    return;
  }
  // A detached statement that no worker may adopt still runs: the sweep has to stop it.
  await end(deps, claim, { ...how, orphaned: handover.isHandedOver() });
}
