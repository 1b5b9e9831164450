import { boolean } from '@sluice/driver-kit/encode/boolean';
import { json } from '@sluice/driver-kit/encode/json';
import { exact, float, integer } from '@sluice/driver-kit/encode/numbers';
import { writeNull } from '@sluice/driver-kit/encode/null';
import type { JsonWriter } from '@sluice/driver-kit/encode/json-writer';
import type { RowWriter } from '@sluice/driver-kit/encode/rows';
import { sourceOf, type Source } from '@sluice/driver-kit/encode/source';
import { text } from '@sluice/driver-kit/encode/text';
import {
  MAX_BYTES_PER_UNIT,
  writeBinary,
  writeBoolean,
  writeText,
} from '@sluice/driver-kit/encode/values';
import { Mark, type JsonRow } from './json-row.js';
import { dayTimeInterval, yearMonthInterval } from './intervals.js';
import { date, instant, oldZoned, time, timestamp, zoned } from './times.js';
import type { Form } from './values.js';

const COMMA = 0x2c;
/** Upper bound of the size of a value that is not text, with its comma. */
const PLAIN_BYTES = 64;
/** Maximum length of an integer that may be a JSON number, with its sign. */
const INTEGER_DIGITS = 20;

type Write = (o: JsonWriter, src: Source, at: number, len: number, column: number) => void;

const textOf = ({ bytes }: Source, at: number, len: number): string =>
  bytes.toString('utf8', at, at + len);

/** Writes a converted value; a value that cannot be converted stays as received. */
const converted =
  (convert: (text: string) => string | null): Write =>
  (o, src, at, len, column) => {
    const value = textOf(src, at, len);
    writeText(o, convert(value) ?? value, column);
  };

const infinities: Readonly<Record<string, string>> = { inf: 'Infinity', '-inf': '-Infinity' };

const writers: Readonly<Record<Form, Write>> = {
  text,
  exact,
  integer: (o, src, at, len, column) => {
    (len > INTEGER_DIGITS ? exact : integer)(o, src, at, len, column);
  },
  float: (o, src, at, len, column) => {
    const infinity = len <= 4 ? infinities[textOf(src, at, len)] : undefined;
    if (infinity === undefined) float(o, src, at, len, column);
    else writeText(o, infinity, column);
  },
  boolean: (o, src, at, len, column) => {
    const value = len <= 5 ? textOf(src, at, len).toLowerCase() : '';
    if (value === '1' || value === 'true') writeBoolean(o, true, column);
    else if (value === '0' || value === 'false') writeBoolean(o, false, column);
    else boolean(o, src, at, len, column);
  },
  date: converted(date),
  time: converted(time),
  timestamp: converted(timestamp),
  instant: converted(instant),
  zoned: converted(zoned),
  oldZoned: converted(oldZoned),
  yearMonth: converted(yearMonthInterval),
  dayTime: converted(dayTimeInterval),
  hex: (o, src, at, len, column) => {
    const value = src.bytes.toString('latin1', at, at + len);
    if (len % 2 === 0 && /^[0-9a-f]*$/i.test(value)) {
      writeBinary(o, Buffer.from(value, 'hex'), column);
    } else text(o, src, at, len, column);
  },
  // A VARIANT that is not JSON, such as XML, becomes a string.
  json,
};

/** Encodes rows from the server's JSON; plain text is copied without decoding. */
export class JsonRowWriter implements RowWriter<JsonRow> {
  readonly columns: number;
  private readonly writes: readonly Write[];

  constructor(forms: readonly Form[]) {
    this.columns = forms.length;
    this.writes = forms.map((form) => writers[form]);
  }

  maxBytesOf({ bytes }: JsonRow): number {
    return bytes * MAX_BYTES_PER_UNIT + this.columns * PLAIN_BYTES;
  }

  write(o: JsonWriter, { src, from, to, marks }: JsonRow): boolean {
    for (let column = 0; column < this.columns; column++) {
      const at = from[column] as number;
      const length = (to[column] as number) - at;
      const write = this.writes[column] as Write;
      if (marks[column] === Mark.null) writeNull(o);
      else if (marks[column] === Mark.plain) write(o, src, at, length, column);
      else {
        const value = unescaped(src, at, length);
        if (value === null) return false;
        write(o, value, 0, value.bytes.length, column);
      }
      o.bytes[o.pos++] = COMMA;
    }
    return true;
  }
}

/** Returns the size of the longest value in bytes. */
export function longestValue({ from, to }: JsonRow): number {
  let longest = 0;
  for (let i = 0; i < from.length; i++) {
    longest = Math.max(longest, (to[i] as number) - (from[i] as number));
  }
  return longest;
}

/** Decodes a JSON string; null if it is invalid. */
function unescaped({ bytes }: Source, at: number, length: number): Source | null {
  try {
    const value: unknown = JSON.parse(`"${bytes.toString('utf8', at, at + length)}"`);
    return typeof value === 'string' ? sourceOf(Buffer.from(value)) : null;
  } catch {
    return null;
  }
}
