import type { Datatype } from '@sluice/contracts';
import { protocolError } from '@sluice/driver-kit/errors';
import { countOf, listIn, objectIn, objectOf, textOf } from './json.js';

/** A column or a nested field of the service's schema. */
export interface Field {
  name: string;
  /** GoogleSQL type name. */
  type: string;
  isRepeated: boolean;
  /** Fields of a struct. */
  fields: readonly Field[];
  /** Element type of a range; empty for other types. */
  element: string;
  /** Full GoogleSQL type, such as `ARRAY<STRUCT<a INT64>>`. */
  dbType: string;
}

/** The REST API uses legacy SQL names for some types. */
const words = new Map([
  ['INTEGER', 'INT64'],
  ['FLOAT', 'FLOAT64'],
  ['BOOLEAN', 'BOOL'],
  ['RECORD', 'STRUCT'],
]);

const datatypes = new Map<string, Datatype>([
  ['INT64', 'number'],
  ['FLOAT64', 'number'],
  ['NUMERIC', 'number'],
  ['BIGNUMERIC', 'number'],
  ['BOOL', 'boolean'],
  ['DATE', 'date'],
  ['DATETIME', 'datetime'],
  ['TIMESTAMP', 'datetime'],
  ['TIME', 'time'],
  ['BYTES', 'binary'],
  ['JSON', 'json'],
  ['STRUCT', 'json'],
]);

const MAX_FIELDS = 10_000;
/** Maximum nesting; the service's own limit is 15. */
const MAX_DEPTH = 32;

/** Parses the columns of a schema; null if there is none. @throws DriverError if it is invalid */
export function readSchema(answer: Record<string, unknown>): Field[] | null {
  const fields = listIn(objectIn(answer, 'schema'), 'fields');
  return fields.length === 0 ? null : fieldsOf(fields, 0);
}

function fieldsOf(list: readonly unknown[], depth: number): Field[] {
  if (list.length > MAX_FIELDS || depth > MAX_DEPTH) throw protocolError('invalid columns');
  return list.map((each) => fieldOf(each, depth));
}

function fieldOf(json: unknown, depth: number): Field {
  const word = textOf(json, 'type').toUpperCase();
  if (word === '') throw protocolError('column without a type');
  const type = words.get(word) ?? word;
  const isRepeated = textOf(json, 'mode').toUpperCase() === 'REPEATED';
  const fields = type === 'STRUCT' ? fieldsOf(listIn(json, 'fields'), depth + 1) : [];
  const element = type === 'RANGE' ? textOf(objectIn(json, 'rangeElementType'), 'type') : '';
  const one = typeName(objectOf(json), type, fields, element);
  const dbType = isRepeated ? `ARRAY<${one}>` : one;
  return { name: textOf(json, 'name'), type, isRepeated, fields, element, dbType };
}

function typeName(
  json: Record<string, unknown>,
  type: string,
  fields: readonly Field[],
  element: string,
): string {
  if (type === 'STRUCT') {
    return `STRUCT<${fields.map(({ name, dbType }) => `${name} ${dbType}`.trim()).join(', ')}>`;
  }
  if (type === 'RANGE') return `RANGE<${element}>`;
  const sizes = sizeKeys.map((key) => countOf(json, key)).filter((size) => size !== null);
  const precision = countOf(json, 'timestampPrecision');
  if (precision !== null && precision !== MICROSECONDS) sizes.push(precision);
  return sizes.length === 0 ? type : `${type}(${sizes.join(', ')})`;
}

const sizeKeys = ['maxLength', 'precision', 'scale'];
/** The precision of a TIMESTAMP without parameters. */
const MICROSECONDS = 6;

/** Returns the datatype of a column. */
export const datatypeOf = ({ type, isRepeated }: Field): Datatype =>
  isRepeated ? 'json' : (datatypes.get(type) ?? 'string');
