import { webhookEvents } from '@sluice/contracts';
import {
  createWebhookEventRepository,
  type ClaimedWebhookEvent,
  type WebhookPolicy,
} from '@sluice/database';
import t from 'tap';
import { openRepositories, written } from './support.js';

const policy: WebhookPolicy = {
  concurrency: 4,
  breakAfter: 5,
  holdTries: 3,
  claimMs: 60_000,
  retryMs: 3_600_000,
  maxRetryMs: 3_600_000,
  maxBlockMs: 3_600_000,
};

/** Routes all events to one receiver. */
const oneReceiver = webhookEvents.map((event) => ({ event, receiverId: 'all' }));

interface EventRow {
  event: string;
  subject_id: string;
  sequence: number;
}

const userId = 'someone@example.com';

t.test('events of a batch are delivered to a receiver in order', async (t) => {
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
  t.same(await service.query('select id from webhook_events'), [], 'delivered events are removed');
});

t.test('a delivery does not delay other receivers or batches', async (t) => {
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

t.test('an event that failed often does not delay later events', async (t) => {
  const { service, database, write } = await openRepositories(t, [...webhookEvents]);
  const events = createWebhookEventRepository(database);
  await write(1, { userId });
  for (let tries = 1; tries <= 3; tries++) {
    const claimed = await events.claim(oneReceiver, policy);
    t.match(claimed, { event: 'batch_created', attempts: tries });
    await events.failed(claimed!, 'all', policy);
    if (tries === 3) break;
    t.equal(await events.claim(oneReceiver, policy), null, 'the next event waits for it');
    await service.query(`update webhook_events set due_at = now() where event = 'batch_created'`);
  }
  t.match(await events.claim(oneReceiver, policy), { event: 'statement_created' });
});

t.test('an event that is due now is claimed at once, although its time is rounded', async (t) => {
  const { service, write } = await openRepositories(t, ['batch_created']);
  await write(1, { userId });
  // In one block: between two requests, the time of a rounded value has often passed.
  const claimOften = `do $$ begin
    for attempt in 1..100 loop
      update webhook_events set due_at = clock_timestamp(), sending_until = null;
      if not exists (
        select from claim_webhook_event('{batch_created}', '{all}', 4, 5, 3, 60000)
      ) then
        raise exception 'not due at attempt %', attempt;
      end if;
    end loop;
  end $$`;
  await t.resolves(service.query(claimOften));
});

t.test('concurrent callers claim each event once, and a lost event is claimed again', async (t) => {
  const { service, database, write } = await openRepositories(t, ['batch_created']);
  const events = createWebhookEventRepository(database);
  for (let count = 0; count < 20; count++) await write(1, { userId });
  const claims = await Promise.all(
    Array.from({ length: 30 }, () => events.claim(oneReceiver, { ...policy, concurrency: 12 })),
  );
  const claimed = claims.filter((claim): claim is ClaimedWebhookEvent => claim !== null);
  t.equal(claimed.length, 12, 'the limit of concurrent deliveries of a receiver holds');
  t.equal(new Set(claimed.map(({ id }) => id)).size, 12);
  const [lost] = claimed;
  await service.query(
    `update webhook_events set sending_until = now() - interval '1 second', due_at = 'epoch' where id = $1`,
    [lost!.id],
  );
  const again = await events.claim(oneReceiver, { ...policy, concurrency: 12 });
  t.equal(again?.id, lost?.id);
  t.equal(again?.attempts, 2);
  await events.delivered(lost!, 'all', ['batch_created']);
  await events.failed(lost!, 'all', policy);
  const [row] = await service.query<{ sending: boolean }>(
    'select sending_until > now() as sending from webhook_events where id = $1',
    [lost!.id],
  );
  t.equal(row?.sending, true, 'the caller that lost the event cannot change it');
});

t.test(
  'a failing receiver is probed with single events and gets all when it recovers',
  async (t) => {
    const { service, database, write } = await openRepositories(t, ['batch_created']);
    const events = createWebhookEventRepository(database);
    for (let count = 0; count < 8; count++) await write(1, { userId });
    for (let failures = 1; failures <= 5; failures++) {
      const claimed = await events.claim(oneReceiver, policy);
      t.equal(await events.failed(claimed!, 'all', policy), failures);
    }
    t.equal(await events.claim(oneReceiver, policy), null, 'the receiver is blocked');
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
    t.equal(new Set(rest).size, 7, 'failed events are due at once');
    t.notOk(rest.includes(undefined));
  },
);

t.test('undelivered events are dropped by age and by number', async (t) => {
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
