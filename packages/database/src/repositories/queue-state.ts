import type { Database } from '../client.js';
import { workerPoolStates, type WorkerPoolState } from './worker-pool-states.js';

/** What waits and what runs, as rows tell. */
export interface QueueState {
  waiting: number;
  running: number;
  /** Workers that hold a lease. */
  workers: number;
  /** By name, `mostPools` at most. */
  pools: WorkerPoolState[];
  /** Events that webhooks have yet to tell. */
  webhookEvents: number;
  /** Age of each tenant's oldest waiting batch, the oldest first, `mostTenants` at most. */
  oldest: { tenant: string; ageSeconds: number }[];
  /** Age of the oldest waiting batch of all other tenants; null when there are none. */
  otherAgeSeconds: number | null;
}

/** Reads the state of the queue for those who watch the service. */
export interface QueueStateRepository {
  /** One round trip over the unended batches only. */
  read(mostTenants: number, mostPools: number): Promise<QueueState>;
}

interface QueueStateRow {
  waiting: number;
  running: number;
  workers: number;
  pools: QueueState['pools'] | null;
  webhookEvents: number;
  oldest: QueueState['oldest'] | null;
  other: number | null;
}

/** Reads from the service's own database. */
export function createQueueStateRepository(database: Database): QueueStateRepository {
  return {
    read: async (mostTenants, mostPools) => {
      const [row] = await database.$queryRaw<QueueStateRow[]>`
        with waiting as (
          select tenant, count(*) as batches, min(created_at) as oldest
          from batches where status = 'started' and lease_token is null
          group by 1
        ), ranked as (
          select tenant, batches, extract(epoch from now() - oldest)::float8 as age,
            row_number() over (order by oldest, tenant) as place
          from waiting
        )
        select
          (select coalesce(sum(batches), 0)::int from waiting) as waiting,
          (select count(*)::int from batches
           where status = 'started' and lease_token is not null) as running,
          (select count(*)::int from workers where lease_expires_at > now()) as workers,
          (select json_agg(p) from (${workerPoolStates} order by name limit ${mostPools}) p) as pools,
          (select count(*)::int from webhook_events) as "webhookEvents",
          (select json_agg(json_build_object('tenant', tenant, 'ageSeconds', age) order by place)
           from ranked where place <= ${mostTenants}) as oldest,
          (select max(age) from ranked where place > ${mostTenants}) as other`;
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
