import type { Producer } from './producer.js';

/** Work that a sweep found for workers. */
export interface SweepFindings {
  /** The pool of each worker slot to wake. */
  redispatched: string[];
  orphans: { id: string; pool: string }[];
}

/** Options of {@link startSweeper}. */
export interface SweeperOptions {
  /** Repairs abandoned work and returns what to wake; null when another process is sweeping. */
  sweep(): Promise<SweepFindings | null>;
  /** Deletes expired rows. Called once a minute. */
  removeExpired(): Promise<void>;
  producer: Pick<Producer, 'add' | 'addAgain'>;
  intervalMs: number;
  onError(error: unknown): void;
}

/** A running sweeper. `close` waits for the current sweep. */
export interface Sweeper {
  close(): Promise<void>;
}

const REMOVAL_INTERVAL_MS = 60_000;

/** Maximum wake jobs in a queue whose workers take none. */
const MAX_WAKE_JOBS = 10_000;

/**
 * Sweeps periodically, in every API and every worker: batches must end even when no worker is online, and batches that
 * were committed but not enqueued must be enqueued. A failed sweep is reported and tried again.
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
    if (performance.now() - lastRemovalMs > REMOVAL_INTERVAL_MS) {
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

/** A running job keeps its number, so the numbers start at a random one of many. */
async function enqueueWakes(
  producer: SweeperOptions['producer'],
  redispatched: string[],
): Promise<void> {
  for (const pool of new Set(redispatched)) {
    const first = Math.floor(Math.random() * MAX_WAKE_JOBS);
    const ofPool = redispatched.filter((each) => each === pool);
    const payloads = ofPool.map((_, index) => ({
      n: (first + index) % MAX_WAKE_JOBS,
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
