import { setTimeout as delay } from 'node:timers/promises';
import { createPostgresBackend, Queue, Worker, type JobsOptions, type Processor } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';

/** Where the queue lives. */
export interface QueueSettings {
  /** Set: the queue runs on Redis. Unset: on PostgreSQL, in a schema of its own. */
  redisUrl: string | undefined;
  databaseUrl: string;
  /** Redis key prefix, and the name of the PostgreSQL schema. */
  prefix: string;
}

/** One job on its way into a queue. */
export interface QueuedJob {
  name: string;
  data: object;
  opts: JobsOptions & { jobId: string };
}

/** The writing end of a queue. Fails fast when the backend is away. */
export interface JobQueue {
  add(jobs: QueuedJob[]): Promise<void>;
  /** Adds the job every `everyMs`; the job's id names the schedule. */
  repeat(job: QueuedJob, everyMs: number): Promise<void>;
  /** Rejects when the backend does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The reading end of a queue. */
export interface JobConsumer {
  /** Rejects when the backend is away; a consumer that rejected must be closed and opened anew. */
  waitUntilReady(): Promise<void>;
  /** Takes no more jobs; resolves at once, running ones go on. */
  stopTaking(): Promise<void>;
  /** Waits for running jobs without limit: end them first. */
  close(): Promise<void>;
}

/** Settings of a {@link JobConsumer}. */
export interface ConsumerOptions {
  concurrency: number;
  onError(error: unknown): void;
}

/**
 * The one place that knows which backend carries the queue. Everything above it sees these ends only.
 */
export interface QueueBackend {
  /** Creates what the backend needs; safe to call from several processes at once. */
  prepare(): Promise<void>;
  openQueue(name: string, onError: (error: unknown) => void): JobQueue;
  /** Reads with `process`, called once for each job delivered: at least once for each job added. */
  openConsumer(name: string, process: ProcessJob, options: ConsumerOptions): JobConsumer;
}

/** Chooses the backend: Redis when its address is set, else PostgreSQL. */
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
    // The queue is only a wake-up and the sweep makes up for a lost one: its commits need not wait
    // for the disk.
    // A process that is stopped inside a transaction must not keep its locks.
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
      // It is as ready as the database, which those who ask look at anyway.
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
      // Without the offline queue an add fails in milliseconds while Redis is away; with it, it
      // hangs and the job appears later, after its caller gave up.
      const redis = open({ enableOfflineQueue: false, maxRetriesPerRequest: 1 }, onError);
      const opening = openWhenReady(redis, () =>
        wrapQueue(new Queue(name, { connection: redis, prefix }), onError),
      );
      return {
        add: async (jobs) => (await opening.get()).add(jobs),
        repeat: async (job, everyMs) => (await opening.get()).repeat(job, everyMs),
        ping: async () => {
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

/** How long an add waits for the first connection of its process; later ones fail at once. */
const firstConnectionMs = 500;

/**
 * BullMQ remembers for ever that its first command failed, so a queue without the offline queue must
 * not be made before its client is connected.
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
      const late = delay(firstConnectionMs, undefined, { signal: timeOut.signal }).then(() => {
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
  close(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

function wrapQueue(queue: BullQueue, onError: (error: unknown) => void): JobWriter {
  queue.on('error', onError);
  return {
    add: async (jobs) => {
      const [job] = jobs;
      // Measured on the PostgreSQL backend: its bulk insert takes 7 ms where a single one takes 0.8.
      if (jobs.length === 1 && job !== undefined) await queue.add(job.name, job.data, job.opts);
      else await queue.addBulk(jobs);
    },
    repeat: async ({ name, data, opts: { jobId, ...opts } }, every) => {
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
  // A second delivery is harmless (the claim refuses it) and comes sooner than the sweep's.
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
