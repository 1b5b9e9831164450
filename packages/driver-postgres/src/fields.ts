import { protocolError } from '@sluice/driver-kit/errors';
import { cString } from './protocol.js';

/** A column of RowDescription. */
export interface Field {
  name: string;
  oid: number;
  typmod: number;
}

/** Parses the body of a RowDescription. @throws DriverError if it is truncated */
export function readFields(bytes: Buffer, at: number, end: number): Field[] {
  if (end - at < 2) throw protocolError('invalid RowDescription');
  const count = bytes.readUInt16BE(at);
  const fields: Field[] = [];
  let i = at + 2;
  for (let n = 0; n < count; n++) {
    const { text: name, next } = cString(bytes, i, end);
    // Table oid (4), column number (2), type oid (4), size (2), modifier (4), format (2).
    if (next + 18 > end) throw protocolError('invalid RowDescription');
    fields.push({ name, oid: bytes.readUInt32BE(next + 6), typmod: bytes.readInt32BE(next + 12) });
    i = next + 18;
  }
  return fields;
}
