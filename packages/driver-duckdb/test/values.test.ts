import { duckdbDriver as driver } from '@sluice/driver-duckdb';
import t from 'tap';
import { failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import { localFiles } from '@sluice/driver-testkit/local-files';
import { duckdbValues } from '@sluice/driver-testkit/values/duckdb';
import { storedColumn } from '@sluice/driver-testkit/values/stored';

const connection = await driver.connect(
  {},
  sessionOptions({ machine: { filesDirectory: localFiles(t) } }),
);
t.teardown(() => connection.close());

const stored = (sql: string) => storedColumn(connection, sql);

await t.test('every type has its documented format, also at its extremes', async (t) => {
  for (const [type, datatype, ...cases] of duckdbValues) {
    const rows = cases.map(([literal], n) => `select (${literal})::${type} v, ${String(n)} n`);
    t.strictSame(
      await stored(`select v from (${rows.join(' union all ')}) order by n`),
      { cells: cases.map(([, json]) => json), dbType: type, datatype },
      type,
    );
  }
});

await t.test('dates and times match the text of DuckDB', async (t) => {
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

await t.test('an unnamed struct keeps all fields at any depth', async (t) => {
  const cells = async (sql: string) => (await stored(sql)).cells;
  t.strictSame(await cells('select (1, 2)'), ['[1,2]']);
  t.strictSame(await cells(`select row('x')`), ['["x"]']);
  t.strictSame(await cells(`select [(1, 'x'), null, (2, null)]`), ['[[1,"x"],null,[2,null]]']);
  t.strictSame(await cells(`select map {'k': (1, (2, 3))}`), ['{"k":[1,[2,3]]}']);
  t.strictSame(await cells(`select {'s': (1, 2), 'u': union_value(n := (3, 4))}`), [
    '{"s":[1,2],"u":[3,4]}',
  ]);
  t.strictSame(await cells('select map {(1, 2): 3}'), ['{"[1,2]":3}']);
  t.strictSame(await cells(`select case when n % 2 = 0 then (n, 'x') end from range(3) r(n)`), [
    '[0,"x"]',
    'null',
    '[2,"x"]',
  ]);
});

await t.test('a nested value has the format of a column of its type', async (t) => {
  const { cells } = await stored(`select {'j': '[1 ]'::json, 'f': 12.3::float, 'd': 'nan'::double,
    'n': 'NaN'::json, 'h': [170141183460469231731687303715884105727], 'b': map {true: 'x'::blob}}`);
  t.strictSame(cells, [
    '{"j":[1 ],"f":12.3,"d":"NaN","n":"NaN","h":["170141183460469231731687303715884105727"],"b":{"true":"\\\\x78"}}',
  ]);
});

await t.test('no field of a variant is lost', async (t) => {
  const { cells } = await stored(
    `select '{"__proto__": {"a": 1}, "": 2, "b": [1, "x", {"c": null}]}'::json::variant`,
  );
  t.strictSame(
    JSON.parse(cells[0] ?? ''),
    JSON.parse('{"__proto__":{"a":1},"":2,"b":[1,"x",{"c":null}]}'),
  );
  t.strictSame((await stored(`select {'f': 12.3::float}::variant`)).cells, ['{"f":12.3}']);
});

await t.test('geometries, BC times and types match the text of DuckDB', async (t) => {
  const shapes = [
    'POINT EMPTY',
    'POINT ZM (1 2 3 4)',
    'POINT M (1e15 1e16 -0.0)',
    'LINESTRING (0 0, 1e20 123456789.123456789, 0.0001 5e-324)',
    'POLYGON ((0 0, 1 0, 1 1, 0 0), (0.1 0.1, 0.2 0.1, 0.2 0.2, 0.1 0.1))',
    'POLYGON EMPTY',
    'MULTILINESTRING ((0 0, 1 1), EMPTY)',
    'MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))',
    'GEOMETRYCOLLECTION Z (POINT Z (1 2 3), LINESTRING Z (0 0 0, 1 1 1))',
  ];
  const rows = [
    ...shapes.map((shape) => `select '${shape}'::geometry v, v::varchar`),
    `select timestamp '0044-03-15 (BC) 10:00:00.5' v, v::varchar`,
    `select timestamptz '0044-03-15 (BC) 10:00:00+00' v, v::varchar`,
    `select date '0044-03-15 (BC)' v, v::varchar`,
    'select get_type(1::integer) v, v::varchar',
    `select get_type({'a': [1]}) v, v::varchar -- the end`,
  ];
  for (const sql of rows) {
    const [[value, own] = []] = (await read(connection, sql)).rows;
    t.equal(value, own, sql);
  }
  const { columns } = (await read(connection, `select get_type(1) as "a""b", 2 c;`)).summary;
  t.strictSame(
    columns?.map(({ name, dbType }) => [name, dbType]),
    [
      ['a"b', 'TYPE'],
      ['c', 'INTEGER'],
    ],
  );
});

await t.test('strings of any length and order are returned unchanged', async (t) => {
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

await t.test('statistics are exact: extremes of numbers, lengths of other values', async (t) => {
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

await t.test('statements that DuckDB expands into several run as one', async (t) => {
  const run = async (sql: string): Promise<unknown[]> => {
    const { summary, rows } = await read(connection, sql);
    return [summary.command, summary.affectedRows, rows];
  };
  const source = '(select 1 a, 2 b union all select 7, 8) on a using sum(b)';
  t.strictSame(await run(`pivot ${source}`), ['SELECT', null, [[2, 8]]]);
  t.strictSame(await run(`create table pivoted as pivot ${source}`), ['CREATE TABLE', null, []]);
  t.strictSame(await run(`insert into pivoted pivot ${source}`), ['INSERT', 1, []]);
  t.strictSame(await run('from pivoted'), [
    'SELECT',
    null,
    [
      [2, 8],
      [2, 8],
    ],
  ]);
  await run('create sequence numbers');
  t.strictSame(await run(`alter table pivoted add column n int default nextval('numbers')`), [
    'ALTER TABLE',
    null,
    [],
  ]);
  t.strictSame(await run('select n from pivoted'), ['SELECT', null, [[1], [2]]]);
  await run(`attach ':memory:' as other`);
  t.strictSame(await run('copy from database memory to other'), ['COPY', null, []]);
  t.strictSame(await run('select count(*) from other.pivoted'), ['SELECT', null, [[2]]]);
  await run('detach other');

  await run('begin');
  await run(`create table gone as pivot ${source}`);
  await run('rollback');
  const error = await failure(read(connection, 'from gone'));
  t.match(error.title, /does not exist/, 'an expansion belongs to the transaction of the user');

  const cast = source.replace('sum(b)', `sum((b || 'x')::int)`);
  const failed = await failure(read(connection, `create table gone as pivot ${cast}`));
  t.match(failed, { kind: 'sql', outcome: 'failed' });
  t.strictSame(await run('begin'), ['BEGIN', null, []], 'a failure leaves no transaction open');
  await run('rollback');
  await run('drop table pivoted');
});

await t.test('the summary reports the command and the row counts of the database', async (t) => {
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
