import type { ExecutionRepository } from '@sluice/database';
import type { ResultWriter } from '@sluice/results';
import type { OpenConnection } from '../session/index.js';
import { now, secondsSince, type BatchTelemetry } from '../telemetry/index.js';
import type { BatchDependencies } from './run-batch.js';

/**
 * Returns dependencies that record what a batch does. Every change of its state goes through the
 * repository, so the code that runs a batch need not report anything itself.
 */
export const observeBatch = (
  deps: BatchDependencies,
  telemetry: BatchTelemetry,
): BatchDependencies => ({
  ...deps,
  execution: observeExecution(deps.execution, telemetry),
  results: observeResults(deps.results, telemetry),
  connect: observeConnect(deps.connect, telemetry),
});

function observeExecution(
  execution: ExecutionRepository,
  telemetry: BatchTelemetry,
): ExecutionRepository {
  // A failed write may have been committed. When its repetition then changes nothing, that does not mean
  // that another worker holds the batch.
  let isInDoubt = false;
  const watched = async <T>(write: () => Promise<T>): Promise<{ value: T; inDoubt: boolean }> => {
    const inDoubt = isInDoubt;
    isInDoubt = true;
    const value = await write();
    isInDoubt = false;
    return { value, inDoubt };
  };
  const recordRelease = (isReleased: boolean): boolean => {
    if (isReleased) telemetry.released();
    return isReleased;
  };
  return {
    ...execution,
    startStatement: async (claim, statementId, executionId) => {
      const { value, inDoubt } = await watched(() =>
        execution.startStatement(claim, statementId, executionId),
      );
      if (value !== null || inDoubt) telemetry.statementStarted(statementId);
      return value;
    },
    adoptStatement: async (claim, statementId) => {
      const adoption = await execution.adoptStatement(claim, statementId);
      if (adoption === null) telemetry.fenced();
      else telemetry.statementStarted(statementId);
      return adoption;
    },
    finishStatement: async (claim, statementId, result, isLast) => {
      const { value, inDoubt } = await watched(() =>
        execution.finishStatement(claim, statementId, result, isLast),
      );
      if (value || inDoubt) telemetry.statementFinished(statementId, result, isLast);
      else telemetry.fenced();
      return value;
    },
    end: async (claim, how) => {
      const { value, inDoubt } = await watched(() => execution.end(claim, how));
      if (value || inDoubt) telemetry.ended(how);
      else telemetry.fenced();
      return value;
    },
    release: async (claim) => recordRelease(await execution.release(claim)),
    releaseRefused: async (claim) => recordRelease(await execution.releaseRefused(claim)),
    state: async (claim) => {
      const state = await execution.state(claim);
      if (state === 'lost') telemetry.fenced();
      return state;
    },
  };
}

const observeResults = (
  results: BatchDependencies['results'],
  telemetry: BatchTelemetry,
): BatchDependencies['results'] => ({
  remove: (resultsPath) => results.remove(resultsPath),
  create: async (...statement) => {
    const span = telemetry.startSpan('result write');
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
    return observeWriter(writer, timed, {
      finished: (rows, bytes) => {
        telemetry.resultStored(rows, bytes, seconds);
        span.set({ 'sluice.rows': rows, 'sluice.bytes': bytes });
        span.end();
      },
      aborted: () => {
        span.fail('aborted');
        span.end();
      },
    });
  },
});

const observeWriter = (
  writer: ResultWriter,
  timed: <T>(work: () => Promise<T>) => Promise<T>,
  on: { finished(rows: number, bytes: number): void; aborted(): void },
): ResultWriter => ({
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
});

const observeConnect =
  (connect: OpenConnection, telemetry: BatchTelemetry): OpenConnection =>
  async (...session) => {
    const since = now();
    const span = telemetry.startSpan('connect', { role: 'client' });
    try {
      const connection = await connect(...session);
      telemetry.connected('ok', secondsSince(since));
      return connection;
    } catch (error) {
      telemetry.connected('failed', secondsSince(since));
      span.fail('connect_failed');
      throw error;
    } finally {
      span.end();
    }
  };
