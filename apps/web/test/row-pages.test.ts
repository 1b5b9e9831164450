import t from 'tap';
import { pageRowsOf } from '../src/results/grid/page-size.js';
import { createRowPages, type Row } from '../src/results/grid/row-pages.js';

const pageRows = 200;

/** A reader whose reads end when the test says so. */
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

t.test('who leaves a page and comes back before its read has ended gets its rows', async (t) => {
  const { reads, read } = heldReader();
  let changes = 0;
  const pages = createRowPages(read, pageRows, () => changes++);
  pages.want(0, 10, 10_000);
  pages.want(5_000, 5_010, 10_000);
  pages.want(0, 10, 10_000);
  t.same(
    reads.map(({ offset, signal }) => [offset, signal.aborted]),
    [
      [0, true],
      [5_000, true],
      [0, false],
    ],
  );
  await settled();
  pages.want(0, 10, 10_000);
  t.equal(reads.length, 3, 'one read at a time');
  reads[2]?.answer(rowsFrom(0));
  await settled();
  t.same(pages.row(7), [7]);
  t.equal(changes, 1);
  pages.want(0, 10, 10_000);
  t.equal(reads.length, 3, 'what is here is not read again');
  pages.close();
});

t.test('a page that was not whole keeps its rows while its read is given up', async (t) => {
  const { reads, read } = heldReader();
  const pages = createRowPages(read, pageRows, () => undefined);
  pages.want(0, 50, 50);
  reads[0]?.answer(rowsFrom(0).slice(0, 50));
  await settled();
  pages.want(0, 120, 120);
  pages.want(5_000, 5_010, 10_000);
  await settled();
  t.same(pages.row(49), [49]);
  pages.want(0, 120, 120);
  t.same(
    reads.map(({ offset }) => offset),
    [0, 0, 5_000, 0],
  );
  pages.close();
});

t.test('what is kept is bounded by what it holds, and what is in sight always kept', async (t) => {
  const long = 'x'.repeat(1024 ** 2);
  const offsets: number[] = [];
  const read = (offset: number, limit: number): Promise<Row[]> => {
    offsets.push(offset);
    return Promise.resolve(Array.from({ length: limit }, (_, index) => [offset + index, long]));
  };
  const pages = createRowPages(read, 10, () => undefined);
  const isHere = (row: number): boolean => pages.row(row) !== undefined;
  for (let from = 0; from < 60; from += 20) {
    pages.want(from, from + 20, 1_000);
    await settled();
    t.ok(isHere(from) && isHere(from + 19), 'two pages in sight, more than is kept');
  }
  t.notOk([0, 10, 20].some(isHere));
  t.same(offsets, [0, 10, 20, 30, 40, 50]);
  pages.close();
});

t.test('what was looked at again is kept longer than what came later', async (t) => {
  const long = 'x'.repeat(256 * 1024);
  const read = (): Promise<Row[]> => Promise.resolve(Array.from({ length: 10 }, () => [long]));
  const pages = createRowPages(read, 10, () => undefined);
  for (const from of [0, 10, 20, 30, 40, 50, 0, 60]) {
    pages.want(from, from + 10, 1_000);
    await settled();
  }
  t.same(
    [0, 10, 20, 60].map((row) => pages.row(row) !== undefined),
    [true, false, true, true],
  );
  pages.close();
});

t.test('fewer rows are read at a time where a row is long', (t) => {
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
