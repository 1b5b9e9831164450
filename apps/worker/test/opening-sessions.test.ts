import { createConnectGate, createLocalEngines } from '@sluice/worker';
import { setImmediate as nextTurn } from 'node:timers/promises';
import t from 'tap';

/** A connect that ends when told to. */
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
  const gate = createConnectGate(2);
  const connects = Array.from({ length: 4 }, connect);
  const opened = connects.map(({ open }) => gate.run('a', open));
  const called = () => connects.map(({ seen }) => seen.isCalled);
  await nextTurn();
  t.same(called(), [true, true, false, false]);

  const other = connect();
  void gate.run('b', other.open);
  await nextTurn();
  t.ok(other.seen.isCalled, 'another connection does not wait for this one');

  connects[0]!.reject(new Error('refused'));
  await t.rejects(opened[0]!, { message: 'refused' });
  await nextTurn();
  t.same(called(), [true, true, true, false], 'a failure makes room as well');
  for (const each of connects.slice(1)) each.resolve('open');
  t.same(await Promise.all(opened.slice(1)), ['open', 'open', 'open']);

  const late = connect();
  late.resolve('open');
  t.equal(await gate.run('a', late.open), 'open');
});

t.test('an engine too many is refused as a full target', (t) => {
  const engines = createLocalEngines(2);
  const countOff = engines.take();
  engines.take();
  let refusal: unknown;
  try {
    engines.take();
  } catch (error) {
    refusal = error;
  }
  t.match(refusal, { isTargetFull: true, outcome: 'not_run' });
  countOff();
  t.doesNotThrow(() => engines.take());
  t.end();
});
