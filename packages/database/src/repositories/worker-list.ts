import type { Database } from '../client.js';
import { Prisma } from '../generated/client.js';
import { executedText } from './history-clauses.js';
import { workerPoolStates, type WorkerPoolState } from './worker-pool-states.js';

/** A worker whose lease holds. */
export interface LivingWorker {
  id: string;
  hostname: string;
  pid: number;
  startedAt: Date;
  leaseExpiresAt: Date;
  /** 0 while it begins nothing. */
  slots: number;
  pools: string[];
  /** `storage`, or null. */
  pausedFor: string | null;
  /** Batches it has. */
  running: number;
}

/** A batch that has not ended, without the most of its text. */
export interface UnendedBatch {
  id: string;
  userId: string;
  /** The name where it is a service token. */
  userEmail: string | null;
  connectionId: string;
  connectionName: string | null;
  queryName: string | null;
  queryText: string;
  startTime: Date;
  cancelRequestedAt: Date | null;
}

/** One that a worker has. */
export interface ClaimedHead extends UnendedBatch {
  workerId: string;
  claimedAt: Date;
}

/** How many there are, and the first of them. */
export interface Heads<Head> {
  count: number;
  heads: Head[];
}

/** Who works on what: for those who look after the service. */
export interface WorkerListRepository {
  /** The oldest first. */
  workers(): Promise<LivingWorker[]>;
  /** By name. */
  pools(): Promise<WorkerPoolState[]>;
  /** The oldest first. */
  running(take: number): Promise<Heads<ClaimedHead>>;
  /** In the order in which those of a pool start, limits aside. */
  waiting(take: number): Promise<Heads<UnendedBatch>>;
}

const mostCharacters = 500;

/** Reads from the service's own database: the unended batches only. */
export function createWorkerListRepository(database: Database): WorkerListRepository {
  return {
    workers: () => database.$queryRaw<LivingWorker[]>`
      select w.id, w.hostname, w.pid, w.started_at as "startedAt",
        w.lease_expires_at as "leaseExpiresAt", w.slots, w.pools, w.paused_for as "pausedFor",
        (select count(*)::int from batches b
         where b.status = 'started' and b.lease_token is not null and b.worker_id = w.id) as running
      from workers w where w.lease_expires_at > now() order by w.started_at, w.id`,
    pools: () => database.$queryRaw<WorkerPoolState[]>`${workerPoolStates} order by name`,
    running: (take) =>
      readHeads<ClaimedHead>(database, {
        condition: Prisma.sql`lease_token is not null`,
        order: Prisma.sql`claimed_at, id`,
        more: Prisma.sql`, b.worker_id as "workerId", b.claimed_at as "claimedAt"`,
        take,
      }),
    waiting: (take) =>
      readHeads<UnendedBatch>(database, {
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

async function readHeads<Head>(
  database: Database,
  { condition, order, more, take }: HeadsQuery,
): Promise<Heads<Head>> {
  const rows = await database.$queryRaw<(Head & { total: number; place: number })[]>`
    with found as (
      select id, count(*) over ()::int as total, row_number() over (order by ${order})::int as place
      from batches where status = 'started' and ${condition}
      order by place limit ${take}
    )
    select f.total, f.place, b.id::text, b.user_id as "userId",
      coalesce(nullif(p.email, ''), p.name) as "userEmail", b.connection_id as "connectionId",
      c.name as "connectionName", b.name as "queryName",
      left(${executedText}, ${mostCharacters}::int) as "queryText", b.start_time as "startTime",
      b.cancel_requested_at as "cancelRequestedAt" ${more}
    from found f join batches b on b.id = f.id
    left join connections c on c.id = b.connection_id
    left join principals p on p.id = b.user_id
    order by f.place`;
  return { count: rows[0]?.total ?? 0, heads: rows };
}
