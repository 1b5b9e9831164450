/** Converts about 80 MB of rows to every format for a slow reader. Prints the peak growth of memory in MB. */
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import {
  convertToText,
  convertToWorkbook,
  createSliceQueue,
  type ConvertedColumn,
} from '@sluice/results';
import { measureGrowth } from './resident-memory.js';

const columns: ConvertedColumn[] = [
  { name: 'n', datatype: 'number' },
  { name: 'text', datatype: 'string' },
  { name: 'at', datatype: 'datetime' },
];
const chunkRows = 2_000;
const chunks = 500;
// Distinct times: a cache of formatted times would grow.
const time = (at: number) =>
  new Date(at * 1_234_567).toISOString().replace('19', '20').slice(0, -1);
const row = (at: number) => `[${at},"row ${at}; ${'x'.repeat(40)} é","${time(at)}"]`;
// One value of 20 MB, which no step may buffer as a whole.
const huge = JSON.stringify('=huge\\n'.repeat(3_000_000));

function* stored(): Generator<Buffer> {
  yield Buffer.from(`[[0,null,null],\n[1,`);
  for (let at = 0; at < huge.length; at += 262_144) yield Buffer.from(huge.slice(at, at + 262_144));
  for (let chunk = 0; chunk < chunks; chunk++) {
    const rows = Array.from({ length: chunkRows }, (_, at) => row(chunk * chunkRows + at));
    yield Buffer.from(`${chunk === 0 ? ',null],\n' : ',\n'}${rows.join(',\n')}`);
  }
  yield Buffer.from(']');
}
const source = () => Readable.from(stored(), { objectMode: false, highWaterMark: 0 });

const conversion = { columns, slices: createSliceQueue(), name: 'x' };
const outcome: Record<string, { bytes: number; grownMb: number }> = {};
const measure = async (name: string, stream: Readable) => {
  const growth = measureGrowth();
  let bytes = 0;
  const slow = new Writable({
    write(part: Buffer, _encoding, done) {
      bytes += part.length;
      growth.note(part.length);
      void setImmediate().then(() => done());
    },
  });
  await pipeline(stream, slow);
  outcome[name] = { bytes, grownMb: growth.grownMb() };
};
await measure(
  'csv',
  convertToText(source(), { ...conversion, as: { format: 'csv', raw: false, bom: false } }),
);
await measure('json', convertToText(source(), { ...conversion, as: { format: 'json' } }));
await measure('ndjson', convertToText(source(), { ...conversion, as: { format: 'ndjson' } }));
const rest = { sheetRows: 1_048_575, modifiedOn: new Date() };
await measure('xlsx', convertToWorkbook({ ...conversion, sheets: [source()], ...rest }));
console.log(JSON.stringify(outcome));
