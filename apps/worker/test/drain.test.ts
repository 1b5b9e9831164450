import { attackedQueues, isDeep, startService, until, type TestService } from '@sluice/testkit';
import t from 'tap';

const running = ({ target }: TestService): Promise<number> => target.running('pg_sleep');

/** Two workers take over in `npm test`, of which the second takes over from one that had taken over. */
const rounds = isDeep ? 4 : 2;

for (const queue of attackedQueues('redis')) {
  t.test(`stopping a worker with the queue on ${queue}`, async (t) => {
    const service = await startService({ queue, workers: 0 });
    t.teardown(() => service.stop());
    const { admin, connectionId } = service;

    t.test('a statement that ends within the grace finishes', async (t) => {
      const worker = await service.startWorker({ SERVICE_SHUTDOWN_GRACE_SECONDS: '20' });
      const { id } = await admin.submit(connectionId, 'select pg_sleep(2), 7 as seven');
      await until('it runs', async () => (await running(service)) === 1);
      worker.kill('SIGTERM');
      t.equal(await worker.ended, 0);
      t.equal((await admin.finalBatch(id)).status, 'finished');
    });

    t.test('under load another worker runs what it releases, and no batch fails', async (t) => {
      let before = await service.startWorker();
      let next = await service.startWorker();
      // The sleep keeps a batch running at almost any moment, and leaves the processor to the starting workers.
      const insert = (id: number) => `insert into effects values (${id}); select pg_sleep(0.3)`;
      await service.target.query('create table effects (id int)');
      let count = 0;
      let isOver = false;
      const statuses: string[] = [];
      const submitAll = async (): Promise<void> => {
        while (!isOver) statuses.push((await admin.run(connectionId, insert(count++))).status);
      };
      const submitting = Promise.all([1, 2, 3, 4].map(submitAll));
      for (let round = 0; round < rounds; round++) {
        const last = await service.startWorker();
        before.kill('SIGTERM');
        t.equal(await before.ended, 0);
        t.ok(last.children().length > 0);
        [before, next] = [next, last];
      }
      isOver = true;
      await submitting;
      t.same(
        statuses.filter((status) => status !== 'finished'),
        [],
      );
      const [effects] = await service.target.query<{ all: number; different: number }>(
        'select count(*)::int as "all", count(distinct id)::int as different from effects',
      );
      t.same(effects, { all: count, different: count });
      for (const worker of [before, next]) worker.kill('SIGTERM');
      await Promise.all([before.ended, next.ended]);
    });

    t.test('a longer statement is stopped in the database and reports why', async (t) => {
      const worker = await service.startWorker({ SERVICE_SHUTDOWN_GRACE_SECONDS: '1' });
      const { id } = await admin.submit(connectionId, 'select pg_sleep(60); select 2');
      await until('it runs', async () => (await running(service)) === 1);
      worker.kill('SIGTERM');
      t.equal(await worker.ended, 0);
      t.equal(await running(service), 0, 'no query is left in the database');
      const batch = await admin.finalBatch(id);
      t.match(batch.statements, [
        { status: 'error', error: { code: 'restart', outcome: 'failed' } },
        { status: 'cancelled' },
      ]);
      t.same(
        await service.database.query('select id from workers where lease_expires_at > now()'),
        [],
        'the lease is ended',
      );
    });
  });
}
