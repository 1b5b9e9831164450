import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import t from 'tap';
import type { ResultReading, StoredResult } from '@sluice/results';
import {
  bodyOf,
  chunkOf,
  filesIn,
  rowAt,
  rowsBetween,
  rowsOf,
  startedOn,
  storeRows,
  temporaryStore,
} from './support/store.js';

/** Bytes this process has read, as the system counts them. */
const bytesRead = async (): Promise<number> =>
  Number(/rchar: (\d+)/.exec(await readFile('/proc/self/io', 'utf8'))?.[1]);

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

await t.test('what goes in comes out: the whole, every page, and every part so far', async (t) => {
  const { root, store } = await temporaryStore(t);
  const property = fc.asyncProperty(
    chunks,
    fc.array(fc.tuple(fc.nat(300), fc.nat(300)), { minLength: 1, maxLength: 8 }),
    fc.nat(24),
    async (chunks, pages, flushAfter) => {
      const rows = chunks.flat();
      const id = randomUUID();
      const writer = await store.create(id, startedOn);
      for (const [at, chunk] of chunks.entries()) {
        await writer.append(chunkOf(chunk));
        if (at === flushAfter) await writer.flush();
      }
      const so = chunks.slice(0, flushAfter + 1).flat();
      const hasFlushed = flushAfter < chunks.length && so.length > 0;
      for (const [offset, limit] of pages) {
        const part = await store.openPartialPage(id, startedOn, { offset, limit });
        t.equal(part?.rowsSoFar, hasFlushed ? so.length : undefined);
        if (part) t.equal(await textOf(part), asText(so.slice(offset, offset + limit)));
      }
      const result = await writer.finish();
      t.equal(result.rowCount, rows.length);
      const body = await bodyOf(await store.openWhole(result.resultsPath, result));
      t.equal(body.toString(), asText(rows));
      t.ok(body.equals(await readFile(join(root, result.resultsPath))));
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
  // A fault of the disk would be looked for in ever smaller cases for minutes, and not be told.
  await fc.assert(property, { numRuns: 60, endOnFailure: true });
  t.strictSame(await filesIn(root), [], 'nothing is left behind');
});

await t.test('pages of a large result are its slices, wherever they begin', async (t) => {
  const { store } = await temporaryStore(t);
  const shapes = [
    { rowCount: 60_000, perChunk: 1, bytes: 0 },
    { rowCount: 60_000, perChunk: 997, bytes: 20 },
    { rowCount: 60_000, perChunk: 60_000, bytes: 0 },
    { rowCount: 40, perChunk: 40, bytes: 200_000 },
    { rowCount: 6, perChunk: 1, bytes: 1_000_000 },
  ];
  for (const { rowCount, ...shape } of shapes) {
    const result = await storeRows(store, rowCount, shape);
    const check = async (offset: number, limit: number) => {
      const page = await store.openPage(result.resultsPath, result, { offset, limit });
      const expected = rowsBetween(offset, Math.min(rowCount, offset + limit), shape.bytes);
      t.equal(await textOf(page), asText(expected), `${rowCount} rows: ${limit} from ${offset}`);
    };
    for (let at = 0; at < rowCount; at += Math.ceil(rowCount / 60)) await check(at, 3);
    await check(0, rowCount);
    await check(1, rowCount);
    await check(rowCount - 1, 100);
    await check(rowCount, 100);
    await check(rowCount + 5, 100);
    await check(5, 0);
  }
});

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

await t.test('an empty result is [] and nothing else', async (t) => {
  const { root, store } = await temporaryStore(t);
  const empty = await (await store.create(randomUUID(), startedOn)).finish();
  t.match(empty, { bytes: 2, rowCount: 0, crc32: crc32('[]') });
  t.equal((await bodyOf(await store.openWhole(empty.resultsPath, empty))).toString(), '[]');
  const page = await store.openPage(empty.resultsPath, empty, { offset: 0, limit: 10 });
  t.equal((await bodyOf(page)).toString(), '[]');
  t.equal((await filesIn(root)).length, 1);
});

await t.test('rows without columns are counted and paged', async (t) => {
  const { store } = await temporaryStore(t);
  for (const count of [1, 2, 100_000]) {
    const writer = await store.create(randomUUID(), startedOn);
    await writer.append(chunkOf(Array.from({ length: count }, () => [])));
    const result = await writer.finish();
    t.equal((await rowsOf(await store.openWhole(result.resultsPath, result))).length, count);
    const last = { offset: count - 1, limit: 5 };
    const page = await store.openPage(result.resultsPath, result, last);
    t.equal((await bodyOf(page)).toString(), '[[]]');
  }
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
