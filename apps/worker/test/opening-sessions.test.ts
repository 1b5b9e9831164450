import { createConnectLimiter, createLocalEngineLimit } from '@sluice/worker';
import { setImmediate as nextTurn } from 'node:timers/promises';
import t from 'tap';

/** A connect that the test ends. */
function connect() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const seen = { isCalled: false };
  return {
    seen,
    resolve,
    reject,
    open: () => {
      seen.isCalled = true;
      return promise;
    },
  };
}

t.test('sessions of one connection are opened a few at a time, in order', async (t) => {
  const limiter = createConnectLimiter(2);
  const connects = Array.from({ length: 4 }, connect);
  const opened = connects.map(({ open }) => limiter.run('a', open));
  const called = () => connects.map(({ seen }) => seen.isCalled);
  await nextTurn();
  t.same(called(), [true, true, false, false]);

  const other = connect();
  void limiter.run('b', other.open);
  await nextTurn();
  t.ok(other.seen.isCalled, 'another connection does not wait for this one');

  connects[0]!.reject(new Error('refused'));
  await t.rejects(opened[0]!, { message: 'refused' });
  await nextTurn();
  t.same(called(), [true, true, true, false], 'a failure frees its place too');
  for (const each of connects.slice(1)) each.resolve('open');
  t.same(await Promise.all(opened.slice(1)), ['open', 'open', 'open']);

  const late = connect();
  late.resolve('open');
  t.equal(await limiter.run('a', late.open), 'open');
});

t.test('one local engine too many is refused as a full target', (t) => {
  const engines = createLocalEngineLimit(2);
  const release = engines.acquire();
  engines.acquire();
  let refused: unknown;
  try {
    engines.acquire();
  } catch (error) {
    refused = error;
  }
  t.match(refused, { isTargetFull: true, outcome: 'not_run' });
  release();
  t.doesNotThrow(() => engines.acquire());
  t.end();
});
