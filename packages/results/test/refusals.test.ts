import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { bodyOf, day, startedOn, storeRows, temporaryStore } from './support/store.js';

const id = '0b2f6f0e-6a58-4c0f-9b60-0f5f3b6a0f11';
const expected = { bytes: 5, rowCount: 1 };
const page = { offset: 0, limit: 1 };

const prefixes = ['', '/', './', '../', '..\\', '%2e%2e/', '//', '\0', `${day}/../`, `${day}/./`];
const names = [
  'etc/passwd',
  `${day}/${id}`,
  `${day}/${id}.json.part`,
  `${day}/${id}.idx`,
  `${day}/${id}.json\n`,
  `${day}/${id}.json\0`,
  `${day}/../${day}/${id}.json`,
  `${day}\\${id}.json`,
  `${day}/${id.toUpperCase()}.json`,
  `${day}//${id}.json`,
];
const hostile = prefixes.flatMap((prefix) => names.map((name) => prefix + name));

await t.test('100 hostile paths are rejected as not found by every operation', async (t) => {
  const { store } = await temporaryStore(t);
  t.equal(hostile.length, 100);
  await storeRows(store, 1, { statementId: id });
  for (const path of hostile) {
    const refusal = { code: 'results_refused', status: 404, title: 'Not found', detail: undefined };
    await t.rejects(store.openWhole(path, expected), refusal, JSON.stringify(path));
    await t.rejects(store.openPage(path, expected, page), refusal);
    await t.rejects(store.remove(path), refusal);
    await t.rejects(store.create(path, startedOn), refusal);
    await t.rejects(store.openPartialPage(path, startedOn, page), refusal);
  }
});

await t.test('a planted symbolic link to a file or folder is rejected', async (t) => {
  const { root, store } = await temporaryStore(t);
  const result = await storeRows(store, 1);
  const data = join(root, result.resultsPath);
  const outside = join(root, '..', 'outside');
  const refusal = { code: 'results_refused', status: 404 };
  await rename(data, outside);
  await symlink(outside, data);
  await t.rejects(store.openWhole(result.resultsPath, result), refusal);
  await t.rejects(store.openPage(result.resultsPath, result, page), refusal);

  await rm(data);
  await rename(join(root, day), join(root, '..', day));
  await rename(outside, join(root, '..', result.resultsPath));
  await symlink(join(root, '..', day), join(root, day));
  await t.rejects(store.openWhole(result.resultsPath, result), refusal);
  await t.rejects(store.openPage(result.resultsPath, result, page), refusal);
});

await t.test('a result is not written through a planted symbolic link to a folder', async (t) => {
  const { root, store } = await temporaryStore(t);
  await mkdir(join(root, '..', 'outside-folder'));
  await symlink(join(root, '..', 'outside-folder'), join(root, day));
  await t.rejects(store.create(id, startedOn), { code: 'storage' });
});

await t.test('a planted named pipe or folder is rejected without blocking', async (t) => {
  const { root, store } = await temporaryStore(t);
  const result = await storeRows(store, 1);
  const data = join(root, result.resultsPath);
  await rm(data);
  execFileSync('mkfifo', [data]);
  await t.rejects(store.openWhole(result.resultsPath, result), { code: 'results_refused' });
  await rm(data);
  await mkdir(data);
  await t.rejects(store.openWhole(result.resultsPath, result), { code: 'results_refused' });
});

await t.test('a missing file is reported as results_missing', async (t) => {
  const { root, store } = await temporaryStore(t);
  const problem = { code: 'results_missing', status: 500 };
  const absent = `${day}/${randomUUID()}.json`;
  await t.rejects(store.openWhole(absent, expected), problem);
  await t.rejects(store.openPage(absent, expected, page), {
    ...problem,
    detail: new RegExp(absent),
  });
  const large = await storeRows(store, 20_000);
  await rm(join(root, large.resultsPath.replace(/json$/, 'idx')));
  await t.rejects(store.openPage(large.resultsPath, large, page), problem);
});

await t.test('a truncated, extended or changed file is reported as results_damaged', async (t) => {
  const { root, store } = await temporaryStore(t);
  const problem = { code: 'results_damaged', status: 500 };
  for (const rowCount of [10, 20_000]) {
    const result = await storeRows(store, rowCount);
    const data = join(root, result.resultsPath);
    const body = await bodyOf(await store.openWhole(result.resultsPath, result));
    for (const wrong of [body.subarray(0, -1), Buffer.concat([body, Buffer.from('\n')])]) {
      await writeFile(data, wrong);
      await t.rejects(store.openWhole(result.resultsPath, result), problem);
      await t.rejects(store.openPage(result.resultsPath, result, page), problem);
    }
    body.writeUInt8(body.readUInt8(body.length - 5) ^ 1, body.length - 5);
    await writeFile(data, body);
    const read = async () => bodyOf(await store.openWhole(result.resultsPath, result));
    await t.rejects(read(), problem, 'the checksum detects one changed bit');
  }
});

await t.test('a damaged index is reported as results_damaged', async (t) => {
  const { root, store } = await temporaryStore(t);
  const result = await storeRows(store, 20_000);
  const index = join(root, result.resultsPath.replace(/json$/, 'idx'));
  const problem = { code: 'results_damaged' };
  const read = (rowCount = result.rowCount) =>
    store.openPage(result.resultsPath, { ...result, rowCount }, { offset: 15_000, limit: 1 });
  await t.rejects(read(20_001), problem, 'different row count');
  await truncate(index, 40);
  await t.rejects(read(), problem, 'truncated');
  await truncate(index, 0);
  await t.rejects(read(), problem, 'empty');
  await writeFile(index, Buffer.alloc(160, 1));
  await t.rejects(read(), problem, 'different format');
});

await t.test('truncating a file during a read ends the stream with an error', async (t) => {
  const { root, store } = await temporaryStore(t);
  const result = await storeRows(store, 60_000);
  const { stream } = await store.openWhole(result.resultsPath, result);
  await truncate(join(root, result.resultsPath), 300_000);
  await t.rejects(stream.toArray(), { code: 'results_damaged' });
});
