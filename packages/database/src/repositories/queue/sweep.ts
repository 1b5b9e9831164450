import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRow, queryRows, sqlQuery } from '../../query.js';
import { sweepClients } from '../connections/connection-clients.js';
import type { RunningLimits } from './claims.js';
import {
  endUnadopted,
  lostBatchRow,
  settleLostBatches,
  type SettledBatches,
} from './lost-batches.js';
import { dueOrphans, type DueOrphan } from './orphans.js';
import { removeExpired } from './removals.js';
import { endUnauthorized, type EndedWork } from './revocations.js';
import { endWaiting } from './waiting-batches.js';

/** Limits of a {@link SweepRepository.sweep}. */
export interface SweepOptions {
  /** A batch that has waited this long and may start has a worker woken for it again. */
  redispatchAfterMs: number;
  /** A batch that has waited this long without a worker of its pool ends in error `no_worker`. */
  queueLimitMs: number;
  /** Limits on running batches: a batch that they hold back needs no worker. */
  running: RunningLimits;
  /** Maximum batches handled by one step of one sweep. */
  slice: number;
}

/** Report of a sweep. */
export interface SweepReport {
  /** The pool of each batch for which an idle worker must be woken. */
  redispatched: string[];
  /** Orphans to be cancelled. Enqueuing one twice is harmless. */
  orphans: DueOrphan[];
  /** Batches of lost workers that wait again: nothing was sent, or another worker can adopt them. */
  released: number;
  /** Batches of lost workers that ended. */
  reaped: number;
  /** Connections that are paused from now on; see `countCrashes`. */
  paused: string[];
  /** Batches that waited longer than the limit. */
  expired: number;
  /** Work of users who lost access. */
  unauthorized: EndedWork;
  /** Batches that waited for a connection client that was closed. */
  stranded: number;
}

/** The periodic repair pass. Any process may call it; one at a time runs it. */
export interface SweepRepository {
  /** Null when another process is sweeping. */
  sweep(options: SweepOptions): Promise<SweepReport | null>;
  /**
   * Deletes expired rows: sessions, worker requests, idempotency keys, handovers, learned limits of target
   * databases, closed connection clients, lost workers.
   */
  removeExpired(): Promise<void>;
}

/** Key of the advisory lock, spells "SWEE". */
const SWEEP_LOCK_KEY = 0x53574545;

const lockRow = z.object({ taken: z.boolean() });

export function createSweepRepository(database: Database): SweepRepository {
  return {
    sweep: (options) =>
      database.$transaction(async (transaction) => {
        const lock = await queryRow(
          transaction,
          lockRow,
          Prisma.sql`select pg_try_advisory_xact_lock(${SWEEP_LOCK_KEY}) as taken`,
        );
        if (lock?.taken !== true) return null;
        const { released, reaped, paused } = await reapLost(transaction, options.slice);
        await moveToNewPools(transaction, options.slice);
        const expired = await expireWaiting(transaction, options);
        const unauthorized = await endUnauthorized(transaction, null);
        const stranded = await sweepClients(transaction);
        const redispatched = await redispatch(transaction, options);
        const orphans = await dueOrphans(transaction, options.slice);
        const ended = { released, reaped, paused, expired, unauthorized, stranded };
        return { redispatched, orphans, ...ended };
      }),
    removeExpired: () => removeExpired(database),
  };
}

const reapLost = async (
  transaction: Prisma.TransactionClient,
  slice: number,
): Promise<SettledBatches> =>
  settleLostBatches(
    transaction,
    await queryRows(transaction, lostBatchRow, sqlQuery('findLostBatches', { slice })),
  );

/** Moves waiting batches to the pool of their connection after the connection was moved. */
async function moveToNewPools(transaction: Prisma.TransactionClient, slice: number): Promise<void> {
  await transaction.$executeRaw`
    update batches set dispatched_at = 'epoch',
      worker_pool = (select c.worker_pool from connections c where c.id = batches.connection_id)
    where id in (
      select b.id from batches b join connections c on c.id = b.connection_id
      where b.status = 'started' and b.lease_token is null and b.worker_pool <> c.worker_pool
      limit ${slice} for update of b skip locked)`;
}

async function expireWaiting(
  transaction: Prisma.TransactionClient,
  { queueLimitMs, slice }: SweepOptions,
): Promise<number> {
  const isTooOld = Prisma.sql`
    b.connection_client_id is null
    and b.created_at < now() - ${queueLimitMs} * interval '1 millisecond'
    and b.worker_pool <> all (array(
      select unnest(pools) from workers
      where lease_expires_at >= now() - ${queueLimitMs} * interval '1 millisecond'))
    order by b.turn, b.id limit ${slice}`;
  const unstarted = await endWaiting(transaction, isTooOld, {
    title: `No worker was available for ${describeWait(queueLimitMs)}.`,
    outcome: 'not_run',
    code: 'no_worker',
  });
  return unstarted + (await endUnadopted(transaction, isTooOld));
}

const poolRow = z.object({ pool: z.string() });

async function redispatch(
  transaction: Prisma.TransactionClient,
  { redispatchAfterMs, running, slice }: SweepOptions,
): Promise<string[]> {
  const rows = await queryRows(
    transaction,
    poolRow,
    sqlQuery('redispatchBatches', { ...running, redispatchAfterMs, slice }),
  );
  return rows.map(({ pool }) => pool);
}

const describeWait = (ms: number): string =>
  ms >= 120_000 ? `${Math.round(ms / 60_000)} minutes` : `${Math.round(ms / 1000)} seconds`;
