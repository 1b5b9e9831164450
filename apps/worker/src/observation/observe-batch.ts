import type { ExecutionRepository } from '@sluice/database';
import type { ResultWriter } from '@sluice/results';
import type { ExecutionDependencies } from '../execution/run-batch.js';
import type { Claimed } from '../execution/run-waiting.js';
import { BatchRun, type RunTelemetry } from './batch-run.js';
import { now, secondsSince } from './moment.js';

/** What of a batch's dependencies is watched; the running itself knows nothing of it. */
type Watched = Pick<ExecutionDependencies, 'execution' | 'results' | 'onConnect'>;

/**
 * Runs one batch with dependencies that tell what it does: every change of state goes through the
 * repository, so there is nothing that the run would have to report.
 */
export async function observeBatch<Deps extends Omit<Watched, 'onConnect'>>(
  deps: Deps,
  telemetry: RunTelemetry,
  { batch, askedAt }: Claimed,
  run: (deps: Deps & Watched) => Promise<void>,
): Promise<void> {
  const current = new BatchRun(telemetry, batch, askedAt);
  try {
    await run({
      ...deps,
      execution: observeExecution(deps.execution, current),
      results: observeResults(deps.results, current, telemetry),
      onConnect: (driver, connect) => observeConnect(driver, connect, current, telemetry),
    });
  } finally {
    current.over();
  }
}

function observeExecution(execution: ExecutionRepository, current: BatchRun): ExecutionRepository {
  // A write that fails may have been committed: when it is tried again and finds nothing to change,
  // that tells of no other holder.
  let isInDoubt = false;
  const watched = async <T>(write: () => Promise<T>): Promise<{ value: T; inDoubt: boolean }> => {
    const inDoubt = isInDoubt;
    isInDoubt = true;
    const value = await write();
    isInDoubt = false;
    return { value, inDoubt };
  };
  return {
    ...execution,
    startStatement: async (claim, statementId, executionId) => {
      const { value, inDoubt } = await watched(() =>
        execution.startStatement(claim, statementId, executionId),
      );
      if (value !== null || inDoubt) current.statementStarted(statementId);
      return value;
    },
    adoptStatement: async (claim, statementId) => {
      const adoption = await execution.adoptStatement(claim, statementId);
      if (adoption === null) current.fenced();
      else current.statementStarted(statementId);
      return adoption;
    },
    finishStatement: async (claim, statementId, result, isLast) => {
      const { value, inDoubt } = await watched(() =>
        execution.finishStatement(claim, statementId, result, isLast),
      );
      if (value || inDoubt) current.statementFinished(statementId, result, isLast);
      else current.fenced();
      return value;
    },
    end: async (claim, how) => {
      const { value, inDoubt } = await watched(() => execution.end(claim, how));
      if (value || inDoubt) current.ended(how);
      else current.fenced();
      return value;
    },
    release: async (claim) => {
      const released = await execution.release(claim);
      if (released) current.released();
      return released;
    },
    releaseRefused: async (claim) => {
      const released = await execution.releaseRefused(claim);
      if (released) current.released();
      return released;
    },
    state: async (claim) => {
      const state = await execution.state(claim);
      if (state === 'lost') current.fenced();
      return state;
    },
  };
}

function observeResults(
  results: Watched['results'],
  current: BatchRun,
  { metrics }: RunTelemetry,
): Watched['results'] {
  return {
    remove: (resultsPath) => results.remove(resultsPath),
    create: async (...statement) => {
      const span = current.startSpan('result write');
      let seconds = 0;
      const timed = async <T>(work: () => Promise<T>): Promise<T> => {
        const since = now();
        try {
          return await work();
        } catch (error) {
          span.fail('storage');
          span.end();
          throw error;
        } finally {
          seconds += secondsSince(since);
        }
      };
      const writer = await timed(() => results.create(...statement));
      return observedWriter(writer, timed, {
        finished: (rows, bytes) => {
          metrics.resultStored(current.driver, rows, bytes, seconds);
          span.set({ 'sluice.rows': rows, 'sluice.bytes': bytes });
          span.end();
        },
        aborted: () => {
          span.fail('aborted');
          span.end();
        },
      });
    },
  };
}

function observedWriter(
  writer: ResultWriter,
  timed: <T>(work: () => Promise<T>) => Promise<T>,
  on: { finished(rows: number, bytes: number): void; aborted(): void },
): ResultWriter {
  return {
    get partialPath() {
      return writer.partialPath;
    },
    get rowCount() {
      return writer.rowCount;
    },
    get bytes() {
      return writer.bytes;
    },
    append: (chunk) => timed(() => writer.append(chunk)),
    flush: () => timed(() => writer.flush()),
    finish: async () => {
      const stored = await timed(() => writer.finish());
      on.finished(stored.rowCount, stored.bytes);
      return stored;
    },
    abort: async () => {
      on.aborted();
      await writer.abort();
    },
  };
}

async function observeConnect<T>(
  driver: string,
  connect: () => Promise<T>,
  run: BatchRun,
  { metrics }: RunTelemetry,
): Promise<T> {
  const since = now();
  const span = run.startSpan('connect', { role: 'client' });
  try {
    const session = await connect();
    metrics.connected('ok', driver, secondsSince(since));
    return session;
  } catch (error) {
    metrics.connected('failed', driver, secondsSince(since));
    span.fail('connect_failed');
    throw error;
  } finally {
    span.end();
  }
}
