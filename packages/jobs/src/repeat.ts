import type { JobKey, JobPayload } from './define.js';
import type { Producer } from './producer.js';

/** What {@link keepRepeating} works with. */
export interface RepeatOptions<Key extends JobKey> {
  producer: Pick<Producer, 'repeat'>;
  key: Key;
  payload: JobPayload<Key>;
  /** Between two runs of the job, by whichever worker is there. */
  everyMs: number;
  onError(error: unknown): void;
}

/** A schedule that is being kept; `close` leaves it to the other processes. */
export interface Repetition {
  close(): Promise<void>;
}

/** Asking costs a write, so a job that comes more often than this is asked for less often than it comes. */
const leastAskMs = 1_000;

/**
 * Has a job repeated, and says so again every time. A schedule lives in the queue: flushing Redis
 * forgets it, and on PostgreSQL (BullMQ 6.7) asking for it in the moment that it runs can leave it
 * without a next run. Asking again mends both and moves nothing else.
 */
export function keepRepeating<Key extends JobKey>(options: RepeatOptions<Key>): Repetition {
  const { producer, key, payload, everyMs, onError } = options;
  let asking = Promise.resolve();
  const ask = (): void => {
    asking = asking.then(() => producer.repeat(key, payload, everyMs)).catch(onError);
  };
  ask();
  const timer = setInterval(ask, Math.max(everyMs, leastAskMs));
  return {
    close: async () => {
      clearInterval(timer);
      await asking;
    },
  };
}
