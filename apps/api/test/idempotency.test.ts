import { until } from '@sluice/testkit';
import type { Batch, ErrorBody } from '@sluice/contracts';
import t from 'tap';
import { openExecutionHarness } from './execution-harness.js';

t.test('a request with an Idempotency-Key', async (t) => {
  const harness = await openExecutionHarness();
  t.teardown(() => harness.stop());
  const send = (key: string, batchText: string, user = 'alice') =>
    harness.request<Batch & ErrorBody>(user, 'POST', '/api/batches', {
      body: { connectionId: 'open', batchText },
      headers: { 'idempotency-key': key },
    });
  const count = () => harness.database.batch.count();

  t.test(
    'returns the same batch when it is repeated, even after the batch has ended',
    async (t) => {
      const first = await send('again', 'select 1');
      t.equal(first.status, 200);
      const before = await count();
      t.equal((await send('again', 'select 1')).body.id, first.body.id);
      await harness.request('alice', 'PUT', `/api/batches/${first.body.id}/cancel`);
      const last = await send('again', 'select 1');
      t.match(last.body, { id: first.body.id, status: 'cancelled' });
      t.equal(await count(), before);
    },
  );

  t.test('creates one batch when it is sent ten times at once', async (t) => {
    const before = await count();
    const good = await Promise.all(Array.from({ length: 10 }, () => send('at-once', 'select 2')));
    t.equal(new Set(good.map((response) => response.body.id)).size, 1);
    t.equal(await count(), before + 1);
    const isFirst = (id: string) => id === good[0]?.body.id;
    await until('the batch is enqueued', () => harness.enqueued.some(isFirst));
    t.equal(harness.enqueued.filter(isFirst).length, 1);
  });

  t.test('is refused with another body and does not affect other users', async (t) => {
    const first = await send('mine', 'select 3');
    const other = await send('mine', 'select 4');
    t.equal(other.status, 409);
    t.match(other.body, {
      code: 'idempotency_conflict',
      errors: [{ path: 'idempotency-key', message: /another body/ }],
    });
    const bob = await send('mine', 'select 3', 'bob');
    t.equal(bob.status, 200);
    t.not(bob.body.id, first.body.id);
  });

  t.test('expires after a day', async (t) => {
    const first = await send('old', 'select 5');
    await harness.database.idempotencyKey.updateMany({
      where: { key: 'old' },
      data: { createdAt: new Date(Date.now() - 25 * 3_600_000) },
    });
    const second = await send('old', 'select 6');
    t.equal(second.status, 200);
    t.not(second.body.id, first.body.id);
    t.equal((await send('old', 'select 6')).body.id, second.body.id);
  });

  t.test('is not stored for a refused batch', async (t) => {
    t.equal((await send('refused', ' ')).status, 400);
    t.equal((await send('refused', 'select 7')).status, 200);
    for (const key of ['x'.repeat(256), 'a b']) {
      t.match((await send(key, 'select 8')).body, { errors: [{ path: 'idempotency-key' }] });
    }
  });
});

t.test('a known key returns its batch even if the queue limit is reached', async (t) => {
  const harness = await openExecutionHarness({ settings: { maxQueuedPerTenant: 1 } });
  t.teardown(() => harness.stop());
  const send = (key: string, batchText: string) =>
    harness.request<Batch & ErrorBody>('alice', 'POST', '/api/batches', {
      body: { connectionId: 'open', batchText },
      headers: { 'idempotency-key': key },
    });
  const first = await send('kept', 'select 1');
  t.match(await send('new', 'select 2'), { status: 429, body: { code: 'too_many_waiting' } });
  const again = await send('kept', 'select 1');
  t.equal(again.status, 200);
  t.equal(again.body.id, first.body.id);
  t.equal((await send('kept', 'select 3')).status, 409);
});
