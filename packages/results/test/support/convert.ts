import { Readable } from 'node:stream';
import fc from 'fast-check';
import { createSliceQueue, type ConvertedColumn, type TextFormat } from '@sluice/results';
import { CsvSink } from '../../dist/convert/csv.js';
import { ObjectSink } from '../../dist/convert/objects.js';
import { Output } from '../../dist/convert/output.js';
import { RowScanner } from '../../dist/convert/scanner.js';

/** A result as it is stored: every value is JSON text. */
export interface StoredRows {
  columns: ConvertedColumn[];
  rows: string[][];
}

export const slices = createSliceQueue();

/** Returns the stored file. */
export const fileOf = ({ rows }: StoredRows): Buffer =>
  Buffer.from(`[${rows.map((row) => `[${row.join(',')}]`).join(',\n')}]`);

/** Splits the file into parts whose sizes repeat `sizes`. */
export function partsOf(file: Buffer, sizes: readonly number[] = [262_144]): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0, turn = 0; at < file.length; turn++) {
    const end = at + (sizes[turn % sizes.length] ?? 1);
    parts.push(file.subarray(at, end));
    at = end;
  }
  return parts;
}

export const sourceOf = (file: Buffer, sizes?: readonly number[]): Readable =>
  Readable.from(partsOf(file, sizes), { objectMode: false, highWaterMark: 0 });

/** Converts synchronously from parts of these sizes to slices of `limit` bytes. */
export function convertBy(
  stored: StoredRows,
  as: TextFormat,
  { sizes, limit = 65_536 }: { sizes?: readonly number[]; limit?: number } = {},
): string {
  const out = new Output(limit);
  const sink =
    as.format === 'csv'
      ? new CsvSink(out, stored.columns, as)
      : new ObjectSink(out, stored.columns, as.format);
  const scanner = new RowScanner(sink, 'x');
  sink.begin();
  const parts = partsOf(fileOf(stored), sizes);
  const slices: Buffer[] = [];
  for (;;) {
    const outcome = scanner.run();
    if (outcome === 'hungry') {
      const part = parts.shift();
      if (part === undefined) throw new Error('The rows have no end');
      scanner.feed(part);
      continue;
    }
    slices.push(out.take());
    if (outcome === 'ended') return Buffer.concat(slices).toString();
  }
}

/** Reads a whole stream; copies each part because the stream reuses its memory. */
export const textOf = async (stream: Readable): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
};

const jsonText = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.stringify(value, null, 1).replaceAll('\n', ''));
/** Texts with characters that need escaping in at least one format. */
const hostile = fc
  .array(
    fc.constantFrom(
      ...['=', '+', '-', '@', '\t', '\r', '\n', ' ', ';', ',', '"', "'", '\\', '_x0041_', '_', 'a'],
      ...['\u00a0', '＝', '\u200b', '\u0001', '\ufffe', '🎈', 'é', '1', '&', '<', ']', '[', '{'],
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));
const text = fc.oneof(hostile, fc.string({ unit: 'binary' }), fc.string());
/** JSON strings with every kind of escape, also for characters that need none. */
const stringText = fc.oneof(
  text.map((value) => JSON.stringify(value)),
  text.map(
    (value) =>
      `"${value.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`,
  ),
  fc.constantFrom('"\\ud800"', '"\\ud800\\u0041"', '"\\udc00x"', '"\\/\\b\\f"'),
);
const number = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.constantFrom('-0', '9007199254740993', '12345678901234567890.10'),
);
const numberText = fc.oneof(
  number,
  fc.constantFrom('"-5"', '"1.50"', '"NaN"', '"-Infinity"', '"-1-1"', '"=1"', '"+1e5"'),
  fc.bigInt().map((value) => `"${value}"`),
);
const timeText = fc.constantFrom('"-838:59:59.5"', '"01:02:03"', '"-cmd()"', '"24:00:00"', '"-5"');
const dateText = fc.constantFrom('"-infinity"', '"2024-02-29"', '"0044-03-15 BC"', '"=x"');

const columnOf = {
  string: stringText,
  number: numberText,
  boolean: fc.constantFrom('true', 'false'),
  date: dateText,
  datetime: dateText,
  time: timeText,
  json: fc.oneof(jsonText, stringText),
  binary: fc
    .uint8Array()
    .map((bytes) => JSON.stringify(`\\x${Buffer.from(bytes).toString('hex')}`)),
};
type Kind = keyof typeof columnOf;
const kinds = Object.keys(columnOf) as Kind[];

/** Results with columns of every datatype. */
export const storedRows: fc.Arbitrary<StoredRows> = fc
  .array(fc.tuple(text, fc.constantFrom(...kinds)), { maxLength: 5 })
  .chain((columns) =>
    fc.record({
      columns: fc.constant(columns.map(([name, datatype]) => ({ name, datatype }))),
      rows: fc.array(
        fc.tuple(...columns.map(([, kind]) => fc.oneof(columnOf[kind], fc.constant('null')))),
        { maxLength: 6 },
      ),
    }),
  );
