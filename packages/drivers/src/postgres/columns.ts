import type { ColumnInfo } from '@sluice/contracts';
import type { Statistics } from './encode/statistics.js';
import { protocolError } from './errors.js';
import { cString } from './protocol.js';
import type { ColumnType } from './values.js';

/** A column as RowDescription tells it. */
export interface Field {
  name: string;
  oid: number;
  typmod: number;
}

/** A column whose type is known. */
export interface Column {
  name: string;
  type: ColumnType;
}

/** Parses the body of a RowDescription. @throws DriverError when it is cut off */
export function readFields(bytes: Buffer, at: number, end: number): Field[] {
  if (end - at < 2) throw protocolError('a broken row description');
  const count = bytes.readUInt16BE(at);
  const fields: Field[] = [];
  let i = at + 2;
  for (let n = 0; n < count; n++) {
    const { text: name, next } = cString(bytes, i, end);
    // Table oid (4), column number (2), type oid (4), size (2), modifier (4), format (2).
    if (next + 18 > end) throw protocolError('a broken row description');
    fields.push({ name, oid: bytes.readUInt32BE(next + 6), typmod: bytes.readInt32BE(next + 12) });
    i = next + 18;
  }
  return fields;
}

/** Column info with the statistics of the rows stored, or without any. */
export function columnInfos(columns: readonly Column[], statistics?: Statistics): ColumnInfo[] {
  return columns.map(({ name, type }, index) => {
    const isNumber = type.datatype === 'number';
    const extreme = (of: Float64Array | undefined): number | null => {
      const value = of?.[index];
      return isNumber && value !== undefined && Number.isFinite(value) ? value : null;
    };
    return {
      name,
      datatype: type.datatype,
      min: extreme(statistics?.min),
      max: extreme(statistics?.max),
      maxValueLength: isNumber ? 0 : (statistics?.chars[index] ?? 0),
      maxLineLength: isNumber ? 0 : (statistics?.lines[index] ?? 0),
      dbType: type.dbType,
    };
  });
}
