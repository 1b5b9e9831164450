import { randomUUID } from 'node:crypto';
import { webhookEvents } from '@sluice/contracts';
import {
  createQueryRepository,
  createUserRepository,
  createWebhookEventRepository,
  openDatabase,
  type ClaimedWebhookEvent,
  type WebhookPolicy,
} from '@sluice/database';
import { noRows } from '@sluice/testkit';
import t from 'tap';
import { noLimits, openRepositories, sweepOptions, written } from './support.js';

const policy: WebhookPolicy = {
  sideBySide: 4,
  breakAfter: 5,
  holdTries: 3,
  claimMs: 60_000,
  retryMs: 3_600_000,
  maxRetryMs: 3_600_000,
  maxBlockMs: 3_600_000,
};

/** All events to one receiver, or those named to another each. */
const oneReceiver = webhookEvents.map((event) => ({ event, receiverId: 'all' }));

interface EventRow {
  event: string;
  subject_id: string;
  sequence: number;
}

const userId = 'someone@example.com';

t.test('nothing is noted where nobody wants it', async (t) => {
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
    'nor was anything written and removed',
  );
});

t.test('only what is wanted is noted, beside other options of the address', async (t) => {
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

t.test('a saved query is told of as it was made', async (t) => {
  const { service, database } = await openRepositories(t, ['query_created']);
  const queries = createQueryRepository(database);
  const chart = { chartType: 'line', fields: {} };
  const query = await queries.create({
    name: 'Orders',
    connectionId: null,
    queryText: 'select 1',
    chart,
    tags: ['a'],
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

t.test('what is taken back was never noted', async (t) => {
  const { service, database, write } = await openRepositories(t, [...webhookEvents]);
  const broken = database.$transaction(async (transaction) => {
    await transaction.user.create({ data: { id: 'u', email: 'u@x.example', role: 'editor' } });
    throw new Error('taken back');
  });
  await t.rejects(broken, /taken back/);
  const tenancy = { path: null, maxWaiting: 1 };
  written(await write(1, { userId, tenancy }));
  t.equal(await write(1, { userId, tenancy }), 'too_many_waiting');
  t.same(await service.query('select event from webhook_events order by number'), [
    { event: 'batch_created' },
    { event: 'statement_created' },
  ]);
});

t.test('every way in which a batch ends is noted once', async (t) => {
  const { service, workers, execution, batches, sweeps, write } = await openRepositories(t, [
    'statement_finished',
    'batch_finished',
  ]);
  const noted = async (): Promise<Record<string, number>> => {
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
    t.same(await noted(), twoAndOne);
  });

  await t.test('in error', async (t) => {
    await write(2, { userId });
    const held = await claim(await register());
    await execution.startStatement(held.claim, held.first, null);
    const error = { title: 'No', outcome: 'failed' } as const;
    await execution.end(held.claim, { status: 'error', statementId: held.first, error });
    t.same(await noted(), twoAndOne);
  });

  await t.test('cancelled while it waits', async (t) => {
    const { id } = written(await write(2, { userId }));
    await batches.requestCancel(id, userId);
    t.same(await noted(), twoAndOne);
  });

  await t.test('lost with its worker', async (t) => {
    await write(2, { userId });
    const workerId = await register();
    const held = await claim(workerId);
    await execution.startStatement(held.claim, held.first, null);
    await workers.end(workerId);
    await sweep();
    t.same(await noted(), twoAndOne);
  });

  await t.test('for want of a worker', async (t) => {
    await service.query('delete from workers');
    await write(2, { userId });
    await sweep();
    t.same(await noted(), twoAndOne);
  });
});

t.test('events of a batch go to a receiver in order', async (t) => {
  const { service, database, batches, write } = await openRepositories(t, [...webhookEvents]);
  const events = createWebhookEventRepository(database);
  const { id, statements } = written(await write(3, { userId }));
  await batches.requestCancel(id, userId);
  const rows = await service.query<EventRow>(
    'select event, subject_id, sequence from webhook_events',
  );
  t.equal(rows.length, 8);
  const seen: string[] = [];
  for (;;) {
    const claimed = await events.claim(oneReceiver, policy);
    if (claimed === null) break;
    t.equal(await events.claim(oneReceiver, policy), null, 'one at a time');
    seen.push(`${claimed.event} ${claimed.subjectId}`);
    await events.delivered(claimed, 'all', [...webhookEvents]);
  }
  const ids = statements.map((statement) => statement.id);
  t.same(seen, [
    `batch_created ${id}`,
    ...ids.map((each) => `statement_created ${each}`),
    ...ids.map((each) => `statement_finished ${each}`),
    `batch_finished ${id}`,
  ]);
  t.same(await service.query('select id from webhook_events'), [], 'what was told goes');
});

t.test('another receiver is not kept waiting, nor is another batch', async (t) => {
  const { database, write } = await openRepositories(t, [...webhookEvents]);
  const events = createWebhookEventRepository(database);
  await write(1, { userId });
  await write(1, { userId });
  const routes = [
    { event: 'batch_created' as const, receiverId: 'a' },
    { event: 'statement_created' as const, receiverId: 'b' },
  ];
  const claimed = [];
  for (let count = 0; count < 5; count++) claimed.push(await events.claim(routes, policy));
  t.same(claimed.map((each) => each?.event ?? 'none').sort(), [
    'batch_created',
    'batch_created',
    'none',
    'statement_created',
    'statement_created',
  ]);
});

t.test('an event that was tried often holds back no other', async (t) => {
  const { service, database, write } = await openRepositories(t, [...webhookEvents]);
  const events = createWebhookEventRepository(database);
  await write(1, { userId });
  for (let tries = 1; tries <= 3; tries++) {
    const claimed = await events.claim(oneReceiver, policy);
    t.match(claimed, { event: 'batch_created', attempts: tries });
    await events.failed(claimed!, 'all', policy);
    if (tries === 3) break;
    t.equal(await events.claim(oneReceiver, policy), null, 'the next waits for it');
    await service.query(`update webhook_events set due_at = now() where event = 'batch_created'`);
  }
  t.match(await events.claim(oneReceiver, policy), { event: 'statement_created' });
});

t.test('of many callers at once each event has one, and a lost one another', async (t) => {
  const { service, database, write } = await openRepositories(t, ['batch_created']);
  const events = createWebhookEventRepository(database);
  for (let count = 0; count < 20; count++) await write(1, { userId });
  const claims = await Promise.all(
    Array.from({ length: 30 }, () => events.claim(oneReceiver, { ...policy, sideBySide: 12 })),
  );
  const claimed = claims.filter((claim): claim is ClaimedWebhookEvent => claim !== null);
  t.equal(claimed.length, 12, 'no more than one receiver is sent side by side');
  t.equal(new Set(claimed.map(({ id }) => id)).size, 12);
  const [lost] = claimed;
  await service.query(
    `update webhook_events set sending_until = now() - interval '1 second', due_at = 'epoch' where id = $1`,
    [lost!.id],
  );
  const again = await events.claim(oneReceiver, { ...policy, sideBySide: 12 });
  t.equal(again?.id, lost?.id);
  t.equal(again?.attempts, 2);
  await events.delivered(lost!, 'all', ['batch_created']);
  await events.failed(lost!, 'all', policy);
  const [row] = await service.query<{ sending: boolean }>(
    'select sending_until > now() as sending from webhook_events where id = $1',
    [lost!.id],
  );
  t.equal(row?.sending, true, 'whoever lost it changes nothing of it');
});

t.test('a receiver that fails is sent one now and then, and all once it answers', async (t) => {
  const { service, database, write } = await openRepositories(t, ['batch_created']);
  const events = createWebhookEventRepository(database);
  for (let count = 0; count < 8; count++) await write(1, { userId });
  for (let failures = 1; failures <= 5; failures++) {
    const claimed = await events.claim(oneReceiver, policy);
    t.equal(await events.failed(claimed!, 'all', policy), failures);
  }
  t.equal(await events.claim(oneReceiver, policy), null, 'it is left alone');
  await service.query('update webhook_receivers set blocked_until = now()');
  const probe = await events.claim(oneReceiver, policy);
  t.ok(probe);
  t.equal(await events.claim(oneReceiver, policy), null, 'one at a time');
  await events.delivered(probe!, 'all', ['batch_created']);
  t.same(await service.query('select id from webhook_receivers'), []);
  const rest = [];
  for (let count = 0; count < 7; count++) {
    const claimed = await events.claim(oneReceiver, policy);
    rest.push(claimed?.id);
    if (claimed !== null) await events.delivered(claimed, 'all', ['batch_created']);
  }
  t.equal(new Set(rest).size, 7, 'those that had failed are due at once');
  t.notOk(rest.includes(undefined));
});

t.test('what nobody takes is dropped by age and by number', async (t) => {
  const { service, database, write } = await openRepositories(t, ['batch_created']);
  const events = createWebhookEventRepository(database);
  for (let count = 0; count < 6; count++) await write(1, { userId });
  await service.query(`update webhook_events set created_at = now() - interval '2 hours'
    where number = (select min(number) from webhook_events)`);
  t.same(await events.dropOlder(3_600_000), { batch_created: 1 });
  t.same(await events.dropOlder(3_600_000), {});
  const [newest] = await service.query<{ id: string }>(
    'select id from webhook_events order by number desc limit 1',
  );
  t.same(await Promise.all([events.dropBeyond(1), events.dropBeyond(1)]), [
    { batch_created: 4 },
    {},
  ]);
  t.same(await service.query('select id from webhook_events'), [newest]);
});
