import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRows, sqlQuery } from '../../query.js';
import { executedText } from '../saved-work/history-clauses.js';
import { workerPoolState, workerPoolStates, type WorkerPoolState } from './worker-pools.js';

const onlineWorker = z.object({
  id: z.string(),
  hostname: z.string(),
  pid: z.int(),
  startedAt: z.date(),
  leaseExpiresAt: z.date(),
  /** 0 while it starts no batches. */
  slots: z.int(),
  pools: z.array(z.string()),
  /** `storage`, or null. */
  pausedFor: z.string().nullable(),
  /** Number of batches that it runs. */
  running: z.int(),
});

/** A worker whose lease lasts. */
export type OnlineWorker = z.infer<typeof onlineWorker>;

const unfinishedBatch = z.object({
  id: z.string(),
  userId: z.string(),
  /** The name of a service token. */
  userEmail: z.string().nullable(),
  connectionId: z.string(),
  connectionName: z.string().nullable(),
  queryName: z.string().nullable(),
  queryText: z.string(),
  startTime: z.date(),
  cancelRequestedAt: z.date().nullable(),
});

/** An unfinished batch with the start of its text. */
export type UnfinishedBatch = z.infer<typeof unfinishedBatch>;

const runningBatch = unfinishedBatch.extend({ workerId: z.string(), claimedAt: z.date() });

/** A batch that a worker runs. */
export type RunningBatchHead = z.infer<typeof runningBatch>;

/** The number of batches, and the first of them. */
export interface BatchHeads<Head> {
  count: number;
  heads: Head[];
}

/** Workers, pools and unfinished batches, for operators. */
export interface WorkerListRepository {
  /** Oldest first. */
  workers(): Promise<OnlineWorker[]>;
  /** By name. */
  pools(): Promise<WorkerPoolState[]>;
  /** Oldest first. */
  running(take: number): Promise<BatchHeads<RunningBatchHead>>;
  /** In the order in which the batches of a pool start, limits aside. */
  waiting(take: number): Promise<BatchHeads<UnfinishedBatch>>;
}

const MAX_TEXT_CHARACTERS = 500;

export function createWorkerListRepository(database: Database): WorkerListRepository {
  return {
    workers: () =>
      queryRows(
        database,
        onlineWorker,
        Prisma.sql`
          select w.id, w.hostname, w.pid, w.started_at as "startedAt",
            w.lease_expires_at as "leaseExpiresAt", w.slots, w.pools, w.paused_for as "pausedFor",
            (select count(*)::int from batches b
             where b.status = 'started' and b.lease_token is not null and b.worker_id = w.id) as running
          from workers w where w.lease_expires_at > now() order by w.started_at, w.id`,
      ),
    pools: () =>
      queryRows(database, workerPoolState, Prisma.sql`${workerPoolStates()} order by name`),
    running: (take) =>
      readHeads(database, runningRow, {
        condition: Prisma.sql`lease_token is not null`,
        order: Prisma.sql`claimed_at, id`,
        more: Prisma.sql`, b.worker_id as "workerId", b.claimed_at as "claimedAt"`,
        take,
      }),
    waiting: (take) =>
      readHeads(database, waitingRow, {
        condition: Prisma.sql`lease_token is null`,
        order: Prisma.sql`turn, id`,
        more: Prisma.empty,
        take,
      }),
  };
}

interface HeadsQuery {
  condition: Prisma.Sql;
  order: Prisma.Sql;
  /** Further columns. */
  more: Prisma.Sql;
  take: number;
}

const totalRow = z.object({ total: z.int() });
const runningRow = z.intersection(runningBatch, totalRow);
const waitingRow = z.intersection(unfinishedBatch, totalRow);

async function readHeads<Head>(
  database: Database,
  row: z.ZodType<Head & z.infer<typeof totalRow>>,
  query: HeadsQuery,
): Promise<BatchHeads<Head>> {
  const rows = await queryRows(
    database,
    row,
    sqlQuery('listUnfinishedBatches', {
      ...query,
      executedText,
      maxCharacters: MAX_TEXT_CHARACTERS,
    }),
  );
  return { count: rows[0]?.total ?? 0, heads: rows };
}
