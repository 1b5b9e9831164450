import t from 'tap';
import { readPages } from '../src/results/read-pages.js';
import type { ReadRows, Row } from '../src/results/grid/row-pages.js';

const rowsFrom =
  (stored: number): ReadRows =>
  (offset, limit) =>
    Promise.resolve(
      Array.from({ length: Math.max(0, Math.min(limit, stored - offset)) }, (_, at): Row => [
        offset + at,
      ]),
    );

const signal = new AbortController().signal;

t.test('rows beyond one page are read page by page, with progress', async (t) => {
  const progress: number[] = [];
  const onProgress = (done: number): void => void progress.push(done);
  const rows = await readPages(rowsFrom(1e6), { from: 5, count: 25_000, signal, onProgress });
  t.equal(rows.length, 25_000);
  t.same([rows[0], rows.at(-1)], [[5], [25_004]]);
  t.same(progress, [10_000, 20_000]);
});

t.test('reading ends where the rows end, and when it is cancelled', async (t) => {
  const onProgress = (): void => undefined;
  const rows = await readPages(rowsFrom(12_000), { from: 0, count: 30_000, signal, onProgress });
  t.equal(rows.length, 12_000);
  const cancelling = new AbortController();
  const cancelled = readPages(rowsFrom(1e6), {
    from: 0,
    count: 30_000,
    signal: cancelling.signal,
    onProgress: () => cancelling.abort(),
  });
  await t.rejects(cancelled, { name: 'AbortError' });
});
