import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { outcomeOf, startScript } from './support/child.js';
import {
  chunkOf,
  day,
  filesIn,
  rowsBetween,
  rowsOf,
  startedOn,
  storeRows,
  temporaryStore,
} from './support/store.js';

const everything = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

await t.test('another process reads complete rows during and after the write', async (t) => {
  const { root, store } = await temporaryStore(t);
  for (const [rowCount, perFlush] of [
    [2_000, 20],
    [60_000, 500],
  ] as const) {
    const id = randomUUID();
    const writer = startScript('./write-rows.ts', [root, id, String(rowCount), String(perFlush)]);
    let isWriting = true;
    const writing = outcomeOf(writer).finally(() => (isWriting = false));
    const seen = new Set<number>();
    let last = 0;
    // Until the process exits, so that the renames happen during reads.
    while (isWriting) {
      const offset = Math.max(0, last - 50);
      const reading = await store.openPartialPage(id, startedOn, { offset, limit: 200_000 });
      if (reading === null) continue;
      if (reading.rowsSoFar < last) t.fail(`${reading.rowsSoFar} rows after ${last}`);
      if (reading.rowsSoFar > last && reading.rowsSoFar % (rowCount / 4) === 0) {
        writer.stdin?.write('\n');
      }
      last = reading.rowsSoFar;
      seen.add(last);
      const rows = JSON.stringify(await rowsOf(reading));
      if (rows !== JSON.stringify(rowsBetween(offset, last))) t.fail(`wrong rows at ${last}`);
    }
    t.match(await writing, { rowCount });
    t.ok(seen.size > 3, `${seen.size} different states were read`);
    t.strictSame(
      (await filesIn(join(root, day))).filter((name) => name.endsWith('.part')),
      [],
    );
  }
});

await t.test('a partially written row after the last flush is not returned', async (t) => {
  const { store } = await temporaryStore(t);
  const id = randomUUID();
  const writer = await store.create(id, startedOn);
  await writer.append(chunkOf(rowsBetween(0, 10)));
  await writer.flush();
  // Larger than the buffer, so that it is partly in the file during the read.
  const large = writer.append(chunkOf([['x'.repeat(30_000_000)]]));
  const reading = await store.openPartialPage(id, startedOn, everything);
  t.equal(reading?.rowsSoFar, 10);
  if (reading) t.same(await rowsOf(reading), rowsBetween(0, 10));
  await large;
  await writer.finish();
});

await t.test('a finished result without its index is an error, not a partial result', async (t) => {
  const { root, store } = await temporaryStore(t);
  const id = randomUUID();
  const result = await storeRows(store, 20_000, { statementId: id });
  await rm(join(root, result.resultsPath.replace(/json$/, 'idx')));
  await t.rejects(store.openPartialPage(id, startedOn, everything), { code: 'results_missing' });
});
