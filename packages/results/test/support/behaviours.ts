/** What every store does, whatever it keeps results in. */
import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import type { ResultReading, ResultStore } from '@sluice/results';
import { bodyOf, chunkOf, day, rowsBetween, rowsOf, startedOn, storeRows } from './store.js';

/** A store of a test. */
export interface ObservedStore {
  store: ResultStore;
  /** Names of all that is stored, parts of unfinished results included. */
  names(): Promise<string[]>;
  /** The bytes stored under the path. */
  stored(resultsPath: string): Promise<Buffer>;
  /** Puts other bytes in their place. */
  replace(resultsPath: string, bytes: Buffer): Promise<void>;
}

/** How much is tried: calls of a store that is far away take their time. */
export interface Effort {
  /** Cases of the round trip. */
  runs: number;
  /** Pages of each large result. */
  pages: number;
  writers: number;
}

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

const everything = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

/** Tests a kind of store; `open` opens an empty one. */
export async function testBehaviours(
  open: (t: Test) => Promise<ObservedStore>,
  effort: Effort,
): Promise<void> {
  await t.test(
    'what goes in comes out: the whole, every page, and every part so far',
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
          const so = chunks.slice(0, flushAfter + 1).flat();
          const hasFlushed = flushAfter < chunks.length && so.length > 0;
          for (const [offset, limit] of pages) {
            const part = await store.openPartialPage(id, startedOn, { offset, limit });
            t.equal(part?.rowsSoFar, hasFlushed ? so.length : undefined);
            if (part) t.equal(await textOf(part), asText(so.slice(offset, offset + limit)));
          }
          const result = await writer.finish();
          t.equal(released, chunks.length, 'all memory is given back');
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
      // A fault of the disk would be looked for in ever smaller cases for minutes, and not be told.
      await fc.assert(property, { numRuns: effort.runs, endOnFailure: true });
      t.strictSame(await names(), [], 'nothing is left behind');
    },
  );

  await t.test('pages of a large result are its slices, wherever they begin', async (t) => {
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
      for (let at = 0; at < rowCount; at += Math.ceil(rowCount / effort.pages)) await check(at, 3);
      await check(0, rowCount);
      await check(1, rowCount);
      await check(rowCount - 1, 100);
      await check(rowCount, 100);
      await check(rowCount + 5, 100);
      await check(5, 0);
    }
  });

  await t.test('a row that was altered in place is never sent', async (t) => {
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
      await t.rejects(read(altered - 1, 3), problem, `${what}: a page with it`);
      await t.rejects(read(0, rowCount), problem, `${what}: all rows as a page`);
      if (result.bytes <= 256 * 1024) continue;
      t.equal((await read(0, 1)).toString(), asText(rowsBetween(0, 1, shape.bytes)), what);
      const last = rowsBetween(rowCount - 1, rowCount, shape.bytes);
      t.equal((await read(rowCount - 1, 5)).toString(), asText(last), what);
    }
  });

  await t.test('an empty result is [] and nothing else', async (t) => {
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

  await t.test('many writers finish at once, each with its own rows', async (t) => {
    const { store, names } = await open(t);
    const sizes = Array.from({ length: effort.writers }, (_, at) => (at % 3 ? at : 9_000 + at));
    const results = await Promise.all(sizes.map((rowCount) => storeRows(store, rowCount)));
    for (const [at, result] of results.entries()) {
      const rows = await rowsOf(await store.openWhole(result.resultsPath, result));
      t.same(rows, rowsBetween(0, sizes[at] ?? -1));
    }
    await Promise.all(results.map(({ resultsPath }) => store.remove(resultsPath)));
    t.strictSame(await names(), []);
  });

  await t.test('calls that overlap are carried out in order', async (t) => {
    const { store } = await open(t);
    const writer = await store.create(randomUUID(), startedOn);
    const calls: Promise<void>[] = [];
    const every = 3_000 / effort.pages;
    for (let row = 0; row < 3_000; row += every) {
      calls.push(writer.append(chunkOf(rowsBetween(row, row + every, 300))), writer.flush());
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

  await t.test('a read that has begun survives the removal', async (t) => {
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

  await t.test('abort removes everything, at any moment and more than once', async (t) => {
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

  await t.test('abort after finish leaves the result alone', async (t) => {
    const { store } = await open(t);
    const writer = await store.create(randomUUID(), startedOn);
    await writer.append(chunkOf([[1]]));
    const result = await writer.finish();
    await writer.abort();
    t.equal(await textOf(await store.openWhole(result.resultsPath, result)), '[[1]]');
    await t.rejects(writer.append(chunkOf([[2]])), /already finished/);
  });

  await t.test('rows are readable from the flush on, not before', async (t) => {
    const { store } = await open(t);
    const id = randomUUID();
    const open_ = () => store.openPartialPage(id, startedOn, everything);
    t.equal(await open_(), null, 'before it begins');
    const writer = await store.create(id, startedOn);
    t.match(writer.partialPath, `${day}/${id}.json.part`);
    t.equal(await open_(), null, 'before a row');
    await writer.flush();
    t.equal(await open_(), null, 'flushed without a row');
    await writer.append(chunkOf(rowsBetween(0, 30_000)));
    t.equal(await open_(), null, 'before the flush, though much is in the file');
    await writer.flush();
    await writer.append(chunkOf(rowsBetween(30_000, 30_001)));
    const reading = await open_();
    t.equal(reading?.rowsSoFar, 30_000);
    if (reading) t.same(await rowsOf(reading), rowsBetween(0, 30_000));
    await writer.abort();
    t.equal(await open_(), null, 'given up');
  });

  await t.test('whoever takes over writes and reads under a name of his own', async (t) => {
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

  await t.test('what is stored can be listed by age, parts included, and removed', async (t) => {
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

  await t.test('a result that is not there is results_missing', async (t) => {
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

  await t.test('there is room as far as the store can tell', async (t) => {
    const { store } = await open(t);
    t.ok((await store.freeBytes()) > 1024 * 1024);
  });
}
