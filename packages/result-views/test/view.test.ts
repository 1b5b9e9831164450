import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import type { ViewRequest } from '@sluice/contracts';
import { column, openTestViews, storeTexts, viewOf, viewText } from './support/views.js';

const columns = [column('number', 'int8'), column('string'), column('json'), column('number')];
/** Values that a parser would change. */
const rows = [
  ['9007199254740993', '"b"', '{"b": 1.10, "a": [1, 2]}', '"1.50"'],
  ['null', '"a\\u0000\\"\\n"', 'null', '"1.5"'],
  ['-7', '"A"', '12345678901234567890.10', '"99999999999999999999999999999999999999.0001"'],
  ['3', 'null', '[ ]', '"NaN"'],
].map(([id = '', ...rest]) => [id.length > 15 ? `"${id}"` : id, ...rest]);

await t.test('cells of an answer are the stored bytes', async (t) => {
  const { views, store } = await openTestViews(t);
  const result = await storeTexts(store, columns, rows);
  const text = await viewText(views, result, { sort: [{ column: 0 }] });
  const order = [2, 3, 0, 1];
  const expected = order.map((row) => `[${(rows[row] ?? []).join(',')}]`).join(',');
  t.equal(text, `{"rowCount":4,"total":4,"rowNumbers":[2,3,0,1],"rows":[${expected}]}`);
  const distinct = await viewText(views, result, { distinct: { column: 2, order: 'value' } });
  t.match(distinct, '"value":{"b": 1.10, "a": [1, 2]}');
  t.match(distinct, '"value":12345678901234567890.10');
  const aggregates = [{ function: 'max', column: 0 } as const];
  t.match(await viewText(views, result, { aggregates }), '"aggregates":["9007199254740993"]');
});

await t.test('numbers beyond every type are compared exactly', async (t) => {
  const { views, store } = await openTestViews(t);
  const result = await storeTexts(store, columns, rows);
  const numbers = async (request: ViewRequest) => (await viewOf(views, result, request)).rowNumbers;
  t.same(await numbers({ sort: [{ column: 3, descending: true }] }), [3, 2, 0, 1]);
  const above = {
    column: 3,
    operator: '>',
    value: '99999999999999999999999999999999999999',
  } as const;
  t.same(await numbers({ filters: [above] }), [2, 3]);
  t.same(await numbers({ filters: [{ column: 3, operator: '=', value: 1.5 }] }), [0, 1]);
  t.same(
    await numbers({ filters: [{ column: 0, operator: '<', value: '9007199254740993' }] }),
    [2, 3],
  );
});

await t.test('a search finds decoded text in any column and ignores case', async (t) => {
  const { views, store } = await openTestViews(t);
  const result = await storeTexts(store, columns, rows);
  const find = async (text: string, ignoreCase?: boolean) =>
    (
      await viewOf(views, result, {
        search: { text, ...(ignoreCase !== undefined && { ignoreCase }) },
      })
    ).rowNumbers;
  t.same(await find('a'), [0, 1, 2, 3], 'NaN and keys of objects count');
  t.same(await find('A', false), [2]);
  t.same(await find('"\n'), [1], 'escaped characters');
  t.same(await find(','), [0], 'separators of values are no text');
  t.same(await find('12345678901234567890'), [2]);
  t.same(await find('\\n'), []);
});

await t.test('long numbers in JSON are compared exactly', async (t) => {
  const { views, store } = await openTestViews(t);
  const values = [
    '{"a":12345678901234567890.10}',
    '{"a":12345678901234567890.11}',
    '{"a":12345678901234567890.10}',
    '"12345678901234567890.10e9999"',
  ];
  const stored = values.map((value) => [value]);
  const result = await storeTexts(store, [column('json')], stored);
  const text = await viewText(views, result, { distinct: { column: 0 } });
  t.match(text, `"distinct":{"total":3,"values":[{"value":${values[0]},"count":2}`);
  const found = await viewOf(views, result, { search: { text: '67890.10' } });
  t.same(found.rowNumbers, [0, 2, 3]);
  const filters = [{ column: 0, operator: 'contains', value: 'e9999' } as const];
  t.same((await viewOf(views, result, { filters })).rowNumbers, [3]);
});

await t.test(
  'times are compared with digits, offsets and years that their type lacks',
  async (t) => {
    const { views, store } = await openTestViews(t);
    const times = ['2024-01-01T10:00:00.000001Z', '2024-01-01T12:00:00Z', '1999-01-01T00:00:00Z'];
    const offsets = ['2024-01-01T10:00:00+02:00', '2024-01-01T09:00:00Z', 'infinity'];
    const nanoseconds = ['2024-01-01T10:00:00.000000001', '2024-01-01T10:00:00.000000002', null];
    const columns = [times, offsets, nanoseconds];
    const rows = [0, 1, 2].map((row) => columns.map((each) => JSON.stringify(each[row])));
    const types = columns.map(() => column('datetime'));
    const result = await storeTexts(store, types, rows);
    const find = async (at: number, operator: '=' | '!=' | '<' | '>=', value: string) =>
      (await viewOf(views, result, { filters: [{ column: at, operator, value }] })).rowNumbers;
    t.same(await find(0, '=', '2024-01-01T10:00:00.0000015Z'), [], 'between two microseconds');
    t.same(await find(0, '>=', '2024-01-01T10:00:00.0000015Z'), [1]);
    t.same(await find(0, '=', '2024-01-01T14:00:00+02:00'), [1]);
    t.same(await find(0, '>=', '0044-03-15T00:00:00Z BC'), [0, 1, 2]);
    t.same(await find(0, '<', '5874897-12-31'), [0, 1, 2]);
    t.same(await find(1, '<', '2024-01-01T09:00:00Z'), [0]);
    t.same(await find(1, '=', '2024-01-01T08:00:00'), [0]);
    t.same(await find(1, '=', 'infinity'), [2]);
    t.same(await find(2, '=', '2024-01-01T10:00:00.000000002'), [1]);
    t.same(await find(2, '>=', '0044-03-15'), [0, 1], 'before the range of nanoseconds');
    t.same(await find(2, '!=', '9999-12-31'), [0, 1]);
  },
);

await t.test('aggregates and groups of an empty selection', async (t) => {
  const { views, store } = await openTestViews(t);
  const result = await storeTexts(store, columns, rows);
  const none: ViewRequest = { filters: [{ column: 1, operator: '=', value: 'zzz' }] };
  const aggregates = [
    { function: 'count' } as const,
    { function: 'sum', column: 0 } as const,
    { function: 'min', column: 1 } as const,
  ];
  t.same(await viewOf(views, result, { ...none, aggregates }), {
    rowCount: 4,
    total: 0,
    aggregates: [0, null, null],
    rowNumbers: [],
    rows: [],
  });
  const groups = await viewOf(views, result, { ...none, groupBy: [1], aggregates });
  t.same(groups.groups, { total: 0, rows: [] });
  const distinct = await viewOf(views, result, { ...none, distinct: { column: 1 } });
  t.same(distinct.distinct, { total: 0, values: [] });
});

await t.test('sums of groups beyond 38 digits are floating-point numbers', async (t) => {
  const { views, store } = await openTestViews(t);
  const great = `"${'9'.repeat(38)}"`;
  const columns = [column('string'), column('number')];
  const result = await storeTexts(store, columns, [
    ['"a"', great],
    ['"a"', great],
    ['"b"', '1'],
  ]);
  const request: ViewRequest = {
    groupBy: [0],
    aggregates: [{ function: 'sum', column: 1 }],
    sort: [{ aggregate: 0, descending: true }],
  };
  for (const page of ['first', 'second']) {
    t.same(
      (await viewOf(views, result, request)).groups?.rows,
      [
        { key: ['a'], values: [2e38] },
        { key: ['b'], values: [1] },
      ],
      page,
    );
  }
});

await t.test('a filter may contain any character', async (t) => {
  const { views, store } = await openTestViews(t);
  const texts = ['a\u0000b', "it's", 'a', '\ud83d\ude00', '--', '\u001f'];
  const result = await storeTexts(
    store,
    [column('string')],
    texts.map((text) => [JSON.stringify(text)]),
  );
  for (const [row, value] of texts.entries()) {
    for (const operator of ['=', 'startsWith'] as const) {
      const filters = [{ column: 0, operator, value }];
      const { rowNumbers = [] } = await viewOf(views, result, { filters });
      t.ok(rowNumbers.includes(row), `${operator} ${JSON.stringify(value)}`);
    }
    t.ok((await viewOf(views, result, { search: { text: value } })).rowNumbers?.includes(row));
  }
});

await t.test('a result without rows needs no process', async (t) => {
  const { views, store, folder } = await openTestViews(t);
  const result = await storeTexts(store, columns, []);
  const request: ViewRequest = {
    aggregates: [{ function: 'count' }, { function: 'max', column: 0 }],
  };
  t.same(await viewOf(views, result, request), {
    rowCount: 0,
    total: 0,
    aggregates: [0, null],
    rowNumbers: [],
    rows: [],
  });
  await t.rejects(readdir(join(folder, 'views')), 'no directory was created');
});

await t.test('one row, and a row longer than a line of the reader', async (t) => {
  const { views, store } = await openTestViews(t);
  const text = [column('string'), column('number')];
  const one = await storeTexts(store, text, [['"x"', '1']]);
  t.same((await viewOf(views, one, { sort: [{ column: 0 }] })).rows, [['x', 1]]);
  const long = 'y'.repeat(3_000_000);
  const rows = [
    ['"b"', '2'],
    [`"${long}"`, '1'],
    ['"a"', '3'],
  ];
  const result = await storeTexts(store, text, rows);
  const view = await viewOf(views, result, { sort: [{ column: 0 }] });
  t.same(view.rowNumbers, [2, 0, 1]);
  t.equal(view.rows?.[2]?.[0], long);
});

await t.test('a page ends when its rows exceed 4 MiB', async (t) => {
  const { views, store } = await openTestViews(t);
  const wide = `"${'z'.repeat(1_500_000)}"`;
  const result = await storeTexts(store, [column('string')], [[wide], [wide], [wide], [wide]]);
  const first = await viewOf(views, result, {});
  t.same(first.rowNumbers, [0, 1]);
  t.same((await viewOf(views, result, { offset: 2 })).rowNumbers, [2, 3]);
});

await t.test('pages deep in an order agree with its first page', async (t) => {
  const { views, store } = await openTestViews(t);
  const many = Array.from({ length: 5_000 }, (_, at) => [String((at * 7919) % 5_003)]);
  const result = await storeTexts(store, [column('number')], many);
  const sort = [{ column: 0, descending: true }];
  const all = await viewOf(views, result, { sort, limit: 5_000 });
  for (const offset of [0, 400, 990, 3_000, 4_990]) {
    const page = await viewOf(views, result, { sort, offset, limit: 20 });
    t.same(page.rowNumbers, all.rowNumbers?.slice(offset, offset + 20));
  }
});

await t.test('a sample has the first row, the last row, and rows at even distances', async (t) => {
  const { views, store } = await openTestViews(t);
  const rows = Array.from({ length: 1_001 }, (_, at) => [`"x${String(at % 7)}"`, String(at)]);
  const result = await storeTexts(store, [column('string'), column('number')], rows);
  const sample = { sample: 5, columns: [1] };
  t.same((await viewOf(views, result, sample)).rows, [[0], [250], [500], [750], [1_000]]);
  const sort = [{ column: 1, descending: true }];
  const page = { offset: 1, limit: 2 };
  t.same((await viewOf(views, result, { ...sample, ...page, sort })).rows, [[750], [500]]);
  const found = await viewOf(views, result, { sample: 3, columns: [1, 0], search: { text: 'x1' } });
  t.same(found.rows, [
    [1, 'x1'],
    [498, 'x1'],
    [995, 'x1'],
  ]);
  const groups = await viewOf(views, result, { groupBy: [1], sample: 3, sort });
  t.equal(groups.groups?.total, 1_001);
  t.same(
    groups.groups?.rows.map(({ key }) => key),
    [[1_000], [500], [0]],
  );
  t.same(
    (await viewOf(views, result, { sample: 5_000, limit: 1, offset: 1_000 })).rowNumbers,
    [1_000],
  );
});

await t.test('groups may have the order of their first rows', async (t) => {
  const { views, store } = await openTestViews(t);
  const rows = ['"b"', '"a"', 'null', '"b"', '"0"'].map((text) => [text]);
  const result = await storeTexts(store, [column('string')], rows);
  const keys = async (descending: boolean): Promise<unknown> => {
    const sort = [{ stored: true as const, descending }];
    const view = await viewOf(views, result, { groupBy: [0], sort });
    return view.groups?.rows.map(({ key }) => key[0]);
  };
  t.same(await keys(false), ['b', 'a', null, '0']);
  t.same(await keys(true), ['0', null, 'a', 'b']);
});
