import { defaultWorkerPool } from '@sluice/contracts';
import type { JobsOptions } from 'bullmq';
import { z } from 'zod';

/** A job as data: its queue, its payload and its ID. The worker has the handlers. */
export interface JobDefinition<Payload> {
  name: string;
  queue: string;
  /** The job needs a target database, so each worker pool has a separate queue for it. */
  isOfPool: boolean;
  payload: z.ZodType<Payload>;
  /** Makes adding idempotent while the job exists. BullMQ rejects IDs with `:` and integers. */
  jobId(payload: Payload): string;
  options: JobsOptions;
}

/** Declares a job. Payloads are IDs: no SQL, rows or credentials are stored in the queue. */
export const defineJob = <Payload>(definition: JobDefinition<Payload>): JobDefinition<Payload> =>
  definition;

/**
 * One attempt, and the job is deleted afterwards: the state is in the database, and the sweep must be able to add the
 * same ID again.
 */
const wakeUp: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };

const idPayload = z.object({ id: z.uuid(), v: z.literal(1) });
type IdPayload = z.infer<typeof idPayload>;

const idJob = (name: string, queue: string) =>
  defineJob<IdPayload>({
    name,
    queue,
    isOfPool: true,
    payload: idPayload,
    jobId: ({ id }) => id,
    options: wakeUp,
  });

const wakePayload = z.object({ v: z.literal(1), n: z.int().min(0) });

const repeatedPayload = z.object({ v: z.literal(1) });

/** Every job of the service, by name. */
export const jobs = {
  /** A batch waits: claim and run the next one. */
  runBatch: idJob('run-batch', 'batches'),
  /** A batch has waited too long. The number only makes the IDs of concurrent jobs distinct. */
  wake: defineJob<z.infer<typeof wakePayload>>({
    name: 'wake',
    queue: 'batches',
    isOfPool: true,
    payload: wakePayload,
    jobId: ({ n }) => `wake-${n}`,
    options: wakeUp,
  }),
  /** Answer the worker request with this ID. */
  answerRequest: idJob('answer-request', 'requests'),
  /** Cancel the statement with this ID, which may still run in its target database after its worker was lost. */
  stopOrphan: idJob('stop-orphan', 'orphans'),
  /** Webhook events are due: send them. The number has the purpose of the one of `wake`. */
  sendWebhooks: defineJob<z.infer<typeof wakePayload>>({
    name: 'send-webhooks',
    queue: 'webhooks',
    isOfPool: false,
    payload: wakePayload,
    jobId: ({ n }) => `send-webhooks-${n}`,
    options: wakeUp,
  }),
  /** Run retention; repeated. */
  retain: defineJob<z.infer<typeof repeatedPayload>>({
    name: 'retain',
    queue: 'maintenance',
    isOfPool: false,
    payload: repeatedPayload,
    jobId: () => 'retain',
    options: wakeUp,
  }),
} as const;

/** Key of a job in {@link jobs}. */
export type JobKey = keyof typeof jobs;

/** Payload of a job. */
export type JobPayload<Key extends JobKey> = z.infer<(typeof jobs)[Key]['payload']>;

/** The queue of a job for a pool. The default pool uses the plain name. */
export const queueOf = (
  { queue, isOfPool }: Pick<JobDefinition<never>, 'queue' | 'isOfPool'>,
  pool: string,
): string => (isOfPool && pool !== defaultWorkerPool ? `${queue}.${pool}` : queue);
