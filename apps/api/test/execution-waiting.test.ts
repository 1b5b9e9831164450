import { until } from '@sluice/testkit';
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Batch, ErrorBody } from '@sluice/contracts';
import t from 'tap';
import { openExecutionHarness, type ExecutionHarness } from './execution-harness.js';

const pathOf = (batch: Batch, more = '') => `/api/batches/${batch.id}${more}`;

const etagOf = async (harness: ExecutionHarness, batch: Batch) =>
  (await harness.get('alice', pathOf(batch))).headers.get('etag') ?? '';

/** Resolves when `count` requests have read the batch once and wait. */
const untilWaiting = async (harness: ExecutionHarness, before: number, count = 1) => {
  await until('the request waits', () => harness.counter.queries >= before + count);
};

t.test('a request can wait for a batch', async (t) => {
  const harness = await openExecutionHarness();
  t.teardown(() => harness.stop());
  t.afterEach(() => {
    harness.notifications.state.cut = false;
  });

  t.test(
    'without If-None-Match the response is sent when a notification reports the end',
    async (t) => {
      const harness = await openExecutionHarness({ timing: { watchIntervalMs: 60_000 } });
      t.teardown(() => harness.stop());
      const batch = await harness.submit('alice', 'select 1');
      const [statement] = batch.statements;
      const worker = await harness.claimAsWorker(batch);
      const pending = harness.get<Batch>('alice', pathOf(batch, '?wait=20'));
      await worker.start(statement!);
      await worker.progress(statement!, 5);
      await worker.finish(statement!);
      const { status, body } = await pending;
      t.equal(status, 200);
      t.equal(body.status, 'finished');
    },
  );

  t.test('with If-None-Match the response is sent at the next change', async (t) => {
    const batch = await harness.submit('alice', 'select 1');
    const worker = await harness.claimAsWorker(batch);
    const etag = await etagOf(harness, batch);
    const pending = harness.get<Batch>('alice', pathOf(batch, '?wait=20'), {
      'if-none-match': etag,
    });
    await worker.start(batch.statements[0]!);
    const { status, body, headers } = await pending;
    t.equal(status, 200);
    t.match(body, { status: 'started', statements: [{ status: 'started' }] });
    const stale = await harness.get<Batch>('alice', pathOf(batch, '?wait=20'), {
      'if-none-match': etag,
    });
    t.equal(stale.headers.get('etag'), headers.get('etag'), 'an outdated tag returns immediately');
  });

  t.test('a finished batch is returned immediately', async (t) => {
    const batch = await harness.submit('alice', 'select 1');
    await harness.request('alice', 'PUT', pathOf(batch, '/cancel'));
    const etag = await etagOf(harness, batch);
    const startedAtMs = performance.now();
    t.equal((await harness.get('alice', pathOf(batch, '?wait=50'))).status, 200);
    const same = await harness.get('alice', pathOf(batch, '?wait=50'), { 'if-none-match': etag });
    t.equal(same.status, 304);
    t.ok(performance.now() - startedAtMs < 20_000);
  });

  t.test('the current batch is returned when the wait ends', async (t) => {
    const batch = await harness.submit('alice', 'select 1');
    const etag = await etagOf(harness, batch);
    const startedAtMs = performance.now();
    const plain = await harness.get<Batch>('alice', pathOf(batch, '?wait=0.3'));
    t.match(plain, { status: 200, body: { status: 'started' } });
    t.ok(performance.now() - startedAtMs >= 290, 'not before');
    const tagged = await harness.get('alice', pathOf(batch, '?wait=0.2'), {
      'if-none-match': etag,
    });
    t.equal(tagged.status, 304);
    t.equal((await harness.get('alice', pathOf(batch, '?wait=0'))).status, 200);
  });

  t.test('a change without notification is in the response when the wait ends', async (t) => {
    const batch = await harness.submit('alice', 'select 1');
    const worker = await harness.claimAsWorker(batch);
    harness.notifications.state.cut = true;
    const pending = harness.get<Batch>('alice', pathOf(batch, '?wait=0.4'));
    await worker.start(batch.statements[0]!);
    t.equal((await pending).body.statements[0]!.status, 'started');
  });

  t.test('a change with a lost notification is found within about a second', async (t) => {
    const batch = await harness.submit('alice', 'select 1');
    const worker = await harness.claimAsWorker(batch);
    harness.notifications.state.cut = true;
    const before = harness.counter.queries;
    const pending = harness.get<Batch>('alice', pathOf(batch, '?wait=20'));
    await untilWaiting(harness, before);
    await worker.start(batch.statements[0]!);
    await worker.finish(batch.statements[0]!);
    const endedAtMs = performance.now();
    t.equal((await pending).body.status, 'finished');
    t.ok(performance.now() - endedAtMs < 10_000);
  });

  t.test('two watchers with different versions both receive the newest', async (t) => {
    const batch = await harness.submit('alice', 'select 1');
    const worker = await harness.claimAsWorker(batch);
    const etag = await etagOf(harness, batch);
    harness.notifications.state.cut = true;
    const before = harness.counter.queries;
    const first = harness.get<Batch>('alice', pathOf(batch, '?wait=20'), { 'if-none-match': etag });
    await untilWaiting(harness, before);
    await worker.start(batch.statements[0]!);
    const newer = await etagOf(harness, batch);
    const second = harness.get<Batch>('alice', pathOf(batch, '?wait=3'), {
      'if-none-match': newer,
    });
    t.match((await first).body.statements[0], { status: 'started' });
    await worker.finish(batch.statements[0]!);
    t.equal((await second).body.status, 'finished');
  });

  t.test('a batch deleted during the wait returns 404', async (t) => {
    const batch = await harness.submit('alice', 'select 1');
    const before = harness.counter.queries;
    const pending = harness.get<ErrorBody>('alice', pathOf(batch, '?wait=20'));
    await untilWaiting(harness, before);
    await harness.database.batch.delete({ where: { id: batch.id } });
    const { status, body } = await pending;
    t.equal(status, 404);
    t.equal(body.title, 'Not found');
  });

  t.test(
    '1,000 watchers of one batch cost two queries a second and three at a change',
    async (t) => {
      const batch = await harness.submit('alice', 'select 1');
      const worker = await harness.claimAsWorker(batch);
      const etag = await etagOf(harness, batch);
      const headers = { 'if-none-match': etag, 'x-user': 'alice' };
      const before = harness.counter.queries;
      const responses = Array.from({ length: 1_000 }, () =>
        harness.app.inject({ url: pathOf(batch, '?wait=30'), headers }),
      );
      // All requests wait when the only remaining queries are those that poll the versions.
      await until('all requests wait', async () => {
        const seen = harness.counter.queries;
        await delay(300);
        return harness.counter.queries - seen <= 1;
      });
      t.comment(`${harness.counter.queries - before} queries until 1,000 requests waited`);
      const atRest = harness.counter.queries;
      await delay(3_000);
      const perSecond = (harness.counter.queries - atRest) / 3;
      t.ok(perSecond <= 2, `${perSecond.toFixed(1)} queries a second`);

      const beforeChange = harness.counter.queries;
      await worker.start(batch.statements[0]!);
      const statuses = (await Promise.all(responses)).map((response) => response.statusCode);
      t.ok(statuses.every((status) => status === 200));
      const forChange = harness.counter.queries - beforeChange;
      t.ok(forChange <= 3, `${forChange} queries for the change`);
    },
  );

  t.test('a disconnected client is no longer a watcher', async () => {
    const batch = await harness.submit('alice', 'select 1');
    const before = harness.counter.queries;
    const requests = Array.from({ length: 20 }, () =>
      get(harness.address + pathOf(batch, '?wait=50'), {
        agent: false,
        headers: { 'x-user': 'alice' },
      }).on('error', () => undefined),
    );
    await untilWaiting(harness, before);
    for (const request of requests) request.destroy();
    await until('no more queries are sent', async () => {
      const seen = harness.counter.queries;
      await delay(1_200);
      return harness.counter.queries === seen;
    });
  });
});

t.test('one request can submit a batch and wait for it', async (t) => {
  const harness = await openExecutionHarness();
  t.teardown(() => harness.stop());
  const body = { connectionId: 'open', batchText: 'select 1' };
  const submit = (wait: string, headers = {}) =>
    harness.request<Batch>('alice', 'POST', `/api/batches?wait=${wait}`, { body, headers });
  const newest = async (): Promise<Batch> => {
    const { body: list } = await harness.get<Batch[]>('alice', '/api/batches?limit=1');
    return (await harness.get<Batch>('alice', pathOf(list[0]!))).body;
  };

  await t.test('the response contains the finished batch', async (t) => {
    const pending = submit('20');
    await until('the batch is enqueued', () => harness.enqueued.length === 1);
    const batch = await newest();
    const worker = await harness.claimAsWorker(batch);
    await worker.start(batch.statements[0]!);
    await worker.finish(batch.statements[0]!);
    const { status, body, headers } = await pending;
    t.equal(status, 200);
    t.match(body, { id: batch.id, status: 'finished', statements: [{ status: 'finished' }] });
    t.equal(headers.get('etag'), await etagOf(harness, batch));
  });

  await t.test('the response contains the current batch when the wait ends', async (t) => {
    const { status, body } = await submit('0.2');
    t.equal(status, 200);
    t.equal(body.status, 'started');
    t.equal(body.id, (await newest()).id);
  });

  await t.test(
    'a repeated request with the same idempotency key waits for the same batch',
    async (t) => {
      const headers = { 'idempotency-key': 'once' };
      const { body: first } = await submit('0', headers);
      const pending = submit('20', headers);
      const worker = await harness.claimAsWorker(first);
      await worker.start(first.statements[0]!);
      await worker.finish(first.statements[0]!);
      t.match((await pending).body, { id: first.id, status: 'finished' });
      t.match(
        await submit('20', headers),
        { status: 200, body: { id: first.id } },
        'a finished batch is returned immediately',
      );
    },
  );

  await t.test('an invalid wait time stores no batch', async (t) => {
    const before = (await newest()).id;
    for (const wait of ['x', '-1', '51']) t.equal((await submit(wait)).status, 400, wait);
    t.equal((await newest()).id, before);
  });
});

t.test('closing the API answers waiting requests and ends the subscription', async (t) => {
  const harness = await openExecutionHarness();
  const batch = await harness.submit('alice', 'select 1');
  const before = harness.counter.queries;
  const waiting = harness.get<Batch>('alice', pathOf(batch, '?wait=50'));
  const events = await fetch(harness.address + pathOf(batch, '/events'), {
    headers: { 'x-user': 'alice' },
  });
  await untilWaiting(harness, before, 2);
  const submitted = harness.request<Batch>('alice', 'POST', '/api/batches?wait=50', {
    body: { connectionId: 'open', batchText: 'select 2' },
  });
  await until('the batch is stored', () => harness.enqueued.length === 2);
  const startedAtMs = performance.now();
  await harness.stop();
  t.match(await waiting, { status: 200, body: { status: 'started' } });
  t.match(
    await submitted,
    { status: 200, body: { status: 'started' } },
    'the accepted batch is returned',
  );
  t.match(await events.text(), /event: batch/, 'the stream ends');
  t.ok(performance.now() - startedAtMs < 5_000);
  t.equal(harness.notifications.subscribers(), 0);
});
