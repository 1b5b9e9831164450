import type { Database } from '../client.js';

/** The lease rows that tell which workers live, by the database's clock. */
export interface WorkerRepository {
  register(worker: { id: string; hostname: string; pid: number }, leaseMs: number): Promise<void>;
  /** False when the lease had already ended: the worker must stop and drop everything. */
  renew(id: string, leaseMs: number): Promise<boolean>;
  /** Whatever the worker still held is reaped at once. */
  remove(id: string): Promise<void>;
  countAlive(): Promise<number>;
}

export function createWorkerRepository(database: Database): WorkerRepository {
  return {
    register: async ({ id, hostname, pid }, leaseMs) => {
      await database.$executeRaw`
        insert into workers (id, hostname, pid, lease_expires_at)
        values (${id}, ${hostname}, ${pid}, now() + ${leaseMs} * interval '1 millisecond')`;
    },
    renew: async (id, leaseMs) => {
      const count = await database.$executeRaw`
        update workers set lease_expires_at = now() + ${leaseMs} * interval '1 millisecond'
        where id = ${id} and lease_expires_at > now()`;
      return count === 1;
    },
    remove: async (id) => {
      await database.worker.deleteMany({ where: { id } });
    },
    countAlive: async () => {
      const [row] = await database.$queryRaw<{ alive: bigint }[]>`
        select count(*) as alive from workers where lease_expires_at > now()`;
      return Number(row?.alive ?? 0);
    },
  };
}
