/** Writes until the disk is full, then writes a small result. Argument: `<root>`. Prints the outcome of each step. */
import { randomUUID } from 'node:crypto';
import { openFileResultStore, ResultsError } from '@sluice/results';
import { bodyOf, chunkOf, filesIn, rowsBetween, startedOn, storeRows } from './store.js';

const [root = ''] = process.argv.slice(2);
const store = await openFileResultStore({ directory: root });
const statementId = randomUUID();
const problemOf = async (work: () => Promise<unknown>) => {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof ResultsError) return { code: error.code, title: error.title };
    throw error;
  }
};
const writer = await store.create(statementId, startedOn);
const append = async () => {
  for (let row = 0; ; row += 100) await writer.append(chunkOf(rowsBetween(row, row + 100, 100)));
};
const first = await problemOf(append);
const again = await problemOf(() => writer.finish());
const left = await filesIn(root);
const part = await store.openPartialPage(statementId, startedOn, { offset: 0, limit: 1 });
const small = await storeRows(store, 2_000, { bytes: 100 });
const body = await bodyOf(await store.openWhole(small.resultsPath, small));
console.log(JSON.stringify({ first, again, left, part, bytes: body.length === small.bytes }));
