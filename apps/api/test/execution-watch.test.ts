import { setImmediate as nextTurn } from 'node:timers/promises';
import { until } from '@sluice/testkit';
import t from 'tap';
import { createLoader } from '../dist/batches/loader.js';
import type { Snapshot } from '../dist/batches/snapshots.js';
import { createBatchWatch } from '../dist/batches/watch.js';
import { openExecutionHarness } from './execution-harness.js';

const snapshotOf = (id: string, version: number): Snapshot => ({
  id,
  version,
  userId: 'alice',
  accessUserId: null,
  connectionId: 'c',
  isFinal: false,
  isWaiting: true,
  etag: `W/"${id}-${version}"`,
  fieldsJson: '{',
  statementsJson: '[]',
});

/** Opens a batch watch over versions in memory. */
function openWatch({ maxWatchers = 100_000, intervalMs = 30 } = {}) {
  const versions = new Map<string, number>();
  const state = { versions: 0, largest: 0, reads: 0, failing: false, errors: [] as unknown[] };
  let notify: (id: string) => void = () => undefined;
  const watch = createBatchWatch({
    maxWatchers,
    intervalMs,
    notifications: {
      subscribe: (_channel, callback) => {
        notify = callback;
        return () => (notify = () => undefined);
      },
    },
    reads: {
      versions: (ids) => {
        state.versions += 1;
        state.largest = Math.max(state.largest, ids.length);
        if (state.failing) return Promise.reject(new Error('database unavailable'));
        return Promise.resolve(new Map(ids.map((id) => [id, versions.get(id) ?? 1])));
      },
    },
    snapshots: {
      read: (id) => {
        state.reads += 1;
        return Promise.resolve(snapshotOf(id, versions.get(id) ?? 1));
      },
    },
    onError: (error) => state.errors.push(error),
  });
  return { watch, versions, state, notify: (id: string) => notify(id) };
}

const unavailable = { code: 'unavailable' };
const ignore = { onSnapshot: () => undefined, onClose: () => undefined };

t.test('watchers above the limit are refused as unavailable', (t) => {
  const { watch } = openWatch({ maxWatchers: 2 });
  const first = watch.open('a', ignore);
  watch.open('b', ignore);
  const refused = () => watch.open('a', ignore);
  t.throws(refused, unavailable);
  first.close();
  first.close();
  watch.open('a', ignore);
  t.throws(refused, unavailable, 'closing twice frees one slot');
  watch.close();
  t.throws(refused, unavailable, 'no watcher is accepted after closing');
  t.end();
});

t.test('one query checks 10,000 watched batches', async (t) => {
  const { watch, versions, state } = openWatch();
  const told: string[] = [];
  for (let n = 0; n < 10_000; n++) {
    const watcher = watch.open(`batch ${n}`, {
      onSnapshot: (snapshot) => told.push(snapshot?.id ?? ''),
      onClose: () => undefined,
    });
    watcher.markSeen(1);
  }
  versions.set('batch 77', 2);
  await until('the change is seen', () => told.length > 0);
  watch.close();
  t.same(told, ['batch 77']);
  t.equal(state.largest, 10_000);
  t.ok(state.versions <= 3, `${state.versions} queries`);
  t.equal(state.reads, 1, 'only the changed batch is read');
});

t.test('a failed poll is reported, and the next one finds the change', async (t) => {
  const { watch, versions, state } = openWatch();
  let seen = 0;
  const watcher = watch.open('a', {
    onSnapshot: (snapshot) => (seen = snapshot?.version ?? 0),
    onClose: () => undefined,
  });
  watcher.markSeen(1);
  state.failing = true;
  versions.set('a', 2);
  await until('the poll has failed', () => state.errors.length > 0);
  t.equal(seen, 0);
  state.failing = false;
  await until('the change is seen', () => seen === 2);
  watch.close();
});

t.test('a notification updates all watchers of its batch with one read', async (t) => {
  const { watch, versions, state, notify } = openWatch({ intervalMs: 60_000 });
  let told = 0;
  for (let n = 0; n < 500; n++) {
    watch.open('a', { onSnapshot: () => (told += 1), onClose: () => undefined }).markSeen(1);
  }
  state.reads = 0;
  versions.set('a', 2);
  notify('a');
  notify('not watched');
  await until('all watchers are notified', () => told === 500);
  t.equal(state.reads, 1);
  watch.close();
  notify('a');
  t.equal(state.reads, 1, 'nothing is read after closing');
});

t.test('closing notifies every watcher', (t) => {
  const { watch } = openWatch();
  let closed = 0;
  for (const id of ['a', 'a', 'b']) watch.open(id, { ...ignore, onClose: () => (closed += 1) });
  watch.close();
  watch.close();
  t.equal(closed, 3);
  t.end();
});

t.test(
  'a loader batches requests of one turn or during a read and never answers them from an older read',
  async (t) => {
    const reads: { ids: string[]; answer(): void }[] = [];
    const load = createLoader<string>(
      (ids) =>
        new Promise((resolve) => {
          const read = reads.length;
          reads.push({
            ids,
            answer: () => resolve(new Map(ids.map((id) => [id, `read ${read}`]))),
          });
        }),
      { concurrency: 1, batchSize: 2 },
    );
    const first = [load('a'), load('a')];
    await until('the first read', () => reads.length === 1);
    t.same(reads[0]!.ids, ['a'], 'one turn of the event loop, one read');
    const again = load('a');
    const others = [load('b'), load('c'), load('b')];
    await nextTurn();
    t.equal(reads.length, 1, 'the limit of concurrent reads');
    reads[0]!.answer();
    t.same(await Promise.all(first), ['read 0', 'read 0']);
    await until('the second read', () => reads.length === 2);
    t.same(reads[1]!.ids, ['a', 'b'], 'the batch size limits a read');
    reads[1]!.answer();
    t.equal(await again, 'read 1', 'requested after the first read started');
    await until('the third read', () => reads.length === 3);
    t.same(reads[2]!.ids, ['c']);
    reads[2]!.answer();
    t.same(await Promise.all(others), ['read 1', 'read 2', 'read 1']);
  },
);

t.test('a failed read rejects its requests, and the next read succeeds', async (t) => {
  let fails = true;
  const load = createLoader<number>(
    (ids) => {
      if (fails) throw new Error('unavailable');
      return Promise.resolve(new Map(ids.map((id) => [id, 1])));
    },
    { concurrency: 1, batchSize: 10 },
  );
  await t.rejects(load('a'), { message: 'unavailable' });
  fails = false;
  t.equal(await load('a'), 1);
  t.equal(await load('a'), 1);
});

t.test('reading an unchanged batch costs one query', async (t) => {
  // The interval is too long for a poll of watched batches during the test.
  const harness = await openExecutionHarness({ timing: { watchIntervalMs: 3_600_000 } });
  t.teardown(() => harness.stop());
  const batch = await harness.submit('alice', 'select 1');
  const worker = await harness.claimAsWorker(batch);
  await worker.start(batch.statements[0]!);
  const path = `/api/batches/${batch.id}`;
  await harness.get('alice', path);
  harness.counter.queries = 0;
  for (let poll = 0; poll < 50; poll++) await harness.get('alice', path);
  t.equal(harness.counter.queries, 50);
});
