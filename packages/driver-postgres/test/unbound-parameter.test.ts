import { postgresDriver as driver } from '@sluice/driver-postgres';
import t from 'tap';
import { startCluster } from '@sluice/driver-testkit/cluster';
import { failure, read } from '@sluice/driver-testkit/contract';
import { rowsOf, sessionsOf } from '@sluice/driver-testkit/sessions';

const cluster = await startCluster();
t.teardown(() => cluster.stop());
const { connected } = sessionsOf(driver, cluster.config);

await t.test('a mark without a value is reported as psql reports it', (t) =>
  connected(async (connection) => {
    for (const [sql, number, position] of [
      ['select $1', 1, 8],
      ["select '$1', a$1, /* $1 */ $2 from (values (1)) v(a$1)", 2, 28],
      ["select '🎈', $1::int + $3::int", 1, 13],
      ['select $1 + $2', 1, 8],
      ['insert into pg_class select $2', 2, 29],
      ['explain select $1::int', 1, 16],
    ] as const) {
      t.match(
        await failure(read(connection, sql)),
        {
          kind: 'sql',
          outcome: 'failed',
          sqlState: '42P02',
          title: `there is no parameter $${String(number)}`,
          position,
          hint: /\{\{name\}\}/,
        },
        sql,
      );
      t.strictSame(await rowsOf(connection, 'select 1'), [[1]], 'the session stays usable');
    }
    await read(connection, 'begin');
    await failure(read(connection, 'select $1'));
    t.match(
      await failure(read(connection, 'select 1')),
      { sqlState: '25P02' },
      'as after any error',
    );
    await read(connection, 'rollback');
  }),
);

await t.test('statements that declare their own parameters run', (t) =>
  connected(async (connection) => {
    const [[plan] = []] = await rowsOf(
      connection,
      'explain (generic_plan) select * from pg_class where oid = $1',
    );
    t.match(plan, /Index Scan/);
    await read(connection, 'prepare p (int) as select $1 + 1');
    t.strictSame(await rowsOf(connection, 'execute p(1)'), [[2]]);
    await read(
      connection,
      'create function pg_temp.f(int) returns int begin atomic select $1 + 1; end',
    );
    t.strictSame(await rowsOf(connection, 'select pg_temp.f(2)'), [[3]]);
    t.match(await failure(read(connection, 'prepare q as select $1 + $2')), { sqlState: '42725' });
  }),
);
