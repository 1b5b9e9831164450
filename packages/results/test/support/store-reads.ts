import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import type { ResultReading } from '@sluice/results';
import { bodyOf, chunkOf, rowsBetween, rowsOf, startedOn, storeRows } from './store.js';
import type { ObservedStore, TestSize } from './observed-store.js';

const asText = (rows: readonly unknown[]) =>
  `[${rows.map((row) => JSON.stringify(row)).join(',\n')}]`;

const textOf = async (reading: ResultReading) => (await bodyOf(reading)).toString();

const cell = fc.oneof(
  { weight: 8, arbitrary: fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean()) },
  { weight: 2, arbitrary: fc.constantFrom(null, '', 'é\n\r\u2028', '😀"\\', '],\n[') },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 60_000 }).map((n) => 'é'.repeat(n)) },
);
const chunks = fc.array(fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 12 }), {
  maxLength: 24,
});

/** Tests that a store returns the rows it was given. */
export async function testReads(
  open: (t: Test) => Promise<ObservedStore>,
  size: TestSize,
): Promise<void> {
  await t.test(
    'the whole result, every page and every partial page return the stored rows',
    async (t) => {
      const { store, names, stored } = await open(t);
      const property = fc.asyncProperty(
        chunks,
        fc.array(fc.tuple(fc.nat(300), fc.nat(300)), { minLength: 1, maxLength: 8 }),
        fc.nat(24),
        async (chunks, pages, flushAfter) => {
          const rows = chunks.flat();
          const id = randomUUID();
          const writer = await store.create(id, startedOn);
          let released = 0;
          for (const [at, chunk] of chunks.entries()) {
            const { rowCount, json } = chunkOf(chunk);
            const release = () => {
              released++;
              json.fill(0);
            };
            await writer.append({ rowCount, json, release });
            if (at === flushAfter) await writer.flush();
          }
          const flushedRows = chunks.slice(0, flushAfter + 1).flat();
          const hasFlushed = flushAfter < chunks.length && flushedRows.length > 0;
          for (const [offset, limit] of pages) {
            const part = await store.openPartialPage(id, startedOn, { offset, limit });
            t.equal(part?.rowsSoFar, hasFlushed ? flushedRows.length : undefined);
            if (part)
              t.equal(await textOf(part), asText(flushedRows.slice(offset, offset + limit)));
          }
          const result = await writer.finish();
          t.equal(released, chunks.length, 'all chunks are released');
          t.equal(result.rowCount, rows.length);
          const body = await bodyOf(await store.openWhole(result.resultsPath, result));
          t.equal(body.toString(), asText(rows));
          t.ok(body.equals(await stored(result.resultsPath)));
          t.equal(result.crc32, crc32(body));
          for (const [offset, limit] of pages) {
            const expected = rows.slice(offset, offset + limit);
            const page = await store.openPage(result.resultsPath, result, { offset, limit });
            t.equal(await textOf(page), asText(expected));
            const late = await store.openPartialPage(id, startedOn, { offset, limit });
            t.equal(late?.rowsSoFar, rows.length);
            if (late) t.equal(await textOf(late), asText(expected));
          }
          await store.remove(result.resultsPath);
          return t.passing();
        },
      );
      // Shrinking a disk failure would take minutes and hide the error.
      await fc.assert(property, { numRuns: size.runs, endOnFailure: true });
      t.strictSame(await names(), [], 'no file is left');
    },
  );

  await t.test('pages of a large result are slices of its rows at any offset', async (t) => {
    const { store } = await open(t);
    const shapes = [
      { rowCount: 60_000, perChunk: 1, bytes: 0 },
      { rowCount: 60_000, perChunk: 997, bytes: 20 },
      { rowCount: 60_000, perChunk: 60_000, bytes: 0 },
      { rowCount: 60, perChunk: 60, bytes: 200_000 },
      { rowCount: 6, perChunk: 1, bytes: 1_000_000 },
    ];
    for (const { rowCount, ...shape } of shapes) {
      const result = await storeRows(store, rowCount, shape);
      const check = async (offset: number, limit: number) => {
        const page = await store.openPage(result.resultsPath, result, { offset, limit });
        const expected = rowsBetween(offset, Math.min(rowCount, offset + limit), shape.bytes);
        t.equal(await textOf(page), asText(expected), `${rowCount} rows: ${limit} from ${offset}`);
      };
      for (let at = 0; at < rowCount; at += Math.ceil(rowCount / size.pages)) await check(at, 3);
      await check(0, rowCount);
      await check(1, rowCount);
      await check(rowCount - 1, 100);
      await check(rowCount, 100);
      await check(rowCount + 5, 100);
      await check(5, 0);
    }
  });

  await t.test('a row changed in the stored file is never returned', async (t) => {
    const { store, stored, replace } = await open(t);
    const shapes = [
      { rowCount: 100, perChunk: 10, bytes: 20 },
      { rowCount: 40_000, perChunk: 100, bytes: 20 },
      { rowCount: 40_000, perChunk: 40_000, bytes: 20 },
      { rowCount: 12, perChunk: 1, bytes: 200_000 },
      { rowCount: 4, perChunk: 1, bytes: 1_500_000 },
    ];
    for (const { rowCount, ...shape } of shapes) {
      const { resultsPath, ...result } = await storeRows(store, rowCount, shape);
      const altered = Math.floor(rowCount / 2);
      const body = await stored(resultsPath);
      const at = body.indexOf(`"row ${altered}"`) + 1;
      body.write('R', at);
      await replace(resultsPath, body);
      const read = async (offset: number, limit: number) =>
        bodyOf(await store.openPage(resultsPath, result, { offset, limit }));
      const problem = { code: 'results_damaged', status: 500 };
      const what = `${rowCount} rows of ${shape.bytes}`;
      await t.rejects(read(altered, 1), problem, `${what}: the row`);
      await t.rejects(read(altered - 1, 3), problem, `${what}: a page that contains it`);
      await t.rejects(read(0, rowCount), problem, `${what}: all rows as a page`);
      if (result.bytes <= 256 * 1024) continue;
      t.equal((await read(0, 1)).toString(), asText(rowsBetween(0, 1, shape.bytes)), what);
      const last = rowsBetween(rowCount - 1, rowCount, shape.bytes);
      t.equal((await read(rowCount - 1, 5)).toString(), asText(last), what);
    }
  });

  await t.test('an empty result is stored as []', async (t) => {
    const { store, names } = await open(t);
    const empty = await (await store.create(randomUUID(), startedOn)).finish();
    t.match(empty, { bytes: 2, rowCount: 0, crc32: crc32('[]') });
    t.equal(await textOf(await store.openWhole(empty.resultsPath, empty)), '[]');
    const page = await store.openPage(empty.resultsPath, empty, { offset: 0, limit: 10 });
    t.equal(await textOf(page), '[]');
    t.equal((await names()).length, 1);
  });

  await t.test('rows without columns are counted and paged', async (t) => {
    const { store } = await open(t);
    for (const count of [1, 2, 100_000]) {
      const writer = await store.create(randomUUID(), startedOn);
      await writer.append(chunkOf(Array.from({ length: count }, () => [])));
      const result = await writer.finish();
      t.equal((await rowsOf(await store.openWhole(result.resultsPath, result))).length, count);
      const last = { offset: count - 1, limit: 5 };
      t.equal(await textOf(await store.openPage(result.resultsPath, result, last)), '[[]]');
    }
  });
}
