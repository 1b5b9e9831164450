import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import type { StoredResult } from '@sluice/results';
import { testStoreContract } from './support/store-contract.js';
import { filesIn, rowAt, rowsOf, storeRows, temporaryStore } from './support/store.js';

/** Returns the number of bytes that this process has read, as counted by the kernel. */
const bytesRead = async (): Promise<number> =>
  Number(/rchar: (\d+)/.exec(await readFile('/proc/self/io', 'utf8'))?.[1]);

await testStoreContract(
  async (t) => {
    const { root, store } = await temporaryStore(t);
    return {
      store,
      names: () => filesIn(root),
      stored: (resultsPath) => readFile(join(root, resultsPath)),
      replace: (resultsPath, bytes) => writeFile(join(root, resultsPath), bytes),
    };
  },
  { runs: 60, pages: 60, writers: 60 },
);

await t.test('a page deep in a large result reads less than 400 KiB', async (t) => {
  const { root, store } = await temporaryStore(t);
  const result = await storeRows(store, 300_000, { perChunk: 1000, bytes: 40 });
  const index = result.resultsPath.replace(/json$/, 'idx');
  t.ok((await stat(join(root, index))).size < 4096);
  const page = { offset: 270_000, limit: 100 };
  const before = await bytesRead();
  const rows = await rowsOf(await store.openPage(result.resultsPath, result, page));
  t.ok((await bytesRead()) - before < 400 * 1024);
  t.same(rows[99], rowAt(270_099, 40));
});

await t.test('a small result is one file and a large result has an index file', async (t) => {
  const { root, store } = await temporaryStore(t);
  const names = ({ resultsPath }: StoredResult) => resultsPath.split('/')[1];
  const small = await storeRows(store, 1);
  t.strictSame(await filesIn(root), [names(small)]);
  const large = await storeRows(store, 20_000);
  const index = names(large)?.replace(/json$/, 'idx');
  t.strictSame((await filesIn(root)).sort(), [names(small), names(large), index].sort());
});

/** Returns the index without its checksums: every second record from the third on. */
const withoutChecksums = (index: Buffer): Buffer =>
  Buffer.concat(
    Array.from({ length: index.length / 16 }, (_, at) =>
      index.subarray(at * 16, (at + 1) * 16),
    ).filter((_, at) => at < 2 || at % 2 === 1),
  );

await t.test('a result whose index has no checksums is readable', async (t) => {
  const { root, store } = await temporaryStore(t);
  const result = await storeRows(store, 40_000, { bytes: 20 });
  const index = join(root, result.resultsPath.replace(/json$/, 'idx'));
  const stored = await readFile(index);
  await writeFile(index, withoutChecksums(stored));
  t.ok((await stat(index)).size < stored.length);
  for (const offset of [0, 12_345, 39_999]) {
    const page = await store.openPage(result.resultsPath, result, { offset, limit: 1 });
    t.same(await rowsOf(page), [rowAt(offset, 20)]);
  }
});

await t.test('a changed index entry is detected', async (t) => {
  const { root, store } = await temporaryStore(t);
  const result = await storeRows(store, 40_000, { bytes: 20 });
  const index = join(root, result.resultsPath.replace(/json$/, 'idx'));
  const bytes = await readFile(index);
  // The row number in the entry of the second block and in the checksum record for it.
  for (const record of [2, 3]) {
    const at = record * 16;
    bytes.writeBigUInt64LE(bytes.readBigUInt64LE(at) + 1n, at);
  }
  await writeFile(index, bytes);
  const row = Number(bytes.readBigUInt64LE(48));
  for (const offset of [row - 2, row]) {
    const read = async () =>
      rowsOf(await store.openPage(result.resultsPath, result, { offset, limit: 1 }));
    await t.rejects(read(), { code: 'results_damaged' });
  }
});
