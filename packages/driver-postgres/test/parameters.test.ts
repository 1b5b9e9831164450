import { postgresDriver as driver } from '@sluice/driver-postgres';
import t from 'tap';
import { startCluster } from '@sluice/driver-testkit/cluster';
import { failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import { readWith, testBoundValues, testParameterForms } from '@sluice/driver-testkit/parameters';
import { postgresParameters } from '@sluice/driver-testkit/values/parameters';
import { isDeep } from '@sluice/testkit';

const cluster = await startCluster();
const connection = await driver.connect(cluster.config, sessionOptions());
t.teardown(async () => {
  await connection.close();
  await cluster.stop();
});

await testParameterForms(t, connection, 'postgres', postgresParameters);
await testBoundValues(
  t,
  connection,
  { dialect: 'postgres', refusesNul: true },
  isDeep ? 10_000 : 400,
);

const run = (sql: string, parameters: Record<string, unknown>) =>
  readWith(connection, sql, 'postgres', parameters);

await t.test('a placeholder in SELECT and GROUP BY is one expression', async (t) => {
  const { rows } = await run(
    `select date_trunc({{unit}}, day) as d, count(*) from (values (date '2026-03-01')) v (day)
     group by date_trunc({{unit}}, day)`,
    { unit: 'month' },
  );
  t.same(rows, [['2026-03-01T00:00:00Z', 1]]);
});

await t.test('integers have the type of a number in a text', async (t) => {
  const { rows } = await run(
    `select pg_typeof({{small}})::text, pg_typeof({{large}})::text, substring('abc', {{small}})`,
    { small: 2, large: 3_000_000_000 },
  );
  t.same(rows, [['integer', 'bigint', 'bc']]);
});

await t.test(
  'changes, cancels and errors are those of a statement without parameters',
  async (t) => {
    await read(connection, 'create temp table p (a int, b text)');
    const { summary } = await run('insert into p values ({{a}}, {{b}}), ({{a}}, null)', {
      a: 1,
      b: 'x',
    });
    t.match(summary, { command: 'INSERT', affectedRows: 2 });
    const error = await failure(run('select {{a}} + nothere', { a: 1 }));
    t.match(error, { kind: 'sql', outcome: 'failed', sqlState: '42703', position: 16 });
    const nul = await failure(run('select {{a}}', { a: 'a\0b' }));
    t.match(nul, { outcome: 'not_run', title: /NUL/ });
    t.same((await run('select count(*) from p where a = {{a}}', { a: 1 })).rows, [[2]]);
  },
);
