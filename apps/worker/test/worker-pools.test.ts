import type { Batch, Connection, ConnectionClient, Workers } from '@sluice/contracts';
import {
  attackedQueues,
  startService,
  targetConnection,
  until,
  type TestService,
} from '@sluice/testkit';
import t, { type Test } from 'tap';

const quick = {
  SERVICE_WORKER_LEASE_MS: '3000',
  SERVICE_SWEEP_INTERVAL_MS: '200',
  SERVICE_REDISPATCH_AFTER_MS: '500',
};

/** A connection of one pool to the service's target database, and the workers that a test starts. */
interface Pool {
  connectionId: string;
  startWorker(pools: string, settings?: Record<string, string>): Promise<void>;
}

/** Creates a connection for the pool `name`. After the test it is deleted and the pool's workers are stopped. */
async function createPool(t: Test, service: TestService, name: string): Promise<Pool> {
  const { id } = await service.admin.json<Connection>('POST', '/api/connections', {
    ...targetConnection(service.target.url),
    name,
    workerPool: name,
  });
  t.teardown(() => service.admin.request('DELETE', `/api/connections/${id}`));
  return {
    connectionId: id,
    startWorker: async (pools, settings = {}) => {
      const worker = await service.startWorkerInProcess({ ...inPools(pools), ...settings });
      t.teardown(() => worker.stop());
    },
  };
}

const inPools = (pools: string): Record<string, string> => ({ SERVICE_WORKER_POOLS: pools });

/** Batches that a worker of another pool has claimed. */
const astray = ({ database }: TestService) =>
  database.query(
    `select from batches b join workers w on w.id = b.worker_id
     where b.worker_pool <> all (w.pools)`,
  );

const isServed = async ({ baseUrl }: TestService): Promise<unknown> => {
  const answer = await fetch(`${baseUrl}/api/ready`);
  const { checks } = (await answer.json()) as { checks: Record<string, boolean> };
  const failing = Object.keys(checks).filter((name) => !checks[name]);
  return { status: answer.status, failing };
};

const saysWhy = ({ admin }: TestService, id: string, reason: string) =>
  until(`it reports ${reason}`, async () => {
    const batch = await admin.json<Batch>('GET', `/api/batches/${id}`);
    return batch.waitReason === reason;
  });

// The tests mostly wait, so both queues may run at the same time.
t.jobs = 2;

for (const queue of attackedQueues('redis')) {
  t.test(`worker pools with the queue on ${queue}`, { buffered: true }, async (t) => {
    // One worker of the default pool. Each test uses separate pools, so they share the service.
    const service = await startService({ queue, workersInProcess: true, settings: quick });
    t.teardown(() => service.stop());
    const { admin, database, target, connectionId } = service;

    await t.test(
      'a pool without a worker reports it, and its worker runs the waiting batches',
      async (t) => {
        const europe = await createPool(t, service, 'eu');
        const { id } = await admin.submit(europe.connectionId, 'select 1');
        await saysWhy(service, id, 'no_pool_worker');
        t.same(
          await isServed(service),
          { status: 200, failing: ['pools'] },
          'other pools continue',
        );
        t.equal((await admin.run(connectionId, 'select 2')).status, 'finished');
        await europe.startWorker('us');
        await saysWhy(service, id, 'no_pool_worker');
        await europe.startWorker('eu us');
        t.equal((await admin.finalBatch(id)).status, 'finished');
        t.same(await isServed(service), { status: 200, failing: [] });
        const { pools } = await admin.json<Workers>('GET', '/api/workers');
        t.match(pools, [
          { name: 'default', connections: 1, workers: 1 },
          { name: 'eu', connections: 1, workers: 1 },
          { name: 'us', connections: 0, workers: 2 },
        ]);
      },
    );

    await t.test('batches of a flood of both pools run only in their pool', async (t) => {
      const flooded = await createPool(t, service, 'flooded');
      await flooded.startWorker('flooded', { SERVICE_WORKER_CONCURRENCY: '3' });
      await flooded.startWorker('flooded default', { SERVICE_WORKER_CONCURRENCY: '3' });
      const ids = await Promise.all(
        Array.from({ length: 60 }, async (_, index) => {
          const connection = index % 2 === 0 ? flooded.connectionId : connectionId;
          return (await admin.submit(connection, 'select 1')).id;
        }),
      );
      const batches = await Promise.all(ids.map((id) => admin.finalBatch(id)));
      t.ok(batches.every(({ status }) => status === 'finished'));
      t.same(await astray(service), []);
    });

    await t.test(
      'when the last worker of a pool is killed, unsent batches wait for the next worker',
      async (t) => {
        const pool = await createPool(t, service, 'killed');
        const one = { SERVICE_WORKER_CONCURRENCY: '1' };
        const worker = await service.startWorker({ ...inPools('killed'), ...one });
        const running = await admin.submit(pool.connectionId, 'select pg_sleep(60)');
        await until('it runs', async () => {
          const batch = await admin.json<Batch>('GET', `/api/batches/${running.id}`);
          return batch.statements[0]?.status === 'started';
        });
        const waiting = await admin.submit(pool.connectionId, 'select 1');
        await saysWhy(service, waiting.id, 'workers_busy');
        worker.kill('SIGKILL');
        const lost = await admin.finalBatch(running.id);
        t.match(lost.statements, [{ status: 'error', error: { outcome: 'unknown' } }]);
        await saysWhy(service, waiting.id, 'no_pool_worker');
        t.same(await isServed(service), { status: 200, failing: ['pools'] });
        t.same(await database.query('select from orphans where tries > 0'), []);
        await pool.startWorker('killed', one);
        t.equal((await admin.finalBatch(waiting.id)).status, 'finished');
        await until('the new worker stops the lost query', async () => {
          const rows = await database.query(
            "select from orphans where outcome in ('stopped', 'gone')",
          );
          return rows.length === 1;
        });
        t.same(await astray(service), []);
      },
    );

    await t.test('waiting batches move to the new pool when the pool changes', async (t) => {
      const pool = await createPool(t, service, 'before');
      const ids = await Promise.all(
        Array.from(
          { length: 8 },
          async () => (await admin.submit(pool.connectionId, 'select 1')).id,
        ),
      );
      const move = (workerPool: string | null) =>
        admin.json<Connection>('PUT', `/api/connections/${pool.connectionId}`, { workerPool });
      t.equal((await move('after')).workerPool, 'after');
      await pool.startWorker('before');
      await until('the sweep has moved them', async () => {
        const sql = "select from batches where worker_pool = 'after'";
        return (await database.query(sql)).length === 8;
      });
      await saysWhy(service, ids[0]!, 'no_pool_worker');
      t.equal((await move(null)).workerPool, null);
      const batches = await Promise.all(ids.map((id) => admin.finalBatch(id)));
      t.ok(batches.every(({ status }) => status === 'finished'));
      t.same(await astray(service), []);
    });

    await t.test('tests, schemas and sessions are requested from the pool', async (t) => {
      const pool = await createPool(t, service, 'requested');
      await target.query('create table places (id int)');
      const body = { ...targetConnection(target.url), workerPool: 'requested' };
      const refused = await admin.request('POST', '/api/test-connection', body);
      t.equal(refused.status, 400, "at once, with the field's name");
      t.match(await refused.json(), {
        title: 'No worker of the pool requested is online',
        errors: [{ path: 'workerPool', message: 'has no worker online' }],
      });
      // For a stored connection the request names no pool, so the sender made no mistake.
      const away = await admin.request('POST', '/api/test-connection', {
        ...targetConnection(target.url),
        id: pool.connectionId,
      });
      t.equal(away.status, 503);
      t.match(await away.json(), {
        title: 'No worker of the pool requested responded. Check that one is online.',
      });
      await pool.startWorker('requested');
      t.equal((await admin.request('POST', '/api/test-connection', body)).status, 200);
      const schema = await admin.request('GET', `/api/connections/${pool.connectionId}/schema`);
      t.match(await schema.text(), /places/);
      const client = await admin.json<ConnectionClient>('POST', '/api/connection-clients', {
        connectionId: pool.connectionId,
      });
      const [holder] = await database.query<{ pools: string[] }>(
        `select w.pools from connection_clients k join workers w on w.id = k.worker_id
         where k.id = $1`,
        [client.id],
      );
      t.same(holder?.pools, ['requested']);
      const submit = () =>
        admin.json<Batch>('POST', '/api/batches', {
          connectionId: pool.connectionId,
          connectionClientId: client.id,
          batchText: 'select 1',
        });
      t.equal((await admin.finalBatch((await submit()).id)).status, 'finished');
      await admin.json('PUT', `/api/connections/${pool.connectionId}`, { workerPool: null });
      const ended = await admin.finalBatch((await submit()).id);
      t.match(ended.statements, [
        { error: { code: 'connection_client_lost', outcome: 'not_run' } },
      ]);
    });
  });
}
