import type { Batch } from '@sluice/contracts';
import { createProducer, createQueueBackend } from '@sluice/jobs';
import { attackedQueues, redisUrl, startService, until, type TestService } from '@sluice/testkit';
import t, { type Test } from 'tap';

const fastLease = {
  SERVICE_WORKER_LEASE_MS: '2000',
  SERVICE_SWEEP_INTERVAL_MS: '300',
  SERVICE_REDISPATCH_AFTER_MS: '500',
};

const effects = ({ target }: TestService) =>
  target.query<{ id: string }>('select id from effects order by id');

const sleeping = ({ target }: TestService): Promise<number> =>
  target.running('select pg_sleep(30)');

for (const queue of attackedQueues('redis')) {
  t.test(`losing a worker with the queue on ${queue}`, async (t) => {
    t.test('with the usual lease a batch of a killed worker is final within 15 s', async (t) => {
      const service = await startService({ queue });
      t.teardown(() => service.stop());
      const { admin, connectionId, target } = service;
      await target.query('create table effects (id text)');
      const { id } = await admin.submit(
        connectionId,
        "insert into effects values ('once'); select pg_sleep(30); insert into effects values ('never')",
      );
      await until('the second statement runs', async () => (await sleeping(service)) === 1);
      service.workers[0]!.kill('SIGKILL');
      const killedAtMs = performance.now();
      const batch = await admin.finalBatch(id);
      const finalAfterMs = performance.now() - killedAtMs;
      t.ok(finalAfterMs < 15_000, `final after ${finalAfterMs.toFixed(0)} ms`);
      t.same(await effects(service), [{ id: 'once' }]);
      checkLost(t, batch);
      await until(
        'the orphaned query has ended',
        async () => (await sleeping(service)) === 0,
        10_000,
      );
      await service.startWorkerInProcess();
      t.equal((await admin.run(connectionId, 'select 1')).status, 'finished');
      t.same(await effects(service), [{ id: 'once' }], 'nothing ran twice');
    });

    t.test(
      'a worker that is paused beyond its lease changes nothing when it resumes',
      async (t) => {
        const service = await startService({ queue, settings: fastLease });
        t.teardown(() => service.stop());
        const { admin, connectionId, target } = service;
        await target.query('create table effects (id text)');
        const { id } = await admin.submit(
          connectionId,
          "select pg_sleep(4); insert into effects values ('late')",
        );
        await admin.startedBatch(id);
        const worker = service.workers[0]!;
        const [stopped] = worker.children();
        worker.kill('SIGSTOP');
        const batch = await admin.finalBatch(id);
        t.match(batch.statements[0]?.error, { code: 'worker_lost', outcome: 'unknown' });
        worker.kill('SIGCONT');
        await until('its executor has been replaced', () => {
          const executors = worker.children();
          return executors.length === 1 && !executors.includes(stopped!);
        });
        t.same(await admin.json('GET', `/api/batches/${id}`), batch, 'the end is unchanged');
        t.same(await effects(service), []);
      },
    );

    t.test('an executor whose lease expires during its start is restarted', async (t) => {
      const service = await startService({ queue, workers: 0, settings: fastLease });
      t.teardown(() => service.stop());
      await service.database.query(
        `create function expire() returns trigger language plpgsql as
         'begin new.lease_expires_at = now(); return new; end';
         create trigger expire before insert on workers for each row execute function expire()`,
      );
      await service.startWorker();
      await until('another executor was started', async () => {
        const rows = await service.database.query('select from workers');
        return rows.length >= 2;
      });
    });

    t.test('a repeated, late or wrong job does nothing', async (t) => {
      const service = await startService({ queue, workersInProcess: true });
      t.teardown(() => service.stop());
      const { admin, connectionId, target, database } = service;
      await target.query('create table effects (id text)');
      const producer = createProducer(
        createQueueBackend({
          redisUrl: queue === 'redis' ? redisUrl() : undefined,
          databaseUrl: database.url,
          prefix: database.name,
        }),
        () => undefined,
      );
      t.teardown(() => producer.close());
      const { id } = await admin.submit(
        connectionId,
        "insert into effects values ('once'); select pg_sleep(1)",
      );
      const forged = '01900000-0000-7000-8000-000000000000';
      await until('it has ended', async () => {
        await producer.add('runBatch', [
          { id, v: 1 },
          { id: forged, v: 1 },
        ]);
        return (await admin.json<Batch>('GET', `/api/batches/${id}`)).status === 'finished';
      });
      await producer.add('runBatch', [{ id, v: 1 }]);
      t.equal((await admin.run(connectionId, 'select 1')).status, 'finished');
      t.same(await effects(service), [{ id: 'once' }]);
    });

    t.test('a batch whose job was lost still runs', async (t) => {
      const service = await startService({ queue, workers: 0, settings: fastLease });
      t.teardown(() => service.stop());
      const { admin, connectionId, database } = service;
      const { id } = await admin.submit(connectionId, 'select 1');
      await service.loseJobs();
      await database.query("update batches set dispatched_at = now() - interval '1 minute'");
      await service.startWorkerInProcess();
      t.equal((await admin.finalBatch(id, 10_000)).status, 'finished');
    });
  });

  t.test(`without a worker a batch ends at the queue limit, queue on ${queue}`, async (t) => {
    const service = await startService({
      queue,
      workers: 0,
      settings: { SERVICE_QUEUE_LIMIT_SECONDS: '1', SERVICE_SWEEP_INTERVAL_MS: '200' },
    });
    t.teardown(() => service.stop());
    const { admin, connectionId } = service;
    const { id } = await admin.submit(connectionId, 'select 1; select 2');
    const batch = await admin.finalBatch(id, 10_000);
    t.equal(batch.status, 'error');
    t.match(batch.statements, [
      { status: 'error', startTime: null, error: { code: 'no_worker', outcome: 'not_run' } },
      { status: 'cancelled', error: null },
    ]);
  });
}

function checkLost(t: Test, batch: Batch): void {
  t.equal(batch.status, 'error');
  t.match(batch.statements, [
    { status: 'finished', error: null },
    { status: 'error', error: { code: 'worker_lost', outcome: 'unknown' } },
    { status: 'cancelled', startTime: null, error: null },
  ]);
}
