import { mysqlDriver as driver } from '@sluice/driver-mysql';
import { startMariaDb } from '@sluice/testkit';
import fc from 'fast-check';
import t from 'tap';
import { read, sessionOptions } from '@sluice/driver-testkit/contract';
import { mysqlValues } from '@sluice/driver-testkit/values/mysql';
import {
  dateText,
  decimalText,
  hexBytesJson,
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

const server = await startMariaDb();
const connection = await driver.connect(server.config, sessionOptions());
t.teardown(async () => {
  await connection.close();
  await server.stop();
});

await t.test('every type has its documented format, also at its extremes', async (t) => {
  // The default SQL modes reject zero dates.
  await read(connection, "set sql_mode = ''");
  for (const [type, datatype, ...cases] of mysqlValues) {
    await read(
      connection,
      `create temporary table v (n int auto_increment primary key, v ${type})`,
    );
    for (const [literal] of cases) await read(connection, `insert into v (v) values (${literal})`);
    const dbType = type.replace(/^(enum|set)\(.*/, '$1');
    t.strictSame(
      await storedColumn(connection, 'select v from v order by n'),
      { cells: cases.map(([, json]) => json), dbType, datatype },
      type,
    );
    await read(connection, 'drop temporary table v');
  }
});

const bigInt = (min: bigint, max: bigint): fc.Arbitrary<string> =>
  fc.bigInt({ min, max }).map(String);

const random: RandomValues[] = [
  { type: 'bigint', literal: bigInt(-(2n ** 63n), 2n ** 63n - 1n), own: 'v', json: wholeJson },
  { type: 'bigint unsigned', literal: bigInt(0n, 2n ** 64n - 1n), own: 'v', json: wholeJson },
  {
    type: 'decimal(38,10)',
    literal: decimalText(28, 10),
    own: 'v',
    json: stringJson,
  },
  {
    type: 'double',
    literal: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    own: 'v',
    json: (own) => own,
  },
  { type: 'date', literal: dateText(1000, 9999).map(quoted), own: 'v', json: stringJson },
  {
    type: 'datetime(6)',
    literal: fc.tuple(dateText(1000, 9999), timeText).map((parts) => quoted(parts.join(' '))),
    own: 'v',
    json: (own) => `"${own.replace(' ', 'T')}"`,
  },
  {
    type: 'timestamp(6)',
    literal: fc.tuple(dateText(1971, 2037), timeText).map((parts) => quoted(parts.join(' '))),
    own: 'v',
    json: (own) => `"${own.replace(' ', 'T')}Z"`,
  },
  {
    type: 'time(6)',
    literal: fc
      .tuple(fc.boolean(), timeText)
      .map(([minus, text]) => quoted((minus ? '-' : '') + text)),
    own: 'v',
    json: stringJson,
  },
  {
    type: 'varchar(200)',
    literal: fc
      .string({ unit: 'binary', maxLength: 60 })
      .map((text) => `x'${Buffer.from(text).toString('hex')}'`),
    own: 'hex(v)',
    json: hexTextJson,
  },
  {
    type: 'varbinary(200)',
    literal: fc
      .uint8Array({ maxLength: 60 })
      .map((bytes) => `x'${Buffer.from(bytes).toString('hex')}'`),
    own: 'hex(v)',
    json: hexBytesJson,
  },
  {
    type: 'bit(17)',
    literal: fc.nat(2 ** 17 - 1).map(String),
    own: "lpad(bin(v + 0), 17, '0')",
    json: stringJson,
  },
];

await t.test(`random values match those of the mariadb client, seed ${seed}`, async (t) => {
  const engine: RandomEngine = {
    connection,
    createTable: (type) => `create table r (n int auto_increment primary key, v ${type})`,
    own: (expression) => {
      const sql = `set time_zone = '+00:00'; select ${expression} from main.r order by n`;
      return Promise.resolve(server.client(sql).split('\n').slice(0, -1));
    },
  };
  for (const values of random) await randomValues(t, engine, values);
});
