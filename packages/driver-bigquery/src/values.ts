import { isJson, writeJson } from '@sluice/driver-kit/encode/json';
import type { JsonWriter } from '@sluice/driver-kit/encode/json-writer';
import {
  writeBinary,
  writeBoolean,
  writeExact,
  writeInteger,
  writeNumber,
  writeText,
} from '@sluice/driver-kit/encode/values';
import { protocolError } from '@sluice/driver-kit/errors';
import type { Field } from './fields.js';
import { objectOf } from './json.js';
import { intervalText, isoTimestamp, timestampRange, timestampText } from './times.js';

/** Stored forms of values. */
export type Stored =
  | null
  | string
  | number
  | bigint
  | boolean
  | Uint8Array
  | { readonly exact: string }
  | { readonly json: string };

/** Requested form of timestamps. Only ISO8601_STRING has the twelve digits of a TIMESTAMP(12). */
export type TimestampFormat = 'ISO8601_STRING' | 'INT64';

/** The server ignores the requested form of timestamps, as emulators do. */
export class TimestampFormatError extends Error {
  override readonly name = 'TimestampFormatError';
}

const integer = /^-?\d{1,19}$/;
const decimal = /^-?\d+(?:\.\d+)?$/;
/** Digits up to which an integer is exact as a double. */
const EXACT_LENGTH = 15;

/**
 * Converts a value, received as text (`v`), by its type. Text that does not match its type stays text.
 * Published form:
 * - INT64: a number within ±2^53, else a string. FLOAT64: a number; NaN and the infinities are strings.
 * - NUMERIC, BIGNUMERIC: a string with the exact digits. BOOL: true or false.
 * - TIMESTAMP: ISO 8601 with `Z`; INTERVAL: ISO 8601; DATETIME, DATE, TIME, RANGE, GEOGRAPHY: the service's text.
 * - BYTES: `\\x` and hexadecimal digits. JSON: the JSON itself. STRUCT: an object. ARRAY: a list.
 */
const scalars = new Map<string, (text: string, field: Field, format: TimestampFormat) => Stored>([
  ['INT64', (text) => (integer.test(text) ? whole(text) : text)],
  ['FLOAT64', (text) => (/\d$/.test(text) && Number.isFinite(Number(text)) ? Number(text) : text)],
  ['NUMERIC', (text) => (decimal.test(text) ? { exact: text } : text)],
  ['BIGNUMERIC', (text) => (decimal.test(text) ? { exact: text } : text)],
  ['BOOL', (text) => (text === 'true' ? true : text === 'false' ? false : text)],
  ['TIMESTAMP', (text, _field, format) => timestamp(text, format)],
  ['INTERVAL', (text) => intervalText(text) ?? text],
  ['RANGE', (text, { element }) => (element === 'TIMESTAMP' ? timestampRange(text) : text)],
  ['BYTES', (text) => Buffer.from(text, 'base64')],
  ['JSON', (text) => (isJson(text) ? { json: text } : text)],
]);

const whole = (text: string): number | bigint =>
  text.length <= EXACT_LENGTH ? Number(text) : BigInt(text);

/**
 * Without `timestampOutputFormat` a server sends seconds as a double, in which 1672574400 could also be a
 * number of microseconds. Therefore any other form than ISO 8601 is an error here.
 */
function timestamp(text: string, format: TimestampFormat): string {
  if (format === 'INT64') return timestampText(text) ?? text;
  const iso = isoTimestamp(text);
  if (iso === null) throw new TimestampFormatError('The timestamp is not in ISO 8601');
  return iso;
}

/**
 * Returns the stored form of a column's value.
 *
 * @throws DriverError if it does not match its type, TimestampFormatError if a timestamp has another form
 */
export function storedValue(field: Field, value: unknown, format: TimestampFormat): Stored {
  if (field.isRepeated) return { json: list(field, value, format) };
  if (value === null || value === undefined) return null;
  if (field.type === 'STRUCT') return { json: struct(field, value, format) };
  if (typeof value !== 'string') throw protocolError('value is not text');
  return scalars.get(field.type)?.(value, field, format) ?? value;
}

/** Converts a list `[{ v }, …]`; to the service a null list equals an empty one. */
function list(field: Field, value: unknown, format: TimestampFormat): string {
  if (value === null || value === undefined) return '[]';
  if (!Array.isArray(value)) throw protocolError('value is not a list');
  const element = { ...field, isRepeated: false };
  const stored = value.map((each) => storedValue(element, objectOf(each)['v'], format));
  return `[${stored.map(jsonOf).join()}]`;
}

/** Converts a struct, which has the format of a row. */
function struct({ fields }: Field, value: unknown, format: TimestampFormat): string {
  const cells = cellsOf(value, fields.length);
  const parts = fields.map((field, index) => {
    const stored = storedValue(field, objectOf(cells[index])['v'], format);
    return `${JSON.stringify(field.name)}:${jsonOf(stored)}`;
  });
  return `{${parts.join()}}`;
}

/** Returns the cells of `{ f: [{ v }, …] }`. @throws DriverError if there are not `count` */
export function cellsOf(row: unknown, count: number): unknown[] {
  const cells = objectOf(row)['f'];
  if (!Array.isArray(cells) || cells.length !== count) throw protocolError('invalid row');
  return cells;
}

const MAX_SAFE = 2n ** 53n;

/** Returns a nested value as JSON, in the same forms as plain values. */
function jsonOf(stored: Stored): string {
  if (stored === null || typeof stored === 'boolean') return String(stored);
  if (typeof stored === 'string') return JSON.stringify(stored);
  if (typeof stored === 'number') return Object.is(stored, -0) ? '-0' : String(stored);
  if (typeof stored === 'bigint') {
    return stored >= -MAX_SAFE && stored <= MAX_SAFE ? String(stored) : `"${String(stored)}"`;
  }
  if (stored instanceof Uint8Array) return `"\\\\x${Buffer.from(stored).toString('hex')}"`;
  return 'exact' in stored ? `"${stored.exact}"` : stored.json;
}

/** Writes a value that is not null. */
export function writeStored(o: JsonWriter, stored: Exclude<Stored, null>, column: number): void {
  if (typeof stored === 'string') writeText(o, stored, column);
  else if (typeof stored === 'number') writeNumber(o, stored, column);
  else if (typeof stored === 'bigint') writeInteger(o, stored, column);
  else if (typeof stored === 'boolean') writeBoolean(o, stored, column);
  else if (stored instanceof Uint8Array) writeBinary(o, stored, column);
  else if ('exact' in stored) writeExact(o, stored.exact, Number(stored.exact), column);
  else writeJson(o, stored.json, column);
}
