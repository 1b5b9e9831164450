import {
  attackedQueues,
  startService,
  targetConnection,
  until,
  type TestService,
} from '@sluice/testkit';
import t from 'tap';

const slow = "insert into effects select 'late' from pg_sleep(60)";

/** Returns the backends that run the slow statement. */
const backends = ({ target }: TestService) =>
  target.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and query like 'insert into effects%'
       and pid <> pg_backend_pid()`,
  );

/**
 * Pauses the processes of the worker that runs the batch: they stay alive and their sockets stay open.
 */
async function freezeHolder({ database, workers }: TestService) {
  const [holder] = await database.query<{ pid: number }>(
    'select w.pid from batches b join workers w on w.id = b.worker_id',
  );
  const worker = workers.find((each) => each.children().includes(holder?.pid ?? 0));
  if (worker === undefined) throw new Error('No worker holds the batch');
  worker.kill('SIGSTOP');
  return { worker, executor: holder?.pid ?? 0 };
}

const outcomes = ({ database }: TestService) =>
  database.query<{ outcome: string | null; tries: number }>('select outcome, tries from orphans');

// The tests mostly wait, so both may run at the same time.
t.jobs = 2;

for (const queue of attackedQueues('postgres')) {
  t.test(`orphaned queries with the queue on ${queue}`, { buffered: true }, async (t) => {
    t.test('are stopped by another process within the lease and five seconds', async (t) => {
      const service = await startService({ queue });
      t.teardown(() => service.stop());
      const { admin, connectionId, target } = service;
      await target.query('create table effects (id text)');
      const { id } = await admin.submit(connectionId, slow);
      await until('it runs', async () => (await backends(service)).length === 1);
      await service.startWorkerInProcess();
      const { worker, executor } = await freezeHolder(service);
      const stoppedAtMs = performance.now();
      await until('the backend has ended', async () => (await backends(service)).length === 0);
      const goneAfterMs = performance.now() - stoppedAtMs;
      t.ok(goneAfterMs < 15_000, `ended after ${goneAfterMs.toFixed(0)} ms`);
      const batch = await admin.finalBatch(id);
      t.match(batch.statements[0]?.error, { code: 'worker_lost', outcome: 'unknown' });
      await until(
        'the outcome is stored',
        async () => (await outcomes(service))[0]?.outcome === 'stopped',
      );
      worker.kill('SIGCONT');
      await until('its executor has been replaced', () => !worker.children().includes(executor));
      t.same(await admin.json('GET', `/api/batches/${id}`), batch, 'the end is unchanged');
      t.same(await target.query('select id from effects'), [], 'nothing was written afterwards');
    });

    t.test('are retried while their database refuses connections', async (t) => {
      const service = await startService({
        queue,
        settings: { SERVICE_WORKER_LEASE_MS: '6000', SERVICE_SWEEP_INTERVAL_MS: '300' },
      });
      t.teardown(() => service.stop());
      const { admin, target } = service;
      const role = `role_${target.name}`;
      await target.query(`create role ${role} login password 'not yet refused'`);
      t.teardown(() => target.query(`drop owned by ${role}; drop role ${role}`));
      await target.query(`create table effects (id text); grant all on effects to ${role}`);
      const address = new URL(target.url);
      address.username = role;
      address.password = 'not yet refused';
      const { id: connectionId } = await admin.json<{ id: string }>(
        'POST',
        '/api/connections',
        targetConnection(address.href),
      );
      await admin.submit(connectionId, slow);
      await until('it runs', async () => (await backends(service)).length === 1);
      await target.query(`alter role ${role} nologin`);
      await service.startWorkerInProcess();
      await freezeHolder(service);
      await until('stopping was tried', async () => ((await outcomes(service))[0]?.tries ?? 0) > 0);
      t.equal((await backends(service)).length, 1);
      await target.query(`alter role ${role} login`);
      await until('the backend has ended', async () => (await backends(service)).length === 0);
      await until(
        'the outcome is stored',
        async () => (await outcomes(service))[0]?.outcome === 'stopped',
      );
    });
  });
}
