import { postgresDriver as driver } from '@sluice/driver-postgres';
import fc from 'fast-check';
import pg from 'pg';
import t from 'tap';
import { startCluster } from '@sluice/driver-testkit/cluster';
import { read, sessionOptions } from '@sluice/driver-testkit/contract';
import {
  dateText,
  decimalText,
  hexBytesJson,
  hexOf,
  hexTextJson,
  quoted,
  randomValues,
  seed,
  stringJson,
  timeText,
  wholeJson,
  type RandomEngine,
  type RandomValues,
} from '@sluice/driver-testkit/values/random';
import { storedColumn } from '@sluice/driver-testkit/values/stored';
import { postgresValues } from '@sluice/driver-testkit/values/postgres';

const cluster = await startCluster();
const connection = await driver.connect(cluster.config, sessionOptions());
t.teardown(async () => {
  await connection.close();
  await cluster.stop();
});

const stored = (sql: string) => storedColumn(connection, sql);

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

await t.test('every built-in type has its documented format, also at its extremes', async (t) => {
  for (const [type, datatype, ...cases] of postgresValues) {
    const rows = cases.map(([text], n) => `select ${literal(text)}::${type} v, ${String(n)} n`);
    const sql = `select v from (${rows.join(' union all ')}) x order by n`;
    t.strictSame(
      await stored(sql),
      { cells: cases.map(([, json]) => json), dbType: type, datatype },
      type,
    );
  }
});

await t.test('types have the names and modifiers that format_type returns', async (t) => {
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

await t.test('enums, domains and composites of the database are looked up once', async (t) => {
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
      t.match(await stored(`select ${sql}`), { cells: [json], dbType }, `${sql} ${String(again)}`);
    }
  }
  await read(connection, 'begin');
  await read(connection, `create type late as enum ('a')`);
  t.match(await stored(`select 'a'::late from generate_series(1, 300)`), { dbType: 'late' });
  await read(connection, 'rollback');
});

await t.test('settings changed by SQL do not break or falsify a result', async (t) => {
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
  t.same((await read(connection, `select 'é'`)).rows, [['é']], 'the encoding is reset');
  const { rows } = await read(
    connection,
    `select set_config('client_encoding', 'latin1', false), 'é' from generate_series(1, 2)`,
  );
  t.equal(rows.length, 2, 'invalid UTF-8 bytes are replaced');
});

await t.test('statistics are exact: extremes of numbers, lengths of other values', async (t) => {
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

/** Texts without NUL, which PostgreSQL cannot store. */
const text = fc
  .string({ unit: 'binary', maxLength: 60 })
  .map((made) => Buffer.from(made.replaceAll('\0', '')).toString('hex'));
const dateTime = fc.tuple(dateText(2, 9999), timeText).map((parts) => parts.join(' '));

const random: RandomValues[] = [
  {
    type: 'bigint',
    literal: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((n) => quoted(String(n))),
    own: 'v',
    json: wholeJson,
  },
  { type: 'numeric', literal: decimalText(60, 30), own: 'v', json: stringJson },
  { type: 'numeric(38,10)', literal: decimalText(28, 10), own: 'v', json: stringJson },
  {
    type: 'double precision',
    literal: fc.double().map((n) => `'${n}'::float8`),
    own: 'v',
    json: (own) => (/\d$/.test(own) ? own : `"${own}"`),
  },
  {
    type: 'real',
    literal: fc.float().map((n) => `'${n}'::float4`),
    own: 'v',
    json: (own) => (/\d$/.test(own) ? own : `"${own}"`),
  },
  { type: 'date', literal: dateText(1, 9999).map(quoted), own: 'v', json: stringJson },
  { type: 'time', literal: timeText.map(quoted), own: 'v', json: stringJson },
  {
    type: 'timestamp',
    literal: dateTime.map(quoted),
    own: 'v',
    json: (own) => stringJson(own.replace(' ', 'T')),
  },
  {
    type: 'timestamptz',
    literal: fc
      .tuple(dateTime, fc.integer({ min: -12, max: 14 }))
      .map(([at, hours]) => quoted(`${at}${hours < 0 ? '' : '+'}${hours}`)),
    own: "v at time zone 'UTC'",
    json: (own) => stringJson(`${own.replace(' ', 'T')}Z`),
  },
  {
    type: 'interval',
    literal: fc
      .tuple(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: -99, max: 99 }), timeText)
      .map(([months, days, time]) => quoted(`${months} months ${days} days ${time}`)),
    own: 'v',
    json: stringJson,
  },
  {
    type: 'text',
    literal: text.map((hex) => `convert_from('\\x${hex}', 'UTF8')`),
    own: "encode(convert_to(v, 'UTF8'), 'hex')",
    json: hexTextJson,
  },
  {
    type: 'bytea',
    literal: fc.uint8Array({ maxLength: 60 }).map((bytes) => `'\\x${hexOf(bytes)}'`),
    own: "encode(v, 'hex')",
    json: hexBytesJson,
  },
  { type: 'uuid', literal: fc.uuid().map(quoted), own: 'v', json: stringJson },
  {
    type: 'bigint[]',
    literal: fc
      .array(fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })), { maxLength: 5 })
      .map((all) => `'{${all.map(String).join()}}'`),
    own: 'array_to_json(v)',
    json: (own) => own.replaceAll(/-?\d+/g, wholeJson),
  },
  {
    type: 'text[]',
    literal: fc
      .array(text, { maxLength: 4 })
      .map(
        (all) => `array[${all.map((hex) => `convert_from('\\x${hex}', 'UTF8')`).join()}]::text[]`,
      ),
    own: "encode(convert_to(array_to_json(v)::text, 'UTF8'), 'hex')",
    json: (own) => JSON.stringify(JSON.parse(Buffer.from(own, 'hex').toString('utf8'))),
  },
];

await t.test(`random values match the text of the server, seed ${seed}`, async (t) => {
  const { host, port, database, username, password } = cluster.config;
  const client = new pg.Client({
    host: String(host),
    port: Number(port),
    database: String(database),
    user: String(username),
    password: String(password),
    options: '-c TimeZone=UTC -c IntervalStyle=iso_8601',
  });
  await client.connect();
  const fresh = await driver.connect(cluster.config, sessionOptions());
  const engine: RandomEngine = {
    connection: fresh,
    createTable: (type) => `create table r (n int generated always as identity, v ${type})`,
    own: async (expression) => {
      const { rows } = await client.query<{ own: string }>(
        `select (${expression})::text as own from r order by n`,
      );
      return rows.map(({ own }) => own);
    },
  };
  for (const values of random) await randomValues(t, engine, values);
  await fresh.close();
  await client.end();
});
