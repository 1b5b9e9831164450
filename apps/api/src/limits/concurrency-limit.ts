import { AppError } from '@sluice/errors';

/** Runs a task when a place is free. @throws AppError 503 when the queue is full */
export type LimitConcurrency = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `concurrency` tasks at once and queues at most `queueLimit`; `title` is the error of
 * the rest.
 */
export function createConcurrencyLimit(
  concurrency: number,
  queueLimit: number,
  title: string,
): LimitConcurrency {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      if (waiting.length >= queueLimit) {
        throw new AppError('busy', 503, title, { retryAfterSeconds: 2 });
      }
      // The ending task passes its place on, so `running` does not change.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
