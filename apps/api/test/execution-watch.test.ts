import { until } from '@sluice/testkit';
import t from 'tap';
import { createLoader } from '../dist/batches/loader.js';
import type { Snapshot } from '../dist/batches/snapshots.js';
import { createBatchWatch } from '../dist/batches/watch.js';
import { createWorld } from './execution-support.js';

const snapshotOf = (id: string, version: number): Snapshot => ({
  id,
  version,
  userId: 'alice',
  isFinal: false,
  isWaiting: true,
  etag: `W/"${id}-${version}"`,
  fieldsJson: '{',
  statementsJson: '[]',
});

/** A watch over versions in memory. */
function openWatch({ maxWatchers = 100_000, intervalMs = 30 } = {}) {
  const versions = new Map<string, number>();
  const state = { heads: 0, largest: 0, reads: 0, failing: false, errors: [] as unknown[] };
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
      heads: (ids) => {
        state.heads += 1;
        state.largest = Math.max(state.largest, ids.length);
        if (state.failing) return Promise.reject(new Error('database away'));
        return Promise.resolve(
          new Map(ids.map((id) => [id, { version: versions.get(id) ?? 1, userId: 'alice' }])),
        );
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

t.test('more watchers than allowed are told to come again later', (t) => {
  const { watch } = openWatch({ maxWatchers: 2 });
  const first = watch.open('a', ignore);
  watch.open('b', ignore);
  const refused = () => watch.open('a', ignore);
  t.throws(refused, unavailable);
  first.close();
  first.close();
  watch.open('a', ignore);
  t.throws(refused, unavailable, 'closing twice frees one place');
  watch.close();
  t.throws(refused, unavailable, 'nor is anybody let in after the end');
  t.end();
});

t.test('10,000 watched batches are looked at by one query each time', async (t) => {
  const { watch, versions, state } = openWatch();
  const told: string[] = [];
  for (let n = 0; n < 10_000; n++) {
    const watcher = watch.open(`batch ${n}`, {
      onSnapshot: (snapshot) => told.push(snapshot?.id ?? ''),
      onClose: () => undefined,
    });
    watcher.saw(1);
  }
  versions.set('batch 77', 2);
  await until('the change is seen', () => told.length > 0);
  watch.close();
  t.same(told, ['batch 77']);
  t.equal(state.largest, 10_000);
  t.ok(state.heads <= 3, `${state.heads} queries`);
  t.equal(state.reads, 1, 'only what changed is read');
});

t.test('a failed look is reported, and the next one makes up for it', async (t) => {
  const { watch, versions, state } = openWatch();
  let seen = 0;
  const watcher = watch.open('a', {
    onSnapshot: (snapshot) => (seen = snapshot?.version ?? 0),
    onClose: () => undefined,
  });
  watcher.saw(1);
  state.failing = true;
  versions.set('a', 2);
  await until('it failed', () => state.errors.length > 0);
  t.equal(seen, 0);
  state.failing = false;
  await until('the change is seen', () => seen === 2);
  watch.close();
});

t.test('a notification wakes all watchers of its batch by one read', async (t) => {
  const { watch, versions, state, notify } = openWatch({ intervalMs: 60_000 });
  let told = 0;
  for (let n = 0; n < 500; n++) {
    watch.open('a', { onSnapshot: () => (told += 1), onClose: () => undefined }).saw(1);
  }
  state.reads = 0;
  versions.set('a', 2);
  notify('a');
  notify('nobody watches this');
  await until('all are told', () => told === 500);
  t.equal(state.reads, 1);
  watch.close();
  notify('a');
  t.equal(state.reads, 1, 'nothing is read after the end');
});

t.test('closing tells every watcher', (t) => {
  const { watch } = openWatch();
  let closed = 0;
  for (const id of ['a', 'a', 'b']) watch.open(id, { ...ignore, onClose: () => (closed += 1) });
  watch.close();
  watch.close();
  t.equal(closed, 3);
  t.end();
});

t.test(
  'a loader reads together what is asked for while it reads, never in an older read',
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
    const first = load('a');
    const again = load('a');
    const others = [load('b'), load('c'), load('b')];
    t.same(
      reads.map((read) => read.ids),
      [['a']],
    );
    reads[0]!.answer();
    t.equal(await first, 'read 0');
    await until('the second read', () => reads.length === 2);
    t.same(reads[1]!.ids, ['a', 'b'], 'no more than fit into one');
    reads[1]!.answer();
    t.equal(await again, 'read 1', 'asked after the first read had begun');
    await until('the third read', () => reads.length === 3);
    t.same(reads[2]!.ids, ['c']);
    reads[2]!.answer();
    t.same(await Promise.all(others), ['read 1', 'read 2', 'read 1']);
  },
);

t.test('a failed read fails those who asked, and the next one works', async (t) => {
  let fails = true;
  const load = createLoader<number>(
    (ids) => {
      if (fails) throw new Error('away');
      return Promise.resolve(new Map(ids.map((id) => [id, 1])));
    },
    { concurrency: 1, batchSize: 10 },
  );
  await t.rejects(load('a'), { message: 'away' });
  fails = false;
  t.equal(await load('a'), 1);
  t.equal(await load('a'), 1);
});

t.test('a poll of an unchanged batch costs one query', async (t) => {
  // No look at all watched batches falls in between.
  const world = await createWorld({ timing: { watchIntervalMs: 3_600_000 } });
  t.teardown(() => world.stop());
  const batch = await world.submit('alice', 'select 1');
  const worker = await world.play(batch);
  await worker.start(batch.statements[0]!);
  const path = `/api/batches/${batch.id}`;
  await world.get('alice', path);
  world.counter.queries = 0;
  for (let poll = 0; poll < 50; poll++) await world.get('alice', path);
  t.equal(world.counter.queries, 50);
});
