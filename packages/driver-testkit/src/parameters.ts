import { isDeepStrictEqual } from 'node:util';
import type { BoundValue, ScalarType } from '@sluice/contracts';
import { readParameter, scalarTypes } from '@sluice/contracts';
import type { BoundPlaceholder, DriverConnection } from '@sluice/driver-kit';
import { dayNanos, epochNanos, toMicros } from '@sluice/driver-kit/sql/moments';
import { splitStatements, type Dialect } from '@sluice/sql';
import fc from 'fast-check';
import { read, type Read } from './contract.js';
import type { Test } from './contract/support.js';
import { examples, type ParameterForms } from './values/parameters.js';
import { storedColumn } from './values/stored.js';

/** How an engine differs from one that has all types. */
export interface ParameterTraits {
  dialect: Dialect;
  /** Numbers with a point are doubles. */
  hasDoubles?: true;
  /** Booleans are 0 and 1. */
  hasNoBooleans?: true;
  /** JSON is returned as text. */
  hasJsonText?: true;
  /** Text cannot contain NUL. */
  refusesNul?: true;
}

/** Values of one column in one statement. */
const COLUMNS = 200;

/** Binds values to the placeholders of a text, by name. */
export function bound(
  sql: string,
  dialect: Dialect,
  values: Readonly<Record<string, readonly BoundValue[]>>,
): BoundPlaceholder[] {
  const [statement] = splitStatements(sql, dialect, 1);
  return (statement?.placeholders ?? []).map(({ name, startOffset, endOffset }) => ({
    name,
    startOffset,
    endOffset,
    values: values[name] ?? [],
  }));
}

/** The example of each type, and a null, for engines whose requests the tests read. */
export const sampleValues: Readonly<Record<string, readonly BoundValue[]>> = {
  ...Object.fromEntries(examples.map(([type, sent]) => [type, readParameter(sent, type).values])),
  nothing: [{ type: 'date', value: null }],
};

/** Checks the table of the engine's parameters in docs/reference/values. */
export async function testParameterForms(
  t: Test,
  connection: DriverConnection,
  dialect: Dialect,
  forms: ParameterForms,
): Promise<void> {
  await t.test('each type of a parameter has the documented type and form', async (t) => {
    const sql = 'select {{value}} as value';
    for (const [index, [type, sent]] of examples.entries()) {
      const parameters = bound(sql, dialect, { value: readParameter(sent, type).values });
      const { cells, dbType } = await storedColumn(connection, sql, { parameters });
      t.same([dbType, cells[0]], forms[index], type);
    }
  });
}

/** Runs a statement with parameters as they are sent to the API. */
export function readWith(
  connection: DriverConnection,
  sql: string,
  dialect: Dialect,
  parameters: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<Read> {
  const values = Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, readParameter(value).values]),
  );
  const options = { parameters: bound(sql, dialect, values), ...(signal && { signal }) };
  return read(connection, sql, options);
}

/**
 * Binds generated values of each type, with quotes, comments, marks and placeholders in texts, and checks that they come
 * back equal.
 */
export async function testBoundValues(
  t: Test,
  connection: DriverConnection,
  traits: ParameterTraits,
  valuesPerType: number,
): Promise<void> {
  for (const type of scalarTypes) {
    await t.test(`generated values of type ${type} come back equal`, async (t) => {
      const values = fc.sample(generators(traits)[type], valuesPerType);
      for (let at = 0; at < values.length; at += COLUMNS) {
        const some = values.slice(at, at + COLUMNS);
        const { sql, parameters } = statementFor(type, some, traits);
        const { rows } = await read(connection, sql, { parameters });
        const cells = rows[0] ?? [];
        const wrong = some.findIndex((sent, index) => !isSame(traits, type, sent, cells[index]));
        if (wrong >= 0 || cells.length !== some.length) {
          t.fail(`${JSON.stringify(some[wrong])} came back as ${JSON.stringify(cells[wrong])}`);
          return;
        }
      }
      t.pass(`${String(values.length)} values`);
    });
  }
}

/** A request of a driver: its text, and its values in the form of the protocol. */
export interface SentRequest {
  text: string;
  values: readonly unknown[];
}

/** How the requests of an engine that does not run in tests are read. */
export interface SentValues {
  traits: ParameterTraits;
  valuesPerType: number;
  /** Sends a statement and returns its request. */
  send(sql: string, parameters: BoundPlaceholder[]): Promise<SentRequest>;
  /** Returns a value as a result would have it. */
  decode(type: ScalarType, value: unknown): unknown;
}

/**
 * Binds generated values of each type, as {@link testBoundValues} does, and checks that they are in the request, equal,
 * and that the text is the same for all of them.
 */
export async function testSentValues(
  t: Test,
  { traits, valuesPerType, send, decode }: SentValues,
): Promise<void> {
  for (const type of scalarTypes) {
    await t.test(
      `generated values of type ${type} are sent equal, outside of the text`,
      async (t) => {
        const values = fc.sample(generators(traits)[type], valuesPerType);
        const texts = new Set<string>();
        for (let at = 0; at < values.length; at += COLUMNS) {
          const some = values.slice(at, at + COLUMNS);
          const { sql, parameters } = statementFor(type, some, traits);
          const request = await send(sql, parameters);
          texts.add(request.text);
          const found = request.values.map((value) => decode(type, value));
          const wrong = some.findIndex((sent, index) => !isSame(traits, type, sent, found[index]));
          if (wrong >= 0 || found.length !== some.length) {
            t.fail(`${JSON.stringify(some[wrong])} was sent as ${JSON.stringify(found[wrong])}`);
            return;
          }
        }
        t.equal(texts.size, 1, `one text for ${String(values.length)} values`);
      },
    );
  }
}

function statementFor(type: ScalarType, values: readonly string[], { dialect }: ParameterTraits) {
  const names = values.map((_, index) => `p${String(index)}`);
  const sql = `select ${names.map((name) => `{{${name}}} as ${name}`).join(', ')}`;
  const checked = values.map((value) => readParameter(value, type).values);
  const byName = Object.fromEntries(names.map((name, index) => [name, checked[index] ?? []]));
  return { sql, parameters: bound(sql, dialect, byName) };
}

/** Fragments that would end or change a text if a value became part of it. */
const hostile = [
  `'`,
  `''`,
  `"`,
  '`',
  '\\',
  `\\'`,
  `'; drop table t; --`,
  '--',
  '/*',
  '*/',
  '#',
  '$$',
  '$1',
  '?',
  ':1',
  '@p1',
  '{{a}}',
  '{{user.id}}',
  '\u00bf\u0027',
  '\ufeff',
  '\u2028',
  '😀',
  'é',
  '\r\n',
  '\t',
  '%',
  '_',
];

function generators(traits: ParameterTraits): Record<ScalarType, fc.Arbitrary<string>> {
  const part = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', maxLength: 8 }));
  const text = fc
    .array(part, { maxLength: 8 })
    .map((parts) => parts.join('').toWellFormed())
    .map((value) => (traits.refusesNul ? value.replaceAll('\0', '') : value));
  const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${String(most)}}$`));
  const two = (most: number) =>
    fc.integer({ min: 0, max: most }).map((n) => String(n).padStart(2, '0'));
  const micros = digits(6);
  const time = fc
    .tuple(two(23), two(59), two(59), micros)
    .map(([hours, minutes, seconds, fraction]) => `${hours}:${minutes}:${seconds}.${fraction}`);
  const date = fc
    .date({ min: new Date('0002-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10));
  const zone = fc.constantFrom('Z', '+00:00', '+05:30', '-08:00', '+14:00', '-12:00');
  const timestamp = fc.tuple(date, time).map(([day, clock]) => `${day} ${clock}`);
  return {
    text,
    integer: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
    decimal: fc
      .tuple(fc.constantFrom('', '-'), digits(20), fc.option(digits(18), { nil: '' }))
      .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`),
    boolean: fc.boolean().map(String),
    date,
    time,
    timestamp,
    timestamptz: fc.tuple(timestamp, zone).map(([moment, offset]) => `${moment}${offset}`),
    uuid: fc.uuid(),
    json: fc
      .jsonValue({ maxDepth: 2 })
      .map((value) => JSON.stringify(value))
      .filter(
        (value) => value.isWellFormed() && !value.includes('\\u0000') && !/[\d]e/i.test(value),
      ),
  };
}

/** Whether a cell is the value that was sent. */
function isSame(traits: ParameterTraits, type: ScalarType, sent: string, cell: unknown): boolean {
  if (type === 'json') {
    // Not by `String`: an object of JSON can have a member `toString`.
    const value: unknown = traits.hasJsonText ? JSON.parse(String(cell)) : cell;
    return isDeepStrictEqual(value, JSON.parse(sent));
  }
  const text = String(cell);
  switch (type) {
    case 'text':
    case 'uuid':
      return cell === sent;
    case 'integer':
      return BigInt(text) === BigInt(sent);
    case 'decimal':
      return traits.hasDoubles ? Number(text) === Number(sent) : plain(text) === plain(sent);
    case 'boolean':
      return traits.hasNoBooleans ? cell === (sent === 'true' ? 1 : 0) : cell === (sent === 'true');
    case 'date':
      return text === sent;
    case 'time':
      return toMicros(dayNanos(text)) === toMicros(dayNanos(sent));
    case 'timestamp':
    case 'timestamptz':
      return momentOf(text) === momentOf(sent);
  }
}

/** A decimal without zeros that do not count. */
function plain(text: string): string {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const digits = `${whole.replace(/^0+/, '')}.${fraction.replace(/0+$/, '')}`;
  return text.startsWith('-') && digits !== '.' ? `-${digits}` : digits;
}

/** Microseconds from 1970; a zone `Z` counts as +00:00. */
const momentOf = (text: string): bigint =>
  toMicros(epochNanos(text.replace('T', ' ').replace(/Z$/, '+00:00')));
