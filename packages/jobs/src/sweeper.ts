import type { Producer } from './producer.js';

/** What a sweep found for workers to do. */
export interface SweepFindings {
  /** The pool of each slot that is to be woken. */
  redispatched: string[];
  orphans: { id: string; pool: string }[];
}

/** What {@link startSweeper} works with. */
export interface SweeperOptions {
  /** Ends what nobody works on, and tells what is to be woken; null when another process is at it. */
  sweep(): Promise<SweepFindings | null>;
  /** Removes rows that have had their day; called once a minute. */
  removeExpired(): Promise<void>;
  producer: Pick<Producer, 'add' | 'addAgain'>;
  intervalMs: number;
  onError(error: unknown): void;
}

/** A running sweeper; `close` waits for a sweep under way. */
export interface Sweeper {
  close(): Promise<void>;
}

const removeExpiredEveryMs = 60_000;

/** Bounds the jobs that pile up before workers that take none. */
const wakeNumbers = 10_000;

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
    if (report !== null) {
      await enqueueWakes(options.producer, report.redispatched);
      await enqueueOrphans(options.producer, report.orphans);
    }
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

/** A job that still runs keeps its number: one of many is almost always free. */
async function enqueueWakes(
  producer: SweeperOptions['producer'],
  redispatched: string[],
): Promise<void> {
  for (const pool of new Set(redispatched)) {
    const first = Math.floor(Math.random() * wakeNumbers);
    const ofPool = redispatched.filter((each) => each === pool);
    const payloads = ofPool.map((_, index) => ({
      n: (first + index) % wakeNumbers,
      v: 1 as const,
    }));
    await producer.add('wake', payloads, pool);
  }
}

async function enqueueOrphans(
  producer: SweeperOptions['producer'],
  orphans: SweepFindings['orphans'],
): Promise<void> {
  for (const pool of new Set(orphans.map((each) => each.pool))) {
    const ofPool = orphans.filter((each) => each.pool === pool);
    await producer.addAgain(
      'stopOrphan',
      ofPool.map(({ id }) => ({ id, v: 1 })),
      pool,
    );
  }
}
