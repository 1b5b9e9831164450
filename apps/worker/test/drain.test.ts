import { queueBackends, startService, until, type TestService } from '@sluice/testkit';
import t from 'tap';

const running = async ({ target }: TestService): Promise<number> => {
  const rows = await target.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and state = 'active' and query like '%pg_sleep%'
       and pid <> pg_backend_pid()`,
  );
  return rows[0]?.n ?? 0;
};

for (const queue of queueBackends) {
  t.test(`stopping a worker with the queue on ${queue}`, async (t) => {
    t.test('a statement that ends within the grace is finished', async (t) => {
      const service = await startService({
        queue,
        settings: { SERVICE_SHUTDOWN_GRACE_SECONDS: '20' },
      });
      t.teardown(() => service.stop());
      const { id } = await service.admin.submit(
        service.connectionId,
        'select pg_sleep(2), 7 as seven',
      );
      await until('it runs', async () => (await running(service)) === 1);
      const worker = service.workers[0]!;
      worker.kill('SIGTERM');
      t.equal(await worker.ended, 0);
      t.equal((await service.admin.finalBatch(id)).status, 'finished');
    });

    t.test('a longer one is stopped in the database and says why', async (t) => {
      const service = await startService({
        queue,
        settings: { SERVICE_SHUTDOWN_GRACE_SECONDS: '1' },
      });
      t.teardown(() => service.stop());
      const { id } = await service.admin.submit(
        service.connectionId,
        'select pg_sleep(60); select 2',
      );
      await until('it runs', async () => (await running(service)) === 1);
      const worker = service.workers[0]!;
      worker.kill('SIGTERM');
      t.equal(await worker.ended, 0);
      t.equal(await running(service), 0, 'no query is left in the database');
      const batch = await service.admin.finalBatch(id);
      t.match(batch.statements, [
        { status: 'error', error: { code: 'restart', outcome: 'failed' } },
        { status: 'cancelled' },
      ]);
      t.same(
        await service.database.query('select id from workers where lease_expires_at > now()'),
        [],
        'the lease is given up',
      );
    });
  });
}
