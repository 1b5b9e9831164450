import type { DriverConnection } from '@sluice/driver-kit';
import { isDeep } from '@sluice/testkit';
import fc from 'fast-check';
import type t from 'tap';
import { read } from '../contract.js';
import { storedColumn } from './stored.js';

/** Random values of one type and their expected stored form. */
export interface RandomValues {
  type: string;
  /** Value as an SQL literal. */
  literal: fc.Arbitrary<string>;
  /** SQL expression that returns the text of column `v` from the database. */
  own: string;
  /** Returns the expected JSON for the text of the database, without code of the driver. */
  json: (own: string) => string;
  /** Normalizes the stored JSON if the database has several texts for one value. */
  compared?: (cell: string) => string;
}

/** Number of values of each type. Each run tries others, so the runs of `npm test` try many together. */
const RANDOM_COUNT = isDeep ? 10_000 : 2_000;

/** Seed of the run. Set the environment variable `SEED` to repeat a run. */
export const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

/** How an engine stores values in a table `r (n, v)` with `n` counted from 1. */
export interface RandomEngine {
  connection: DriverConnection;
  createTable: (type: string) => string;
  /** Returns the text of an expression for each row, read with an independent client. */
  own: (expression: string) => Promise<string[]>;
}

const ROWS_PER_INSERT = 1_000;

/** Inserts the values of a type and compares the result with the text of the database. */
export async function randomValues(
  test: Pick<typeof t, 'equal'>,
  { connection, createTable, own }: RandomEngine,
  { type, literal, own: expression, json, compared = (cell) => cell }: RandomValues,
): Promise<void> {
  const literals = fc.sample(literal, { numRuns: RANDOM_COUNT, seed });
  await read(connection, createTable(type));
  for (let at = 0; at < literals.length; at += ROWS_PER_INSERT) {
    const rows = literals.slice(at, at + ROWS_PER_INSERT).map((text) => `(${text})`);
    await read(connection, `insert into r (v) values ${rows.join()}`);
  }
  const { cells } = await storedColumn(connection, 'select v from r order by n');
  const texts = await own(expression);
  test.equal(texts.length, RANDOM_COUNT);
  const wrong = texts.findIndex((text, index) => compared(cells[index] ?? '') !== json(text));
  test.equal(
    wrong,
    -1,
    wrong < 0 ? type : `${literals[wrong]} became ${cells[wrong]}, not ${json(texts[wrong] ?? '')}`,
  );
  await read(connection, 'drop table r');
}

/** Returns an SQL literal of a text without quotes. */
export const quoted = (text: string): string => `'${text}'`;

/** Returns bytes as hex digits. */
export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Returns a JSON string of a text that needs no escapes. */
export const stringJson = (own: string): string => `"${own}"`;

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** Dates such as `2024-02-29` between two four-digit years. */
export const dateText = (firstYear: number, lastYear: number): fc.Arbitrary<string> =>
  fc
    .date({
      min: new Date(`${pad(firstYear, 4)}-01-01T00:00:00Z`),
      max: new Date(`${pad(lastYear, 4)}-12-31T00:00:00Z`),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString().slice(0, 10));

/** Times such as `23:59:59.999999`. */
export const timeText: fc.Arbitrary<string> = fc
  .tuple(fc.nat(23), fc.nat(59), fc.nat(59), fc.nat(999_999))
  .map(([h, m, s, us]) => `${pad(h, 2)}:${pad(m, 2)}:${pad(s, 2)}.${pad(us, 6)}`);

/** Decimals with up to `digits` digits before and exactly `scale` digits after the point. */
export const decimalText = (digits: number, scale: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.boolean(),
      fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) - 1n }),
      fc.bigInt({ min: 0n, max: 10n ** BigInt(scale) - 1n }),
    )
    .map(
      ([negative, whole, part]) =>
        `${negative ? '-' : ''}${String(whole)}.${String(part).padStart(scale, '0')}`,
    );

/** Returns the JSON of an integer: a string if a double cannot hold it exactly. */
export const wholeJson = (own: string): string =>
  BigInt(own) >= -(2n ** 53n) && BigInt(own) <= 2n ** 53n ? own : `"${own}"`;

/** Returns the JSON of a text whose bytes are given as hex digits. */
export const hexTextJson = (own: string): string =>
  JSON.stringify(Buffer.from(own, 'hex').toString('utf8'));

/** Returns the JSON of bytes that are given as hex digits. */
export const hexBytesJson = (own: string): string => `"\\\\x${own.toLowerCase()}"`;
