import { randomUUID } from 'node:crypto';
import type { Batch, Workers } from '@sluice/contracts';
import { createExecutionRepository, createWorkerRepository } from '@sluice/database';
import t from 'tap';
import { openQueryHarness } from './query-harness.js';
import type { ApiClient } from './support.js';

t.test('admins see workers, running batches, and waiting batches with the reason', async (t) => {
  const { api, ids, as } = await openQueryHarness(t, { ann: null });
  const { ann, admin, token } = as as Record<'ann' | 'admin' | 'token', ApiClient>;
  const read = async (): Promise<Workers> => (await admin('GET', '/api/workers')).json();
  const submit = async (caller: ApiClient, body: object): Promise<Batch> =>
    (await caller('POST', '/api/batches', { connectionId: 'c', ...body })).json();
  const none = { connections: 0, workers: 0, slots: 0, running: 0, waiting: 0 };
  t.same(await read(), {
    workers: [],
    pools: [{ ...none, name: 'default', connections: 2 }],
    running: [],
    runningCount: 0,
    waiting: [],
    waitingCount: 0,
  });

  const long = `select '${'x'.repeat(2_000)}'`;
  const first = await submit(ann, { batchText: 'select 0; select 1', selectedText: 'select 1' });
  const second = await submit(token, { batchText: long, name: 'Long' });
  const unserved = await read();
  t.match(unserved.waiting, [
    {
      id: first.id,
      userId: ids['ann'],
      userEmail: 'ann@example.com',
      connectionId: 'c',
      connectionName: 'Sales',
      queryName: null,
      queryText: 'select 1',
      startTime: first.startTime,
      queuePosition: 1,
      waitReason: 'no_worker',
    },
    { id: second.id, userEmail: 'token', queryName: 'Long', queuePosition: 2 },
  ]);
  t.equal(
    unserved.waiting[1]?.queryText,
    long.slice(0, 500),
    'only the beginning of the text is returned',
  );

  // Workers that registered in the same millisecond are listed in the order of their IDs.
  const workers = createWorkerRepository(api.database);
  const pools = ['default', 'eu'];
  await workers.register({ id: 'able', hostname: 'host', pid: 7, slots: 1, pools }, 600_000);
  await workers.register({ id: 'full', hostname: 'host', pid: 8, slots: 4 }, 600_000);
  await workers.pause('full', 'storage');
  await workers.register({ id: 'last', hostname: 'host', pid: 9, slots: 4 }, 600_000);
  await workers.retire('last');
  await workers.register({ id: 'lost', hostname: 'host', pid: 10, slots: 4 }, 600_000);
  await workers.end('lost');
  const leaseToken = randomUUID();
  const limits = { perTenant: 0, perUser: 0 };
  const claim = { workerId: 'able', leaseToken, limits, ofClients: false };
  t.ok(await createExecutionRepository(api.database).claimNext(claim));
  const busy = await read();
  t.match(busy, {
    running: [{ id: first.id, workerId: 'able', userEmail: 'ann@example.com' }],
    runningCount: 1,
    waiting: [{ id: second.id, queuePosition: 1, waitReason: 'workers_busy' }],
    waitingCount: 1,
  });
  t.same(busy.pools, [
    { name: 'default', connections: 2, workers: 3, slots: 1, running: 1, waiting: 1 },
    { ...none, name: 'eu', workers: 1, slots: 1 },
  ]);
  t.same(busy.workers[0]?.pools, pools);
  t.same(
    busy.workers.map(({ id, pid, state, slots, running }) => ({ id, pid, state, slots, running })),
    [
      { id: 'able', pid: 7, state: 'ready', slots: 1, running: 1 },
      { id: 'full', pid: 8, state: 'paused', slots: 0, running: 0 },
      { id: 'last', pid: 9, state: 'stopping', slots: 0, running: 0 },
    ],
    'a worker with an expired lease is not listed',
  );

  await admin('PUT', `/api/batches/${first.id}/cancel`);
  await admin('PUT', `/api/batches/${second.id}/cancel`);
  const { running, waitingCount } = await read();
  t.ok(running[0]?.cancelRequestedAt, 'a running batch is asked to stop');
  t.equal(waitingCount, 0, 'a waiting batch has ended');
});

t.test('the first waiting batches are listed, and all are counted', async (t) => {
  const { api, ids, as } = await openQueryHarness(t, { ann: null });
  await api.sql.query(`
    insert into batches (id, connection_id, status, batch_text, user_id, tenant, turn)
    select gen_random_uuid(), 'gone', 'started', 'select ' || n, '${ids['ann']}', 'ann', n
    from generate_series(1, 600) n`);
  const { waiting, waitingCount }: Workers = (await as['admin']!('GET', '/api/workers')).json();
  t.equal(waitingCount, 600);
  t.equal(waiting.length, 500);
  t.match(waiting[499], { queuePosition: 500, queryText: 'select 500', connectionName: null });
});
