import t from 'tap';
import { pageRowsOf } from '../src/results/grid/page-size.js';
import { createRowPages, type Row } from '../src/results/grid/row-pages.js';

const pageRows = 200;

/** A reader whose reads the test answers. */
function heldReader() {
  const reads: { offset: number; signal: AbortSignal; answer(rows: Row[]): void }[] = [];
  const read = (offset: number, _limit: number, signal: AbortSignal): Promise<Row[]> =>
    new Promise((resolve, reject) => {
      reads.push({ offset, signal, answer: resolve });
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  return { reads, read };
}

const rowsFrom = (offset: number): Row[] =>
  Array.from({ length: pageRows }, (_, index) => [offset + index]);
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

t.test('a page requested again after its read was aborted is loaded', async (t) => {
  const { reads, read } = heldReader();
  let changes = 0;
  const pages = createRowPages(read, pageRows, () => changes++);
  pages.request(0, 10, 10_000);
  pages.request(5_000, 5_010, 10_000);
  pages.request(0, 10, 10_000);
  t.same(
    reads.map(({ offset, signal }) => [offset, signal.aborted]),
    [
      [0, true],
      [5_000, true],
      [0, false],
    ],
  );
  await settled();
  pages.request(0, 10, 10_000);
  t.equal(reads.length, 3, 'only one read at a time');
  reads[2]?.answer(rowsFrom(0));
  await settled();
  t.same(pages.row(7), [7]);
  t.equal(changes, 1);
  pages.request(0, 10, 10_000);
  t.equal(reads.length, 3, 'loaded rows are not read again');
  pages.close();
});

t.test('a partial page keeps its rows when its read is aborted', async (t) => {
  const { reads, read } = heldReader();
  const pages = createRowPages(read, pageRows, () => undefined);
  pages.request(0, 50, 50);
  reads[0]?.answer(rowsFrom(0).slice(0, 50));
  await settled();
  pages.request(0, 120, 120);
  pages.request(5_000, 5_010, 10_000);
  await settled();
  t.same(pages.row(49), [49]);
  pages.request(0, 120, 120);
  t.same(
    reads.map(({ offset }) => offset),
    [0, 0, 5_000, 0],
  );
  pages.close();
});

t.test('the cache is bounded by bytes, and visible pages are always kept', async (t) => {
  const long = 'x'.repeat(1024 ** 2);
  const offsets: number[] = [];
  const read = (offset: number, limit: number): Promise<Row[]> => {
    offsets.push(offset);
    return Promise.resolve(Array.from({ length: limit }, (_, index) => [offset + index, long]));
  };
  const pages = createRowPages(read, 10, () => undefined);
  const isLoaded = (row: number): boolean => pages.row(row) !== undefined;
  for (let from = 0; from < 60; from += 20) {
    pages.request(from, from + 20, 1_000);
    await settled();
    t.ok(isLoaded(from) && isLoaded(from + 19), 'two visible pages exceed the limit');
  }
  t.notOk([0, 10, 20].some(isLoaded));
  t.same(offsets, [0, 10, 20, 30, 40, 50]);
  pages.close();
});

t.test('the least recently used page is evicted first', async (t) => {
  const long = 'x'.repeat(256 * 1024);
  const read = (): Promise<Row[]> => Promise.resolve(Array.from({ length: 10 }, () => [long]));
  const pages = createRowPages(read, 10, () => undefined);
  for (const from of [0, 10, 20, 30, 40, 50, 0, 60]) {
    pages.request(from, from + 10, 1_000);
    await settled();
  }
  t.same(
    [0, 10, 20, 60].map((row) => pages.row(row) !== undefined),
    [true, false, true, true],
  );
  pages.close();
});

t.test('pages of long rows have fewer rows', (t) => {
  const columns = Array.from({ length: 1_600 }, () => ({
    name: 'n',
    type: 'int',
    datatype: 'number',
  }));
  const statement = (fields: object) =>
    ({ rowCount: null, bytes: null, columns: [], ...fields }) as never;
  t.equal(pageRowsOf(statement({ columns: columns.slice(0, 11) })), 200);
  t.equal(pageRowsOf(statement({ columns })), 32);
  t.equal(pageRowsOf(statement({ columns, rowCount: 1_000, bytes: 64_000_000 })), 10);
  t.equal(pageRowsOf(statement({ rowCount: 1_000, bytes: 100_000 })), 200);
  t.equal(pageRowsOf(statement({ rowCount: 0, bytes: 2 })), 200);
  t.end();
});
