import type { QueueBackend, QueuedJob } from './backend.js';
import { jobs, type JobKey, type JobPayload } from './define.js';

/** Puts jobs into their queues. */
export interface Producer {
  /** @throws when the backend is away (at once) or a payload does not fit its job. */
  add<Key extends JobKey>(key: Key, payloads: JobPayload<Key>[]): Promise<void>;
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
      const queued = payloads.map((payload): QueuedJob => {
        const data = job.payload.parse(payload);
        return { name: job.name, data, opts: { ...job.options, jobId: job.jobId(data) } };
      });
      await queues.get(job.queue)?.add(queued);
    },
    ping: async () => {
      await Promise.all([...queues.values()].map((queue) => queue.ping()));
    },
    close: async () => {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}
