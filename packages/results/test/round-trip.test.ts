import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import type { StoredResult } from '@sluice/results';
import { testBehaviours } from './support/behaviours.js';
import { filesIn, rowAt, rowsOf, storeRows, temporaryStore } from './support/store.js';

/** Bytes this process has read, as the system counts them. */
const bytesRead = async (): Promise<number> =>
  Number(/rchar: (\d+)/.exec(await readFile('/proc/self/io', 'utf8'))?.[1]);

await testBehaviours(
  async (t) => {
    const { root, store } = await temporaryStore(t);
    return {
      store,
      names: () => filesIn(root),
      stored: (resultsPath) => readFile(join(root, resultsPath)),
    };
  },
  { runs: 60, pages: 60, writers: 60 },
);

await t.test('a page deep in a large result reads well under 1 MiB', async (t) => {
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

await t.test('a small result is one file, a large one has an index beside it', async (t) => {
  const { root, store } = await temporaryStore(t);
  const names = ({ resultsPath }: StoredResult) => resultsPath.split('/')[1];
  const small = await storeRows(store, 1);
  t.strictSame(await filesIn(root), [names(small)]);
  const large = await storeRows(store, 20_000);
  const index = names(large)?.replace(/json$/, 'idx');
  t.strictSame((await filesIn(root)).sort(), [names(small), names(large), index].sort());
});
