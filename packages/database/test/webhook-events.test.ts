import { randomUUID } from 'node:crypto';
import { webhookEvents } from '@sluice/contracts';
import {
  createCipher,
  createQueryRepository,
  createUserRepository,
  openDatabase,
} from '@sluice/database';
import { noRows } from '@sluice/testkit';
import t from 'tap';
import { noLimits, openRepositories, sweepOptions, written } from './support.js';

const userId = 'someone@example.com';

t.test('no event is recorded when no receiver wants it', async (t) => {
  const { write, service, batches, database } = await openRepositories(t);
  const { id } = written(await write(3, { userId }));
  await batches.requestCancel(id, userId);
  await createUserRepository(database).create({
    email: userId,
    role: 'editor',
    passwordHash: null,
  });
  t.same(await service.query('select id from webhook_events'), []);
  t.same(
    await service.query('select is_called from webhook_events_number_seq'),
    [{ is_called: false }],
    'no row was written and removed',
  );
});

t.test('only wanted events are recorded, and other options of the URL are kept', async (t) => {
  const { service, write } = await openRepositories(t);
  const url = new URL(service.url);
  url.searchParams.set('options', '-c statement_timeout=54321');
  const database = openDatabase({
    databaseUrl: url.href,
    poolSize: 1,
    applicationName: 'test',
    webhookEvents: ['user_created'],
  });
  t.teardown(() => database.$disconnect());
  const users = createUserRepository(database);
  const user = await users.create({ email: 'A@x.example', role: 'editor', passwordHash: 'secret' });
  await users.create({ email: 'a@X.example', role: 'editor', passwordHash: null });
  await users.upsertAdmin('a@x.example', null);
  await write(1, { userId });
  t.same(await service.query('select event, subject_id, payload from webhook_events'), [
    {
      event: 'user_created',
      subject_id: user?.id,
      payload: { id: user?.id, email: 'a@x.example', name: null, role: 'editor' },
    },
  ]);
  t.same(await database.$queryRaw`select current_setting('statement_timeout') as timeout`, [
    { timeout: '54321ms' },
  ]);
});

t.test('the event of a saved query contains the query as it was created', async (t) => {
  const { service, database } = await openRepositories(t, ['query_created']);
  const queries = createQueryRepository(database, createCipher('a passphrase'));
  const chart = { chartType: 'line', fields: {} };
  const query = await queries.create({
    name: 'Orders',
    connectionId: null,
    queryText: 'select 1',
    parameters: [],
    chart,
    tags: ['a'],
    runAs: 'caller',
    exposeAsTool: false,
    acl: [],
    createdBy: userId,
  });
  await queries.update(query.id, () => ({ queryText: 'select 2', updatedBy: userId }));
  await queries.remove(query.id, () => undefined);
  t.match(await service.query('select subject_id, payload from webhook_events'), [
    {
      subject_id: query.id,
      payload: {
        id: query.id,
        name: 'Orders',
        connectionId: null,
        queryText: 'select 1',
        chart,
        tags: ['a'],
        createdBy: userId,
        createdAt: query.createdAt.toISOString(),
      },
    },
  ]);
});

t.test('a rolled-back transaction records no event', async (t) => {
  const { service, database, write } = await openRepositories(t, [...webhookEvents]);
  const broken = database.$transaction(async (transaction) => {
    await transaction.user.create({ data: { id: 'u', email: 'u@x.example', role: 'editor' } });
    throw new Error('rolled back');
  });
  await t.rejects(broken, /rolled back/);
  const tenancy = { path: null, maxWaiting: 1 };
  written(await write(1, { userId, tenancy }));
  t.equal(await write(1, { userId, tenancy }), 'too_many_waiting');
  t.same(await service.query('select event from webhook_events order by number'), [
    { event: 'batch_created' },
    { event: 'statement_created' },
  ]);
});

t.test('every way in which a batch ends is recorded once', async (t) => {
  const { service, workers, execution, batches, sweeps, write } = await openRepositories(t, [
    'statement_finished',
    'batch_finished',
  ]);
  const recorded = async (): Promise<Record<string, number>> => {
    const rows = await service.query<{ event: string; count: number }>(
      'with seen as (delete from webhook_events returning event) select event, count(*)::int as count from seen group by 1',
    );
    return Object.fromEntries(rows.map(({ event, count }) => [event, count]));
  };
  const twoAndOne = { statement_finished: 2, batch_finished: 1 };
  const claim = async (workerId: string) => {
    const leaseToken = randomUUID();
    const claimed = await execution.claimNext({
      workerId,
      leaseToken,
      limits: noLimits,
      ofClients: false,
    });
    if (claimed === null) throw new Error('Nothing was claimed');
    const [first, second] = claimed.statements;
    return {
      claim: { batchId: claimed.id, workerId, leaseToken },
      first: first!.id,
      second: second!.id,
    };
  };
  const sweep = () => sweeps.sweep({ ...sweepOptions, queueLimitMs: 0 });
  const register = async (): Promise<string> => {
    const id = randomUUID();
    await workers.register({ id, hostname: 'here', pid: 1, slots: 1 }, 60_000);
    return id;
  };
  await t.test('finished', async (t) => {
    await write(2, { userId });
    const held = await claim(await register());
    for (const [id, isLast] of [[held.first, false] as const, [held.second, true] as const]) {
      await execution.startStatement(held.claim, id, null);
      await execution.finishStatement(held.claim, id, noRows, isLast);
    }
    t.same(await recorded(), twoAndOne);
  });

  await t.test('failed', async (t) => {
    await write(2, { userId });
    const held = await claim(await register());
    await execution.startStatement(held.claim, held.first, null);
    const error = { title: 'No', outcome: 'failed' } as const;
    await execution.end(held.claim, { status: 'error', statementId: held.first, error });
    t.same(await recorded(), twoAndOne);
  });

  await t.test('cancelled while queued', async (t) => {
    const { id } = written(await write(2, { userId }));
    await batches.requestCancel(id, userId);
    t.same(await recorded(), twoAndOne);
  });

  await t.test('lost with its worker', async (t) => {
    await write(2, { userId });
    const workerId = await register();
    const held = await claim(workerId);
    await execution.startStatement(held.claim, held.first, null);
    await workers.end(workerId);
    await sweep();
    t.same(await recorded(), twoAndOne);
  });

  await t.test('expired without a worker', async (t) => {
    await service.query('delete from workers');
    await write(2, { userId });
    await sweep();
    t.same(await recorded(), twoAndOne);
  });
});
