import { until } from '@sluice/testkit';
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Batch, ErrorBody } from '@sluice/contracts';
import t from 'tap';
import { createWorld, type World } from './execution-support.js';

const pathOf = (batch: Batch, more = '') => `/api/batches/${batch.id}${more}`;

const etagOf = async (world: World, batch: Batch) =>
  (await world.get('alice', pathOf(batch))).headers.get('etag') ?? '';

/** Resolves when a request has begun to wait: it has read the batch once. */
const isWaiting = async (world: World, before: number, count = 1) => {
  await until('the request waits', () => world.counter.queries >= before + count);
};

t.test('waiting for a batch', async (t) => {
  const world = await createWorld();
  t.teardown(() => world.stop());
  t.afterEach(() => {
    world.notifications.state.cut = false;
  });

  t.test('without If-None-Match the answer comes at the end, by the notification', async (t) => {
    const world = await createWorld({ timing: { watchIntervalMs: 60_000 } });
    t.teardown(() => world.stop());
    const batch = await world.submit('alice', 'select 1');
    const [statement] = batch.statements;
    const worker = await world.play(batch);
    const answered = world.get<Batch>('alice', pathOf(batch, '?wait=20'));
    await worker.start(statement!);
    await worker.progress(statement!, 5);
    await worker.finish(statement!);
    const { status, body } = await answered;
    t.equal(status, 200);
    t.equal(body.status, 'finished');
  });

  t.test('with If-None-Match the answer comes at the next change', async (t) => {
    const batch = await world.submit('alice', 'select 1');
    const worker = await world.play(batch);
    const etag = await etagOf(world, batch);
    const answered = world.get<Batch>('alice', pathOf(batch, '?wait=20'), {
      'if-none-match': etag,
    });
    await worker.start(batch.statements[0]!);
    const { status, body, headers } = await answered;
    t.equal(status, 200);
    t.match(body, { status: 'started', statements: [{ status: 'started' }] });
    const stale = await world.get<Batch>('alice', pathOf(batch, '?wait=20'), {
      'if-none-match': etag,
    });
    t.equal(stale.headers.get('etag'), headers.get('etag'), 'an older tag is answered at once');
  });

  t.test('a final batch is answered at once', async (t) => {
    const batch = await world.submit('alice', 'select 1');
    await world.request('alice', 'PUT', pathOf(batch, '/cancel'));
    const etag = await etagOf(world, batch);
    const startedAtMs = performance.now();
    t.equal((await world.get('alice', pathOf(batch, '?wait=50'))).status, 200);
    const same = await world.get('alice', pathOf(batch, '?wait=50'), { 'if-none-match': etag });
    t.equal(same.status, 304);
    t.ok(performance.now() - startedAtMs < 20_000);
  });

  t.test('when the time is over the batch is answered as it is', async (t) => {
    const batch = await world.submit('alice', 'select 1');
    const etag = await etagOf(world, batch);
    const startedAtMs = performance.now();
    const plain = await world.get<Batch>('alice', pathOf(batch, '?wait=0.3'));
    t.match(plain, { status: 200, body: { status: 'started' } });
    t.ok(performance.now() - startedAtMs >= 290, 'not before');
    const tagged = await world.get('alice', pathOf(batch, '?wait=0.2'), { 'if-none-match': etag });
    t.equal(tagged.status, 304);
    t.equal((await world.get('alice', pathOf(batch, '?wait=0'))).status, 200);
  });

  t.test('what changed unnoticed is in the answer when the time is over', async (t) => {
    const batch = await world.submit('alice', 'select 1');
    const worker = await world.play(batch);
    world.notifications.state.cut = true;
    const answered = world.get<Batch>('alice', pathOf(batch, '?wait=0.4'));
    await worker.start(batch.statements[0]!);
    t.equal((await answered).body.statements[0]!.status, 'started');
  });

  t.test('a change whose notification is lost is seen within about a second', async (t) => {
    const batch = await world.submit('alice', 'select 1');
    const worker = await world.play(batch);
    world.notifications.state.cut = true;
    const before = world.counter.queries;
    const answered = world.get<Batch>('alice', pathOf(batch, '?wait=20'));
    await isWaiting(world, before);
    await worker.start(batch.statements[0]!);
    await worker.finish(batch.statements[0]!);
    const endedAtMs = performance.now();
    t.equal((await answered).body.status, 'finished');
    t.ok(performance.now() - endedAtMs < 10_000);
  });

  t.test('every one of two watchers with different versions hears of the newest', async (t) => {
    const batch = await world.submit('alice', 'select 1');
    const worker = await world.play(batch);
    const etag = await etagOf(world, batch);
    world.notifications.state.cut = true;
    const before = world.counter.queries;
    const first = world.get<Batch>('alice', pathOf(batch, '?wait=20'), { 'if-none-match': etag });
    await isWaiting(world, before);
    await worker.start(batch.statements[0]!);
    const newer = await etagOf(world, batch);
    const second = world.get<Batch>('alice', pathOf(batch, '?wait=3'), { 'if-none-match': newer });
    t.match((await first).body.statements[0], { status: 'started' });
    await worker.finish(batch.statements[0]!);
    t.equal((await second).body.status, 'finished');
  });

  t.test('a batch that is deleted meanwhile is 404', async (t) => {
    const batch = await world.submit('alice', 'select 1');
    const before = world.counter.queries;
    const answered = world.get<ErrorBody>('alice', pathOf(batch, '?wait=20'));
    await isWaiting(world, before);
    await world.database.batch.delete({ where: { id: batch.id } });
    const { status, body } = await answered;
    t.equal(status, 404);
    t.equal(body.title, 'Not found');
  });

  t.test(
    '1,000 watchers of one batch cost two queries a second, and three at a change',
    async (t) => {
      const batch = await world.submit('alice', 'select 1');
      const worker = await world.play(batch);
      const etag = await etagOf(world, batch);
      const headers = { 'if-none-match': etag, 'x-user': 'alice' };
      const before = world.counter.queries;
      const answers = Array.from({ length: 1_000 }, () =>
        world.app.inject({ url: pathOf(batch, '?wait=30'), headers }),
      );
      // Each of them is at rest once no query was needed for a while but for the look at the versions.
      await until('all wait', async () => {
        const seen = world.counter.queries;
        await delay(300);
        return world.counter.queries - seen <= 1;
      });
      t.comment(`${world.counter.queries - before} queries until 1,000 requests waited`);
      const atRest = world.counter.queries;
      await delay(3_000);
      const perSecond = (world.counter.queries - atRest) / 3;
      t.ok(perSecond <= 2, `${perSecond.toFixed(1)} queries a second`);

      const beforeChange = world.counter.queries;
      await worker.start(batch.statements[0]!);
      const statuses = (await Promise.all(answers)).map((answer) => answer.statusCode);
      t.ok(statuses.every((status) => status === 200));
      const forChange = world.counter.queries - beforeChange;
      t.ok(forChange <= 3, `${forChange} queries for the change`);
    },
  );

  t.test('a client that goes away is no watcher any more', async () => {
    const batch = await world.submit('alice', 'select 1');
    const before = world.counter.queries;
    const requests = Array.from({ length: 20 }, () =>
      get(world.address + pathOf(batch, '?wait=50'), {
        agent: false,
        headers: { 'x-user': 'alice' },
      }).on('error', () => undefined),
    );
    await isWaiting(world, before);
    for (const request of requests) request.destroy();
    await until('nothing is read any more', async () => {
      const seen = world.counter.queries;
      await delay(1_200);
      return world.counter.queries === seen;
    });
  });
});

t.test('submitting a batch and waiting for it in one request', async (t) => {
  const world = await createWorld();
  t.teardown(() => world.stop());
  const body = { connectionId: 'open', batchText: 'select 1' };
  const submit = (wait: string, headers = {}) =>
    world.request<Batch>('alice', 'POST', `/api/batches?wait=${wait}`, { body, headers });
  const newest = async (): Promise<Batch> => {
    const { body: list } = await world.get<Batch[]>('alice', '/api/batches?limit=1');
    return (await world.get<Batch>('alice', pathOf(list[0]!))).body;
  };

  await t.test('answers the batch as it ended', async (t) => {
    const answered = submit('20');
    await until('the batch is there', () => world.enqueued.length === 1);
    const batch = await newest();
    const worker = await world.play(batch);
    await worker.start(batch.statements[0]!);
    await worker.finish(batch.statements[0]!);
    const { status, body, headers } = await answered;
    t.equal(status, 200);
    t.match(body, { id: batch.id, status: 'finished', statements: [{ status: 'finished' }] });
    t.equal(headers.get('etag'), await etagOf(world, batch));
  });

  await t.test('answers it as it is when the time is over', async (t) => {
    const { status, body } = await submit('0.2');
    t.equal(status, 200);
    t.equal(body.status, 'started');
    t.equal(body.id, (await newest()).id);
  });

  await t.test('waits for the same batch when it is sent again under its key', async (t) => {
    const headers = { 'idempotency-key': 'once' };
    const { body: first } = await submit('0', headers);
    const answered = submit('20', headers);
    const worker = await world.play(first);
    await worker.start(first.statements[0]!);
    await worker.finish(first.statements[0]!);
    t.match((await answered).body, { id: first.id, status: 'finished' });
    t.match(await submit('20', headers), { status: 200, body: { id: first.id } }, 'and at once');
  });

  await t.test('writes nothing for a time that is none', async (t) => {
    const before = (await newest()).id;
    for (const wait of ['x', '-1', '51']) t.equal((await submit(wait)).status, 400, wait);
    t.equal((await newest()).id, before);
  });
});

t.test('closing answers those who wait and ends the subscription', async (t) => {
  const world = await createWorld();
  const batch = await world.submit('alice', 'select 1');
  const before = world.counter.queries;
  const waiting = world.get<Batch>('alice', pathOf(batch, '?wait=50'));
  const events = await fetch(world.address + pathOf(batch, '/events'), {
    headers: { 'x-user': 'alice' },
  });
  await isWaiting(world, before, 2);
  const submitted = world.request<Batch>('alice', 'POST', '/api/batches?wait=50', {
    body: { connectionId: 'open', batchText: 'select 2' },
  });
  await until('it is written', () => world.enqueued.length === 2);
  const startedAtMs = performance.now();
  await world.stop();
  t.match(await waiting, { status: 200, body: { status: 'started' } });
  t.match(await submitted, { status: 200, body: { status: 'started' } }, 'as it was accepted');
  t.match(await events.text(), /event: batch/, 'the stream ends');
  t.ok(performance.now() - startedAtMs < 5_000);
  t.equal(world.notifications.subscribers(), 0);
});
