import fc from 'fast-check';

/** Values of one type made at random, and what must become of them. */
export interface RandomValues {
  type: string;
  /** The value as SQL. */
  literal: fc.Arbitrary<string>;
  /** Asks the database for its own text of column `v`. */
  own: string;
  /** The stored JSON for the database's own text: written without the driver's code. */
  json: (own: string) => string;
}

/** Values of each type in a run. */
export const randomCount = 10_000;

/** The seed of a run: `SEED` of the environment repeats one. */
export const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

/** That many literals, the same for the same seed. */
export const literalsOf = ({ literal }: RandomValues): string[] =>
  fc.sample(literal, { numRuns: randomCount, seed });

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
