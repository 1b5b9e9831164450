import { writeJson } from '@sluice/driver-kit/encode/json';
import { writeNull } from '@sluice/driver-kit/encode/null';
import type { JsonWriter } from '@sluice/driver-kit/encode/json-writer';
import type { RowWriter } from '@sluice/driver-kit/encode/rows';
import {
  MAX_BYTES_PER_UNIT,
  writeBinary,
  writeBoolean,
  writeInteger,
  writeNumber,
  writeText,
} from '@sluice/driver-kit/encode/values';
import type { RowSize } from '@sluice/driver-kit/engine-host/row-sink';
import { Seen, type Form } from './types.js';

/** A value of the library, with integers as bigint. */
export type SqliteValue = null | bigint | number | string | Uint8Array;
/** A row. */
export type SqliteRow = readonly SqliteValue[];

const COMMA = 0x2c;
const SPACE = 0x20;
const T = 0x54;
/** Upper bound of the size of a number, with its comma. */
const NUMBER_BYTES = 32;

/** Encodes rows of JavaScript values and records the storage classes of each column. */
export class SqliteRowWriter implements RowWriter<SqliteRow> {
  readonly columns: number;
  readonly seen: Uint8Array;
  private most = 0;
  private readonly size: RowSize = { row: 0, value: 0 };

  constructor(private readonly forms: readonly Form[]) {
    this.columns = forms.length;
    this.seen = new Uint8Array(forms.length);
  }

  /** Returns the size of the last measured row: rows are processed one by one. */
  maxBytesOf(): number {
    return this.most;
  }

  /**
   * Measures a row. A UTF-16 unit has up to three bytes in UTF-8: only values that could exceed the limit are
   * counted.
   */
  measure(row: SqliteRow, maxValueBytes: number): RowSize {
    let total = 0;
    let longest = 0;
    for (let column = 0; column < this.columns; column++) {
      const value = row[column] as SqliteValue;
      let bytes = 8;
      if (typeof value === 'string') {
        bytes = value.length;
        if (bytes * 3 > maxValueBytes) bytes = Buffer.byteLength(value);
      } else if (typeof value === 'object' && value !== null) bytes = value.length;
      total += bytes;
      if (bytes > longest) longest = bytes;
    }
    this.most = total * MAX_BYTES_PER_UNIT + this.columns * NUMBER_BYTES;
    const { size } = this;
    size.row = total;
    size.value = longest;
    return size;
  }

  write(o: JsonWriter, row: SqliteRow): boolean {
    for (let column = 0; column < this.columns; column++) {
      const value = row[column] as SqliteValue;
      if (value === null) writeNull(o);
      else this.value(o, value, column);
      o.bytes[o.pos++] = COMMA;
    }
    return true;
  }

  private value(o: JsonWriter, value: Exclude<SqliteValue, null>, column: number): void {
    const form = this.forms[column] as Form;
    if (typeof value === 'string') {
      this.note(column, Seen.text);
      text(o, value, form, column);
    } else if (typeof value === 'bigint') {
      this.note(column, Seen.integer);
      if (form === 'boolean' && (value === 0n || value === 1n)) {
        writeBoolean(o, value === 1n, column);
      } else writeInteger(o, value, column);
    } else if (typeof value === 'number') {
      this.note(column, Seen.real);
      writeNumber(o, value, column);
    } else {
      this.note(column, Seen.blob);
      writeBinary(o, value, column);
    }
  }

  private note(column: number, kind: number): void {
    this.seen[column] = (this.seen[column] as number) | kind;
  }
}

/** Format of `datetime()`, with optional seconds, fraction and offset. */
const spaced = /^\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/;

function text(o: JsonWriter, value: string, form: Form, column: number): void {
  if (form === 'json') {
    writeJson(o, value, column);
    return;
  }
  const start = o.pos;
  writeText(o, value, column);
  // After the quote and the ten characters of the date.
  if (form === 'datetime' && value.charCodeAt(10) === SPACE && spaced.test(value)) {
    o.bytes[start + 11] = T;
  }
}
