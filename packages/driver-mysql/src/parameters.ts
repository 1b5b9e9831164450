import type { BoundValue, ScalarType } from '@sluice/contracts';
import type { ParameterMarks } from '@sluice/driver-kit/sql/bind';
import { dayNanos, epochNanos, toMicros } from '@sluice/driver-kit/sql/moments';
import { execute } from './protocol.js';

/** `?` */
export const marks: ParameterMarks = { mark: () => '?', isShared: false };

/** Types on the wire. */
const Type = { tiny: 1, longlong: 8, date: 10, time: 11, datetime: 12, decimal: 246, text: 253 };

const DAY_MICROS = 86_400_000_000n;

/** Returns the command that runs a prepared statement with these values. */
export function executeWith(statementId: number, values: readonly BoundValue[]): Buffer {
  const nulls = Buffer.alloc((values.length + 7) >> 3);
  for (const [index, { value }] of values.entries()) {
    if (value === null) nulls[index >> 3] = (nulls[index >> 3] ?? 0) | (1 << (index & 7));
  }
  const head = Buffer.alloc(9);
  head.writeUInt32LE(statementId);
  // Offset 4 is the cursor type: none. The next number is always 1.
  head.writeUInt32LE(1, 5);
  const areTypesSent = Buffer.of(1);
  const types = values.map(({ type }) => Buffer.of(encoders[type].type, 0));
  const encoded = values.map(({ type, value }) =>
    value === null ? Buffer.alloc(0) : encoders[type].encode(value),
  );
  return execute(Buffer.concat([head, nulls, areTypesSent, ...types, ...encoded]));
}

interface Encoder {
  type: number;
  encode: (text: string) => Buffer;
}

/** A string with its length in front. */
function sized(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = Buffer.alloc(9);
  head[0] = 0xfe;
  head.writeBigUInt64LE(BigInt(bytes.length), 1);
  return Buffer.concat([bytes.length < 0xfb ? Buffer.of(bytes.length) : head, bytes]);
}

const text = { type: Type.text, encode: sized };

const encoders: Record<ScalarType, Encoder> = {
  text,
  uuid: text,
  // MySQL takes no parameters of type JSON; it converts text.
  json: text,
  integer: {
    type: Type.longlong,
    encode: (value) => Buffer.from(BigInt64Array.of(BigInt(value)).buffer),
  },
  decimal: { type: Type.decimal, encode: sized },
  boolean: { type: Type.tiny, encode: (value) => Buffer.of(value === 'true' ? 1 : 0) },
  date: { type: Type.date, encode: (value) => Buffer.concat([Buffer.of(4), day(value)]) },
  time: { type: Type.time, encode: timeOf },
  timestamp: { type: Type.datetime, encode: (value) => datetime(toMicros(epochNanos(value))) },
  // Sessions run in UTC.
  timestamptz: { type: Type.datetime, encode: (value) => datetime(toMicros(epochNanos(value))) },
};

function day(date: string): Buffer {
  const [year = 0, month = 0, dayOfMonth = 0] = date.split('-').map(Number);
  return Buffer.of(year & 0xff, year >> 8, month, dayOfMonth);
}

/** Hours, minutes, seconds and microseconds of a day. */
function clock(micros: bigint): Buffer {
  const seconds = Number(micros / 1_000_000n);
  const bytes = Buffer.alloc(7);
  bytes[0] = Math.floor(seconds / 3600);
  bytes[1] = Math.floor(seconds / 60) % 60;
  bytes[2] = seconds % 60;
  bytes.writeUInt32LE(Number(micros % 1_000_000n), 3);
  return bytes;
}

function datetime(micros: bigint): Buffer {
  const ofDay = ((micros % DAY_MICROS) + DAY_MICROS) % DAY_MICROS;
  const date = new Date(Number((micros - ofDay) / 1000n)).toISOString().slice(0, 10);
  return Buffer.concat([Buffer.of(11), day(date), clock(ofDay)]);
}

function timeOf(value: string): Buffer {
  const micros = toMicros(dayNanos(value));
  // Rounded up to the next day it is 24:00:00, a valid time in MySQL.
  const isNegative = 0;
  return Buffer.concat([Buffer.of(12, isNegative), Buffer.alloc(4), clock(micros)]);
}
