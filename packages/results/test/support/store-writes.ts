import { randomUUID } from 'node:crypto';
import t, { type Test } from 'tap';
import { bodyOf, chunkOf, day, rowsBetween, rowsOf, startedOn, storeRows } from './store.js';
import type { ObservedStore, TestSize } from './observed-store.js';

const everything = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

/** Tests flushing, aborting, adopting, listing and removing results. */
export async function testWrites(
  open: (t: Test) => Promise<ObservedStore>,
  size: TestSize,
): Promise<void> {
  await t.test('concurrent writers store their own rows', async (t) => {
    const { store, names } = await open(t);
    const sizes = Array.from({ length: size.writers }, (_, at) => (at % 3 ? at : 9_000 + at));
    const results = await Promise.all(sizes.map((rowCount) => storeRows(store, rowCount)));
    for (const [at, result] of results.entries()) {
      const rows = await rowsOf(await store.openWhole(result.resultsPath, result));
      t.same(rows, rowsBetween(0, sizes[at] ?? -1));
    }
    await Promise.all(results.map(({ resultsPath }) => store.remove(resultsPath)));
    t.strictSame(await names(), []);
  });

  await t.test('overlapping calls run in order', async (t) => {
    const { store } = await open(t);
    const writer = await store.create(randomUUID(), startedOn);
    const calls: Promise<void>[] = [];
    const rowsPerCall = 3_000 / size.pages;
    for (let row = 0; row < 3_000; row += rowsPerCall) {
      calls.push(writer.append(chunkOf(rowsBetween(row, row + rowsPerCall, 300))), writer.flush());
    }
    const result = await writer.finish();
    await Promise.all(calls);
    const rows = await rowsOf(await store.openWhole(result.resultsPath, result));
    t.same(rows, rowsBetween(0, 3_000, 300));
    for (const offset of [0, 1, 1_500, 2_999]) {
      const page = await store.openPage(result.resultsPath, result, { offset, limit: 2 });
      t.same(await rowsOf(page), rowsBetween(offset, Math.min(3_000, offset + 2), 300));
    }
  });

  await t.test('a read in progress survives the removal of its result', async (t) => {
    const { store, names } = await open(t);
    const result = await storeRows(store, 60_000);
    const whole = await store.openWhole(result.resultsPath, result);
    const page = await store.openPage(result.resultsPath, result, { offset: 1, limit: 50_000 });
    await store.remove(result.resultsPath);
    t.strictSame(await names(), []);
    t.same(await rowsOf(whole), rowsBetween(0, 60_000));
    t.same(await rowsOf(page), rowsBetween(1, 50_001));
    await t.rejects(store.openWhole(result.resultsPath, result), { code: 'results_missing' });
    await store.remove(result.resultsPath);
  });

  await t.test('abort removes everything at any time and may be repeated', async (t) => {
    const { store, names } = await open(t);
    for (const rows of [0, 10, 60_000]) {
      const writer = await store.create(randomUUID(), startedOn);
      const appending = writer.append(chunkOf(rowsBetween(0, rows)));
      const flushing = writer.flush();
      await Promise.all([writer.abort(), writer.abort()]);
      await writer.abort();
      await Promise.all([appending, flushing]);
      await t.rejects(writer.append(chunkOf([[1]])), { code: 'storage' });
      await t.rejects(writer.finish(), { code: 'storage' });
    }
    t.strictSame(await names(), []);
  });

  await t.test('abort after finish does not remove the result', async (t) => {
    const { store } = await open(t);
    const writer = await store.create(randomUUID(), startedOn);
    await writer.append(chunkOf([[1]]));
    const result = await writer.finish();
    await writer.abort();
    const body = await bodyOf(await store.openWhole(result.resultsPath, result));
    t.equal(body.toString(), '[[1]]');
    await t.rejects(writer.append(chunkOf([[2]])), /already finished/);
  });

  await t.test('rows are readable after a flush and not before', async (t) => {
    const { store } = await open(t);
    const id = randomUUID();
    const openPart = () => store.openPartialPage(id, startedOn, everything);
    t.equal(await openPart(), null, 'before the result is created');
    const writer = await store.create(id, startedOn);
    t.match(writer.partialPath, `${day}/${id}.json.part`);
    t.equal(await openPart(), null, 'before the first row');
    await writer.flush();
    t.equal(await openPart(), null, 'flushed without a row');
    await writer.append(chunkOf(rowsBetween(0, 30_000)));
    t.equal(await openPart(), null, 'before the flush, although most rows are in the file');
    await writer.flush();
    await writer.append(chunkOf(rowsBetween(30_000, 30_001)));
    const reading = await openPart();
    t.equal(reading?.rowsSoFar, 30_000);
    if (reading) t.same(await rowsOf(reading), rowsBetween(0, 30_000));
    await writer.abort();
    t.equal(await openPart(), null, 'after abort');
  });

  await t.test('an adopted statement writes and reads under its own name', async (t) => {
    const { store } = await open(t);
    const id = randomUUID();
    const first = await store.create(id, startedOn);
    await first.append(chunkOf([['first']]));
    await first.flush();
    const second = await store.create(id, startedOn, 1);
    await second.append(chunkOf([['second']]));
    const result = await second.finish();
    const [own, other] = await Promise.all(
      [1, 0].map((adoption) => store.openPartialPage(id, startedOn, everything, adoption)),
    );
    if (own) t.same(await rowsOf(own), [['second']]);
    if (other) t.same(await rowsOf(other), [['first']]);
    await store.remove(`${day}/${id}.json`);
    t.same(await rowsOf(await store.openWhole(result.resultsPath, result)), [['second']]);
    await first.abort();
    t.ok(await store.has(result.resultsPath));
    t.notOk(await store.has(`${day}/${id}.json`));
  });

  await t.test('results and partial results are listed by age and can be removed', async (t) => {
    const { store, names } = await open(t);
    const whole = await storeRows(store, 20_000);
    const id = randomUUID();
    const writer = await store.create(id, startedOn);
    await writer.append(chunkOf([[1]]));
    await writer.flush();
    const list = async (before: Date) => {
      const paths = new Set<string>();
      for await (const { resultsPath } of store.list(before)) paths.add(resultsPath);
      return paths;
    };
    t.strictSame(await list(new Date(0)), new Set());
    const found = await list(new Date(Date.now() + 60_000));
    t.strictSame(found, new Set([whole.resultsPath, `${day}/${id}.json`]));
    for (const path of found) await store.remove(path);
    t.strictSame(await names(), []);
    await writer.abort();
  });

  await t.test('a missing result is reported as results_missing', async (t) => {
    const { store } = await open(t);
    const problem = { code: 'results_missing', status: 500 };
    const absent = `${day}/${randomUUID()}.json`;
    for (const bytes of [5, 9_000_000]) {
      const expected = { bytes, rowCount: 1 };
      await t.rejects(store.openWhole(absent, expected), {
        ...problem,
        detail: new RegExp(absent),
      });
      await t.rejects(store.openPage(absent, expected, { offset: 0, limit: 1 }), problem);
    }
  });

  await t.test('freeBytes reports the free space', async (t) => {
    const { store } = await open(t);
    t.ok((await store.freeBytes()) > 1024 * 1024);
  });
}
