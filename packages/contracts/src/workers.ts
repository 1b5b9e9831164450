import { z } from 'zod';
import { timestampSchema } from './common.js';
import { waitReasons } from './enums.js';

/** State of a worker. `paused`: no free space for results. `stopping`: it finishes its batches and starts none. */
export const workerStates = ['ready', 'paused', 'stopping'] as const;

const workerExample = {
  id: 'db1-4711-1',
  hostname: 'db1',
  pid: 4711,
  startedAt: '2026-11-22T08:00:00.000Z',
  leaseExpiresAt: '2026-11-22T09:30:15.000Z',
  pools: ['default'],
  state: 'ready' as const,
  slots: 1,
  running: 1,
};

const head = {
  userId: '019a1c52-0000-7000-8000-000000000001',
  userEmail: 'ann@example.com',
  connectionId: 'sales',
  connectionName: 'Sales',
  queryName: 'Orders by day',
  queryText: 'select day, count(*) as orders from orders group by day',
  cancelRequestedAt: null,
};

const runningExample = {
  ...head,
  id: '019a1c52-0000-7000-8000-00000000000b',
  startTime: '2026-11-22T09:30:00.000Z',
  workerId: 'db1-4711-1',
  claimedAt: '2026-11-22T09:30:00.010Z',
};

const waitingExample = {
  ...head,
  id: '019a1c52-0000-7000-8000-00000000000c',
  startTime: '2026-11-22T09:30:01.000Z',
  queuePosition: 1,
  waitReason: 'workers_busy' as const,
};

/** An online worker. */
export const workerSchema = z
  .object({
    id: z.string().describe('ID of the worker.'),
    hostname: z.string().describe('Host name of its machine.'),
    pid: z.int().describe('Process ID.'),
    startedAt: timestampSchema.describe("Start time by the database's clock."),
    leaseExpiresAt: timestampSchema.describe(
      'End of its lease. It counts as lost unless it renews the lease.',
    ),
    pools: z.array(z.string()).describe('Worker pools that it serves.'),
    state: z
      .enum(workerStates)
      .describe(
        '`paused`: no free space for results. `stopping`: it finishes its batches and starts none.',
      ),
    slots: z.int().describe('Maximum concurrent batches; 0 while it starts none.'),
    running: z.int().describe('Running batches.'),
  })
  .meta({ id: 'Worker', description: 'An online worker.', examples: [workerExample] });

const poolExample = {
  name: 'default',
  connections: 4,
  workers: 1,
  slots: 1,
  running: 1,
  waiting: 1,
};

/** A worker pool that a connection names or a worker serves. */
export const workerPoolInfoSchema = z
  .object({
    name: z.string().describe('Name of the pool. `default` serves connections without a pool.'),
    connections: z.int().describe('Connections of the pool.'),
    workers: z.int().describe('Online workers; with 0 its batches wait.'),
    slots: z
      .int()
      .describe('Maximum concurrent batches of these workers, which may also serve other pools.'),
    running: z.int().describe('Running batches of the pool.'),
    waiting: z.int().describe('Waiting batches of the pool.'),
  })
  .meta({
    id: 'WorkerPool',
    description: 'Workers that can reach the same databases.',
    examples: [poolExample],
  });

const headFields = {
  id: z.string().describe('ID of the batch.'),
  userId: z.string().describe('ID of its user.'),
  userEmail: z
    .string()
    .nullable()
    .describe('Email address of the user or name of the service token; null when deleted.'),
  connectionId: z.string().describe('ID of its connection.'),
  connectionName: z.string().nullable().describe('Null when the connection was deleted.'),
  queryName: z.string().nullable().describe('Name of its saved query, if any.'),
  queryText: z.string().describe('Start of the text, at most 500 characters.'),
  startTime: timestampSchema.describe('Time when it was submitted.'),
  cancelRequestedAt: timestampSchema.nullable().describe('Null when no cancel was requested.'),
};

/** A batch that a worker runs. */
export const runningBatchSchema = z
  .object({
    ...headFields,
    workerId: z.string().describe('ID of its worker.'),
    claimedAt: timestampSchema.describe('Time when the worker claimed it.'),
  })
  .meta({
    id: 'RunningBatch',
    description: 'A batch that a worker runs.',
    examples: [runningExample],
  });

/** A batch that waits for a worker. */
export const waitingBatchSchema = z
  .object({
    ...headFields,
    queuePosition: z.int().describe('Position in the queue of its worker pool, from 1.'),
    waitReason: z
      .enum(waitReasons)
      .nullable()
      .describe('Why it waits; null when it is about to run.'),
  })
  .meta({
    id: 'WaitingBatch',
    description: 'A batch that waits for a worker.',
    examples: [waitingExample],
  });

/** `GET /api/workers`: workers, pools, running and waiting batches. */
export const workersSchema = z
  .object({
    workers: z.array(workerSchema).describe('Online workers, oldest first.'),
    pools: z.array(workerPoolInfoSchema).describe('Ordered by name.'),
    running: z.array(runningBatchSchema).describe('Oldest first; at most 500.'),
    runningCount: z.int().describe('Number of running batches.'),
    waiting: z.array(waitingBatchSchema).describe('In queue order; at most 500.'),
    waitingCount: z.int().describe('Number of waiting batches.'),
  })
  .meta({
    id: 'Workers',
    description: 'Workers, pools, running and waiting batches.',
    examples: [
      {
        workers: [workerExample],
        pools: [poolExample],
        running: [runningExample],
        runningCount: 1,
        waiting: [waitingExample],
        waitingCount: 1,
      },
    ],
  });

/** See {@link workerPoolInfoSchema}. */
export type WorkerPoolInfo = z.infer<typeof workerPoolInfoSchema>;
/** See {@link workerSchema}. */
export type WorkerInfo = z.infer<typeof workerSchema>;
/** See {@link runningBatchSchema}. */
export type RunningBatch = z.infer<typeof runningBatchSchema>;
/** See {@link waitingBatchSchema}. */
export type WaitingBatch = z.infer<typeof waitingBatchSchema>;
/** See {@link workersSchema}. */
export type Workers = z.infer<typeof workersSchema>;
