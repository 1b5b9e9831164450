import type { JobConsumer, QueueBackend } from './backend.js';
import { jobs, queueOf, type JobKey, type JobPayload } from './define.js';

/** A handler for every job. A missing handler does not compile. */
export type JobHandlers = {
  [Key in JobKey]: (payload: JobPayload<Key>) => Promise<void>;
};

/** Options of {@link consume}. */
export interface ConsumeOptions {
  backend: QueueBackend;
  handlers: JobHandlers;
  /** The worker pools whose jobs are consumed. */
  pools: string[];
  /** Maximum concurrent jobs by queue; default 1. 0 leaves the queue to other workers. */
  concurrency: Record<string, number>;
  onError(error: unknown): void;
}

/** Running consumers of all queues. */
export interface Consumers {
  /** Stops fetching jobs. Running jobs continue. */
  stopTaking(): Promise<void>;
  /** Waits for running jobs without a timeout, so end them first. */
  close(): Promise<void>;
}

/**
 * Consumes the queues of all jobs. It resolves when every consumer is ready.
 *
 * @throws when the backend is unavailable; nothing is left open. Call it again later, because on PostgreSQL a consumer
 * that was started while the server was down never recovers.
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
 * Calls the handler of a job. Anyone with write access to the queue may have added it, so an invalid job is rejected and
 * reported without its contents.
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
          ? 'Rejected a job with an unknown name'
          : `Rejected a ${name} job with an invalid payload`,
      ),
    );
    return;
  }
  // The schema and the handler of one key agree on the payload; the union type hides that.
  const handle = handlers[key] as (payload: unknown) => Promise<void>;
  await handle(payload.data);
}
