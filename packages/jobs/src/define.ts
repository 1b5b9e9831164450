import { defaultWorkerPool } from '@sluice/contracts';
import type { JobsOptions } from 'bullmq';
import { z } from 'zod';

/** A job as data: its queue, the shape of its payload and its id. Handlers live in the worker. */
export interface JobDefinition<Payload> {
  name: string;
  queue: string;
  /** It needs the database of a connection: each worker pool has such a queue of its own. */
  isOfPool: boolean;
  payload: z.ZodType<Payload>;
  /** Makes adding idempotent while the job exists; no `:` and no integer (BullMQ refuses both). */
  jobId(payload: Payload): string;
  options: JobsOptions;
}

/** Declares a job. Payloads are ids: no SQL, rows or credentials go into the queue. */
export const defineJob = <Payload>(definition: JobDefinition<Payload>): JobDefinition<Payload> =>
  definition;

/**
 * One attempt and no record kept: state lives in the database, and an id must be free again once its
 * job is gone so that the sweep can add it anew.
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
  /** This batch waits: run the one whose turn it is. */
  runBatch: idJob('run-batch', 'batches'),
  /** Some batch has waited for too long. The number only tells apart jobs that wait side by side. */
  wake: defineJob<z.infer<typeof wakePayload>>({
    name: 'wake',
    queue: 'batches',
    isOfPool: true,
    payload: wakePayload,
    jobId: ({ n }) => `wake-${n}`,
    options: wakeUp,
  }),
  /** Answer the worker request with this id. */
  answerRequest: idJob('answer-request', 'requests'),
  /** Stop what may still run in a target database of the lost statement with this id. */
  stopOrphan: idJob('stop-orphan', 'orphans'),
  /** Something waits that webhooks are to tell: send what is due. The number is as that of `wake`. */
  sendWebhooks: defineJob<z.infer<typeof wakePayload>>({
    name: 'send-webhooks',
    queue: 'webhooks',
    isOfPool: false,
    payload: wakePayload,
    jobId: ({ n }) => `send-webhooks-${n}`,
    options: wakeUp,
  }),
  /** Remove what has expired; repeated. */
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

/** What a job carries. */
export type JobPayload<Key extends JobKey> = z.infer<(typeof jobs)[Key]['payload']>;

/** The queue that a pool's jobs of this kind are in; the default pool has the plain name. */
export const queueOf = (
  { queue, isOfPool }: Pick<JobDefinition<never>, 'queue' | 'isOfPool'>,
  pool: string,
): string => (isOfPool && pool !== defaultWorkerPool ? `${queue}.${pool}` : queue);
