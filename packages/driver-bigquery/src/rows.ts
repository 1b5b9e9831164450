import type { ColumnInfo } from '@sluice/contracts';
import { columnInfos, type Column } from '@sluice/driver-kit/rows/columns';
import { plainCode } from '@sluice/driver-kit/encode/codes';
import { writeNull } from '@sluice/driver-kit/encode/null';
import type { Output } from '@sluice/driver-kit/encode/output';
import type { RowWriter } from '@sluice/driver-kit/encode/rows';
import type { Statistics } from '@sluice/driver-kit/encode/statistics';
import { MOST_BYTES_PER_UNIT } from '@sluice/driver-kit/encode/values';
import { protocolError } from '@sluice/driver-kit/errors';
import { datatypeOf, type Field } from './fields.js';
import { flatRow } from './flat-row.js';
import { objectOf } from './json.js';
import { cellsOf, storedValue, writeStored, type Stored } from './values.js';

/** A row, its values in the form that they are stored in. */
export type Row = readonly Stored[];

const COMMA = 0x2c;
/** More than any number or time takes, with its quotes and comma. */
const SMALL_BYTES = 64;
/** UTF-8 takes up to three bytes for a unit of JSON text. */
const JSON_BYTES_PER_UNIT = 3;

/** Column info of a schema. */
export function columnsOf(fields: readonly Field[], statistics?: Statistics): ColumnInfo[] {
  const columns = fields.map((field): Column => ({
    name: field.name,
    type: { dbType: field.dbType, datatype: datatypeOf(field), code: plainCode('text') },
  }));
  return columnInfos(columns, statistics);
}

/** Parses a row's JSON text. @throws DriverError when it is no row of these columns */
export function parseRow(json: Buffer, fields: readonly Field[]): Row {
  const flat = flatRow(json, fields.length);
  if (flat) return fields.map((field, index) => storedValue(field, flat[index]));
  const cells = cellsOf(parsed(json), fields.length);
  return fields.map((field, index) => storedValue(field, objectOf(cells[index])['v']));
}

function parsed(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString('utf8'));
  } catch {
    throw protocolError('a row that is no JSON');
  }
}

function mostBytesOf(value: Stored): number {
  if (typeof value === 'string') return value.length * MOST_BYTES_PER_UNIT;
  if (typeof value !== 'object' || value === null) return 0;
  if (value instanceof Uint8Array) return value.length * 2;
  return 'exact' in value ? value.exact.length : value.json.length * JSON_BYTES_PER_UNIT;
}

/** Bytes of the longest value. */
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

/** Writes rows. */
export class BigQueryRowWriter implements RowWriter<Row> {
  constructor(readonly columns: number) {}

  mostBytes(row: Row): number {
    return row.reduce<number>((sum, value) => sum + mostBytesOf(value) + SMALL_BYTES, 0);
  }

  write(o: Output, row: Row): boolean {
    for (let column = 0; column < row.length; column++) {
      const value = row[column];
      if (value === null || value === undefined) writeNull(o);
      else writeStored(o, value, column);
      o.bytes[o.pos++] = COMMA;
    }
    return true;
  }
}
