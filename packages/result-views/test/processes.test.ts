// Runs in its own process: it counts the children of the process.
import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import type { ViewRequest } from '@sluice/contracts';
import { openS3ResultStore } from '@sluice/results';
import { childrenOf, createBucket, sharedSwift, until } from '@sluice/testkit';
import {
  column,
  openTestViews,
  storeChunks,
  storeTexts,
  viewOf,
  viewText,
} from './support/views.js';

const columns = [column('number'), column('string')];
const sorted: ViewRequest = { sort: [{ column: 1, descending: true }], limit: 1 };
const few = [
  ['1', '"a"'],
  ['2', '"b"'],
];

/** Rows with a text of random digits. */
function* manyRows(count: number, textLength = 60) {
  const perChunk = 10_000;
  // Pieces of the same digits: generating all of them takes longer than the tests.
  const digits = randomBytes(1_000_000).toString('base64');
  for (let first = 0; first < count; first += perChunk) {
    const rows = Array.from({ length: perChunk }, (_, at) => {
      const start = Math.floor(Math.random() * (digits.length - textLength));
      return JSON.stringify([first + at, digits.slice(start, start + textLength)]);
    });
    yield { rowCount: perChunk, json: Buffer.from(rows.join(',\n')) };
  }
}

const processCount = () => childrenOf(process.pid).length;

/** Directories of processes that run. */
async function directories(folder: string): Promise<string[]> {
  const own = await readdir(join(folder, 'views')).catch(() => []);
  const each = await Promise.all(own.map((name) => readdir(join(folder, 'views', name))));
  return each.flat();
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Waits until no process has a directory. Processes are looked after every few seconds. */
const untilNoDirectory = (folder: string) =>
  until('the process has ended', async () => (await directories(folder)).length === 0);

// Views of it take long enough to be cancelled. The tests store it once.
const { store: largeStore } = await openTestViews(t);
const large = await storeChunks(largeStore, columns, manyRows(500_000));

await t.test('an aborted view is cancelled, and the process answers the next one', async (t) => {
  const { views } = await openTestViews(t, {}, largeStore);
  const controller = new AbortController();
  const reason = new Error('gone');
  const view = viewText(views, large, sorted, controller.signal);
  const count: ViewRequest = { aggregates: [{ function: 'count', column: 0 }], limit: 0 };
  const other = viewOf(views, large, count);
  await until('the process runs', () => Promise.resolve(processCount() === 1));
  controller.abort(reason);
  await t.rejects(view, reason);
  t.same((await other).aggregates, [500_000], 'another view of the same result is answered');
  t.same((await viewOf(views, large, count)).aggregates, [500_000]);
});

await t.test('a view that waits for another one is cancelled at once', async (t) => {
  const { views } = await openTestViews(t, {}, largeStore);
  let isAnswered = false;
  const running = viewText(views, large, sorted).finally(() => (isAnswered = true));
  const controller = new AbortController();
  const reason = new Error('gone');
  const waiting = viewText(views, large, { limit: 1 }, controller.signal);
  await until('the process runs', () => processCount() === 1);
  const [pid] = childrenOf(process.pid);
  controller.abort(reason);
  await t.rejects(waiting, reason);
  t.notOk(isAnswered, 'the other view still runs');
  await running;
  t.same(childrenOf(process.pid), [pid], 'in the same process');
});

await t.test('directories of killed services are removed', async (t) => {
  const { views, store, folder } = await openTestViews(t);
  const abandoned = join(folder, 'views', 'api-abandoned');
  const recent = join(folder, 'views', 'api-recent');
  for (const each of [abandoned, recent]) await mkdir(join(each, 'view-1'), { recursive: true });
  const old = new Date(Date.now() - 3_600_000);
  await utimes(abandoned, old, old);
  await until('the abandoned one is removed', async () => !(await exists(abandoned)));
  t.ok(await exists(recent), 'another service may use it');
  t.same((await viewOf(views, await storeTexts(store, columns, few), sorted)).rows, [[2, 'b']]);
});

await t.test('a view beyond its time is cancelled', async (t) => {
  const { views } = await openTestViews(t, { timeoutMs: 50 }, largeStore);
  await t.rejects(viewOf(views, large, sorted), { code: 'view_timeout', status: 503 });
});

await t.test('a process ends when it is unused, and removes its directory', async (t) => {
  const { views, store, folder } = await openTestViews(t, { idleMs: 1 });
  const result = await storeTexts(store, columns, few);
  await viewOf(views, result, sorted);
  t.equal((await directories(folder)).length, 1);
  await untilNoDirectory(folder);
  t.equal(processCount(), 0);
  t.same((await viewOf(views, result, sorted)).rows, [[2, 'b']], 'the next view starts another');
});

await t.test('a process ends when its result is removed', async (t) => {
  const { views, store, folder } = await openTestViews(t);
  const result = await storeTexts(store, columns, few);
  await viewOf(views, result, sorted);
  await store.remove(result.resultsPath);
  await untilNoDirectory(folder);
  await t.rejects(viewOf(views, result, sorted), { code: 'results_missing' });
});

await t.test('another result takes the place of the process that was unused longest', async (t) => {
  const { views, store } = await openTestViews(t, { processes: 2 });
  const results = await Promise.all([1, 2, 3].map(() => storeTexts(store, columns, few)));
  for (const result of results) await viewOf(views, result, sorted);
  await until('one process has ended', () => Promise.resolve(processCount() === 2));
  for (const result of results) t.same((await viewOf(views, result, sorted)).rows, [[2, 'b']]);
});

await t.test('several first views of a result share one process', async (t) => {
  const { views, store, folder } = await openTestViews(t);
  const result = await storeTexts(store, columns, few);
  const answers = await Promise.all([1, 2, 3, 4].map(() => viewText(views, result, sorted)));
  t.equal(new Set(answers).size, 1);
  t.equal((await directories(folder)).length, 1);
});

await t.test('a damaged or changed file is not answered from', async (t) => {
  const { views, store, folder } = await openTestViews(t);
  const result = await storeTexts(store, columns, few);
  const path = join(folder, 'results', result.resultsPath);
  await writeFile(path, '[[1,"a"],\n[2,"c"]]');
  await t.rejects(viewOf(views, result, sorted), { code: 'results_damaged' });
  await appendFile(path, ' ');
  const other = { ...result, expected: { ...result.expected } };
  await views.close();
  const { views: again } = await openTestViews(t, {}, store);
  await t.rejects(viewOf(again, other, sorted), { code: 'results_damaged' });
  await rm(path);
  await t.rejects(viewOf(again, other, sorted), { code: 'results_missing' });
});

await t.test('a result in an object storage is copied, within the disk limit', async (t) => {
  const swift = await sharedSwift();
  t.teardown(() => swift.stop());
  const { name } = await createBucket(swift);
  const { endpoint, region, credentials } = swift;
  const bucket = { bucket: name, endpoint, region, credentials, forcePathStyle: true };
  const { views, store, folder } = await openTestViews(
    t,
    { diskMb: 16 },
    await openS3ResultStore({ ...bucket, prefix: '' }),
  );
  const small = await storeTexts(store, columns, few);
  t.same((await viewOf(views, small, sorted)).rows, [[2, 'b']]);
  const tooLarge = await storeChunks(store, columns, manyRows(300_000));
  await t.rejects(viewOf(views, tooLarge, sorted), { code: 'view_limit', status: 413 });
  t.equal((await directories(folder)).length, 1, 'of the first result');
  await store.remove(small.resultsPath);
  await untilNoDirectory(folder);
  await t.rejects(viewOf(views, small, sorted), { code: 'results_missing' });
});

await t.test('a view beyond its memory and disk fails, and later views work', async (t) => {
  const { views, store } = await openTestViews(t, { memoryMb: 256, diskMb: 16 });
  const tooLarge = await storeChunks(store, columns, manyRows(800_000, 300));
  await t.rejects(viewOf(views, tooLarge, sorted), { code: 'view_limit', status: 413 });
  const small = await storeTexts(store, columns, few);
  t.same((await viewOf(views, small, sorted)).rows, [[2, 'b']]);
});

await t.test('closing ends all processes and removes their directories', async (t) => {
  const { views, store, folder } = await openTestViews(t);
  const result = await storeTexts(store, columns, few);
  await viewOf(views, result, sorted);
  await views.close();
  t.same(await readdir(join(folder, 'views')), []);
  t.equal(processCount(), 0);
});
