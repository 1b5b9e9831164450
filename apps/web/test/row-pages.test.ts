import t from 'tap';
import { createRowPages, pageRows, type Row } from '../src/grid/row-pages.js';

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
  const pages = createRowPages(read, () => changes++);
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
  const pages = createRowPages(read, () => undefined);
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
