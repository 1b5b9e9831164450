import type { JobConsumer, QueueBackend } from './backend.js';
import { jobs, queueOf, type JobKey, type JobPayload } from './define.js';

/** A handler for every job: a missing one does not compile. */
export type JobHandlers = {
  [Key in JobKey]: (payload: JobPayload<Key>) => Promise<void>;
};

/** Options of {@link consume}. */
export interface ConsumeOptions {
  backend: QueueBackend;
  handlers: JobHandlers;
  /** The worker pools whose jobs are taken. */
  pools: string[];
  /** Jobs of one queue that run side by side; 1 unless given, 0 = its jobs are left to other workers. */
  concurrency: Record<string, number>;
  onError(error: unknown): void;
}

/** Running consumers of all queues. */
export interface Consumers {
  /** Takes no more jobs; running ones go on. */
  stopTaking(): Promise<void>;
  /** Waits for running jobs without limit: end them first. */
  close(): Promise<void>;
}

/**
 * Reads the queues of the catalogue. Resolves once all of them take jobs.
 *
 * @throws when the backend is away: nothing is left open, call again later. (On PostgreSQL a
 * consumer that was started while the server was down never recovers by itself.)
 */
export async function consume({
  backend,
  handlers,
  pools,
  concurrency,
  onError,
}: ConsumeOptions): Promise<Consumers> {
  const wanted = Object.values(jobs).filter(({ queue }) => concurrency[queue] !== 0);
  const queues = new Map(
    wanted.flatMap((job) => pools.map((pool) => [queueOf(job, pool), job.queue] as const)),
  );
  const consumers = [...queues].map(([name, kind]) =>
    backend.openConsumer(name, (job, data) => dispatch({ handlers, onError }, job, data), {
      concurrency: concurrency[kind] ?? 1,
      onError,
    }),
  );
  const close = () => closeAll(consumers);
  try {
    await Promise.all(consumers.map((consumer) => consumer.waitUntilReady()));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    stopTaking: async () => {
      await Promise.all(consumers.map((consumer) => consumer.stopTaking()));
    },
    close,
  };
}

const closeAll = async (consumers: JobConsumer[]): Promise<void> => {
  await Promise.allSettled(consumers.map((consumer) => consumer.close()));
};

/**
 * Hands a job to its handler. Whoever can write to the queue may have put it there, so what is not as we
 * write it is refused, and told without what it holds.
 */
async function dispatch(
  { handlers, onError }: Pick<ConsumeOptions, 'handlers' | 'onError'>,
  name: string,
  data: unknown,
): Promise<void> {
  const key = (Object.keys(jobs) as JobKey[]).find((each) => jobs[each].name === name);
  const payload = key && jobs[key].payload.safeParse(data);
  if (key === undefined || payload?.success !== true) {
    onError(
      new Error(
        key === undefined
          ? 'A job of no known name was refused'
          : `A job ${name} was refused for its payload`,
      ),
    );
    return;
  }
  // The schema of this key gives what the handler of this key takes: the union hides that.
  const handle = handlers[key] as (payload: unknown) => Promise<void>;
  await handle(payload.data);
}
