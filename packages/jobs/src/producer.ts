import { randomInt } from 'node:crypto';
import type { QueueBackend, QueuedJob } from './backend.js';
import { jobs, type JobDefinition, type JobKey, type JobPayload } from './define.js';

/** Puts jobs into their queues. */
export interface Producer {
  /** @throws when the backend is away (at once) or a payload does not fit its job. */
  add<Key extends JobKey>(key: Key, payloads: JobPayload<Key>[]): Promise<void>;
  /**
   * Adds jobs although earlier ones with the same ids may still be there. One that a worker had taken
   * when it was killed keeps its id for the minute that BullMQ takes to notice, and an add of the same
   * id is ignored meanwhile. So these get one of {@link otherIds} other ids, at random: few enough to
   * bound what a long queue gathers.
   */
  addAgain<Key extends JobKey>(key: Key, payloads: JobPayload<Key>[]): Promise<void>;
  /**
   * Has the job added every `everyMs`, by whichever worker is there, until a call with another interval
   * replaces it. Any number of processes may say so.
   */
  repeat<Key extends JobKey>(key: Key, payload: JobPayload<Key>, everyMs: number): Promise<void>;
  /** Rejects when the backend does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Opens every queue of the catalogue for writing. */
export function createProducer(backend: QueueBackend, onError: (error: unknown) => void): Producer {
  const names = new Set(Object.values(jobs).map((job) => job.queue));
  const queues = new Map([...names].map((name) => [name, backend.openQueue(name, onError)]));
  return {
    add: async (key, payloads) => {
      const job = jobs[key];
      await queues.get(job.queue)?.add(payloads.map((payload) => queuedJob(job, payload)));
    },
    addAgain: async (key, payloads) => {
      const job = jobs[key];
      await queues.get(job.queue)?.add(payloads.map((payload) => otherJob(job, payload)));
    },
    repeat: async (key, payload, everyMs) => {
      const job = jobs[key];
      await queues.get(job.queue)?.repeat(queuedJob(job, payload), everyMs);
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
