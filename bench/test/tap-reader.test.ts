import t from 'tap';

interface FileResult {
  path: string;
  passed: number;
  failed: number;
}

/** The reader has no types, so it is imported by its address. */
const { createTapReader } = (await import(
  new URL('../../scripts/lib/tests/tap-reader.mjs', import.meta.url).href
)) as {
  createTapReader(
    paths: string[],
    onResult: (result: FileResult) => void,
  ): { read(line: string): void; end(code: number | null): void };
};

/** Returns the results of files from the output and the exit code of their process. */
function read(paths: string[], lines: string[], code: number | null): [string, number, number][] {
  const results: FileResult[] = [];
  const reader = createTapReader(paths, (result) => results.push(result));
  for (const line of lines) reader.read(line);
  reader.end(code);
  return results.map(({ path, passed, failed }) => [path, passed, failed]);
}

const twoFiles = ['    ok 1 - x', 'ok 1 - a', '    ok 1 - y', '    ok 2 - z', 'ok 2 - b'];

t.test('points are counted for each file', async (t) => {
  t.same(read(['a'], ['    ok 1 - x', '    not ok 2 - y', 'not ok 1 - a'], 1), [['a', 1, 1]]);
  t.same(read(['a', 'b'], twoFiles, 0), [
    ['a', 1, 0],
    ['b', 2, 0],
  ]);
  t.same(read(['a', 'b'], ['    not ok 1 - x', 'not ok 1 - a', ...twoFiles.slice(2)], 1), [
    ['a', 0, 1],
    ['b', 2, 0],
  ]);
});

t.test('a process that fails without a failed point is a failure', async (t) => {
  t.same(read(['a'], ['    ok 1 - x', 'ok 1 - a'], 1), [['a', 1, 1]]);
  t.same(read(['a', 'b'], twoFiles, 1), [
    ['a', 1, 0],
    ['b', 2, 1],
  ]);
  t.same(read(['a', 'b'], twoFiles, null), [
    ['a', 1, 0],
    ['b', 2, 1],
  ]);
});

t.test(
  'files without points, skipped points and files that did not start have failed',
  async (t) => {
    t.same(read(['a'], [], 0), [['a', 0, 1]]);
    t.same(read(['a'], ['    ok 1 - x # SKIP', 'ok 1 - a'], 0), [['a', 0, 1]]);
    t.same(read(['a', 'b', 'c'], ['    ok 1 - x', 'ok 1 - a', '    ok 1 - y'], null), [
      ['a', 1, 0],
      ['b', 1, 1],
      ['c', 0, 1],
    ]);
  },
);
