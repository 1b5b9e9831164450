import { z } from 'zod';
import type { Database } from '../../client.js';
import { queryRow, sqlQuery } from '../../query.js';
import { workerPoolState, workerPoolStates, type WorkerPoolState } from './worker-pools.js';

/** Waiting and running work, counted from rows. */
export interface QueueState {
  waiting: number;
  running: number;
  /** Online workers. */
  workers: number;
  /** By name, `maxPools` at most. */
  pools: WorkerPoolState[];
  /** Webhook events that are not delivered yet. */
  webhookEvents: number;
  /** Age of each tenant's oldest waiting batch, the oldest first, `maxTenants` at most. */
  oldest: { tenant: string; ageSeconds: number }[];
  /** Age of the oldest waiting batch of all other tenants; null when there are none. */
  otherAgeSeconds: number | null;
}

/** Reads the state of the queue for metrics. */
export interface QueueStateRepository {
  /** One round trip that reads unfinished batches only. */
  read(maxTenants: number, maxPools: number): Promise<QueueState>;
}

const stateRow = z.object({
  waiting: z.int(),
  running: z.int(),
  workers: z.int(),
  pools: z.array(workerPoolState).nullable(),
  webhookEvents: z.int(),
  oldest: z.array(z.object({ tenant: z.string(), ageSeconds: z.number() })).nullable(),
  other: z.number().nullable(),
});

export function createQueueStateRepository(database: Database): QueueStateRepository {
  return {
    read: async (maxTenants, maxPools) => {
      const row = await queryRow(
        database,
        stateRow,
        sqlQuery('readQueueState', { pools: workerPoolStates(), maxTenants, maxPools }),
      );
      return {
        waiting: row?.waiting ?? 0,
        running: row?.running ?? 0,
        workers: row?.workers ?? 0,
        pools: row?.pools ?? [],
        webhookEvents: row?.webhookEvents ?? 0,
        oldest: row?.oldest ?? [],
        otherAgeSeconds: row?.other ?? null,
      };
    },
  };
}
