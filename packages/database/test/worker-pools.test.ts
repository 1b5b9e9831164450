import { randomUUID } from 'node:crypto';
import {
  createBatchReads,
  createOrphanRepository,
  createWorkerRequestRepository,
  newId,
} from '@sluice/database';
import t, { type Test } from 'tap';
import { noLimits, openRepositories, sweepOptions, written } from './support.js';

const leaseMs = 600_000;

async function setUp(t: Test) {
  const opened = await openRepositories(t);
  const { database, service, write, execution, workers } = opened;
  const addConnection = (id: string, workerPool: string, maxConcurrency?: number) =>
    database.connection.create({
      data: {
        id,
        name: id,
        driver: 'postgres',
        encryptedData: Buffer.from(''),
        workerPool,
        maxConcurrency: maxConcurrency ?? null,
      },
    });
  const register = async (pools: string[], slots = 10): Promise<string> => {
    const id = newId();
    await workers.register({ id, hostname: 'test', pid: 1, slots, pools }, leaseMs);
    return id;
  };
  const submit = async (connectionId: string, userId = 'ann'): Promise<string> =>
    written(await write(1, { userId, connectionId })).id;
  const claim = async (workerId: string, limits = noLimits): Promise<string | null> =>
    (await execution.claimNext({ workerId, leaseToken: randomUUID(), limits, ofClients: false }))
      ?.id ?? null;
  const move = (id: string, pool: string) =>
    service.query('update connections set worker_pool = $2 where id = $1', [id, pool]);
  const place = async (id: string) =>
    (await createBatchReads(database, noLimits).places([id])).get(id);
  return { ...opened, addConnection, register, submit, claim, move, place };
}

t.test('a worker claims only batches of its pools', async (t) => {
  const { addConnection, register, submit, claim } = await setUp(t);
  await addConnection('eu', 'eu');
  await addConnection('us', 'us');
  const [here, europe, america] = [await submit('any'), await submit('eu'), await submit('us')];
  const [usual, european, both] = [
    await register(['default']),
    await register(['eu']),
    await register(['default', 'us']),
  ];
  t.equal(await claim(usual), here);
  t.equal(await claim(usual), null);
  t.equal(await claim(european), europe);
  t.equal(await claim(european), null);
  t.equal(await claim(both), america);
  t.equal(await claim(both), null);
});

for (const limits of [noLimits, { perTenant: 50, perUser: 50 }]) {
  t.test(
    `concurrent claims respect the pools with a limit of ${limits.perUser} per user`,
    async (t) => {
      const { addConnection, register, submit, claim, service } = await setUp(t);
      await addConnection('eu', 'eu');
      for (let count = 0; count < 12; count++) await Promise.all([submit('any'), submit('eu')]);
      const [usual, european, both] = [
        await register(['default']),
        await register(['eu']),
        await register(['eu', 'default']),
      ];
      await Promise.all(
        Array.from({ length: 10 }, () =>
          Promise.all([usual, european, both].map((each) => claim(each, limits))),
        ),
      );
      const misplaced = await service.query(
        `select from batches b join workers w on w.id = b.worker_id
       where b.worker_pool <> all (w.pools)`,
      );
      t.same(misplaced, []);
      const [taken] = await service.query<{ count: number }>(
        'select count(*)::int as count from batches where worker_id is not null',
      );
      t.equal(taken?.count, 24, 'all batches are claimed');
    },
  );
}

t.test('fair shares are counted per pool, so that a blocked pool gives no advantage', async (t) => {
  const { addConnection, register, submit, claim } = await setUp(t);
  await addConnection('away', 'away');
  for (let count = 0; count < 3; count++) await submit('away', 'stuck');
  const worker = await register(['default']);
  const loud: string[] = [];
  for (let count = 0; count < 6; count++) loud.push(await submit('any', 'loud'));
  for (let count = 0; count < 4; count++) t.equal(await claim(worker), loud[count]);
  const quiet = await submit('any', 'quiet');
  t.equal(await claim(worker), loud[4], 'a later batch does not start before all earlier ones');
  t.equal(await claim(worker), quiet);
});

t.test('a worker of several pools starts the batch that has waited longest', async (t) => {
  const { addConnection, register, submit, claim, service } = await setUp(t);
  await addConnection('eu', 'eu');
  await addConnection('narrow', 'narrow', 1);
  const worker = await register(['default', 'eu', 'narrow']);
  const order = [];
  for (const connection of ['narrow', 'eu', 'any', 'any', 'eu', 'any', 'narrow']) {
    order.push(await submit(connection));
    await service.query("update batches set created_at = created_at - interval '1 second'");
  }
  const claimed = [];
  for (let index = 0; index < 6; index++) claimed.push(await claim(worker));
  t.same(claimed, order.slice(0, 6));
  t.equal(await claim(worker), null, 'a full connection blocks only its own pool');
});

t.test('a new batch is announced to a worker of its pool', async (t) => {
  const { addConnection, register, write } = await setUp(t);
  await addConnection('eu', 'eu');
  const create = async (connectionId: string) => write(1, { userId: 'ann', connectionId });
  await register(['default']);
  t.match(await create('eu'), { announced: false, isServed: false, batch: { workerPool: 'eu' } });
  t.match(await create('any'), { announced: true, isServed: true });
  await register(['eu', 'us']);
  t.match(await create('eu'), { announced: true, isServed: true, position: 2 });
});

t.test('a batch whose connection is moved waits for the new pool', async (t) => {
  const { addConnection, register, submit, claim, move, place, sweeps } = await setUp(t);
  await addConnection('moving', 'eu');
  const [usual, european] = [await register(['default']), await register(['eu'])];
  const first = await submit('moving');
  const second = await submit('moving');
  t.equal(await claim(european), first);
  await move('moving', 'default');
  t.equal(await claim(european), null, 'the old pool claims nothing after the move');
  t.equal(await claim(usual), null);
  t.match(
    await sweeps.sweep(sweepOptions),
    { redispatched: ['default'] },
    'a worker of the new pool is woken',
  );
  t.equal(await claim(european), null);
  t.equal(await claim(usual), second);
  const third = await submit('moving');
  await move('moving', 'nowhere');
  await sweeps.sweep(sweepOptions);
  t.match(await place(third), { position: 1, reason: 'no_pool_worker' });
  t.equal(await claim(usual), null);
});

t.test('moving a connection during claims leaves no batch in the wrong pool', async (t) => {
  const { addConnection, register, submit, service, execution, move, sweeps } = await setUp(t);
  await addConnection('moving', 'eu');
  const workers = [await register(['default']), await register(['eu'])];
  for (let count = 0; count < 40; count++) await submit('moving');
  let isOver = false;
  const moving = (async () => {
    for (let count = 0; !isOver; count++) {
      await move('moving', count % 2 === 0 ? 'default' : 'eu');
      await sweeps.sweep(sweepOptions);
    }
  })();
  const claimAll = async (workerId: string): Promise<void> => {
    for (;;) {
      const leaseToken = randomUUID();
      await execution.claimNext({ workerId, leaseToken, limits: noLimits, ofClients: false });
      const [left] = await service.query<{ count: number }>(
        'select count(*)::int as count from batches where lease_token is null',
      );
      if (left?.count === 0) return;
    }
  };
  await Promise.all(workers.map(claimAll));
  isOver = true;
  await moving;
  const misplaced = await service.query(
    'select from batches b join workers w on w.id = b.worker_id where b.worker_pool <> all (w.pools)',
  );
  t.same(misplaced, []);
});

t.test('a batch of a lost worker waits for its own pool', async (t) => {
  const { addConnection, register, submit, claim, service, sweeps, place } = await setUp(t);
  await addConnection('eu', 'eu');
  const [usual, european] = [await register(['default']), await register(['eu'])];
  const id = await submit('eu');
  t.equal(await claim(european), id);
  await service.query(
    "update workers set lease_expires_at = now() - interval '1 second' where id = $1",
    [european],
  );
  const report = await sweeps.sweep(sweepOptions);
  t.match(report, { released: 1, redispatched: { length: 0 } }, 'no worker is available to wake');
  t.equal(await claim(usual), null);
  t.match(await place(id), { reason: 'no_pool_worker' });
  const next = await register(['eu']);
  t.match(await sweeps.sweep(sweepOptions), { redispatched: ['eu'] });
  t.equal(await claim(next), id);
});

t.test('each pool has its own expiry and its own slots to wake', async (t) => {
  const { addConnection, register, submit, service, sweeps } = await setUp(t);
  await addConnection('eu', 'eu');
  const [usual, european] = [await register(['default'], 2), await register(['eu'], 1)];
  const ofEu = [await submit('eu'), await submit('eu')];
  for (let count = 0; count < 3; count++) await submit('any');
  await service.query("update batches set dispatched_at = 'epoch'");
  const report = await sweeps.sweep(sweepOptions);
  t.same([...(report?.redispatched ?? [])].sort(), ['default', 'default', 'eu']);
  await service.query(
    `update workers set lease_expires_at = now() - interval '9 minutes' where id = $1`,
    [european],
  );
  await service.query("update batches set created_at = now() - interval '1 day'");
  await sweeps.removeExpired();
  t.match(await sweeps.sweep(sweepOptions), { expired: 0 }, 'a worker was alive nine minutes ago');
  await service.query(
    `update workers set lease_expires_at = now() - interval '11 minutes' where id = $1`,
    [european],
  );
  t.match(await sweeps.sweep(sweepOptions), { expired: 2 });
  const ended = await service.query<{ id: string }>(
    "select id::text from batches where status = 'error'",
  );
  t.same(new Set(ended.map(({ id }) => id)), new Set(ofEu));
  t.ok(usual);
});

t.test('pools without workers are counted and paused workers count as workers', async (t) => {
  const { addConnection, register, workers, service } = await setUp(t);
  await addConnection('eu', 'eu');
  await addConnection('eu-2', 'eu');
  await register(['default']);
  t.same(await workers.countAlive(), { alive: 1, paused: 0, unservedPools: 1 });
  const european = await register(['eu']);
  await workers.pause(european, 'storage');
  t.same(await workers.countAlive(), { alive: 2, paused: 1, unservedPools: 0 });
  t.equal(await workers.serves('eu'), true);
  t.equal(await workers.serves('us'), false);
  await service.query("update workers set lease_expires_at = now() - interval '1 second'");
  t.same(await workers.countAlive(), { alive: 0, paused: 0, unservedPools: 1 });
  t.equal(await workers.serves('eu'), false, 'ended workers serve no pool');
});

t.test('a worker request is claimed only by its own pool', async (t) => {
  const { database } = await setUp(t);
  const requests = createWorkerRequestRepository(database);
  const id = await requests.create('test-connection', () => Buffer.from('x'), 60_000, 'eu');
  t.equal(await requests.claim(id, ['default', 'us'], 'a worker'), null);
  t.match(await requests.claim(id, ['us', 'eu'], 'a worker'), { id });
  t.equal(await requests.claim(id, ['eu'], 'a worker'), null, 'once');
});

t.test('an orphaned statement is stopped by the pool of its connection', async (t) => {
  const { addConnection, register, submit, service, sweeps, move, execution, database } =
    await setUp(t);
  await addConnection('eu', 'eu');
  const workerId = await register(['eu']);
  const batchId = await submit('eu');
  const leaseToken = randomUUID();
  await execution.claimNext({ workerId, leaseToken, limits: noLimits, ofClients: false });
  const [statement] = await service.query<{ id: string }>('select id::text from statements');
  const id = statement!.id;
  await execution.startStatement({ batchId, workerId, leaseToken }, id, 'backend 7');
  await service.query("update workers set lease_expires_at = now() - interval '1 second'");
  t.match(await sweeps.sweep(sweepOptions), { reaped: 1 });
  await service.query("update orphans set due_at = 'epoch'");
  t.match(await sweeps.sweep(sweepOptions), { orphans: [{ id, pool: 'eu' }] });
  const orphans = createOrphanRepository(database);
  t.equal(await orphans.begin(id, 0, ['default']), null);
  await move('eu', 'us');
  t.equal(await orphans.begin(id, 0, ['eu']), null);
  t.match(await orphans.begin(id, 0, ['us']), { executionId: 'backend 7', tries: 1 });
});
