import type { Database } from '../../client.js';

/** See `SweepRepository.removeExpired`. */
export async function removeExpired(database: Database): Promise<void> {
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
  // The last worker of a pool stays: its lease tells since when the pool has no worker.
  await database.$executeRaw`
    delete from workers w
    where lease_expires_at < now() - interval '1 minute'
      and exists (select from workers later
        where later.lease_expires_at > w.lease_expires_at and later.pools @> w.pools)
      and not exists (
        select from batches b where b.worker_id = w.id and b.status = 'started'
          and b.lease_token is not null)`;
}
