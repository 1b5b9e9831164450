import type { CompareRequest, Comparison } from '@sluice/contracts';
import type { ResultViews, ViewedResult } from '@sluice/result-views';
import fc from 'fast-check';
import t from 'tap';
import { column, openTestViews, storeTexts } from './support/views.js';

type Options = Omit<CompareRequest, 'before'>;

const columns = [
  { ...column('number'), name: 'id' },
  { ...column('string'), name: 'name' },
  { ...column('json'), name: 'data' },
];

const comparisonOf = async (
  views: ResultViews,
  before: ViewedResult,
  after: ViewedResult,
  options: Options,
): Promise<Comparison> => {
  const body = await views.compare(before, after, options, new AbortController().signal);
  return JSON.parse(Buffer.from(body).toString('utf8')) as Comparison;
};

await t.test('rows are added, removed and changed by key', async (t) => {
  const { views, store } = await openTestViews(t);
  const before = await storeTexts(store, columns, [
    ['1', '"a"', '{"x":1}'],
    ['2', 'null', 'null'],
    ['3', '"c"', '[1]'],
    ['null', '"n"', 'null'],
  ]);
  const after = await storeTexts(store, columns, [
    ['4', '"new"', 'null'],
    ['3', '"C"', '[2]'],
    ['1', '"a"', '{"x":1}'],
    ['null', '""', 'null'],
  ]);
  const compared = await comparisonOf(views, before, after, { keys: [0] });
  t.same(compared, {
    beforeCount: 4,
    afterCount: 4,
    added: 1,
    removed: 1,
    changed: 2,
    unchanged: 1,
    repeatedKeys: 0,
    total: 4,
    rows: [
      { change: 'added', after: [4, 'new', null] },
      { change: 'changed', before: [3, 'c', [1]], after: [3, 'C', [2]], columns: [1, 2] },
      { change: 'removed', before: [2, null, null] },
      { change: 'changed', before: [null, 'n', null], after: [null, '', null], columns: [1] },
    ],
  });
  const changed = await comparisonOf(views, before, after, {
    keys: [0],
    change: 'changed',
    offset: 1,
    limit: 1,
  });
  t.match(changed, { total: 2, rows: [{ before: [null, 'n', null] }] });
  t.equal(changed.rows.length, 1);
  const whole = await comparisonOf(views, before, after, {});
  t.match(whole, { added: 3, removed: 3, changed: 0, unchanged: 1 });
  t.match(await comparisonOf(views, before, before, { keys: [0, 1] }), { total: 0, unchanged: 4 });
});

await t.test('values are compared and returned exactly as stored', async (t) => {
  const { views, store } = await openTestViews(t);
  const long = `"1${'0'.repeat(60)}.5"`;
  const before = await storeTexts(store, columns, [
    ['"9007199254740993"', '"1.5"', '1.23456789012345678901'],
    [long, '"x"', 'null'],
  ]);
  const after = await storeTexts(store, columns, [
    ['"9007199254740993"', '"1.50"', '1.23456789012345678902'],
    [long, '"x"', 'null'],
  ]);
  const signal = new AbortController().signal;
  const body = await views.compare(before, after, { keys: [0] }, signal);
  t.match(
    Buffer.from(body).toString('utf8'),
    '"before":["9007199254740993","1.5",1.23456789012345678901],"after":["9007199254740993","1.50",1.23456789012345678902],"columns":[1,2]',
  );
  t.match(await comparisonOf(views, before, after, { keys: [2] }), { added: 1, removed: 1 });
});

await t.test('a result without rows is compared, too', async (t) => {
  const { views, store } = await openTestViews(t);
  const none = await storeTexts(store, columns, []);
  const one = await storeTexts(store, columns, [['1', '"a"', 'null']]);
  t.match(await comparisonOf(views, none, one, { keys: [0] }), { beforeCount: 0, added: 1 });
  t.match(await comparisonOf(views, one, none, { keys: [0] }), { afterCount: 0, removed: 1 });
  t.match(await comparisonOf(views, none, none, {}), { total: 0, rows: [] });
});

await t.test('results with other columns and wrong keys are refused', async (t) => {
  const { views, store } = await openTestViews(t);
  const before = await storeTexts(store, columns, [['1', '"a"', 'null']]);
  const refused = async (after: ViewedResult, options: Options, path: string) =>
    t.rejects(comparisonOf(views, before, after, options), {
      status: 400,
      errors: [{ path }],
    });
  await refused({ ...before, columns: columns.slice(1) }, {}, 'before');
  await refused({ ...before, columns: columns.toReversed() }, {}, 'before');
  await refused(before, { keys: [3] }, 'keys.0');
  await refused(before, { keys: [1, 1] }, 'keys.1');
});

/** Counts the differences in memory; rows with the same key are matched in order. */
function differences(before: string[][], after: string[][], keys: number[]) {
  const keyOf = (row: string[]) =>
    JSON.stringify(keys.length === 0 ? row : keys.map((key) => row[key]));
  const waiting = new Map<string, string[][]>();
  for (const row of before) waiting.set(keyOf(row), [...(waiting.get(keyOf(row)) ?? []), row]);
  let [added, changed, unchanged] = [0, 0, 0];
  for (const row of after) {
    const match = waiting.get(keyOf(row))?.shift();
    if (match === undefined) added++;
    else if (match.join() === row.join()) unchanged++;
    else changed++;
  }
  const removed = [...waiting.values()].reduce((sum, rows) => sum + rows.length, 0);
  return { added, removed, changed, unchanged };
}

await t.test('counts equal a comparison in memory, also with repeated keys', async (t) => {
  const { views, store } = await openTestViews(t, { processes: 1 });
  const row = fc.tuple(
    fc.constantFrom('1', '2', '3', 'null', '"9007199254740993"'),
    fc.constantFrom('"a"', '"b"', '""', 'null', '"é\\n"'),
    fc.constantFrom('null', '1', '{"a":[1,2]}'),
  );
  const rows = fc.array(row, { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(rows, rows, fc.subarray([0, 1, 2]), async (earlier, later, keys) => {
      const before = await storeTexts(store, columns, earlier);
      const after = await storeTexts(store, columns, later);
      const compared = await comparisonOf(views, before, after, { keys });
      const { added, removed, changed, unchanged, rows: found } = compared;
      const expected = differences(earlier, later, keys);
      const isEqual =
        JSON.stringify({ added, removed, changed, unchanged }) === JSON.stringify(expected) &&
        found.length === added + removed + changed &&
        found.every((each) => each.change !== 'changed' || (each.columns?.length ?? 0) > 0);
      if (!isEqual) throw new Error(JSON.stringify({ compared, expected }));
    }),
    { numRuns: 25 },
  );
  t.pass();
});
