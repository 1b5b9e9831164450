import type { ColumnInfo } from '@sluice/contracts';
import { columnInfos, type Column } from '@sluice/driver-kit/rows/columns';
import { plainCode } from '@sluice/driver-kit/encode/codes';
import { writeNull } from '@sluice/driver-kit/encode/null';
import type { JsonWriter } from '@sluice/driver-kit/encode/json-writer';
import type { RowWriter } from '@sluice/driver-kit/encode/rows';
import type { Statistics } from '@sluice/driver-kit/encode/statistics';
import { MAX_BYTES_PER_UNIT } from '@sluice/driver-kit/encode/values';
import { protocolError } from '@sluice/driver-kit/errors';
import { datatypeOf, type Field } from './fields.js';
import { flatRow } from './flat-row.js';
import { objectOf } from './json.js';
import { cellsOf, storedValue, writeStored, type Stored, type TimestampFormat } from './values.js';

/** A row of values in their stored form. */
export type Row = readonly Stored[];

const COMMA = 0x2c;
/** Upper bound of the size of a number or time, with quotes and comma. */
const SMALL_BYTES = 64;
/** Maximum bytes of a UTF-16 unit of JSON text in UTF-8. */
const JSON_BYTES_PER_UNIT = 3;

/** Returns the column info of a schema. */
export function columnsOf(fields: readonly Field[], statistics?: Statistics): ColumnInfo[] {
  const columns = fields.map((field): Column => ({
    name: field.name,
    type: { dbType: field.dbType, datatype: datatypeOf(field), code: plainCode('text') },
  }));
  return columnInfos(columns, statistics);
}

/**
 * Parses a row's JSON text.
 *
 * @throws DriverError if it does not match the columns, TimestampFormatError if timestamps have another form
 */
export function parseRow(json: Buffer, fields: readonly Field[], format: TimestampFormat): Row {
  const flat = flatRow(json, fields.length);
  if (flat) return fields.map((field, index) => storedValue(field, flat[index], format));
  const cells = cellsOf(parsed(json), fields.length);
  return fields.map((field, index) => storedValue(field, objectOf(cells[index])['v'], format));
}

function parsed(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString('utf8'));
  } catch {
    throw protocolError('row is not JSON');
  }
}

function maxValueBytes(value: Stored): number {
  if (typeof value === 'string') return value.length * MAX_BYTES_PER_UNIT;
  if (typeof value !== 'object' || value === null) return 0;
  if (value instanceof Uint8Array) return value.length * 2;
  return 'exact' in value ? value.exact.length : value.json.length * JSON_BYTES_PER_UNIT;
}

/** Returns the size of the longest value in bytes. */
export function longestValue(row: Row): number {
  let longest = 0;
  for (const value of row) {
    if (typeof value === 'string') longest = Math.max(longest, Buffer.byteLength(value));
    else if (value instanceof Uint8Array) longest = Math.max(longest, value.length);
    else if (typeof value === 'object' && value !== null) {
      const text = 'exact' in value ? value.exact : value.json;
      longest = Math.max(longest, Buffer.byteLength(text));
    }
  }
  return longest;
}

/** Encodes rows. */
export class BigQueryRowWriter implements RowWriter<Row> {
  constructor(readonly columns: number) {}

  maxBytesOf(row: Row): number {
    return row.reduce<number>((sum, value) => sum + maxValueBytes(value) + SMALL_BYTES, 0);
  }

  write(o: JsonWriter, row: Row): boolean {
    for (let column = 0; column < row.length; column++) {
      const value = row[column];
      if (value === null || value === undefined) writeNull(o);
      else writeStored(o, value, column);
      o.bytes[o.pos++] = COMMA;
    }
    return true;
  }
}
