import type { StatementError } from '@sluice/contracts';
import type { Database } from '../client.js';
import type { Prisma } from '../generated/client.js';
import { channels } from '../notifications.js';
import { dueOrphans } from './orphans.js';
import { settleLostBatches, type LostBatch } from './lost-batches.js';

/** Limits of a {@link SweepRepository.sweep}. */
export interface SweepOptions {
  /** An unclaimed batch that was last enqueued longer ago than this is enqueued again. */
  redispatchAfterMs: number;
  /** An unclaimed batch older than this ends in error `no_worker`. */
  queueLimitMs: number;
  /** Most batches handled by one step of one sweep. */
  slice: number;
}

/** What a sweep did. */
export interface SweepReport {
  /** Ids to put into the queue again; harmless when they are still there. */
  redispatched: string[];
  /** Ids of orphans that are to be stopped; harmless when they are in the queue already. */
  orphans: string[];
  /** Batches of lost workers that had sent nothing and wait again. */
  released: number;
  /** Batches of lost workers that ended. */
  reaped: number;
  /** Batches that waited longer than the limit. */
  expired: number;
}

/** Ends or revives what nobody works on; any process may call it, one at a time does it. */
export interface SweepRepository {
  /** Null when another process is sweeping right now. */
  sweep(options: SweepOptions): Promise<SweepReport | null>;
  /** Removes rows that have had their day: expired sessions, worker requests, idempotency keys, dead workers. */
  removeExpired(): Promise<void>;
}

/** Spells "SWEE". */
const advisoryLockKey = 0x53574545;

export function createSweepRepository(database: Database): SweepRepository {
  return {
    sweep: (options) =>
      database.$transaction(async (transaction) => {
        const [lock] = await transaction.$queryRaw<{ taken: boolean }[]>`
          select pg_try_advisory_xact_lock(${advisoryLockKey}) as taken`;
        if (lock?.taken !== true) return null;
        const { released, reaped } = await reapLost(transaction, options.slice);
        const expired = await expireWaiting(transaction, options);
        const redispatched = await redispatch(transaction, options);
        const orphans = await dueOrphans(transaction, options.slice);
        return { redispatched, orphans, released, reaped, expired };
      }),
    removeExpired: async () => {
      await database.$executeRaw`delete from sessions where expires_at < now()`;
      await database.$executeRaw`delete from worker_requests where expires_at < now()`;
      await database.$executeRaw`
        delete from idempotency_keys where created_at < now() - interval '24 hours'`;
      await database.$executeRaw`
        delete from workers w
        where lease_expires_at < now() - interval '1 minute'
          and not exists (
            select from batches b where b.worker_id = w.id and b.status = 'started'
              and b.lease_token is not null)`;
    },
  };
}

async function reapLost(
  transaction: Prisma.TransactionClient,
  slice: number,
): Promise<{ released: number; reaped: number }> {
  const lost = await transaction.$queryRaw<LostBatch[]>`
    with lost as (
      select b.id from batches b
      left join workers w on w.id = b.worker_id
      where b.status = 'started' and b.lease_token is not null
        and (w.id is null or w.lease_expires_at < now())
      order by b.id limit ${slice}
      for update of b skip locked
    )
    select lost.id::text,
      bool_and(s.status = 'queued') as untouched, bool_and(s.status = 'finished') as done
    from lost join statements s on s.batch_id = lost.id
    group by lost.id`;
  return settleLostBatches(transaction, lost);
}

async function expireWaiting(
  transaction: Prisma.TransactionClient,
  { queueLimitMs, slice }: SweepOptions,
): Promise<number> {
  const noWorker: StatementError = {
    title: `No worker was available for ${describeWait(queueLimitMs)}.`,
    outcome: 'not_run',
    code: 'no_worker',
  };
  const rows = await transaction.$queryRaw<unknown[]>`
    with expired as (
      select id from batches
      where status = 'started' and lease_token is null
        and created_at < now() - ${queueLimitMs} * interval '1 millisecond'
      order by created_at limit ${slice}
      for update skip locked
    ), ended_statements as (
      update statements s
      set status = case when s.sequence = 1 then 'error' else 'cancelled' end,
        error = case when s.sequence = 1 then ${JSON.stringify(noWorker)}::jsonb end,
        updated_at = now()
      from expired where s.batch_id = expired.id and s.status = 'queued'
    ), ended as (
      update batches
      set status = 'error', stop_time = now(), updated_at = now(), version = version + 1
      from expired where batches.id = expired.id
      returning batches.id
    )
    select pg_notify(${channels.batchEnded}, id::text)::text from ended`;
  return rows.length;
}

async function redispatch(
  transaction: Prisma.TransactionClient,
  { redispatchAfterMs, slice }: SweepOptions,
): Promise<string[]> {
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    update batches set dispatched_at = now()
    where id in (
      select id from batches
      where status = 'started' and lease_token is null
        and dispatched_at < now() - ${redispatchAfterMs} * interval '1 millisecond'
      order by dispatched_at limit ${slice}
      for update skip locked)
    returning id::text`;
  return rows.map((row) => row.id);
}

const describeWait = (ms: number): string =>
  ms >= 120_000 ? `${Math.round(ms / 60_000)} minutes` : `${Math.round(ms / 1000)} seconds`;
