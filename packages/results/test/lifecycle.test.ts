import { randomUUID } from 'node:crypto';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { openFileResultStore } from '@sluice/results';
import {
  allFilesClosed,
  bodyOf,
  chunkOf,
  closed,
  day,
  filesIn,
  openFilesOf,
  rowsBetween,
  rowsOf,
  startedOn,
  storeRows,
  temporaryStore,
} from './support/store.js';

await t.test('a reader that disconnects leaves no open file', async (t) => {
  const { root, store } = await temporaryStore(t);
  const large = await storeRows(store, 60_000);
  const small = await storeRows(store, 3);
  await allFilesClosed(root);
  const readings = await Promise.all(
    Array.from({ length: 200 }, (_, at) => {
      if (at % 4 === 0) return store.openWhole(small.resultsPath, small);
      if (at % 4 === 1) return store.openWhole(large.resultsPath, large);
      const limit = at % 4 === 2 ? 10 : 50_000;
      return store.openPage(large.resultsPath, large, { offset: 5, limit });
    }),
  );
  t.ok((await openFilesOf(root)) >= 90, 'readers of large results hold their files open');
  for (const [at, { stream }] of readings.entries()) {
    // Before the first read, during a read, and after the first part.
    if (at % 3 === 1) stream.read();
    if (at % 3 === 2) await new Promise((done) => stream.once('data', done));
    stream.destroy();
  }
  await Promise.all(readings.map(({ stream }) => closed(stream)));
  await allFilesClosed(root);
});

await t.test('rejected, damaged and complete reads leave no open file', async (t) => {
  const { root, store } = await temporaryStore(t);
  const result = await storeRows(store, 20_000);
  const wrong = { ...result, bytes: result.bytes + 1 };
  await t.rejects(store.openWhole(result.resultsPath, wrong));
  await t.rejects(store.openPage(result.resultsPath, wrong, { offset: 0, limit: 1 }));
  await bodyOf(await store.openWhole(result.resultsPath, result));
  await bodyOf(await store.openPage(result.resultsPath, result, { offset: 0, limit: 20_000 }));
  await rm(join(root, result.resultsPath.replace(/json$/, 'idx')));
  await t.rejects(store.openPage(result.resultsPath, result, { offset: 0, limit: 1 }));
  await allFilesClosed(root);
});

await t.test('the folder of a day is removed with its last result and created again', async (t) => {
  const { root, store } = await temporaryStore(t);
  const first = await storeRows(store, 1);
  const second = await storeRows(store, 1);
  await store.remove(first.resultsPath);
  t.strictSame(await readdir(root), [day]);
  await store.remove(second.resultsPath);
  t.strictSame(await readdir(root), []);
  t.match(await storeRows(store, 1), { rowCount: 1 });
});

await t.test('an aborted result leaves no open file', async (t) => {
  const { root, store } = await temporaryStore(t);
  const writers = await Promise.all(
    [10, 60_000].map(async (rows) => {
      const writer = await store.create(randomUUID(), startedOn);
      await writer.append(chunkOf(rowsBetween(0, rows)));
      await writer.flush();
      return writer;
    }),
  );
  t.ok((await openFilesOf(root)) > 0);
  await Promise.all(writers.map((writer) => writer.abort()));
  await allFilesClosed(root);
});

await t.test(
  'files left by a crash are not returned as results and do not block new ones',
  async (t) => {
    const { root, store } = await temporaryStore(t);
    await storeRows(store, 1);
    const id = randomUUID();
    const name = join(root, day, id);
    await writeFile(`${name}.json.part`, '[[1],\n[2');
    t.equal(await store.openPartialPage(id, startedOn, { offset: 0, limit: 9 }), null);
    const path = `${day}/${id}.json`;
    await t.rejects(store.openWhole(path, { bytes: 8, rowCount: 2 }), { code: 'results_missing' });
    await writeFile(`${name}.idx.part`, Buffer.alloc(64));
    const result = await storeRows(store, 30_000, { statementId: id });
    t.same(await rowsOf(await store.openWhole(result.resultsPath, result)), rowsBetween(0, 30_000));
    t.equal((await filesIn(root)).filter((file) => file.endsWith('.part')).length, 0);
  },
);

await t.test('files that are not results are neither listed nor removed', async (t) => {
  const { root, store } = await temporaryStore(t);
  const { resultsPath } = await storeRows(store, 1);
  await writeFile(join(root, day, 'notes.txt'), 'not ours');
  const listed = [];
  for await (const result of store.list(new Date(Date.now() + 60_000))) {
    listed.push(result.resultsPath);
  }
  t.strictSame(listed, [resultsPath]);
  await store.remove(resultsPath);
  t.strictSame(await filesIn(root), ['notes.txt']);
});

await t.test(
  'a second writer of the same statement does not share the file of the first',
  async (t) => {
    const { store } = await temporaryStore(t);
    const id = randomUUID();
    const first = await store.create(id, startedOn);
    await first.append(chunkOf([['first']]));
    const second = await store.create(id, startedOn);
    await second.append(chunkOf([['second']]));
    await first.append(chunkOf([['still first']]));
    const result = await second.finish();
    await t.rejects(first.finish(), { code: 'storage' });
    t.same(await rowsOf(await store.openWhole(result.resultsPath, result)), [['second']]);
  },
);

await t.test('result files and folders are accessible only to the service user', async (t) => {
  const { root, store } = await temporaryStore(t);
  const result = await storeRows(store, 20_000);
  const mode = async (path: string) => (await stat(join(root, path))).mode & 0o777;
  t.equal(await mode('.'), 0o700);
  t.equal(await mode(day), 0o700);
  t.equal(await mode(result.resultsPath), 0o600);
  t.equal(await mode(result.resultsPath.replace(/json$/, 'idx')), 0o600);
});

await t.test('a store with a missing parent folder fails to open', async (t) => {
  const { root } = await temporaryStore(t);
  const directory = join(root, 'no', 'such');
  await t.rejects(openFileResultStore({ directory }), { code: 'storage' });
});
