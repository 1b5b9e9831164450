import { driverFor } from '@sluice/drivers';
import t from 'tap';
import { read, sessionOptions } from './contract.js';
import { localFiles } from './local-files.js';
import { duckdbValues } from './values/duckdb.js';
import { storedColumn } from './values/stored.js';

const driver = driverFor('duckdb');
if (!driver) throw new Error('no driver');
const connection = await driver.connect(
  {},
  sessionOptions({ machine: { filesDirectory: localFiles(t) } }),
);
t.teardown(() => connection.close());

const stored = (sql: string) => storedColumn(connection, sql);

await t.test('every type has its published form, at its extremes too', async (t) => {
  for (const [type, datatype, ...cases] of duckdbValues) {
    const rows = cases.map(([literal], n) => `select (${literal})::${type} v, ${String(n)} n`);
    t.strictSame(
      await stored(`select v from (${rows.join(' union all ')}) order by n`),
      { cells: cases.map(([, json]) => json), dbType: type, datatype },
      type,
    );
  }
});

await t.test("dates and times are what DuckDB's own text says", async (t) => {
  const { rows } = await read(
    connection,
    `select d, d::varchar, ts, ts::varchar from (select
       date '1970-01-01' + ((hash(n) % 1400000)::int - 700000) d,
       make_timestamp((hash(n + 1) % 60000000000000000)::bigint - 30000000000000000) ts
     from range(20000) r(n)) where d >= '0001-01-01' and ts >= '0001-01-01'`,
  );
  t.ok(rows.length > 10_000);
  const wrong = rows.filter(([d, dText, ts, tsText]) => {
    return d !== dText || String(ts) !== String(tsText).replace(' ', 'T');
  });
  t.strictSame(wrong.slice(0, 3), []);
});

await t.test('strings of any length and order come out the same', async (t) => {
  await read(connection, 'create table strings (n int, s varchar)');
  await read(
    connection,
    `insert into strings select n, case when n % 7 = 0 then null
       else repeat(chr((97 + n % 26)::int), (hash(n) % 40)::int) || n end from range(30000) r(n)`,
  );
  for (const order of ['n', 'n desc', 'hash(n)', 's']) {
    const { rows } = await read(
      connection,
      `select n, s, length(s), md5(s), hash(s) = hash(coalesce(s, s)) from strings order by ${order}`,
    );
    const wrong = rows.filter(([n, s, length]) => {
      if (Number(n) % 7 === 0) return s !== null;
      const text = String(s);
      const letters = text.slice(0, text.length - String(n).length);
      const letter = String.fromCharCode(97 + (Number(n) % 26));
      return text.length !== length || text !== letter.repeat(letters.length) + String(n);
    });
    t.strictSame(wrong.slice(0, 3), [], order);
  }
});

await t.test('statistics are exact: extremes of numbers, characters of the rest', async (t) => {
  const { summary } = await read(
    connection,
    `select * from (values (0, 12345678901234567.5::decimal(30, 1), 'a', [1, 2]),
       (-5, 12345678901234567.4, E'one\\ntwo222\\n3', []), (3, null, 'ééé🎈', null)) v(i, n, t, l)`,
  );
  t.strictSame(
    summary.columns?.map((c) => [c.min, c.max, c.maxValueLength, c.maxLineLength]),
    [
      [-5, 3, 0, 0],
      [Number('12345678901234567.4'), Number('12345678901234567.5'), 0, 0],
      [null, null, 12, 6],
      [null, null, 5, 5],
    ],
  );
});

await t.test('commands and counts are as the database says', async (t) => {
  const run = async (sql: string): Promise<unknown[]> => {
    const { summary } = await read(connection, sql);
    return [summary.command, summary.affectedRows, summary.rowCount];
  };
  t.strictSame(await run('create table c (a int, b varchar)'), ['CREATE TABLE', null, 0]);
  t.strictSame(await run(`insert into c values (1, 'x'), (2, 'y')`), ['INSERT', 2, 0]);
  t.strictSame(await run(`insert into c values (3, 'z') returning a`), ['INSERT', null, 1]);
  t.strictSame(await run(`update c set b = 'w' where a > 1`), ['UPDATE', 2, 0]);
  t.strictSame(await run('delete from c where a = 1'), ['DELETE', 1, 0]);
  t.strictSame(await run('create temp table d as select * from c'), ['CREATE TABLE', null, 0]);
  t.strictSame(await run('from c'), ['SELECT', null, 2]);
  t.strictSame(await run('-- nothing'), [null, null, 0]);
  t.strictSame(await run('drop table c'), ['DROP TABLE', null, 0]);
});
