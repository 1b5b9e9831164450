import { cancelAndConfirm } from './cancel.js';
import { RunAbortedError, failureOf } from './errors.js';
import { followBatch, type TaggedBatch } from './follow.js';
import type { Batch } from './operations.js';
import { resultOf, type StatementResult } from './result.js';
import type { FollowOptions } from './run-options.js';
import { newKey } from './submit.js';
import type { Transport } from './transport.js';

/**
 * A submitted batch. Iterating yields each statement once it has finished, in order, and then throws the
 * batch's error if it did not finish. Leaving the loop early cancels the batch.
 */
export interface Run extends AsyncIterable<StatementResult> {
  readonly idempotencyKey: string;
  /** Resolves with the batch as accepted. @throws ApiError, NetworkError */
  submitted(): Promise<Batch>;
  /**
   * Waits for the end without reading rows.
   *
   * @returns the finished batch
   * @throws NotRunError, StatementFailedError, UnknownOutcomeError, ResultLostError, BatchCancelledError,
   * RunAbortedError, ApiError, NetworkError
   */
  finished(): Promise<Batch>;
  /** Cancels the batch and waits for its end. A final batch is unchanged. */
  cancel(): Promise<Batch>;
}

/** Submits a batch with an idempotency key and follows it. */
export function startRun(
  transport: Transport,
  options: FollowOptions,
  submit: (idempotencyKey: string) => Promise<TaggedBatch>,
): Run {
  const { signal, onChange = () => undefined, cancelTimeoutMs = 30_000 } = options;
  const idempotencyKey = options.idempotencyKey ?? newKey();
  const size = {
    pageRows: options.pageRows ?? 10_000,
    pageBytes: options.pageBytes ?? 4 * 1024 * 1024,
  };
  const submission = submit(idempotencyKey);
  // Each method reports the error; without a caller it must not end the program.
  submission.catch(() => undefined);

  let cancellation: Promise<Batch> | undefined;
  const cancel = (): Promise<Batch> =>
    (cancellation ??= submission.then(({ batch }) =>
      cancelAndConfirm(transport, batch.id, cancelTimeoutMs),
    ));

  /** Waits for `work`. If it fails after an abort, the batch is cancelled before the error is thrown. */
  const guard = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (signal?.aborted !== true) throw error;
      throw new RunAbortedError(await cancel().catch(() => undefined), signal.reason);
    }
  };

  async function* statements(): AsyncGenerator<StatementResult, void, undefined> {
    const versions = followBatch(transport, await guard(submission), signal);
    let given = 0;
    let last: Batch | undefined;
    let isLeft = true;
    try {
      while (last === undefined || last.status === 'started') {
        const { value } = await guard(versions.next());
        if (value === undefined) break;
        last = value;
        onChange(last);
        for (const statement of last.statements.slice(given)) {
          if (statement.status !== 'finished') break;
          given++;
          yield resultOf(transport, statement, size, guard, signal);
        }
      }
      isLeft = false;
    } catch (error) {
      isLeft = false;
      throw error;
    } finally {
      if (isLeft && last?.status === 'started') await cancel().catch(() => undefined);
    }
    const failure = last === undefined ? undefined : failureOf(last);
    if (failure !== undefined) throw failure;
  }

  return {
    idempotencyKey,
    submitted: async () => (await guard(submission)).batch,
    finished: async () => {
      let batch = (await guard(submission)).batch;
      for await (const version of guarded(
        followBatch(transport, await submission, signal),
        guard,
      )) {
        batch = version;
        onChange(batch);
      }
      const failure = failureOf(batch);
      if (failure !== undefined) throw failure;
      return batch;
    },
    cancel,
    [Symbol.asyncIterator]: statements,
  };
}

async function* guarded<T>(
  source: AsyncGenerator<T, void, undefined>,
  guard: <R>(work: Promise<R>) => Promise<R>,
): AsyncGenerator<T, void, undefined> {
  for (;;) {
    const { value, done } = await guard(source.next());
    if (done === true) return;
    yield value;
  }
}
