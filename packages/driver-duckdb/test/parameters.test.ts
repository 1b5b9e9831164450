import { duckdbDriver as driver } from '@sluice/driver-duckdb';
import t from 'tap';
import { failure, sessionOptions } from '@sluice/driver-testkit/contract';
import { localFiles } from '@sluice/driver-testkit/local-files';
import { readWith, testBoundValues, testParameterForms } from '@sluice/driver-testkit/parameters';
import { duckdbParameters } from '@sluice/driver-testkit/values/parameters';
import { isDeep } from '@sluice/testkit';

const connection = await driver.connect(
  {},
  sessionOptions({ machine: { filesDirectory: localFiles(t) } }),
);
t.teardown(() => connection.close());

await testParameterForms(t, connection, 'duckdb', duckdbParameters);
const withN = async (sql: string, n: string | number): Promise<unknown> =>
  (await readWith(connection, sql, 'duckdb', { n })).rows[0]?.[0];

await t.test('an integer that fits is bound as DuckDB types a literal', async (t) => {
  t.equal(await withN("select date '2020-01-01' + {{n}}", 5), '2020-01-06');
  t.equal(await withN('select round(1.2345, {{n}})', 2), '1.23');
  t.equal(await withN("select lpad('a', {{n}}, 'x')", 3), 'xxa');
  for (const n of [0, 2 ** 31 - 1, -(2 ** 31), 2 ** 31, -(2 ** 31) - 1]) {
    const literal = await withN(`select typeof(${String(n)})`, 0);
    t.equal(await withN('select typeof({{n}})', n), n === -(2 ** 31) ? 'INTEGER' : literal);
    t.equal(await withN('select {{n}}', n), n);
  }
});

await t.test(
  'a result beyond INTEGER is an error, as with a literal, and a cast avoids it',
  async (t) => {
    const error = await failure(withN('select {{n}} * 1000000', 5000));
    t.match(error, { kind: 'sql', title: /Out of Range.*INT32/ });
    t.equal(await withN('select {{n}}::bigint * 1000000', 5000), 5_000_000_000);
  },
);

await testBoundValues(
  t,
  connection,
  { dialect: 'duckdb', hasJsonText: true },
  isDeep ? 10_000 : 400,
);
