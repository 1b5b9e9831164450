import type { DriverConnection } from '@sluice/driver-kit';
import fc from 'fast-check';
import type t from 'tap';
import { read } from '../contract.js';
import { storedColumn } from './stored.js';

/** Values of one type made at random, and what must become of them. */
export interface RandomValues {
  type: string;
  /** The value as SQL. */
  literal: fc.Arbitrary<string>;
  /** Asks the database for its own text of column `v`. */
  own: string;
  /** The stored JSON for the database's own text: written without the driver's code. */
  json: (own: string) => string;
  /** What of the stored JSON is compared, where the database's own text is one of several for a value. */
  compared?: (cell: string) => string;
}

/** Values of each type in a run. */
export const randomCount = 10_000;

/** The seed of a run: `SEED` of the environment repeats one. */
export const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

/** An engine's way to keep values in a table `r (n, v)`, `n` counting from 1. */
export interface RandomEngine {
  connection: DriverConnection;
  createTable: (type: string) => string;
  /** The database's own text of an expression for each row, by a client that is not ours. */
  own: (expression: string) => Promise<string[]>;
}

const rowsInOneInsert = 1_000;

/** Puts the values of a type into a table, and compares what a result has with what the database says. */
export async function randomValues(
  test: Pick<typeof t, 'equal'>,
  { connection, createTable, own }: RandomEngine,
  { type, literal, own: expression, json, compared = (cell) => cell }: RandomValues,
): Promise<void> {
  const literals = fc.sample(literal, { numRuns: randomCount, seed });
  await read(connection, createTable(type));
  for (let at = 0; at < literals.length; at += rowsInOneInsert) {
    const rows = literals.slice(at, at + rowsInOneInsert).map((text) => `(${text})`);
    await read(connection, `insert into r (v) values ${rows.join()}`);
  }
  const { cells } = await storedColumn(connection, 'select v from r order by n');
  const texts = await own(expression);
  test.equal(texts.length, randomCount);
  const wrong = texts.findIndex((text, index) => compared(cells[index] ?? '') !== json(text));
  test.equal(
    wrong,
    -1,
    wrong < 0 ? type : `${literals[wrong]} became ${cells[wrong]}, not ${json(texts[wrong] ?? '')}`,
  );
  await read(connection, 'drop table r');
}

/** Text without quotes as SQL. */
export const quoted = (text: string): string => `'${text}'`;

/** Bytes as hex digits. */
export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The own text as a JSON string; for texts that need no escape. */
export const stringJson = (own: string): string => `"${own}"`;

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** `2024-02-29`, of any year that has four digits and of months with any day they have. */
export const dateText = (firstYear: number, lastYear: number): fc.Arbitrary<string> =>
  fc
    .date({
      min: new Date(`${pad(firstYear, 4)}-01-01T00:00:00Z`),
      max: new Date(`${pad(lastYear, 4)}-12-31T00:00:00Z`),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString().slice(0, 10));

/** `23:59:59.999999`. */
export const timeText: fc.Arbitrary<string> = fc
  .tuple(fc.nat(23), fc.nat(59), fc.nat(59), fc.nat(999_999))
  .map(([h, m, s, us]) => `${pad(h, 2)}:${pad(m, 2)}:${pad(s, 2)}.${pad(us, 6)}`);

/** A decimal number of up to `digits` digits before and `scale` behind the point. */
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

/** What a whole number becomes: a string beyond what a double holds exactly. */
export const wholeJson = (own: string): string =>
  BigInt(own) >= -(2n ** 53n) && BigInt(own) <= 2n ** 53n ? own : `"${own}"`;

/** Text whose bytes the database gave as hex digits. */
export const hexTextJson = (own: string): string =>
  JSON.stringify(Buffer.from(own, 'hex').toString('utf8'));

/** Bytes that the database gave as hex digits. */
export const hexBytesJson = (own: string): string => `"\\\\x${own.toLowerCase()}"`;
