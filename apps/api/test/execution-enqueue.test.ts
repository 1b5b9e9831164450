import { until } from '@sluice/testkit';
import t from 'tap';
import { openExecutionHarness } from './execution-harness.js';

t.test('a batch is accepted while the queue is unavailable', async (t) => {
  const harness = await openExecutionHarness({
    add: () => Promise.reject(new Error('queue unavailable')),
  });
  t.teardown(() => harness.stop());
  const batch = await harness.submit('alice', 'select 1');
  t.equal(batch.status, 'started');
  await until('the failure is logged', () =>
    harness.log.some((entry) => entry['batchId'] === batch.id),
  );
});

t.test('the response does not wait for the queue, but closing does', async (t) => {
  let resolveQueue: () => void = () => undefined;
  const queueResponse = new Promise<void>((resolve) => {
    resolveQueue = resolve;
  });
  const harness = await openExecutionHarness({ add: () => queueResponse });
  const batch = await harness.submit('alice', 'select 1');
  t.same(harness.enqueued, [], 'the response arrives while the queue hangs');
  const stopped = harness.stop();
  resolveQueue();
  await stopped;
  t.same(harness.enqueued, [batch.id]);
});

t.test('a batch that its notified worker has claimed gets no job', async (t) => {
  const harness = await openExecutionHarness();
  await harness.database.$executeRaw`
    create function claim_at_once() returns trigger language plpgsql as $$
      begin
        new.lease_token = gen_random_uuid();
        new.worker_id = (select id from workers);
        return new;
      end $$`;
  await harness.database.$executeRaw`
    create trigger claim_at_once before insert on batches for each row
    when (new.batch_text = 'select 1') execute function claim_at_once()`;
  await harness.submit('alice', 'select 1');
  const waiting = await harness.submit('alice', 'select 2');
  await until('the other one got a job', () => harness.enqueued.includes(waiting.id));
  await harness.stop();
  t.same(harness.enqueued, [waiting.id]);
});
