import type { Producer } from './producer.js';

/** What {@link startSweeper} works with. */
export interface SweeperOptions {
  /** Ends and revives what nobody works on; null when another process is at it. */
  sweep(): Promise<{ redispatched: string[] } | null>;
  /** Removes rows that have had their day; called once a minute. */
  removeExpired(): Promise<void>;
  producer: Pick<Producer, 'addAgain'>;
  intervalMs: number;
  onError(error: unknown): void;
}

/** A running sweeper; `close` waits for a sweep under way. */
export interface Sweeper {
  close(): Promise<void>;
}

const removeExpiredEveryMs = 60_000;

/**
 * Sweeps for ever, in every API and every worker: batches must end even with no worker alive, and
 * what was committed but not enqueued must be enqueued. A failed sweep is reported and tried again.
 */
export function startSweeper(options: SweeperOptions): Sweeper {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let closed = false;
  let lastRemovalMs = 0;

  const round = async (): Promise<void> => {
    const report = await options.sweep();
    const ids = report?.redispatched ?? [];
    if (ids.length > 0)
      await options.producer.addAgain(
        'runBatch',
        ids.map((id) => ({ id, v: 1 })),
      );
    if (performance.now() - lastRemovalMs > removeExpiredEveryMs) {
      lastRemovalMs = performance.now();
      await options.removeExpired();
    }
  };

  const schedule = (): void => {
    if (closed) return;
    timer = setTimeout(() => {
      running = round().catch(options.onError).finally(schedule);
    }, options.intervalMs);
  };

  schedule();
  return {
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
