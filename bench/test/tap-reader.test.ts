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
    first: string,
    next: () => string | undefined,
    onResult: (result: FileResult) => void,
  ): { read(line: string): void; end(code: number | null): string | undefined };
};

/** Path, passed and failed points of a file, or the path of a file that must run in another process. */
type FileRow = [string, number, number] | string;

/** Returns the results of files from the output and the exit code of their process. */
function read([first = '', ...others]: string[], lines: string[], code: number | null): FileRow[] {
  const results: FileResult[] = [];
  const reader = createTapReader(
    first,
    () => others.shift(),
    (result) => results.push(result),
  );
  for (const line of lines) reader.read(line);
  const notBegun = reader.end(code);
  return [
    ...results.map(({ path, passed, failed }): FileRow => [path, passed, failed]),
    ...(notBegun === undefined ? [] : [notBegun]),
  ];
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

t.test('files without points, skipped points and files that did not end have failed', async (t) => {
  t.same(read(['a'], [], 0), [['a', 0, 1]]);
  t.same(read(['a'], ['    ok 1 - x # SKIP', 'ok 1 - a'], 0), [['a', 0, 1]]);
  t.same(read(['a', 'b', 'c'], ['    ok 1 - x', 'ok 1 - a', '    ok 1 - y'], null), [
    ['a', 1, 0],
    ['b', 1, 1],
  ]);
  const failed = ['    not ok 1 - x', 'not ok 1 - a'];
  t.same(read(['a', 'b'], [...failed, '# Subtest: b', '    ok 1 - y'], 1), [
    ['a', 0, 1],
    ['b', 1, 1],
  ]);
  t.same(read(['a', 'b'], failed, 1), [['a', 0, 1], 'b']);
});
