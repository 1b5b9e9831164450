import { setTimeout as delay } from 'node:timers/promises';
import { createPostgresBackend, Queue, Worker, type JobsOptions, type Processor } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';

/** Location of the queue. */
export interface QueueSettings {
  /** Redis URL. Undefined: the queue is on PostgreSQL, in a separate schema. */
  redisUrl: string | undefined;
  databaseUrl: string;
  /** Redis key prefix, and the name of the PostgreSQL schema. */
  prefix: string;
}

/** A job to be added. */
export interface QueuedJob {
  name: string;
  data: object;
  opts: JobsOptions & { jobId: string };
}

/** The producer side of a queue. It fails fast when the backend is unavailable. */
export interface JobQueue {
  add(jobs: QueuedJob[]): Promise<void>;
  /** Schedules the job every `everyMs`. The job's ID identifies the schedule. */
  repeat(job: QueuedJob, everyMs: number): Promise<void>;
  /** Rejects when the backend does not respond. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The consumer side of a queue. */
export interface JobConsumer {
  /** Rejects when the backend is unavailable. The consumer must then be closed and replaced. */
  waitUntilReady(): Promise<void>;
  /** Stops fetching jobs and resolves at once. Running jobs continue. */
  stopTaking(): Promise<void>;
  /** Waits for running jobs without a timeout, so end them first. */
  close(): Promise<void>;
}

/** Options of a {@link JobConsumer}. */
export interface ConsumerOptions {
  concurrency: number;
  onError(error: unknown): void;
}

/** A backend of the queue. Only this module knows which one is used. */
export interface QueueBackend {
  /** Creates the backend's schema. Several processes may call it at the same time. */
  prepare(): Promise<void>;
  openQueue(name: string, onError: (error: unknown) => void): JobQueue;
  /** Calls `process` for each delivered job: at least once for each added job. */
  openConsumer(name: string, process: ProcessJob, options: ConsumerOptions): JobConsumer;
}

/** Selects the backend: Redis when its URL is set, else PostgreSQL. */
export const createQueueBackend = (settings: QueueSettings): QueueBackend =>
  settings.redisUrl === undefined
    ? postgresBackend(settings)
    : redisBackend(settings.redisUrl, settings.prefix);

function postgresBackend({ databaseUrl, prefix }: QueueSettings): QueueBackend {
  const schema = `${prefix.replaceAll(/[^a-z0-9_]/gi, '_').toLowerCase()}_queue`;
  const connection = (max: number) => ({
    connectionString: databaseUrl,
    schema,
    max,
    application_name: 'sluice-queue',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    // Jobs are wake-ups, and the sweep replaces lost ones, so commits do not wait for the disk. A process that hangs
    // inside a transaction must not keep its locks.
    options: '-c synchronous_commit=off -c idle_in_transaction_session_timeout=5000',
  });
  return {
    prepare: async () => {
      const queue = new Queue(
        'prepare',
        { connection: { ...connection(1), migrate: true } },
        createPostgresBackend,
      );
      try {
        await queue.waitUntilReady();
      } finally {
        await queue.close();
      }
    },
    openQueue: (name, onError) => {
      const queue = new Queue(name, { connection: connection(4) }, createPostgresBackend);
      // The queue is as ready as the database, which readiness checks test separately.
      return { ...wrapQueue(queue, onError), ping: () => Promise.resolve() };
    },
    openConsumer: (name, process, options) => {
      const worker = new Worker(
        name,
        processorOf(process),
        { ...workerOptions(options), connection: connection(4) },
        createPostgresBackend,
      );
      return wrapWorker(worker, options.onError);
    },
  };
}

function redisBackend(redisUrl: string, prefix: string): QueueBackend {
  const open = (options: RedisOptions, onError: (error: unknown) => void): Redis => {
    const redis = new Redis(redisUrl, { ...options, retryStrategy: reconnectDelayMs });
    redis.on('error', onError);
    return redis;
  };
  return {
    prepare: () => Promise.resolve(),
    openQueue: (name, onError) => {
      // Without the offline queue, an add fails within milliseconds while Redis is unavailable. With the offline queue, the
      // add would wait, and the job could appear after its caller has given up.
      const redis = open({ enableOfflineQueue: false, maxRetriesPerRequest: 1 }, onError);
      const opening = openWhenReady(redis, () =>
        wrapQueue(new Queue(name, { connection: redis, prefix }), onError),
      );
      return {
        add: async (jobs) => (await opening.get()).add(jobs),
        repeat: async (job, everyMs) => (await opening.get()).repeat(job, everyMs),
        ping: async () => {
          // A queue of a pool opens with its first job, while the service is ready.
          await opening.get();
          await redis.ping();
        },
        close: async () => {
          await opening.opened()?.close();
          redis.disconnect();
        },
      };
    },
    openConsumer: (name, process, options) => {
      const redis = open({ maxRetriesPerRequest: null }, options.onError);
      const worker = new Worker(name, processorOf(process), {
        ...workerOptions(options),
        connection: redis,
        prefix,
      });
      const consumer = wrapWorker(worker, options.onError);
      return {
        ...consumer,
        close: async () => {
          await consumer.close();
          redis.disconnect();
        },
      };
    },
  };
}

/** How long an add or a ping waits for the first connection of a queue. Later ones fail at once. */
const FIRST_CONNECTION_MS = 500;

/**
 * BullMQ never recovers from a failure of its first command, so a queue without the offline queue must not be created
 * before its client is connected.
 */
function openWhenReady(redis: Redis, open: () => JobWriter) {
  let queue: JobWriter | undefined;
  const ready = new Promise<JobWriter>((resolve) => {
    redis.once('ready', () => {
      queue = open();
      resolve(queue);
    });
  });
  return {
    opened: () => queue,
    get: async (): Promise<JobWriter> => {
      if (queue !== undefined) return queue;
      const timeOut = new AbortController();
      const late = delay(FIRST_CONNECTION_MS, undefined, { signal: timeOut.signal }).then(() => {
        throw new Error('Redis is not connected yet');
      });
      try {
        return await Promise.race([ready, late]);
      } finally {
        timeOut.abort();
        late.catch(() => undefined);
      }
    },
  };
}

const reconnectDelayMs = (attempt: number): number => Math.min(100 * 2 ** attempt, 500);

type JobWriter = Omit<JobQueue, 'ping'>;

interface BullQueue {
  add(name: string, data: object, options: QueuedJob['opts']): Promise<unknown>;
  addBulk(jobs: QueuedJob[]): Promise<unknown>;
  upsertJobScheduler(
    id: string,
    repeat: { every: number },
    template: { name: string; data: object; opts: JobsOptions },
  ): Promise<unknown>;
  getJobScheduler(id: string): Promise<{ next?: number } | undefined>;
  removeJobScheduler(id: string): Promise<unknown>;
  close(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

function wrapQueue(queue: BullQueue, onError: (error: unknown) => void): JobWriter {
  queue.on('error', onError);
  return {
    add: async (jobs) => {
      const [job] = jobs;
      // Measured on the PostgreSQL backend: a bulk insert takes 7 ms, a single insert 0.8 ms.
      if (jobs.length === 1 && job !== undefined) await queue.add(job.name, job.data, job.opts);
      else await queue.addBulk(jobs);
    },
    repeat: async ({ name, data, opts: { jobId, ...opts } }, every) => {
      // A job that runs while its interval changes sets its next run by the old interval (BullMQ 6.7 on PostgreSQL), and
      // an upsert keeps that time. Clocks of hosts may differ, so a run is late only after another interval.
      const scheduled = await queue.getJobScheduler(jobId);
      if ((scheduled?.next ?? 0) > Date.now() + 2 * every) await queue.removeJobScheduler(jobId);
      await queue.upsertJobScheduler(jobId, { every }, { name, data, opts });
    },
    close: () => queue.close(),
  };
}

type ProcessJob = (jobName: string, data: unknown) => Promise<void>;

const processorOf =
  (process: ProcessJob): Processor =>
  (job) =>
    process(job.name, job.data);

const workerOptions = ({ concurrency }: ConsumerOptions) => ({
  concurrency,
  // A second delivery is harmless, because the claim rejects it, and comes sooner than the sweep.
  maxStalledCount: 1_000_000,
});

interface BullWorker {
  waitUntilReady(): Promise<unknown>;
  pause(doNotWaitActive: boolean): Promise<void>;
  close(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

function wrapWorker(worker: BullWorker, onError: (error: unknown) => void): JobConsumer {
  worker.on('error', onError);
  return {
    waitUntilReady: async () => {
      await worker.waitUntilReady();
    },
    stopTaking: () => worker.pause(true),
    close: () => worker.close(),
  };
}
