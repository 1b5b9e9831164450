import { randomInt } from 'node:crypto';
import { defaultWorkerPool } from '@sluice/contracts';
import type { JobQueue, QueueBackend, QueuedJob } from './backend.js';
import { jobs, queueOf, type JobDefinition, type JobKey, type JobPayload } from './define.js';

/** Adds jobs to their queues. */
export interface Producer {
  /**
   * Adds jobs for workers of the pool, by default the default pool.
   *
   * @throws when the backend is unavailable (at once) or a payload is invalid.
   */
  add<Key extends JobKey>(key: Key, payloads: JobPayload<Key>[], pool?: string): Promise<void>;
  /**
   * Adds jobs whose IDs may still exist. The job of a killed worker keeps its ID for the minute that BullMQ needs to
   * detect it, and adding the same ID is ignored meanwhile. These jobs therefore get one of {@link ALTERNATIVE_IDS}
   * other IDs at random, which also bounds the length of the queue.
   */
  addAgain<Key extends JobKey>(key: Key, payloads: JobPayload<Key>[], pool?: string): Promise<void>;
  /**
   * Schedules the job every `everyMs` until a call with another interval replaces the schedule. Several processes may
   * call it.
   */
  repeat<Key extends JobKey>(key: Key, payload: JobPayload<Key>, everyMs: number): Promise<void>;
  /** Rejects when the backend does not respond. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Opens every queue for writing. Queues of a named pool are opened with its first job. */
export function createProducer(backend: QueueBackend, onError: (error: unknown) => void): Producer {
  const queues = new Map<string, JobQueue>();
  const queueFor = (key: JobKey, pool = defaultWorkerPool): JobQueue => {
    const name = queueOf(jobs[key], pool);
    const queue = queues.get(name) ?? backend.openQueue(name, onError);
    queues.set(name, queue);
    return queue;
  };
  for (const key of Object.keys(jobs) as JobKey[]) queueFor(key);
  return {
    add: async (key, payloads, pool) => {
      await queueFor(key, pool).add(payloads.map((payload) => queuedJob(jobs[key], payload)));
    },
    addAgain: async (key, payloads, pool) => {
      await queueFor(key, pool).add(
        payloads.map((payload) => jobWithAlternativeId(jobs[key], payload)),
      );
    },
    repeat: async (key, payload, everyMs) => {
      await queueFor(key).repeat(queuedJob(jobs[key], payload), everyMs);
    },
    ping: async () => {
      await Promise.all([...queues.values()].map((queue) => queue.ping()));
    },
    close: async () => {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}

function queuedJob<Payload extends object>(
  { name, payload, jobId, options }: JobDefinition<Payload>,
  value: unknown,
): QueuedJob {
  const data = payload.parse(value);
  return { name, data, opts: { ...options, jobId: jobId(data) } };
}

/** Number of alternative IDs of a job. */
const ALTERNATIVE_IDS = 3;

function jobWithAlternativeId<Payload extends object>(
  definition: JobDefinition<Payload>,
  value: unknown,
): QueuedJob {
  const { opts, ...job } = queuedJob(definition, value);
  return { ...job, opts: { ...opts, jobId: `${opts.jobId}.${randomInt(ALTERNATIVE_IDS)}` } };
}
