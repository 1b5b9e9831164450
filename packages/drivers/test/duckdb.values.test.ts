import type { Datatype } from '@sluice/contracts';
import { driverFor } from '@sluice/drivers';
import fc from 'fast-check';
import t from 'tap';
import { read, runOptions, sessionOptions, textOf } from './contract.js';
import { localFiles } from './local-files.js';

const driver = driverFor('duckdb');
if (!driver) throw new Error('no driver');
const connection = await driver.connect({}, sessionOptions({ localFilesDirectory: localFiles(t) }));
t.teardown(() => connection.close());

/** Type, datatype, then pairs of the literal and the JSON text it becomes. */
const table: [type: string, datatype: Datatype, ...cases: [literal: string, json: string][]][] = [
  ['BOOLEAN', 'boolean', ['true', 'true'], ['false', 'false'], ['null', 'null']],
  ['TINYINT', 'number', ['-128', '-128'], ['127', '127']],
  ['SMALLINT', 'number', ['-32768', '-32768']],
  ['INTEGER', 'number', ['-2147483648', '-2147483648'], ['2147483647', '2147483647']],
  [
    'BIGINT',
    'number',
    ['9007199254740992', '9007199254740992'],
    ['9007199254740993', '"9007199254740993"'],
    ['-9007199254740993', '"-9007199254740993"'],
    ['9223372036854775807', '"9223372036854775807"'],
    ['-9223372036854775808', '"-9223372036854775808"'],
  ],
  ['UTINYINT', 'number', ['255', '255']],
  ['USMALLINT', 'number', ['65535', '65535']],
  ['UINTEGER', 'number', ['4294967295', '4294967295']],
  ['UBIGINT', 'number', ['18446744073709551615', '"18446744073709551615"'], ['7', '7']],
  [
    'HUGEINT',
    'number',
    ['7', '7'],
    ['-170141183460469231731687303715884105727', '"-170141183460469231731687303715884105727"'],
  ],
  ['UHUGEINT', 'number', [`'${String(2n ** 128n - 1n)}'`, `"${String(2n ** 128n - 1n)}"`]],
  [
    'FLOAT',
    'number',
    ['1.1', '1.1'],
    ['16777216', '16777216'],
    [`'3.4028235e38'`, '3.4028235e+38'],
    [`'nan'`, '"NaN"'],
  ],
  [
    'DOUBLE',
    'number',
    ['0.1', '0.1'],
    [`'5e-324'`, '5e-324'],
    [`'1.7976931348623157e308'`, '1.7976931348623157e+308'],
    [`'-inf'`, '"-Infinity"'],
    [`'-0'`, '-0'],
  ],
  ['DECIMAL(4,1)', 'number', ['-0.5', '"-0.5"'], ['999.9', '"999.9"']],
  ['DECIMAL(9,0)', 'number', ['-7', '"-7"']],
  ['DECIMAL(12,2)', 'number', ['1234567890.12', '"1234567890.12"'], ['0', '"0.00"']],
  ['DECIMAL(18,18)', 'number', ['-0.000000000000000001', '"-0.000000000000000001"']],
  [
    'DECIMAL(38,10)',
    'number',
    ['1234567890123456789012345678.0123456789', '"1234567890123456789012345678.0123456789"'],
  ],
  [
    'VARCHAR',
    'string',
    [`''`, '""'],
    [`'twelve bytes'`, '"twelve bytes"'],
    [`'thirteen byte'`, '"thirteen byte"'],
    [`'a"b\\c' || chr(10) || 'é漢🎈'`, '"a\\"b\\\\c\\né漢🎈"'],
    [`'a' || chr(0) || 'b'`, '"a\\u0000b"'],
  ],
  ['BLOB', 'binary', [`''`, '"\\\\x"'], [`'\\x00\\xFF\\x0A'`, '"\\\\x00ff0a"']],
  ['BIT', 'string', [`'10101'`, '"10101"']],
  [
    'UUID',
    'string',
    [`'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'`, '"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"'],
  ],
  [`ENUM('sad', 'ok')`, 'string', [`'ok'`, '"ok"']],
  [
    'DATE',
    'date',
    [`'2024-02-29'`, '"2024-02-29"'],
    [`'0001-01-01'`, '"0001-01-01"'],
    [`'12024-12-31'`, '"12024-12-31"'],
    [`'0044-03-15 (BC)'`, '"0044-03-15 (BC)"'],
    [`'infinity'`, '"infinity"'],
    [`'-infinity'`, '"-infinity"'],
  ],
  [
    'TIMESTAMP',
    'datetime',
    [`'2024-02-29 23:59:59.999999'`, '"2024-02-29T23:59:59.999999"'],
    [`'1969-12-31 23:59:59.5'`, '"1969-12-31T23:59:59.5"'],
    [`'0001-01-01 00:00:00'`, '"0001-01-01T00:00:00"'],
    [`'0044-03-15 (BC) 10:00:00'`, '"0044-03-15 10:00:00 (BC)"'],
    [`'infinity'`, '"infinity"'],
  ],
  ['TIMESTAMP_S', 'datetime', [`'2024-02-29 23:59:59'`, '"2024-02-29T23:59:59"']],
  ['TIMESTAMP_MS', 'datetime', [`'2024-02-29 23:59:59.12'`, '"2024-02-29T23:59:59.12"']],
  [
    'TIMESTAMP_NS',
    'datetime',
    [`'2024-02-29 23:59:59.123456789'`, '"2024-02-29T23:59:59.123456789"'],
    [`'1969-12-31 23:59:59.000000001'`, '"1969-12-31T23:59:59.000000001"'],
  ],
  [
    'TIMESTAMP WITH TIME ZONE',
    'datetime',
    [`'2024-07-01 12:00:00.123456+02'`, '"2024-07-01T10:00:00.123456Z"'],
    [`'-infinity'`, '"-infinity"'],
  ],
  ['TIME', 'time', [`'23:59:59.000001'`, '"23:59:59.000001"'], [`'01:02:03'`, '"01:02:03"']],
  ['TIME WITH TIME ZONE', 'time', [`'01:02:03.5+05:30'`, '"01:02:03.5+05:30"']],
  [
    'INTERVAL',
    'string',
    [`'1 year 2 months 3 days 4 hours 5 minutes 6.789 seconds'`, '"P1Y2M3DT4H5M6.789S"'],
    [`'-1 day'`, '"P-1D"'],
    [`'-90 minutes'`, '"PT-1H-30M"'],
    [`'0 days'`, '"PT0S"'],
  ],
  [
    'JSON',
    'json',
    [`'{"b": [1, 12345678901234567890.10]}'`, '{"b": [1, 12345678901234567890.10]}'],
  ],
  ['INTEGER[]', 'json', ['[]', '[]'], ['[1, null, -3]', '[1,null,-3]']],
  ['BIGINT[]', 'json', ['[9223372036854775807, 1]', '["9223372036854775807",1]']],
  ['INTEGER[2]', 'json', ['[1, 2]', '[1,2]']],
  ['DECIMAL(5,2)[]', 'json', ['[1.5]', '["1.50"]']],
  [
    'STRUCT("a" INTEGER, "b c" VARCHAR)',
    'json',
    [`{'a': 1, 'b c': 'x"y'}`, '{"a":1,"b c":"x\\"y"}'],
  ],
  ['MAP(VARCHAR, DATE)', 'json', [`map {'k': date '2024-01-01'}`, '{"k":"2024-01-01"}']],
  ['MAP(INTEGER, VARCHAR[])', 'json', [`map {7: ['a', null]}`, '{"7":["a",null]}']],
  ['UNION("n" INTEGER, "s" VARCHAR)', 'json', [`union_value(n := 5)`, '5']],
];

/** The stored text of a one-column result without its brackets, a row a line. */
async function stored(sql: string): Promise<{ cells: string[]; dbType: string; datatype: string }> {
  const run = await connection.run(sql, runOptions());
  let text = '';
  for await (const chunk of run.chunks) text += (text === '' ? '' : ',\n') + textOf(chunk);
  const column = run.summary().columns?.[0];
  return {
    cells: text === '' ? [] : text.split(',\n').map((row) => row.slice(1, -1)),
    dbType: column?.dbType ?? '',
    datatype: column?.datatype ?? '',
  };
}

await t.test('every type has its published form, at its extremes too', async (t) => {
  for (const [type, datatype, ...cases] of table) {
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

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

await t.test('whatever is put in comes out the same', async (t) => {
  const text = fc.string({ unit: 'binary', maxLength: 80 }).map((s) => s.replaceAll('\0', ''));
  const value = fc.oneof(
    text.map((s) => ({ sql: quoted(s), json: s })),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((n) => ({
      sql: `'${String(n)}'::bigint`,
      json: n >= -(2n ** 53n) && n <= 2n ** 53n ? Number(n) : String(n),
    })),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => ({
      sql: `'${n.toExponential()}'::double`,
      json: n,
    })),
    fc.float({ noNaN: true, noDefaultInfinity: true }).map((n) => ({
      sql: `'${n.toExponential()}'::float`,
      json: null,
      float: n,
    })),
    fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map((n) => {
      const digits = String(n < 0n ? -n : n).padStart(4, '0');
      const decimal = `${n < 0n ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`;
      return { sql: `'${decimal}'::decimal(30,3)`, json: decimal };
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 30 }), async (values) => {
      const { rows } = await read(connection, `select ${values.map(({ sql }) => sql).join()}`);
      const got = (rows[0] ?? []).map((each, index) => {
        const wanted = values[index];
        if (wanted === undefined || !('float' in wanted)) return each;
        return Math.fround(Number(each)) === wanted.float ? null : each;
      });
      t.same(
        got,
        values.map(({ json }) => json),
      );
    }),
    { numRuns: 200 },
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
