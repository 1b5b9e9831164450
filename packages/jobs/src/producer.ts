import { randomInt } from 'node:crypto';
import { defaultWorkerPool } from '@sluice/contracts';
import type { JobQueue, QueueBackend, QueuedJob } from './backend.js';
import { jobs, queueOf, type JobDefinition, type JobKey, type JobPayload } from './define.js';

/** Puts jobs into their queues. */
export interface Producer {
  /**
   * For workers of the pool, the default one unless given.
   *
   * @throws when the backend is away (at once) or a payload does not fit its job.
   */
  add<Key extends JobKey>(key: Key, payloads: JobPayload<Key>[], pool?: string): Promise<void>;
  /**
   * Adds jobs although earlier ones with the same ids may still be there. One that a worker had taken
   * when it was killed keeps its id for the minute that BullMQ takes to notice, and an add of the same
   * id is ignored meanwhile. So these get one of {@link otherIds} other ids, at random: few enough to
   * bound what a long queue gathers.
   */
  addAgain<Key extends JobKey>(key: Key, payloads: JobPayload<Key>[], pool?: string): Promise<void>;
  /**
   * Has the job added every `everyMs`, by whichever worker is there, until a call with another interval
   * replaces it. Any number of processes may say so.
   */
  repeat<Key extends JobKey>(key: Key, payload: JobPayload<Key>, everyMs: number): Promise<void>;
  /** Rejects when the backend does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Opens every queue of the catalogue for writing; those of a named pool with the first job for it. */
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
      await queueFor(key, pool).add(payloads.map((payload) => otherJob(jobs[key], payload)));
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

/** Ids that a repeated job may have beside its own. */
const otherIds = 3;

function otherJob<Payload extends object>(
  definition: JobDefinition<Payload>,
  value: unknown,
): QueuedJob {
  const { opts, ...job } = queuedJob(definition, value);
  return { ...job, opts: { ...opts, jobId: `${opts.jobId}.${randomInt(otherIds)}` } };
}
