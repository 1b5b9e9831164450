import { randomUUID } from 'node:crypto';
import { lastQueuePlace } from '@sluice/contracts';
import { createBatchReads, newId, type RunningLimits } from '@sluice/database';
import t, { type Test } from 'tap';
import { openRepositories } from './support.js';

const noLimits: RunningLimits = { perTenant: 0, perUser: 0 };

/** Opens a database with one worker. Every submitted batch has one statement. */
async function setUp(t: Test, limits = noLimits, tenantPath: string[] | null = null) {
  const { service, database, write, execution, sweeps, workers } = await openRepositories(t);
  const workerId = newId();
  await workers.register({ id: workerId, hostname: 'test', pid: 1, slots: 100 }, 600_000);
  const submit = async (userId: string, { connectionId = 'any', maxWaiting = 0 } = {}) => {
    const tenancy = { path: tenantPath, maxWaiting };
    const created = await write(1, { userId, connectionId, tenancy });
    return typeof created === 'string' ? created : created.batch.id;
  };
  const submitMany = async (userId: string, count: number, options = {}): Promise<string[]> => {
    const ids: string[] = [];
    for (let index = 0; index < count; index++) ids.push(await submit(userId, options));
    return ids;
  };
  const leaseToken = randomUUID();
  const claim = async (): Promise<string | null> =>
    (await execution.claimNext({ workerId, leaseToken, limits, ofClients: false }))?.id ?? null;
  const claimAll = async (): Promise<string[]> => {
    const ids: string[] = [];
    for (let id = await claim(); id !== null; id = await claim()) ids.push(id);
    return ids;
  };
  const end = (batchId: string) =>
    execution.end(
      { batchId, workerId, leaseToken },
      { status: 'error', statementId: null, error: null },
    );
  const addConnection = (id: string, maxConcurrency: number) =>
    database.connection.create({
      data: { id, name: id, driver: 'postgres', encryptedData: Buffer.from(''), maxConcurrency },
    });
  const addUser = (id: string, tenant: string) =>
    database.user.create({
      data: { id, email: `${id}@example.com`, role: 'editor', data: { tenant } },
    });
  const places = (ids: string[]) => createBatchReads(database, limits).places(ids);
  return {
    service,
    submit,
    submitMany,
    claim,
    claimAll,
    end,
    addConnection,
    addUser,
    places,
    sweeps,
  };
}

t.test('a single batch of one user starts soon despite many batches of another', async (t) => {
  const { submit, submitMany, claim } = await setUp(t);
  const flood = await submitMany('loud', 60);
  const started = [await claim(), await claim(), await claim()];
  t.same(started, flood.slice(0, 3), 'first in, first out');
  const quiet = await submit('quiet');
  const next = [await claim(), await claim()];
  t.ok(next.includes(quiet));
});

t.test('tenants alternate and each keeps its own order', async (t) => {
  const { submitMany, claimAll } = await setUp(t);
  const a = await submitMany('a', 4);
  const b = await submitMany('b', 2);
  const c = await submitMany('c', 1);
  t.same(await claimAll(), [a[0], b[0], c[0], a[1], b[1], a[2], a[3]]);
});

t.test('the tenant is read from the user data and is otherwise the user', async (t) => {
  const { addUser, submitMany, claimAll } = await setUp(t, noLimits, ['tenant']);
  for (const id of ['ann', 'adam']) await addUser(id, 'acme');
  await addUser('bob', '');
  const ann = await submitMany('ann', 2);
  const adam = await submitMany('adam', 1);
  const bob = await submitMany('bob', 1);
  const unknown = await submitMany('nobody', 1);
  t.same(await claimAll(), [ann[0], bob[0], unknown[0], ann[1], adam[0]]);
});

t.test(
  'the limit of a connection holds under concurrent claims and does not block other connections',
  async (t) => {
    const { addConnection, submitMany, submit, claim, claimAll, end, places } = await setUp(t);
    await addConnection('narrow', 4);
    const narrow = await submitMany('a', 20, { connectionId: 'narrow' });
    const taken = await Promise.all(Array.from({ length: 10 }, claim));
    t.equal(taken.filter((id) => id !== null).length, 4);
    const other = await submit('a');
    t.same(await claimAll(), [other]);
    t.same((await places([narrow[4]!])).get(narrow[4]!), {
      id: narrow[4],
      position: 1,
      reason: 'connection_limit',
    });
    await end(narrow[0]!);
    t.equal(await claim(), narrow[4]);
    t.equal(await claim(), null);
  },
);

t.test(
  'the limits of users and tenants hold and are reported as the reason for waiting',
  async (t) => {
    const { addUser, submitMany, claimAll, places } = await setUp(t, { perTenant: 3, perUser: 2 }, [
      'tenant',
    ]);
    for (const id of ['ann', 'adam']) await addUser(id, 'acme');
    const ann = await submitMany('ann', 3);
    const adam = await submitMany('adam', 3);
    const bob = await submitMany('bob', 3);
    t.same(new Set(await claimAll()), new Set([ann[0], ann[1], adam[0], bob[0], bob[1]]));
    const waiting = await places([ann[2]!, adam[1]!, bob[2]!]);
    t.equal(waiting.get(ann[2]!)?.reason, 'tenant_limit');
    t.equal(waiting.get(adam[1]!)?.reason, 'tenant_limit');
    t.equal(waiting.get(bob[2]!)?.reason, 'user_limit');
  },
);

t.test('a batch above the limit of waiting batches is rejected', async (t) => {
  const { submit, submitMany, claim } = await setUp(t);
  await submitMany('loud', 5, { maxWaiting: 5 });
  t.equal(await submit('loud', { maxWaiting: 5 }), 'too_many_waiting');
  t.not(await submit('quiet', { maxWaiting: 5 }), 'too_many_waiting');
  await claim();
  t.not(await submit('loud', { maxWaiting: 5 }), 'too_many_waiting');
});

t.test('queue positions are counted up to the maximum', async (t) => {
  const { service, submit, submitMany, places } = await setUp(t);
  const [first, second] = await submitMany('a', 2);
  await service.query(
    `insert into batches
     select (jsonb_populate_record(b, jsonb_build_object('id', uuidv7(), 'turn', n))).*
     from batches b, generate_series(2, ${lastQueuePlace + 1}) n where b.id = $1::uuid`,
    [first],
  );
  const behind = await submit('a');
  const own = await submit('b');
  const found = await places([first!, second!, behind, own]);
  const positions = [first!, second!, behind, own].map((id) => found.get(id)?.position);
  t.same(
    positions,
    [1, 3, lastQueuePlace, 2],
    'positions of one tenant, and the first position of another',
  );
});

t.test('a waiting batch reports its reason', async (t) => {
  const { service, submitMany, claim, places } = await setUp(t);
  const [first, second] = await submitMany('a', 2);
  const reasonOf = async (id: string) => (await places([id])).get(id)?.reason;
  t.equal(await reasonOf(first!), null);
  await service.query('update workers set slots = 1');
  await claim();
  t.equal((await places([first!])).size, 0, 'a running batch has no position');
  t.equal(await reasonOf(second!), 'workers_busy');
  await service.query("update workers set slots = 0, paused_for = 'storage'");
  t.equal(await reasonOf(second!), 'storage_full');
  await service.query("update workers set lease_expires_at = now() - interval '1 second'");
  t.equal(await reasonOf(second!), 'no_worker');
});

t.test('a sweep wakes as many idle slots as there are batches that may start', async (t) => {
  const { service, addConnection, submitMany, sweeps } = await setUp(t);
  await addConnection('narrow', 1);
  await submitMany('a', 3, { connectionId: 'narrow' });
  await submitMany('a', 5);
  const options = {
    redispatchAfterMs: 60_000,
    queueLimitMs: 600_000,
    running: noLimits,
    slice: 100,
  };
  t.match(await sweeps.sweep(options), { redispatched: { length: 0 } }, 'not yet due');
  await service.query("update batches set dispatched_at = 'epoch'");
  await service.query('update workers set slots = 4');
  t.match(await sweeps.sweep(options), { redispatched: { length: 4 } });
  t.match(
    await sweeps.sweep(options),
    { redispatched: { length: 4 } },
    'those that were not woken before',
  );
  t.match(
    await sweeps.sweep(options),
    { redispatched: { length: 0 } },
    'each is woken once per interval',
  );
});

t.test('a batch that waits for a slot does not expire while a worker is alive', async (t) => {
  const { service, submit, sweeps } = await setUp(t);
  await submit('a');
  const options = {
    redispatchAfterMs: 60_000,
    queueLimitMs: 600_000,
    running: noLimits,
    slice: 100,
  };
  await service.query("update batches set created_at = now() - interval '1 day'");
  t.match(await sweeps.sweep(options), { expired: 0 });
  await service.query("update workers set lease_expires_at = now() - interval '9 minutes'");
  await sweeps.removeExpired();
  t.match(
    await sweeps.sweep(options),
    { expired: 0 },
    'the last worker was alive nine minutes ago',
  );
  await service.query("update workers set lease_expires_at = now() - interval '11 minutes'");
  t.match(await sweeps.sweep(options), { expired: 1 });
});
