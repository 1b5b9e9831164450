import { until } from '@sluice/testkit';
import t from 'tap';
import { createWorld } from './execution-support.js';

t.test('a queue that is away fails no request, and the batch waits for the sweep', async (t) => {
  const world = await createWorld({ add: () => Promise.reject(new Error('queue away')) });
  t.teardown(() => world.stop());
  const batch = await world.submit('alice', 'select 1');
  t.equal(batch.status, 'started');
  await until('the failure is logged', () =>
    world.log.some((entry) => entry['batchId'] === batch.id),
  );
});

t.test('an answer does not wait for the queue, and closing does', async (t) => {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const world = await createWorld({ add: () => gate });
  const batch = await world.submit('alice', 'select 1');
  t.same(world.enqueued, [], 'answered while the queue hangs');
  const stopped = world.stop();
  open();
  await stopped;
  t.same(world.enqueued, [batch.id]);
});
