import { driverFor } from '@sluice/drivers';
import type { Datatype } from '@sluice/contracts';
import t from 'tap';
import { startCluster } from './cluster.js';
import { read, runOptions, sessionOptions, textOf } from './contract.js';

const driver = driverFor('postgres');
if (!driver) throw new Error('no driver');
const cluster = await startCluster();
const connection = await driver.connect(cluster.config, sessionOptions());
t.teardown(async () => {
  await connection.close();
  await cluster.stop();
});

/** Type, datatype, then pairs of the literal and the JSON text it becomes. */
const table: [type: string, datatype: Datatype, ...cases: [literal: string, json: string][]][] = [
  ['smallint', 'number', ['-32768', '-32768'], ['32767', '32767'], ['0', '0']],
  ['integer', 'number', ['-2147483648', '-2147483648'], ['2147483647', '2147483647']],
  [
    'bigint',
    'number',
    ['9007199254740992', '9007199254740992'],
    ['-9007199254740992', '-9007199254740992'],
    ['9007199254740993', '"9007199254740993"'],
    ['-9007199254740993', '"-9007199254740993"'],
    ['9223372036854775807', '"9223372036854775807"'],
    ['-9223372036854775808', '"-9223372036854775808"'],
    ['999999999999999', '999999999999999'],
  ],
  ['oid', 'number', ['4294967295', '4294967295']],
  [
    'real',
    'number',
    ['1.1', '1.1'],
    ['3.4028235e38', '3.4028235e+38'],
    ['1e-45', '1e-45'],
    ['NaN', '"NaN"'],
    ['-Infinity', '"-Infinity"'],
  ],
  [
    'double precision',
    'number',
    ['0.1', '0.1'],
    ['1.7976931348623157e308', '1.7976931348623157e+308'],
    ['5e-324', '5e-324'],
    ['-0', '-0'],
    ['123456789.123456789', '123456789.12345679'],
    ['NaN', '"NaN"'],
    ['Infinity', '"Infinity"'],
  ],
  [
    'numeric',
    'number',
    ['1.50', '"1.50"'],
    ['-0.000000000000000000000001', '"-0.000000000000000000000001"'],
    [`${'9'.repeat(40)}.${'9'.repeat(20)}`, `"${'9'.repeat(40)}.${'9'.repeat(20)}"`],
    ['1e400', `"1${'0'.repeat(400)}"`],
    ['NaN', '"NaN"'],
    ['Infinity', '"Infinity"'],
  ],
  ['numeric(12,2)', 'number', ['1234567890.12', '"1234567890.12"']],
  ['money', 'string', ['1234.5', '"$1,234.50"']],
  ['boolean', 'boolean', ['t', 'true'], ['f', 'false']],
  [
    'text',
    'string',
    ['', '""'],
    ['NULL', '"NULL"'],
    ['a"b\\c', '"a\\"b\\\\c"'],
    ['é漢🎈', '"é漢🎈"'],
  ],
  ['character varying(5)', 'string', ['abc', '"abc"']],
  ['character(5)', 'string', ['abc', '"abc  "']],
  ['"char"', 'string', ['x', '"x"']],
  ['name', 'string', ['a name', '"a name"']],
  [
    'uuid',
    'string',
    ['A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11', '"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"'],
  ],
  ['bytea', 'binary', ['\\x', '"\\\\x"'], ['\\x00ff0a', '"\\\\x00ff0a"']],
  [
    'date',
    'date',
    ['0001-01-01', '"0001-01-01"'],
    ['9999-12-31', '"9999-12-31"'],
    ['5874897-12-31', '"5874897-12-31"'],
    ['0044-03-15 BC', '"0044-03-15 BC"'],
    ['infinity', '"infinity"'],
  ],
  [
    'timestamp without time zone',
    'datetime',
    ['2024-02-29 23:59:59.999999', '"2024-02-29T23:59:59.999999"'],
    ['2024-02-29 00:00:00', '"2024-02-29T00:00:00"'],
    ['12024-02-29 00:00:00.1', '"12024-02-29T00:00:00.1"'],
    ['294276-12-31 23:59:59', '"294276-12-31T23:59:59"'],
    ['0044-03-15 10:00:00 BC', '"0044-03-15 10:00:00 BC"'],
    ['-infinity', '"-infinity"'],
  ],
  [
    'timestamp with time zone',
    'datetime',
    ['2024-07-01 12:00:00.123456+02', '"2024-07-01T10:00:00.123456Z"'],
    ['2024-07-01 12:00:00-05:30', '"2024-07-01T17:30:00Z"'],
    ['0044-03-15 10:00:00+00 BC', '"0044-03-15 10:00:00+00 BC"'],
    ['infinity', '"infinity"'],
  ],
  [
    'time without time zone',
    'time',
    ['24:00:00', '"24:00:00"'],
    ['01:02:03.000001', '"01:02:03.000001"'],
  ],
  ['time with time zone', 'time', ['01:02:03+05:30', '"01:02:03+05:30"']],
  [
    'interval',
    'string',
    ['1 year 2 mons 3 days 4 hours 5 min 6.789 s', '"P1Y2M3DT4H5M6.789S"'],
    ['-1 day', '"P-1D"'],
    ['0', '"PT0S"'],
  ],
  [
    'json',
    'json',
    ['{"b": 1, "a":\n[true,\tnull]}', '{"b": 1, "a": [true, null]}'],
    ['12345678901234567890.10', '12345678901234567890.10'],
    ['"a\\nb"', '"a\\nb"'],
    ['null', 'null'],
  ],
  ['jsonb', 'json', ['{"b":1,"a":"é\\n"}', '{"a": "é\\n", "b": 1}']],
  ['xml', 'string', ['<a b="c">d</a>', '"<a b=\\"c\\">d</a>"']],
  ['inet', 'string', ['10.0.0.1/8', '"10.0.0.1/8"'], ['::1', '"::1"']],
  ['cidr', 'string', ['10.0.0.0/8', '"10.0.0.0/8"']],
  ['macaddr', 'string', ['08:00:2b:01:02:03', '"08:00:2b:01:02:03"']],
  ['macaddr8', 'string', ['08:00:2b:01:02:03:04:05', '"08:00:2b:01:02:03:04:05"']],
  ['bit(4)', 'string', ['1010', '"1010"']],
  ['bit varying(8)', 'string', ['101', '"101"']],
  ['point', 'string', ['(1,2)', '"(1,2)"']],
  ['line', 'string', ['{1,2,3}', '"{1,2,3}"']],
  ['lseg', 'string', ['[(1,2),(3,4)]', '"[(1,2),(3,4)]"']],
  ['box', 'string', ['(3,4),(1,2)', '"(3,4),(1,2)"']],
  ['path', 'string', ['((1,2),(3,4))', '"((1,2),(3,4))"']],
  ['polygon', 'string', ['((1,2),(3,4))', '"((1,2),(3,4))"']],
  ['circle', 'string', ['<(1,2),3>', '"<(1,2),3>"']],
  ['tsvector', 'string', ['a:1 b:2', `"'a':1 'b':2"`]],
  ['tsquery', 'string', ['a & b', `"'a' & 'b'"`]],
  ['jsonpath', 'string', ['$.a', '"$.\\"a\\""']],
  ['pg_lsn', 'string', ['16/B374D848', '"16/B374D848"']],
  ['int4range', 'string', ['[1,5)', '"[1,5)"']],
  ['int8range', 'string', ['empty', '"empty"']],
  ['numrange', 'string', ['[1.5,)', '"[1.5,)"']],
  ['daterange', 'string', ['[2024-01-01,2024-02-01)', '"[2024-01-01,2024-02-01)"']],
  ['tsrange', 'string', ['[2024-01-01 00:00,)', '"[\\"2024-01-01 00:00:00\\",)"']],
  ['int4multirange', 'string', ['{[1,2),[5,6)}', '"{[1,2),[5,6)}"']],
  ['regclass', 'string', ['pg_class', '"pg_class"']],
  ['xid8', 'string', ['18446744073709551615', '"18446744073709551615"']],
  [
    'integer[]',
    'json',
    ['{}', '[]'],
    ['{1,NULL,-3}', '[1,null,-3]'],
    ['{{1,2},{3,4}}', '[[1,2],[3,4]]'],
    ['[0:1]={7,8}', '[7,8]'],
    ['[1:1][-2:-1]={{1,2}}', '[[1,2]]'],
  ],
  ['bigint[]', 'json', ['{9223372036854775807,1}', '["9223372036854775807",1]']],
  ['numeric[]', 'json', ['{1.50,NaN}', '["1.50","NaN"]']],
  ['double precision[]', 'json', ['{1.5,Infinity}', '[1.5,"Infinity"]']],
  ['boolean[]', 'json', ['{t,f,NULL}', '[true,false,null]']],
  [
    'text[]',
    'json',
    [
      '{"a,b","c\\"d","e\\\\f",NULL,"NULL","","{x}","é"}',
      '["a,b","c\\"d","e\\\\f",null,"NULL","","{x}","é"]',
    ],
  ],
  ['character varying(20)[]', 'json', ['{a}', '["a"]']],
  [
    'timestamp with time zone[]',
    'json',
    ['{"2024-01-01 00:00:00+00"}', '["2024-01-01T00:00:00Z"]'],
  ],
  ['date[]', 'json', ['{2024-01-01}', '["2024-01-01"]']],
  ['jsonb[]', 'json', ['{"{\\"a\\": [1, \\"x\\"]}",NULL}', '[{"a": [1, "x"]},null]']],
  ['box[]', 'json', ['{(1,1),(0,0);(3,3),(2,2)}', '["(1,1),(0,0)","(3,3),(2,2)"]']],
  ['bytea[]', 'json', ['{"\\\\x00ff"}', '["\\\\x00ff"]']],
  [
    'uuid[]',
    'json',
    ['{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}', '["a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"]'],
  ],
];

/** The stored text of a one-column result without its brackets, a row a line. */
async function stored(sql: string): Promise<{ cells: string[]; dbType: string; datatype: string }> {
  const run = await connection.run(sql, runOptions());
  let text = '';
  for await (const chunk of run.chunks) text += textOf(chunk);
  const column = run.summary().columns?.[0];
  return {
    cells: text === '' ? [] : text.split(',\n').map((row) => row.slice(1, -1)),
    dbType: column?.dbType ?? '',
    datatype: column?.datatype ?? '',
  };
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

await t.test('every built-in type has its published form, at its extremes too', async (t) => {
  for (const [type, datatype, ...cases] of table) {
    const rows = cases.map(([text], n) => `select ${literal(text)}::${type} v, ${String(n)} n`);
    const sql = `select v from (${rows.join(' union all ')}) x order by n`;
    t.strictSame(
      await stored(sql),
      { cells: cases.map(([, json]) => json), dbType: type, datatype },
      type,
    );
  }
});

await t.test('types are named as format_type names them, modifiers included', async (t) => {
  const { rows } = await read(
    connection,
    `select format_type(oid, null), format_type(oid, -1) from pg_type
     where typtype in ('b', 'r', 'm') and oid < 10000 and typname !~ '^pg_(ddl|brin|node|ndis|dep|mcv)'
     order by oid`,
  );
  for (const [cast, name] of rows as [string, string][]) {
    const { dbType } = await stored(`select null::${cast === 'character' ? 'bpchar' : cast}`);
    if (!['bit', 'bit[]', 'character[]'].includes(cast)) t.equal(dbType, name, cast);
  }
  const modified = [
    'numeric(10,0)',
    'numeric(5,-3)',
    'numeric(3,7)',
    'numeric(10,2)[]',
    'character(1)',
    'bit(1)',
    'bit varying(64)[]',
    'time(0) without time zone',
    'time(6) with time zone',
    'timestamp(3) without time zone',
    'timestamp(0) with time zone[]',
    'interval(3)',
    'interval year',
    'interval year to month',
    'interval day to hour',
    'interval day to second(3)',
    'interval second(2)',
    'interval hour to minute',
    'interval minute to second',
  ];
  for (const type of modified) t.equal((await stored(`select null::${type}`)).dbType, type);
});

await t.test(
  'types of the database itself are looked up once: enums, domains, composites',
  async (t) => {
    await read(connection, `create type mood as enum ('sad', 'it''s "ok"')`);
    await read(connection, 'create domain small as int check (value < 10)');
    await read(connection, 'create domain smaller as small');
    await read(connection, 'create type pair as (a int, b text)');
    await read(connection, 'create schema other');
    await read(connection, 'create type other.thing as (x int)');
    const each: [string, string, string][] = [
      [`'sad'::mood`, '"sad"', 'mood'],
      [`array['sad', 'it''s "ok"', null]::mood[]`, `["sad","it's \\"ok\\"",null]`, 'mood[]'],
      ['7::smaller', '7', 'integer'],
      ['array[7, 8]::smaller[]', '[7,8]', 'smaller[]'],
      [`row(1, 'x y')::pair`, '"(1,\\"x y\\")"', 'pair'],
      [`array[row(1, 'x')]::pair[]`, '["(1,x)"]', 'pair[]'],
      ['row(1)::other.thing', '"(1)"', 'other.thing'],
      ['row(1, 2)', '"(1,2)"', 'record'],
    ];
    for (const again of [false, true]) {
      for (const [sql, json, dbType] of each) {
        t.match(
          await stored(`select ${sql}`),
          { cells: [json], dbType },
          `${sql} ${String(again)}`,
        );
      }
    }
    await read(connection, 'begin');
    await read(connection, `create type late as enum ('a')`);
    t.match(await stored(`select 'a'::late from generate_series(1, 300)`), { dbType: 'late' });
    await read(connection, 'rollback');
  },
);

await t.test('settings that SQL changes never break a result, nor lie in it', async (t) => {
  const sql = `select timestamptz '2024-07-01 12:00:00+00'`;
  const under = async (setting: string): Promise<unknown> => {
    await read(connection, `set ${setting}`);
    const { cells } = await stored(sql);
    await read(connection, `reset ${setting.split(' ')[0] ?? ''}`);
    return JSON.parse(cells[0] ?? '');
  };
  t.equal(await under(`timezone to 'Europe/Berlin'`), '2024-07-01T14:00:00+02:00');
  t.equal(await under(`timezone to 'Asia/Kolkata'`), '2024-07-01T17:30:00+05:30');
  t.equal(await under(`datestyle to 'SQL, DMY'`), '01/07/2024 12:00:00 UTC');
  t.equal(await under(`datestyle to 'German'`), '01.07.2024 12:00:00 UTC');
  t.equal(await under(`datestyle to 'Postgres'`), 'Mon Jul 01 12:00:00 2024 UTC');
  t.strictSame(await stored(sql), {
    cells: ['"2024-07-01T12:00:00Z"'],
    dbType: 'timestamp with time zone',
    datatype: 'datetime',
  });
  await read(connection, `set bytea_output to escape`);
  t.same((await read(connection, `select '\\x00ff'::bytea`)).rows, [['\\000\\377']]);
  await read(connection, `set client_encoding to latin1`);
  t.same((await read(connection, `select 'é'`)).rows, [['é']], 'the encoding is set back');
  const { rows } = await read(
    connection,
    `select set_config('client_encoding', 'latin1', false), 'é' from generate_series(1, 2)`,
  );
  t.equal(rows.length, 2, 'bytes that are no UTF-8 are replaced');
});

await t.test('statistics are exact: extremes of numbers, characters of the rest', async (t) => {
  const { summary } = await read(
    connection,
    `select * from (values
       (0, 12345678901234567.5::numeric, 0.1::float8, 'a', E'one\\ntwo222\\n3', '{1,2}'::int[], true),
       (-5, 12345678901234567.4, -1e300, 'ééé🎈', '', '{}', false),
       (3, 'NaN', 'Infinity', null, null, null, null)) v(i, n, f, t, l, a, b)`,
  );
  const found = summary.columns?.map((c) => [c.min, c.max, c.maxValueLength, c.maxLineLength]);
  t.strictSame(found, [
    [-5, 3, 0, 0],
    [Number('12345678901234567.4'), Number('12345678901234567.5'), 0, 0],
    [-1e300, 0.1, 0, 0],
    [null, null, 4, 4],
    [null, null, 12, 6],
    [null, null, 5, 5],
    [null, null, 5, 5],
  ]);
  const many = await read(
    connection,
    `select (random() * 10 ^ (random() * 30 - 15))::float8 f,
    (random() * 10 ^ (random() * 30))::numeric(60, 20) n from generate_series(1, 20000)`,
  );
  const [f, n] = many.summary.columns ?? [];
  const floats = many.rows.map(([value]) => Number(value));
  const numerics = many.rows.map(([, value]) => Number(value));
  t.strictSame([f?.min, f?.max], [Math.min(...floats), Math.max(...floats)]);
  t.strictSame([n?.min, n?.max], [Math.min(...numerics), Math.max(...numerics)]);
});
