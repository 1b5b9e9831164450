import { defaultWorkerPool } from '@sluice/contracts';
import type { Database } from '../client.js';

/** A worker that begins; `slots` = batches it runs side by side. */
export interface NewWorker {
  id: string;
  hostname: string;
  pid: number;
  slots: number;
  /** The pools that it works for; the default one unless given. */
  pools?: string[];
}

/** The lease rows that tell which workers live, by the database's clock. */
export interface WorkerRepository {
  register(worker: NewWorker, leaseMs: number): Promise<void>;
  /** False when the lease had already ended: the worker must stop and drop everything. */
  renew(id: string, leaseMs: number): Promise<boolean>;
  /** Takes its slots out of the count: the worker begins nothing more, and its lease goes on. */
  retire(id: string): Promise<void>;
  /** The same for a while: `storage` = it has no room for results. */
  pause(id: string, reason: 'storage'): Promise<void>;
  /** It begins batches again. */
  resume(id: string, slots: number): Promise<void>;
  /** Ends the lease: whatever the worker still held is reaped at once. */
  end(id: string): Promise<void>;
  countAlive(): Promise<WorkerCount>;
  /** Whether any of those that live works for a pool. */
  serves(pool: string): Promise<boolean>;
}

/** Workers whose lease holds. */
export interface WorkerCount {
  alive: number;
  paused: number;
  /** Pools of connections without any of them. */
  unservedPools: number;
}

export function createWorkerRepository(database: Database): WorkerRepository {
  return {
    register: async ({ id, hostname, pid, slots, pools = [defaultWorkerPool] }, leaseMs) => {
      await database.$executeRaw`
        insert into workers (id, hostname, pid, slots, pools, lease_expires_at)
        values (${id}, ${hostname}, ${pid}, ${slots}, ${pools}::text[],
          now() + ${leaseMs} * interval '1 millisecond')`;
    },
    renew: async (id, leaseMs) => {
      const count = await database.$executeRaw`
        update workers set lease_expires_at = now() + ${leaseMs} * interval '1 millisecond'
        where id = ${id} and lease_expires_at > now()`;
      return count === 1;
    },
    retire: async (id) => {
      await database.$executeRaw`update workers set slots = 0 where id = ${id}`;
    },
    pause: async (id, reason) => {
      await database.$executeRaw`
        update workers set slots = 0, paused_for = ${reason} where id = ${id}`;
    },
    resume: async (id, slots) => {
      await database.$executeRaw`
        update workers set slots = ${slots}, paused_for = null where id = ${id}`;
    },
    end: async (id) => {
      await database.$executeRaw`
        update workers set lease_expires_at = now() where id = ${id} and lease_expires_at > now()`;
    },
    countAlive: async () => {
      const [row] = await database.$queryRaw<WorkerCount[]>`
        select count(*)::int as alive, count(paused_for)::int as paused,
          (select count(distinct worker_pool)::int from connections
           where worker_pool <> all (array(
             select unnest(pools) from workers where lease_expires_at > now()))) as "unservedPools"
        from workers where lease_expires_at > now()`;
      return row ?? { alive: 0, paused: 0, unservedPools: 0 };
    },
    serves: async (pool) => {
      const found = await database.$queryRaw<unknown[]>`
        select 1 as found from workers
        where lease_expires_at > now() and ${pool} = any(pools) limit 1`;
      return found.length > 0;
    },
  };
}
