import { defaultWorkerPool } from '@sluice/contracts';
import type { PauseReason } from '@sluice/contracts/enums';
import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRow } from '../../query.js';

/** A worker that starts. */
export interface NewWorker {
  id: string;
  hostname: string;
  pid: number;
  /** Maximum batches it runs at a time. */
  slots: number;
  /** The pools that it serves; the default pool unless given. */
  pools?: string[];
}

/** The lease rows of workers. A worker is online while its lease lasts, by the database's clock. */
export interface WorkerRepository {
  register(worker: NewWorker, leaseMs: number): Promise<void>;
  /** False when the lease had already ended: the worker must stop and drop all its work. */
  renew(id: string, leaseMs: number): Promise<boolean>;
  /** Sets the worker's slots to 0: it starts no more batches and keeps its lease. */
  retire(id: string): Promise<void>;
  /** Sets the worker's slots to 0 until `resume`. */
  pause(id: string, reason: PauseReason): Promise<void>;
  /** Lets a paused worker start batches again. */
  resume(id: string, slots: number): Promise<void>;
  /** Ends the lease: the sweep settles what the worker still holds at once. */
  end(id: string): Promise<void>;
  countAlive(): Promise<WorkerCount>;
  /** Whether an online worker serves the pool. */
  serves(pool: string): Promise<boolean>;
}

const workerCount = z.object({
  alive: z.int(),
  paused: z.int(),
  /** Pools that a connection names and no online worker serves. */
  unservedPools: z.int(),
});

/** Numbers of online workers. */
export type WorkerCount = z.infer<typeof workerCount>;

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
      const row = await queryRow(
        database,
        workerCount,
        Prisma.sql`
          select count(*)::int as alive, count(paused_for)::int as paused,
            (select count(distinct worker_pool)::int from connections
             where worker_pool <> all (array(
               select unnest(pools) from workers where lease_expires_at > now()))) as "unservedPools"
          from workers where lease_expires_at > now()`,
      );
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
