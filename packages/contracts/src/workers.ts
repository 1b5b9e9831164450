import { z } from 'zod';
import { timestampSchema } from './common.js';
import { waitReasons } from './enums.js';

/** What a worker does: `paused` it has no room for results; `stopping` it ends what it has and begins nothing. */
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

/** A worker that lives. */
export const workerSchema = z
  .object({
    id: z.string().describe('Of the worker.'),
    hostname: z.string().describe('The machine that it runs on.'),
    pid: z.int().describe('Its process there.'),
    startedAt: timestampSchema.describe('By the clock of the database.'),
    leaseExpiresAt: timestampSchema.describe('It counts as lost unless it is heard of before.'),
    pools: z.array(z.string()).describe('The worker pools that it works for.'),
    state: z
      .enum(workerStates)
      .describe(
        '`paused`: it has no room for results. `stopping`: it ends what it has and begins nothing.',
      ),
    slots: z.int().describe('Batches it runs side by side at most; 0 while it begins nothing.'),
    running: z.int().describe('Batches it runs.'),
  })
  .meta({ id: 'Worker', description: 'A worker that lives.', examples: [workerExample] });

const poolExample = {
  name: 'default',
  connections: 4,
  workers: 1,
  slots: 1,
  running: 1,
  waiting: 1,
};

/** A worker pool that a connection names or a worker works for. */
export const workerPoolInfoSchema = z
  .object({
    name: z.string().describe('`default`: of connections that name none.'),
    connections: z.int().describe('Connections that are left to it.'),
    workers: z.int().describe('Workers of it that live; 0: what it is given waits.'),
    slots: z
      .int()
      .describe('Batches that they run side by side at most; some may serve other pools, too.'),
    running: z.int().describe('Batches of it that run.'),
    waiting: z.int().describe('Batches of it that wait.'),
  })
  .meta({
    id: 'WorkerPool',
    description: 'Workers that may reach the same databases.',
    examples: [poolExample],
  });

const headFields = {
  id: z.string().describe("The batch's id."),
  userId: z.string().describe('Whose it is.'),
  userEmail: z
    .string()
    .nullable()
    .describe("A service token's name where it is one; null when the user is gone."),
  connectionId: z.string().describe('The connection that it runs on.'),
  connectionName: z.string().nullable().describe('Null when the connection is gone.'),
  queryName: z.string().nullable().describe('The saved query that it is of, if any.'),
  queryText: z.string().describe('How the text begins; at most 500 characters of it.'),
  startTime: timestampSchema.describe('When it was sent.'),
  cancelRequestedAt: timestampSchema.nullable().describe('Null when nobody asked to cancel it.'),
};

/** A batch that a worker has. */
export const runningBatchSchema = z
  .object({
    ...headFields,
    workerId: z.string().describe('The worker that has it.'),
    claimedAt: timestampSchema.describe('When the worker took it.'),
  })
  .meta({
    id: 'RunningBatch',
    description: 'A batch that a worker has.',
    examples: [runningExample],
  });

/** A batch that no worker has yet. */
export const waitingBatchSchema = z
  .object({
    ...headFields,
    queuePosition: z.int().describe('Place among all that wait for its pool of workers, from 1.'),
    waitReason: z.enum(waitReasons).nullable().describe('Null: it is about to run.'),
  })
  .meta({
    id: 'WaitingBatch',
    description: 'A batch that no worker has yet.',
    examples: [waitingExample],
  });

/** `GET /api/workers`: who works, on what, and what waits for them. */
export const workersSchema = z
  .object({
    workers: z.array(workerSchema).describe('Those that live, the oldest first.'),
    pools: z.array(workerPoolInfoSchema).describe('By name.'),
    running: z.array(runningBatchSchema).describe('The oldest first; at most 500.'),
    runningCount: z.int().describe('All that run.'),
    waiting: z.array(waitingBatchSchema).describe('The next first; at most 500.'),
    waitingCount: z.int().describe('All that wait.'),
  })
  .meta({
    id: 'Workers',
    description: 'Who works, on what, and what waits for them.',
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

export type WorkerPoolInfo = z.infer<typeof workerPoolInfoSchema>;
export type WorkerInfo = z.infer<typeof workerSchema>;
export type RunningBatch = z.infer<typeof runningBatchSchema>;
export type WaitingBatch = z.infer<typeof waitingBatchSchema>;
export type Workers = z.infer<typeof workersSchema>;
