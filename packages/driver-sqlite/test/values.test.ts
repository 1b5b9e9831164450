import { sqliteDriver as driver } from '@sluice/driver-sqlite';
import t from 'tap';
import { read, sessionOptions } from '@sluice/driver-testkit/contract';
import { localFiles } from '@sluice/driver-testkit/local-files';
import { sqliteValues } from '@sluice/driver-testkit/values/sqlite';
import { storedColumn } from '@sluice/driver-testkit/values/stored';

const connection = await driver.connect(
  { file: 'values.db', create: true },
  sessionOptions({ machine: { filesDirectory: localFiles(t) } }),
);
t.teardown(() => connection.close());

const stored = (sql: string) => storedColumn(connection, sql);

await t.test(
  'the declared type determines the column type, and each value its own format',
  async (t) => {
    for (const [type, datatype, ...cases] of sqliteValues) {
      await read(connection, `create table v (v ${type})`);
      for (const [literal] of cases) await read(connection, `insert into v values (${literal})`);
      t.strictSame(
        await stored('select v from v order by rowid'),
        { cells: cases.map(([, json]) => json), dbType: type, datatype },
        type,
      );
      await read(connection, 'drop table v');
    }
  },
);

await t.test('without a declared type the returned values determine the column type', async (t) => {
  const seen = async (...values: string[]): Promise<[string, string]> => {
    const { dbType, datatype } = await stored(
      values.map((value) => `select ${value} v`).join(' union all '),
    );
    return [datatype, dbType];
  };
  t.strictSame(await seen('1', 'null'), ['number', 'integer']);
  t.strictSame(await seen('1.5', '2.5'), ['number', 'real']);
  t.strictSame(await seen('1', '2.5'), ['number', 'any']);
  t.strictSame(await seen(`'a'`, 'null'), ['string', 'text']);
  t.strictSame(await seen(`x'00'`), ['binary', 'blob']);
  t.strictSame(await seen('1', `'a'`), ['string', 'any']);
  t.strictSame(await seen('null'), ['string', '']);
});

await t.test('statistics are exact: extremes of numbers, lengths of other values', async (t) => {
  const { summary } = await read(
    connection,
    `select 0 i, 1.5 f, 'a' t, 'one' || char(10) || 'two222' || char(10) || '3' l, x'0102' b
     union all select -5, -1e300, 'ééé🎈', '', x''
     union all select 9223372036854775807, 9e999, null, null, null`,
  );
  t.strictSame(
    summary.columns?.map((c) => [c.min, c.max, c.maxValueLength, c.maxLineLength]),
    [
      [-5, Number('9223372036854775807'), 0, 0],
      [-1e300, 1.5, 0, 0],
      [null, null, 4, 4],
      [null, null, 12, 6],
      [null, null, 6, 6],
    ],
  );
});

await t.test('the summary reports the command and the row counts of the database', async (t) => {
  const run = async (sql: string): Promise<unknown[]> => {
    const { summary } = await read(connection, sql);
    return [summary.command, summary.affectedRows, summary.rowCount];
  };
  t.strictSame(await run('create table c (a integer primary key, b text)'), [
    'CREATE TABLE',
    null,
    0,
  ]);
  t.strictSame(await run(`insert into c values (1, 'x'), (2, 'y'), (3, 'z')`), ['INSERT', 3, 0]);
  t.strictSame(await run(`update c set b = 'w' where a > 1 returning a`), ['UPDATE', 2, 2]);
  t.strictSame(await run('with d as (select 1 a) delete from c where a in d'), ['DELETE', 1, 0]);
  t.strictSame(await run('replace into c values (2, null)'), ['INSERT', 1, 0]);
  t.strictSame(await run('create temp table d as select * from c'), ['CREATE TABLE', null, 0]);
  t.strictSame(await run('explain query plan select 1'), ['EXPLAIN', null, 1]);
  t.strictSame(await run('pragma user_version'), ['PRAGMA', null, 1]);
  t.strictSame(await run('values (1), (2)'), ['SELECT', null, 2]);
  t.strictSame(await run('-- nothing'), [null, null, 0]);
  t.strictSame(await run('drop table c'), ['DROP TABLE', null, 0]);
});
