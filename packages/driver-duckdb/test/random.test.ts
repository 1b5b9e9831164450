import { duckdbDriver as driver } from '@sluice/driver-duckdb';
import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import t from 'tap';
import { read, sessionOptions } from '@sluice/driver-testkit/contract';
import { localFiles } from '@sluice/driver-testkit/local-files';
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

const wholeOf = (min: bigint, max: bigint): fc.Arbitrary<string> =>
  fc.bigInt({ min, max }).map((n) => quoted(String(n)));
/** DuckDB prints the shortest digits too, but uses exponents in other cases. */
const doubleJson = (own: string): string => {
  const number = Number(own.replace(/^(-?)inf$/, '$1Infinity'));
  if (own === 'nan') return '"NaN"';
  if (!Number.isFinite(number)) return `"${String(number)}"`;
  return Object.is(number, -0) ? '-0' : String(number);
};
const floatJson = (json: string): string =>
  json.startsWith('"') ? json : String(Math.fround(Number(json)));
const text = fc
  .string({ unit: 'binary', maxLength: 60 })
  .map((made) => `decode(unhex('${hexOf(Buffer.from(made))}'))`);
const dateTime = fc.tuple(dateText(1, 9999), timeText).map((parts) => parts.join(' '));
const dateTimeJson = (own: string): string => stringJson(own.replace(' ', 'T'));
const hexOfText = 'hex(encode(v))';

const random: RandomValues[] = [
  { type: 'tinyint', literal: wholeOf(-128n, 127n), own: 'v', json: wholeJson },
  { type: 'bigint', literal: wholeOf(-(2n ** 63n), 2n ** 63n - 1n), own: 'v', json: wholeJson },
  { type: 'ubigint', literal: wholeOf(0n, 2n ** 64n - 1n), own: 'v', json: wholeJson },
  {
    type: 'hugeint',
    literal: wholeOf(-(2n ** 127n) + 1n, 2n ** 127n - 1n),
    own: 'v',
    json: wholeJson,
  },
  { type: 'uhugeint', literal: wholeOf(0n, 2n ** 128n - 1n), own: 'v', json: wholeJson },
  {
    type: 'double',
    literal: fc.double().map((n) => `'${String(n)}'::double`),
    own: 'v',
    json: doubleJson,
  },
  {
    type: 'float',
    literal: fc.float().map((n) => `'${String(n)}'::float`),
    own: 'v',
    // The text of DuckDB sometimes has one digit more than the shortest.
    json: (own) => floatJson(doubleJson(own)),
    compared: floatJson,
  },
  { type: 'decimal(4,1)', literal: decimalText(3, 1).map(quoted), own: 'v', json: stringJson },
  { type: 'decimal(9,4)', literal: decimalText(5, 4).map(quoted), own: 'v', json: stringJson },
  { type: 'decimal(18,6)', literal: decimalText(12, 6).map(quoted), own: 'v', json: stringJson },
  { type: 'decimal(38,10)', literal: decimalText(28, 10).map(quoted), own: 'v', json: stringJson },
  { type: 'varchar', literal: text, own: hexOfText, json: hexTextJson },
  {
    type: 'blob',
    literal: fc.uint8Array({ maxLength: 60 }).map((bytes) => `unhex('${hexOf(bytes)}')`),
    own: 'hex(v)',
    json: hexBytesJson,
  },
  {
    type: 'bit',
    literal: fc
      .array(fc.constantFrom('0', '1'), { minLength: 1, maxLength: 70 })
      .map((bits) => quoted(bits.join(''))),
    own: 'v',
    json: stringJson,
  },
  { type: 'uuid', literal: fc.uuid().map(quoted), own: 'v', json: stringJson },
  { type: 'date', literal: dateText(1, 9999).map(quoted), own: 'v', json: stringJson },
  { type: 'time', literal: timeText.map(quoted), own: 'v', json: stringJson },
  { type: 'timestamp', literal: dateTime.map(quoted), own: 'v', json: dateTimeJson },
  {
    type: 'timestamp_ns',
    literal: fc
      .tuple(dateText(1700, 2200), timeText, fc.nat(999))
      .map(([date, time, ns]) => `'${date} ${time}${String(ns).padStart(3, '0')}'`),
    own: 'v',
    json: dateTimeJson,
  },
  {
    type: 'timestamptz',
    literal: fc
      .tuple(dateText(2, 9998), timeText, fc.integer({ min: -12, max: 14 }))
      .map(
        ([date, time, hours]) =>
          `'${date} ${time}${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}'`,
      ),
    own: "v at time zone 'UTC'",
    json: (own) => stringJson(`${own.replace(' ', 'T')}Z`),
  },
  {
    type: 'varchar[]',
    literal: fc.array(text, { maxLength: 4 }).map((all) => `[${all.join()}]::varchar[]`),
    own: 'hex(encode(to_json(v)::varchar))',
    json: (own) => JSON.stringify(JSON.parse(Buffer.from(own, 'hex').toString('utf8'))),
  },
  {
    type: 'struct(a bigint, b varchar)',
    literal: fc
      .tuple(fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })), text)
      .map(([a, b]) => `{'a': ${a === null ? 'null' : quoted(String(a))}, 'b': ${b}}`),
    own: `coalesce(v.a::varchar, 'null') || ' ' || hex(encode(v.b))`,
    json: (own) => {
      const [a = '', b = ''] = own.split(' ');
      return `{"a":${a === 'null' ? a : wholeJson(a)},"b":${hexTextJson(b)}}`;
    },
  },
];

await t.test(`random values match the text of DuckDB, seed ${seed}`, async (t) => {
  const directory = localFiles(t);
  const connection = await driver.connect(
    { allowFiles: true },
    sessionOptions({ machine: { filesDirectory: directory } }),
  );
  t.teardown(() => connection.close());
  await read(connection, 'create sequence numbers');
  const engine: RandomEngine = {
    connection,
    createTable: (type) => `create table r (n bigint default nextval('numbers'), v ${type})`,
    // DuckDB writes its text to a file, so that the text does not pass through the driver.
    own: async (expression) => {
      const file = path.join(directory, 'own.json');
      await read(
        connection,
        `copy (select (${expression})::varchar own from r order by n) to '${file}' (format json)`,
      );
      const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1);
      return lines.map((line) => (JSON.parse(line) as { own: string }).own);
    },
  };
  for (const values of random) await randomValues(t, engine, values);
});
