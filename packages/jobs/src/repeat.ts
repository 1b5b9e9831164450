import type { JobKey, JobPayload } from './define.js';
import type { Producer } from './producer.js';

/** Options of {@link keepRepeating}. */
export interface RepeatOptions<Key extends JobKey> {
  producer: Pick<Producer, 'repeat'>;
  key: Key;
  payload: JobPayload<Key>;
  /** Interval of the job across all workers. */
  everyMs: number;
  onError(error: unknown): void;
}

/** A maintained schedule. `close` leaves it to the other processes. */
export interface Repetition {
  close(): Promise<void>;
}

/** Each renewal of the schedule costs a write, so it is renewed at most this often. */
const MIN_RENEWAL_MS = 1_000;

/**
 * Schedules a repeated job and renews the schedule periodically. The schedule is stored in the queue: flushing Redis
 * deletes it, and on PostgreSQL (BullMQ 6.7) an upsert while the job runs can leave it without a next run. A renewal
 * repairs both, and a next run that is more than two intervals away. It changes nothing else.
 */
export function keepRepeating<Key extends JobKey>(options: RepeatOptions<Key>): Repetition {
  const { producer, key, payload, everyMs, onError } = options;
  let renewing = Promise.resolve();
  const renew = (): void => {
    renewing = renewing.then(() => producer.repeat(key, payload, everyMs)).catch(onError);
  };
  renew();
  const timer = setInterval(renew, Math.max(everyMs, MIN_RENEWAL_MS));
  return {
    close: async () => {
      clearInterval(timer);
      await renewing;
    },
  };
}
