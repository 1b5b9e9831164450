import type { Frame } from '@sluice/driver-kit/encode/source';
import { sourceOf } from '@sluice/driver-kit/encode/source';
import { protocolError } from '@sluice/driver-kit/errors';
import type { Field } from './fields.js';
import { Reader } from './protocol.js';

const UNSIGNED = 0x20;
const NULL = 0xfb;
/** The first two bits of a row's null bitmap are reserved. */
const RESERVED_BITS = 2;
/** Digits of a float in the text protocol. */
const FLOAT_DIGITS = 6;

/**
 * Converts a row of a prepared statement to a row of the text protocol, so that both are encoded in the same way.
 *
 * @throws DriverError for a truncated row
 */
export function textRow(fields: readonly Field[], { src, at, end }: Frame): Frame {
  const reader = new Reader(src.bytes, at, end);
  reader.skip(1);
  const nulls = reader.skip((fields.length + RESERVED_BITS + 7) >> 3);
  const parts: Buffer[] = [];
  for (const [index, field] of fields.entries()) {
    const bit = index + RESERVED_BITS;
    const isNull = ((src.bytes[nulls + (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0;
    if (isNull) parts.push(Buffer.of(NULL));
    else push(parts, valueOf(reader, src.bytes, field));
  }
  if (reader.left > 0) throw protocolError('invalid row');
  const bytes = Buffer.concat(parts);
  return { src: sourceOf(bytes), at: 0, end: bytes.length };
}

function push(parts: Buffer[], value: Buffer): void {
  const { length } = value;
  const head = Buffer.alloc(9);
  head[0] = 0xfe;
  head.writeBigUInt64LE(BigInt(length), 1);
  parts.push(length < NULL ? Buffer.of(length) : head, value);
}

function valueOf(reader: Reader, bytes: Buffer, field: Field): Buffer {
  const fixed = fixedSizes.get(field.type);
  if (fixed !== undefined) {
    const at = reader.skip(fixed.size);
    const isUnsigned = (field.flags & UNSIGNED) !== 0;
    return Buffer.from(fixed.text(bytes, at, isUnsigned));
  }
  const length = reader.count();
  const at = reader.skip(length);
  const content = bytes.subarray(at, at + length);
  const moment = moments.get(field.type);
  return moment === undefined ? content : Buffer.from(moment(content, field.decimals));
}

interface FixedSize {
  size: number;
  text: (bytes: Buffer, at: number, isUnsigned: boolean) => string;
}

const whole = (size: 1 | 2 | 4): FixedSize => ({
  size,
  text: (bytes, at, isUnsigned) =>
    String(isUnsigned ? bytes.readUIntLE(at, size) : bytes.readIntLE(at, size)),
});

/** Types of a fixed size, by their number on the wire. */
const fixedSizes: ReadonlyMap<number, FixedSize> = new Map([
  [1, whole(1)],
  [2, whole(2)],
  [13, whole(2)],
  [3, whole(4)],
  [9, whole(4)],
  [
    8,
    {
      size: 8,
      text: (bytes, at, isUnsigned) =>
        String(isUnsigned ? bytes.readBigUInt64LE(at) : bytes.readBigInt64LE(at)),
    },
  ],
  [
    4,
    {
      size: 4,
      text: (bytes, at) => numberText(Number(bytes.readFloatLE(at).toPrecision(FLOAT_DIGITS))),
    },
  ],
  [5, { size: 8, text: (bytes, at) => numberText(bytes.readDoubleLE(at)) }],
]);

/** As the text protocol: no sign in a positive exponent. */
const numberText = (value: number): string =>
  Object.is(value, -0) ? '-0' : String(value).replace('e+', 'e');

const two = (value = 0): string => String(value).padStart(2, '0');

/** Trailing parts that are zero are not sent. */
function date(bytes: Buffer): string {
  const year = bytes.length < 2 ? 0 : bytes.readUInt16LE(0);
  return `${String(year).padStart(4, '0')}-${two(bytes[2])}-${two(bytes[3])}`;
}

/** `decimals` beyond 6 stands for a number of digits that is not fixed. */
function fraction(bytes: Buffer, at: number, decimals: number): string {
  const micros = bytes.length < at + 4 ? 0 : bytes.readUInt32LE(at);
  const digits = decimals <= 6 ? decimals : micros === 0 ? 0 : 6;
  return digits === 0 ? '' : `.${String(micros).padStart(6, '0').slice(0, digits)}`;
}

function datetime(bytes: Buffer, decimals: number): string {
  const clock = `${two(bytes[4])}:${two(bytes[5])}:${two(bytes[6])}`;
  return `${date(bytes)} ${clock}${fraction(bytes, 7, decimals)}`;
}

function time(bytes: Buffer, decimals: number): string {
  const days = bytes.length < 5 ? 0 : bytes.readUInt32LE(1);
  const hours = days * 24 + (bytes[5] ?? 0);
  const sign = bytes[0] === 1 ? '-' : '';
  return `${sign}${two(hours)}:${two(bytes[6])}:${two(bytes[7])}${fraction(bytes, 8, decimals)}`;
}

/** Dates and times, by their number on the wire. */
const moments: ReadonlyMap<number, (bytes: Buffer, decimals: number) => string> = new Map([
  [7, datetime],
  [10, date],
  [11, time],
  [12, datetime],
  [14, date],
]);
