import { queueBackends, startService, until, type TestService } from '@sluice/testkit';
import t from 'tap';

const sleepers = ({ target }: TestService): Promise<number> => target.running('pg_sleep(60)');

for (const queue of queueBackends) {
  t.test(`cancelling with the queue on ${queue}`, async (t) => {
    const service = await startService({ queue, workersInProcess: true });
    t.teardown(() => service.stop());
    const { admin, connectionId } = service;
    const cancel = (id: string) =>
      admin.json<{ status: string }>('PUT', `/api/batches/${id}/cancel`);

    t.test('a running query is stopped in the database within a second', async (t) => {
      const { id } = await admin.submit(connectionId, 'select 1; select pg_sleep(60); select 3');
      await until('the query runs', async () => (await sleepers(service)) === 1);
      const askedAtMs = performance.now();
      await cancel(id);
      await until('the query has ended', async () => (await sleepers(service)) === 0);
      const goneAfterMs = performance.now() - askedAtMs;
      t.ok(goneAfterMs < 1_000, `ended after ${goneAfterMs.toFixed(0)} ms`);
      const batch = await admin.finalBatch(id);
      t.match(batch, { status: 'cancelled', cancel: { outcome: 'confirmed' } });
      t.same(
        batch.statements.map((statement) => statement.status),
        ['finished', 'cancelled', 'cancelled'],
      );
      t.match(batch.statements[1]?.error, { code: 'cancelled', outcome: 'failed' });
    });

    t.test('cancelling a final batch changes nothing', async (t) => {
      const before = await admin.run(connectionId, 'select 1');
      t.same(await cancel(before.id), before);
    });

    t.test('a cancelled transaction is rolled back', async (t) => {
      await admin.run(connectionId, 'create table if not exists kept (id int)');
      const { id } = await admin.submit(
        connectionId,
        'begin; insert into kept values (1); select pg_sleep(60); commit',
      );
      await until('the query runs', async () => (await sleepers(service)) === 1);
      await cancel(id);
      t.equal((await admin.finalBatch(id)).status, 'cancelled');
      t.same(await service.target.query('select * from kept'), []);
    });
  });

  t.test(`a queued batch is cancelled at once, with the queue on ${queue}`, async (t) => {
    const service = await startService({ queue, workers: 0 });
    t.teardown(() => service.stop());
    const { admin, connectionId } = service;
    const { id } = await admin.submit(connectionId, 'create table never (id int)');
    const batch = await admin.json<{ status: string }>('PUT', `/api/batches/${id}/cancel`);
    t.match(batch, {
      status: 'cancelled',
      cancel: { outcome: 'confirmed' },
      statements: [{ status: 'cancelled', startTime: null }],
    });
    await service.startWorkerInProcess();
    await admin.run(connectionId, 'select 1');
    t.same(await service.target.query("select to_regclass('never') as found"), [{ found: null }]);
  });
}
