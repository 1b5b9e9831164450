import assert from 'node:assert/strict';
import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import type { Datatype } from '@sluice/contracts';
import { parquetOf, readParquet } from './support/parquet.js';
import { column, openTestViews, storeChunks, storeTexts, viewOf } from './support/views.js';

const named = (name: string, datatype: Datatype, dbType?: string) => ({
  ...column(datatype, dbType),
  name,
});

await t.test('a column keeps its type where the type holds every value', async (t) => {
  const { views, store } = await openTestViews(t);
  const cases: [Datatype, dbType: string, cells: string[], type: string][] = [
    ['number', 'int8', ['1', '"9223372036854775807"', '-3'], 'BIGINT'],
    ['number', 'numeric', ['"1.50"', '"-20.25"', 'null'], 'DECIMAL(18,2)'],
    ['number', 'numeric', ['"12345678901234567890.5"', '1', 'null'], 'DECIMAL(38,1)'],
    ['number', 'numeric', ['"NaN"', '1', 'null'], 'VARCHAR'],
    ['number', 'numeric', [`"1${'0'.repeat(60)}"`, '1', 'null'], 'VARCHAR'],
    ['number', 'float8', ['0.1', '"NaN"', '1e+100'], 'DOUBLE'],
    ['boolean', 'bool', ['true', 'false', 'null'], 'BOOLEAN'],
    ['date', 'date', ['"2024-02-29"', '"0001-01-01"', 'null'], 'DATE'],
    ['date', 'date', ['"infinity"', '"0001-01-01"', 'null'], 'VARCHAR'],
    ['datetime', 'timestamp', ['"-infinity"', '"0001-01-01T00:00:00"', 'null'], 'VARCHAR'],
    ['datetime', 'timestamp', ['"2024-02-29T23:59:59.123456"', 'null', 'null'], 'TIMESTAMP'],
    ['datetime', 'timestamp', ['"2024-02-29T23:59:59.123456789"', 'null', 'null'], 'TIMESTAMP_NS'],
    [
      'datetime',
      'timestamptz',
      ['"2024-02-29T23:59:59Z"', 'null', 'null'],
      'TIMESTAMP WITH TIME ZONE',
    ],
    [
      'datetime',
      'timestamptz',
      ['"2024-02-29T23:59:59Z"', '"2024-02-29T23:59:59"', 'null'],
      'VARCHAR',
    ],
    ['datetime', 'timestamptz', ['"2024-01-01T00:00:00.1234567+01:00"', 'null', 'null'], 'VARCHAR'],
    ['time', 'time', ['"23:59:59.5"', '"00:00:00"', 'null'], 'TIME'],
    ['time', 'time', ['"24:00:00"', '"00:00:00"', 'null'], 'VARCHAR'],
    ['time', 'timetz', ['"23:59:59+02"', '"00:00:00"', 'null'], 'VARCHAR'],
    ['string', 'text', ['"a\\u0000\\"\\n漢"', '""', 'null'], 'VARCHAR'],
    ['binary', 'bytea', ['"\\\\x00ff0a"', '"\\\\x"', 'null'], 'BLOB'],
    ['json', 'jsonb', ['"1"', '1', '{"b":[1,null],"a":"x\\"y"}'], 'JSON'],
  ];
  const columns = cases.map(([datatype, dbType], at) => named(`c${at}`, datatype, dbType));
  const rows = [0, 1, 2].map((row) => cases.map(([, , cells]) => cells[row] ?? 'null'));
  const written = await readParquet(await parquetOf(views, await storeTexts(store, columns, rows)));
  t.same(
    written.columns,
    cases.map(([, , , type], at) => [`c${at}`, type]),
  );
  const expected = rows.map((row) =>
    row.map((cell, at) => {
      const [datatype, , , type] = cases[at] ?? [];
      if (cell === 'null') return null;
      if (datatype === 'json') return cell;
      const text = String(JSON.parse(cell));
      if (type === 'DECIMAL(38,1)' && text === '1') return '1.0';
      return type === 'DOUBLE' && text === 'NaN' ? 'nan' : text;
    }),
  );
  t.same(written.rows, expected);
});

await t.test('an offset becomes the moment in UTC', async (t) => {
  const { views, store } = await openTestViews(t);
  const result = await storeTexts(
    store,
    [column('datetime', 'timestamptz')],
    [['"2024-01-01T00:30:00.25+01:00"'], ['"2024-01-01T00:00:00-05:30"']],
  );
  const { columns, rows } = await readParquet(await parquetOf(views, result));
  t.same(columns, [['datetime', 'TIMESTAMP WITH TIME ZONE']]);
  t.same(rows, [['2023-12-31T23:30:00.25Z'], ['2024-01-01T05:30:00Z']]);
});

await t.test('values of any column come back', async (t) => {
  const { views, store } = await openTestViews(t);
  const columns = [
    named('n', 'number', 'numeric'),
    named('f', 'number', 'float8'),
    named('s', 'string'),
    named('b', 'binary'),
    named('j', 'json'),
  ];
  const digits = fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map(String);
  const rowsOf = fc.array(
    fc.tuple(
      fc.option(fc.oneof(digits, fc.constant('NaN'))),
      fc.option(fc.double({ noDefaultInfinity: true, noNaN: true })),
      fc.option(fc.string({ unit: 'binary' })),
      fc.option(fc.uint8Array().map((bytes) => `\\x${Buffer.from(bytes).toString('hex')}`)),
      fc.option(fc.jsonValue()),
    ),
    { minLength: 20, maxLength: 200, size: 'max' },
  );
  await fc.assert(
    fc.asyncProperty(rowsOf, async (values) => {
      const rows = values.map((row) => row.map((value) => JSON.stringify(value)));
      const file = await parquetOf(views, await storeTexts(store, columns, rows));
      const { rows: found } = await readParquet(file);
      const read = found.map(([n, f, s, b, j]) => [
        ...[n, s, b],
        f === null ? null : Number(f),
        JSON.parse(j ?? 'null') as unknown,
      ]);
      const expected = values.map(([n, f, s, b, j]) => [
        ...[n, s, b],
        f === 0 ? 0 : f,
        JSON.parse(JSON.stringify(j)) as unknown,
      ]);
      assert.deepEqual(read, expected);
    }),
    { numRuns: 8 },
  );
});

await t.test('names are made different, also without case', async (t) => {
  const { views, store } = await openTestViews(t);
  const columns = ['id', 'ID', 'id_2', '', 'a"b', 'z\0'].map((name) => named(name, 'number'));
  const result = await storeTexts(store, columns, [columns.map((_, at) => String(at))]);
  const written = await readParquet(await parquetOf(views, result));
  t.same(
    written.columns.map(([name]) => name),
    ['id', 'ID_3', 'id_2', 'column_4', 'a"b', 'z'],
  );
});

await t.test('rows are in stored order, the first ones if so wanted', async (t) => {
  const { views, store, folder } = await openTestViews(t);
  function* chunks() {
    for (let first = 0; first < 300_000; first += 10_000) {
      const rows = Array.from({ length: 10_000 }, (_, at) => `[${first + at},"text ${at % 7}"]`);
      yield { rowCount: rows.length, json: Buffer.from(rows.join(',\n')) };
    }
  }
  const result = await storeChunks(store, [column('number', 'int4'), column('string')], chunks());
  const all = await readParquet(await parquetOf(views, result));
  t.equal(all.rows.length, 300_000);
  t.equal(
    all.rows.findIndex(([number], at) => number !== String(at)),
    -1,
  );
  const few = await readParquet(await parquetOf(views, result, 3));
  t.same(few.rows, [
    ['0', 'text 0'],
    ['1', 'text 1'],
    ['2', 'text 2'],
  ]);
  t.equal((await viewOf(views, result, { limit: 1 })).total, 300_000, 'views share the process');
  const [api = ''] = await readdir(join(folder, 'views'));
  const [process = ''] = await readdir(join(folder, 'views', api));
  const files = await readdir(join(folder, 'views', api, process));
  t.same(
    files.filter((name) => name.endsWith('.parquet')),
    [],
    'no file is left',
  );
});

await t.test('a result without rows is a file with its columns', async (t) => {
  const { views, store } = await openTestViews(t);
  const result = await storeTexts(store, [column('string'), column('json')], []);
  const written = await readParquet(await parquetOf(views, result));
  t.same(written, {
    columns: [
      ['string', 'VARCHAR'],
      ['json', 'JSON'],
    ],
    rows: [],
  });
});

await t.test('a damaged result gives no file', async (t) => {
  const { views, store } = await openTestViews(t);
  const result = await storeTexts(store, [column('number')], [['1'], ['2']]);
  const path = await store.localPath(result.resultsPath, result.expected);
  await appendFile(path ?? '', ' ');
  await t.rejects(parquetOf(views, result), { code: 'results_damaged' });
});
