import t from 'tap';
import { failure, read } from '@sluice/driver-testkit/contract';
import {
  inserted,
  job,
  looked,
  n,
  paged,
  results,
  row,
  running,
  succeeded,
  waited,
  withConnection,
} from './replay-answers.js';

t.setTimeout(60_000);

const one = succeeded([n], [{ rows: [row('1')] }]);

await t.test('pages follow their tokens, and an empty page does not end the result', async (t) => {
  // PB tests/unit/job/test_query.py; DD GetQueryResultsResponse.pageToken
  const pages = [
    { rows: [row('1'), row('2')], pageToken: 'tokenA=' },
    { pageToken: 'tokenB=' },
    { rows: [row('9007199254740993'), row(null)] },
  ];
  await withConnection(succeeded([n], pages), async (connection, { requests }) => {
    const { rows } = await read(connection, 'SELECT n FROM t');
    t.strictSame(rows, [[1], [2], ['9007199254740993'], [null]]);
    t.strictSame(
      requests.filter(({ query }) => query['maxResults'] === '100000').map(({ query }) => query),
      [{}, { pageToken: 'tokenA=' }, { pageToken: 'tokenB=' }].map((token) => ({
        location: 'EU',
        'formatOptions.timestampOutputFormat': 'ISO8601_STRING',
        maxResults: '100000',
        ...token,
        prettyPrint: 'false',
      })),
    );
  });
});

await t.test('an indented page and a compressed one have the same rows', async (t) => {
  // E server/handler.go (indented); Google API documentation "Using gzip"
  const page = results({ schema: { fields: [n] }, totalRows: '1', rows: [row('1')] });
  for (const answer of [
    { bytes: JSON.stringify(page, null, 2) },
    { json: page, gzip: 'declared' } as const,
  ]) {
    await withConnection([...one.slice(0, 3), paged(answer)], async (connection, { requests }) => {
      t.strictSame((await read(connection, 'SELECT 1')).rows, [[1]]);
      t.match(requests.at(-1)?.headers, { 'accept-encoding': 'gzip', 'user-agent': /gzip/ });
    });
  }
});

await t.test('a row of every type is stored as documented', async (t) => {
  // PB google/cloud/bigquery/_helpers.py, tests/unit/test__helpers.py; NB src/bigquery.ts
  const field = (type: string, more: object = {}) => ({
    name: type,
    type,
    mode: 'NULLABLE',
    ...more,
  });
  const at = '2023-01-01T12:00:00.123456789123Z';
  const inner = [field('STRING'), field('INTEGER', { mode: 'REPEATED' })];
  const cells: [{ type: string }, unknown, unknown, string?][] = [
    [field('INTEGER'), '-9223372036854775808', '-9223372036854775808', 'INT64'],
    [field('FLOAT'), '3.1415', 3.1415, 'FLOAT64'],
    [field('FLOAT'), 'NaN', 'NaN', 'FLOAT64'],
    [field('NUMERIC', { precision: '10', scale: '2' }), '123.45', '123.45', 'NUMERIC(10, 2)'],
    [field('BIGNUMERIC'), '1.5', '1.5'],
    [field('BOOLEAN'), 'true', true, 'BOOL'],
    [field('STRING', { maxLength: '20' }), 'é"\n', 'é"\n', 'STRING(20)'],
    [field('BYTES'), 'd29uZGVyZnVs', '\\x776f6e64657266756c'],
    [field('DATE'), '1987-09-22', '1987-09-22'],
    [field('DATETIME'), '2016-12-03T14:11:27.123456', '2016-12-03T14:11:27.123456'],
    [field('TIME'), '12:12:27', '12:12:27'],
    [field('TIMESTAMP'), '2023-01-01T12:00:00.000000000000Z', '2023-01-01T12:00:00Z'],
    [field('TIMESTAMP', { timestampPrecision: '12' }), at, at, 'TIMESTAMP(12)'],
    [field('INTERVAL'), '-1-2 3 -4:5:6.000007', 'P-1Y-2M3DT-4H-5M-6.000007S'],
    [
      field('RANGE', { rangeElementType: { type: 'TIMESTAMP' } }),
      `[${at}, UNBOUNDED)`,
      `[${at}, UNBOUNDED)`,
      'RANGE<TIMESTAMP>',
    ],
    [field('JSON'), '{"a":[1,null]}', { a: [1, null] }],
    [field('GEOGRAPHY'), 'POINT(1 2)', 'POINT(1 2)'],
    [field('UUID'), '00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000001'],
    [field('INTEGER', { mode: 'REPEATED' }), [{ v: '1' }, { v: '2' }], [1, 2], 'ARRAY<INT64>'],
    [
      field('RECORD', { fields: inner }),
      row('x', [{ v: '7' }]),
      { STRING: 'x', INTEGER: [7] },
      'STRUCT<STRING STRING, INTEGER ARRAY<INT64>>',
    ],
  ];
  const fields = cells.map(([each]) => each);
  await withConnection(
    succeeded(fields, [{ rows: [row(...cells.map(([, sent]) => sent))] }]),
    async (connection) => {
      const { rows, summary } = await read(connection, 'SELECT * FROM t');
      t.strictSame(rows, [cells.map(([, , stored]) => stored)]);
      t.strictSame(
        summary.columns?.map(({ dbType }) => dbType),
        cells.map(([each, , , dbType]) => dbType ?? each.type),
      );
    },
  );
});

await t.test('a server without timestampOutputFormat is asked for microseconds', async (t) => {
  // E types/types.go: seconds as a double, or microseconds with useInt64Timestamp
  const schema = { fields: [{ name: 'at', type: 'TIMESTAMP' }] };
  const page = (value: string) => ({
    json: results({ schema, totalRows: '2', rows: [row(null), row(value)] }),
  });
  const entries = [
    inserted(running),
    waited({ json: results({ schema, totalRows: '2' }) }),
    looked({ json: job() }),
    paged(page('1672574400.123456'), page('1672574400123456')),
  ];
  await withConnection(entries, async (connection, { requests }) => {
    const { rows } = await read(connection, 'SELECT at FROM t');
    t.strictSame(rows, [[null], ['2023-01-01T12:00:00.123456Z']]);
    t.match(requests.at(-1)?.query, {
      'formatOptions.useInt64Timestamp': 'true',
      'formatOptions.timestampOutputFormat': undefined,
    });
  });
});

await t.test(
  'fewer or more rows than totalRows are a lost result, not a complete one',
  async (t) => {
    // DD GetQueryResultsResponse.totalRows
    for (const rows of [[], [row('1')], [row('1'), row('2'), row('3')]]) {
      const entries = [
        ...succeeded([n], [{ rows: [row('1'), row('2')] }]).slice(0, 3),
        paged({ json: results({ schema: { fields: [n] }, totalRows: '2', rows }) }),
      ];
      await withConnection(entries, async (connection) => {
        const error = await failure(read(connection, 'SELECT n FROM t'));
        t.match(error, { kind: 'connection', detail: 'The result is incomplete' });
      });
    }
  },
);
