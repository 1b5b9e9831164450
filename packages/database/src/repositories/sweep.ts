import type { StatementError } from '@sluice/contracts';
import type { Database } from '../client.js';
import type { Prisma } from '../generated/client.js';
import { channels } from '../notifications.js';

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
  /** Removes rows that have had their day: expired sessions, worker requests, dead workers. */
  removeExpired(): Promise<void>;
}

/** Spells "SWEE". */
const advisoryLockKey = 0x53574545;

const workerLost: StatementError = {
  title:
    'The worker running this statement was lost. It may or may not have taken effect. It was not run again.',
  outcome: 'unknown',
  code: 'worker_lost',
};

const workerLostBetween: StatementError = {
  title: 'The worker of this batch was lost before this statement was sent.',
  outcome: 'not_run',
  code: 'worker_lost',
};

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
        return { redispatched, released, reaped, expired };
      }),
    removeExpired: async () => {
      await database.$executeRaw`delete from sessions where expires_at < now()`;
      await database.$executeRaw`delete from worker_requests where expires_at < now()`;
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
  const lost = await transaction.$queryRaw<{ id: string; untouched: boolean; done: boolean }[]>`
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
  const released = lost.filter((batch) => batch.untouched).map((batch) => batch.id);
  const done = lost.filter((batch) => batch.done).map((batch) => batch.id);
  const broken = lost.filter((batch) => !batch.untouched && !batch.done).map((batch) => batch.id);
  if (released.length > 0) await releaseBatches(transaction, released);
  if (done.length > 0) await finishBatches(transaction, done);
  if (broken.length > 0) await endBatches(transaction, broken);
  return { released: released.length, reaped: done.length + broken.length };
}

async function releaseBatches(transaction: Prisma.TransactionClient, ids: string[]): Promise<void> {
  await transaction.$executeRaw`
    update batches
    set worker_id = null, lease_token = null, claimed_at = null, dispatched_at = 'epoch'
    where id = any(${ids}::uuid[])`;
  // Nothing was sent: a cancel that the lost worker never saw is carried out here.
  await transaction.$queryRaw`
    with ended as (
      update batches
      set status = 'cancelled', stop_time = now(), updated_at = now(), version = version + 1,
        cancel_confirmed_at = now(), cancel_outcome = 'confirmed'
      where id = any(${ids}::uuid[]) and cancel_requested_at is not null
      returning id
    ), cancelled as (
      update statements set status = 'cancelled', updated_at = now()
      from ended where batch_id = ended.id
    )
    select pg_notify(${channels.batchChanged}, id::text)::text from ended`;
}

async function finishBatches(transaction: Prisma.TransactionClient, ids: string[]): Promise<void> {
  await transaction.$queryRaw`
    with finished as (
      update batches
      set status = 'finished', stop_time = now(), updated_at = now(), version = version + 1,
        cancel_outcome = case when cancel_requested_at is not null then 'too_late' end
      where id = any(${ids}::uuid[])
      returning id
    )
    select pg_notify(${channels.batchChanged}, id::text)::text from finished`;
}

async function endBatches(transaction: Prisma.TransactionClient, ids: string[]): Promise<void> {
  await transaction.$queryRaw`
    with fault as (
      select distinct on (batch_id) id, batch_id, status from statements
      where batch_id = any(${ids}::uuid[]) and status in ('queued', 'started')
      order by batch_id, sequence
    ), ended_statements as (
      update statements s
      set status = case when s.id = fault.id then 'error' else 'cancelled' end,
        error = case
          when s.id <> fault.id then null
          when fault.status = 'started' then ${JSON.stringify(workerLost)}::jsonb
          else ${JSON.stringify(workerLostBetween)}::jsonb end,
        stop_time = case when s.start_time is not null then now() end,
        updated_at = now()
      from fault
      where s.batch_id = fault.batch_id and s.status in ('queued', 'started')
    ), ended as (
      update batches
      set status = 'error', stop_time = now(), updated_at = now(), version = version + 1,
        cancel_outcome = case when cancel_requested_at is not null then 'too_late' end
      where id = any(${ids}::uuid[])
      returning id
    )
    select pg_notify(${channels.batchChanged}, id::text)::text from ended`;
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
    select pg_notify(${channels.batchChanged}, id::text)::text from ended`;
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
