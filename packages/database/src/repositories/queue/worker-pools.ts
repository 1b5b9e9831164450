import { z } from 'zod';
import type { Prisma } from '../../generated/client.js';
import { sqlQuery } from '../../query.js';

export const workerPoolState = z.object({
  name: z.string(),
  /** Connections that name the pool. */
  connections: z.int(),
  /** Online workers. */
  workers: z.int(),
  slots: z.int(),
  running: z.int(),
  waiting: z.int(),
});

/** A pool that a connection names or an online worker serves. */
export type WorkerPoolState = z.infer<typeof workerPoolState>;

/** SQL of a row for each {@link WorkerPoolState}. */
export const workerPoolStates = (): Prisma.Sql => sqlQuery('listWorkerPools', {});
