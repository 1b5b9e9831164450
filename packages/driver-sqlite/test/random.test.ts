import { sqliteDriver as driver } from '@sluice/driver-sqlite';
import fc from 'fast-check';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { sessionOptions } from '@sluice/driver-testkit/contract';
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

/** Reads the eight bytes of a double from hex digits, because SQLite prints at most 16 decimal digits. */
const doubleJson = (own: string): string => {
  const number = Buffer.from(own, 'hex').readDoubleBE();
  return Number.isFinite(number) ? numberJson(number) : `"${String(number)}"`;
};
const numberJson = (number: number): string => (Object.is(number, -0) ? '-0' : String(number));
/** Expected value of a numeric column: an integer if the decimal converts without loss. */
const eitherJson = (own: string): string =>
  own.startsWith('i') ? wholeJson(own.slice(1)) : doubleJson(own.slice(1));
const either = `case typeof(v) when 'integer' then 'i' || v else 'r' || hex(ieee754_to_blob(v)) end`;

const whole = fc
  .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
  // SQLite reads the lowest integer as a real if it is written as a negated number.
  .map((n) => (n === -(2n ** 63n) ? '(-9223372036854775807 - 1)' : String(n)));
/** Texts that include NUL, where the sqlite3 client ends a text. */
const text = fc
  .string({ unit: 'binary', maxLength: 60 })
  .map((made) => `cast(x'${hexOf(Buffer.from(made))}' as text)`);

const random: RandomValues[] = [
  { type: 'integer', literal: whole, own: 'v', json: wholeJson },
  {
    type: 'real',
    literal: fc
      .double({ noNaN: true })
      .map((n) => (Number.isFinite(n) ? n.toExponential() : `${n < 0 ? '-' : ''}9e999`)),
    own: 'hex(ieee754_to_blob(v))',
    json: doubleJson,
  },
  { type: 'decimal(38,10)', literal: decimalText(28, 10), own: either, json: eitherJson },
  { type: 'numeric', literal: fc.oneof(whole, decimalText(8, 3)), own: either, json: eitherJson },
  { type: 'text', literal: text, own: 'hex(v)', json: hexTextJson },
  {
    type: 'blob',
    literal: fc.uint8Array({ maxLength: 60 }).map((bytes) => `x'${hexOf(bytes)}'`),
    own: 'hex(v)',
    json: hexBytesJson,
  },
  {
    type: 'boolean',
    literal: fc.oneof(
      fc.constantFrom('true', 'false'),
      fc.integer({ min: -9, max: 9 }).map(String),
    ),
    own: 'v',
    json: (own) => ({ '0': 'false', '1': 'true' })[own] ?? own,
  },
  { type: 'date', literal: dateText(1, 9999).map(quoted), own: 'v', json: stringJson },
  { type: 'time', literal: timeText.map(quoted), own: 'v', json: stringJson },
  {
    type: 'datetime',
    literal: fc
      .tuple(dateText(1, 9999), timeText, fc.constantFrom('', 'Z', '+05:30', '-11:00'))
      .map(([date, time, zone]) => `'${date} ${time}${zone}'`),
    own: 'v',
    json: (own) => stringJson(own.replace(' ', 'T')),
  },
  {
    type: 'json',
    literal: fc.json().map((made) => `cast(x'${hexOf(Buffer.from(made))}' as text)`),
    // The column converts numeric texts to numbers.
    own: `case typeof(v) when 'text' then 't' || hex(v) else ${either} end`,
    json: (own) =>
      own.startsWith('t') ? Buffer.from(own.slice(1), 'hex').toString('utf8') : eitherJson(own),
  },
];

await t.test(`random values match those of the sqlite3 client, seed ${seed}`, async (t) => {
  const directory = localFiles(t);
  const connection = await driver.connect(
    { file: 'random.db', create: true },
    sessionOptions({ machine: { filesDirectory: directory } }),
  );
  t.teardown(() => connection.close());
  const run = promisify(execFile);
  const engine: RandomEngine = {
    connection,
    createTable: (type) => `create table r (n integer primary key, v ${type})`,
    own: async (expression) => {
      const sql = `select ${expression} from r order by n`;
      const file = path.join(directory, 'random.db');
      const options = { maxBuffer: 64 * 1024 ** 2 };
      const { stdout } = await run('sqlite3', ['-noheader', file, sql], options);
      return stdout.split('\n').slice(0, -1);
    },
  };
  for (const values of random) await randomValues(t, engine, values);
});
