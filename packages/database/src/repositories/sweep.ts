import type { Database } from '../client.js';
import { Prisma } from '../generated/client.js';
import type { RunningLimits } from './claims.js';
import { sweepClients } from './connection-clients.js';
import { endWaiting } from './end-waiting.js';
import { dueOrphans, type DueOrphan } from './orphans.js';
import { endUnauthorized, type EndedWork } from './revocations.js';
import {
  endLeftBatches,
  settleLostBatches,
  type LostBatch,
  type SettledBatches,
} from './lost-batches.js';

/** Limits of a {@link SweepRepository.sweep}. */
export interface SweepOptions {
  /** A batch that waits for longer than this although it may start has a worker woken for it. */
  redispatchAfterMs: number;
  /** A batch that has waited this long for want of any worker ends in error `no_worker`. */
  queueLimitMs: number;
  /** Limits on what runs: what they hold back needs no waking. */
  running: RunningLimits;
  /** Most batches handled by one step of one sweep. */
  slice: number;
}

/** What a sweep did. */
export interface SweepReport {
  /** The pool of each batch for which an idle slot is to be woken. */
  redispatched: string[];
  /** Orphans that are to be stopped; harmless when they are in the queue already. */
  orphans: DueOrphan[];
  /** Batches of lost workers that wait again: they had sent nothing, or another worker can go on. */
  released: number;
  /** Batches of lost workers that ended. */
  reaped: number;
  /** Connections that are paused from now on; see `countCrashes`. */
  paused: string[];
  /** Batches that waited longer than the limit. */
  expired: number;
  /** Work of those who may no longer do it. */
  unauthorized: EndedWork;
  /** Batches that waited for a connection client that is gone. */
  stranded: number;
}

/** Ends or revives what nobody works on; any process may call it, one at a time does it. */
export interface SweepRepository {
  /** Null when another process is sweeping right now. */
  sweep(options: SweepOptions): Promise<SweepReport | null>;
  /**
   * Removes expired rows: sessions, worker requests, idempotency keys, handovers, limits learned from target
   * databases, dead workers.
   */
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
        const { released, reaped, paused } = await reapLost(transaction, options.slice);
        await followConnections(transaction, options.slice);
        const expired = await expireWaiting(transaction, options);
        const unauthorized = await endUnauthorized(transaction, null);
        const stranded = await sweepClients(transaction);
        const redispatched = await redispatch(transaction, options);
        const orphans = await dueOrphans(transaction, options.slice);
        const ended = { released, reaped, paused, expired, unauthorized, stranded };
        return { redispatched, orphans, ...ended };
      }),
    removeExpired: async () => {
      await database.$executeRaw`delete from sessions where expires_at < now()`;
      await database.$executeRaw`delete from worker_requests where expires_at < now()`;
      await database.$executeRaw`
        delete from target_limits where refused_at < now() - interval '1 hour'`;
      await database.$executeRaw`
        delete from idempotency_keys where created_at < now() - interval '24 hours'`;
      await database.$executeRaw`
        delete from handovers h using batches b where b.id = h.batch_id and b.status <> 'started'`;
      await database.$executeRaw`
        delete from connection_clients where closed_at < now() - interval '1 day'`;
      // The last of a pool tells since when there is none.
      await database.$executeRaw`
        delete from workers w
        where lease_expires_at < now() - interval '1 minute'
          and exists (select from workers later
            where later.lease_expires_at > w.lease_expires_at and later.pools @> w.pools)
          and not exists (
            select from batches b where b.worker_id = w.id and b.status = 'started'
              and b.lease_token is not null)`;
    },
  };
}

async function reapLost(
  transaction: Prisma.TransactionClient,
  slice: number,
): Promise<SettledBatches> {
  const lost = await transaction.$queryRaw<LostBatch[]>`
    with lost as (
      select b.id, w.lost_cause as cause from batches b
      left join workers w on w.id = b.worker_id
      where b.status = 'started' and b.lease_token is not null
        and (w.id is null or w.lease_expires_at < now())
      order by b.id limit ${slice}
      for update of b skip locked
    )
    select lost.id::text,
      bool_and(s.status = 'queued') as untouched, bool_and(s.status = 'finished') as done,
      -- What filled the memory of one worker would fill that of the next.
      is_adoptable(lost.id) and lost.cause is distinct from 'memory' as adoptable
    from lost join statements s on s.batch_id = lost.id
    group by lost.id, lost.cause`;
  return settleLostBatches(transaction, lost);
}

/** Moves what waits to the pool of its connection, where that has changed since. */
async function followConnections(
  transaction: Prisma.TransactionClient,
  slice: number,
): Promise<void> {
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
  const tooLong = Prisma.sql`
    b.connection_client_id is null
    and b.created_at < now() - ${queueLimitMs} * interval '1 millisecond'
    and b.worker_pool <> all (array(
      select unnest(pools) from workers
      where lease_expires_at >= now() - ${queueLimitMs} * interval '1 millisecond'))
    order by b.turn, b.id limit ${slice}`;
  const unbegun = await endWaiting(transaction, tooLong, {
    title: `No worker was available for ${describeWait(queueLimitMs)}.`,
    outcome: 'not_run',
    code: 'no_worker',
  });
  return unbegun + (await endLeftBatches(transaction, tooLong));
}

/** In each pool no more than there are idle slots: whoever ends a batch looks for the next one anyway. */
async function redispatch(
  transaction: Prisma.TransactionClient,
  { redispatchAfterMs, running, slice }: SweepOptions,
): Promise<string[]> {
  const rows = await transaction.$queryRaw<{ pool: string }[]>`
    with idle as materialized (
      select pool, least(${slice}::int, sum(greatest(0, slots - (
        select count(*) from batches b
        where b.worker_id = w.id and b.status = 'started' and b.lease_token is not null
          and b.connection_client_id is null)))) as slots
      from workers w, unnest(pools) pool where lease_expires_at > now()
      group by pool
    ), taken as materialized (
      select * from full_slots(${running.perTenant}::int, ${running.perUser}::int)
    )
    update batches set dispatched_at = now()
    where id in (
      select due.id from idle cross join taken cross join lateral (
        select b.id from batches b
        where b.worker_pool = idle.pool
          and b.status = 'started' and b.lease_token is null and b.connection_client_id is null
          and b.dispatched_at < now() - ${redispatchAfterMs} * interval '1 millisecond'
          and b.connection_id <> all (taken.connections)
          and b.tenant <> all (taken.tenants) and b.user_id <> all (taken.users)
        order by b.turn, b.id limit idle.slots
        for update of b skip locked) due)
    returning worker_pool as pool`;
  return rows.map(({ pool }) => pool);
}

const describeWait = (ms: number): string =>
  ms >= 120_000 ? `${Math.round(ms / 60_000)} minutes` : `${Math.round(ms / 1000)} seconds`;
