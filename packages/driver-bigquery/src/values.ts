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
import { timestampRange, timestampText } from './times.js';

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

const integer = /^-?\d{1,19}$/;
const decimal = /^-?\d+(?:\.\d+)?$/;
/** Digits up to which an integer is exact as a double. */
const EXACT_LENGTH = 15;

/**
 * Converts a value, received as text (`v`), by its type. Text that does not match its type stays text.
 * Published form:
 * - INT64: a number within ±2^53, else a string. FLOAT64: a number; NaN and the infinities are strings.
 * - NUMERIC, BIGNUMERIC: a string with the exact digits. BOOL: true or false.
 * - TIMESTAMP: ISO 8601 with `Z`; DATETIME, DATE, TIME, INTERVAL, RANGE, GEOGRAPHY: the service's text.
 * - BYTES: `\\x` and hexadecimal digits. JSON: the JSON itself. STRUCT: an object. ARRAY: a list.
 */
const scalars = new Map<string, (text: string, field: Field) => Stored>([
  ['INT64', (text) => (integer.test(text) ? whole(text) : text)],
  ['FLOAT64', (text) => (/\d$/.test(text) && Number.isFinite(Number(text)) ? Number(text) : text)],
  ['NUMERIC', (text) => (decimal.test(text) ? { exact: text } : text)],
  ['BIGNUMERIC', (text) => (decimal.test(text) ? { exact: text } : text)],
  ['BOOL', (text) => (text === 'true' ? true : text === 'false' ? false : text)],
  ['TIMESTAMP', (text) => timestampText(text) ?? text],
  ['RANGE', (text, { element }) => (element === 'TIMESTAMP' ? timestampRange(text) : text)],
  ['BYTES', (text) => Buffer.from(text, 'base64')],
  ['JSON', (text) => (isJson(text) ? { json: text } : text)],
]);

const whole = (text: string): number | bigint =>
  text.length <= EXACT_LENGTH ? Number(text) : BigInt(text);

/** Returns the stored form of a column's value. @throws DriverError if it does not match its type */
export function storedValue(field: Field, value: unknown): Stored {
  if (field.isRepeated) return { json: list(field, value) };
  if (value === null || value === undefined) return null;
  if (field.type === 'STRUCT') return { json: struct(field, value) };
  if (typeof value !== 'string') throw protocolError('value is not text');
  return scalars.get(field.type)?.(value, field) ?? value;
}

/** Converts a list `[{ v }, …]`; to the service a null list equals an empty one. */
function list(field: Field, value: unknown): string {
  if (value === null || value === undefined) return '[]';
  if (!Array.isArray(value)) throw protocolError('value is not a list');
  const element = { ...field, isRepeated: false };
  return `[${value.map((each) => jsonOf(storedValue(element, objectOf(each)['v']))).join()}]`;
}

/** Converts a struct, which has the format of a row. */
function struct({ fields }: Field, value: unknown): string {
  const cells = cellsOf(value, fields.length);
  const parts = fields.map((field, index) => {
    const stored = storedValue(field, objectOf(cells[index])['v']);
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
