import { channels, type Notifications } from '@sluice/database';
import { keepRepeating, type Producer } from '@sluice/jobs';

/** Options of {@link watchWebhooks}. */
export interface WatchOptions {
  producer: Producer;
  notifications: Pick<Notifications, 'subscribe'>;
  everyMs: number;
  onError(error: unknown): void;
}

/** Events that arrive within this time share one job. */
const BATCHING_MS = 20;

/** Different job ids, since a job whose id still runs is ignored: this many can wait at the same time. */
const JOB_NUMBERS = 4;

/** Enqueues a `sendWebhooks` job for each waiting event, and one every `everyMs` for lost notifications. */
export function watchWebhooks({ producer, notifications, everyMs, onError }: WatchOptions): {
  close(): Promise<void>;
} {
  const repetition = keepRepeating({
    producer,
    key: 'sendWebhooks',
    payload: { n: 0, v: 1 },
    everyMs,
    onError,
  });
  let timer: NodeJS.Timeout | undefined;
  const enqueue = (): void => {
    timer = undefined;
    const n = 1 + Math.floor(Math.random() * JOB_NUMBERS);
    producer.add('sendWebhooks', [{ n, v: 1 }]).catch(onError);
  };
  const unsubscribe = notifications.subscribe(channels.webhookWaiting, () => {
    timer ??= setTimeout(enqueue, BATCHING_MS);
  });
  return {
    close: async () => {
      unsubscribe();
      clearTimeout(timer);
      await repetition.close();
    },
  };
}
