import { AppError } from '@sluice/errors';

/** Runs a task when it has its turn. @throws AppError 503 when too many wait. */
export type InTurn = <T>(task: () => Promise<T>) => Promise<T>;

/** Runs so many tasks at once, keeps so many waiting, refuses the rest with this title. */
export function createTurns(concurrency: number, queueLimit: number, title: string): InTurn {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      if (waiting.length >= queueLimit) {
        throw new AppError('busy', 503, title, { retryAfterSeconds: 2 });
      }
      // Whoever ends hands its turn over, so that `running` stays the same.
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
