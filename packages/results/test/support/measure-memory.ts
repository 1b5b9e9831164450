/** Writes 300 MB and reads them slowly. Argument: `<root>`. Prints the peak growth of memory in MB. */
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { openFileResultStore, type ResultReading } from '@sluice/results';
import { measureGrowth } from './resident-memory.js';
import { chunkOf, rowsBetween, startedOn } from './store.js';

const [root = ''] = process.argv.slice(2);
const store = await openFileResultStore({ directory: root });

const writer = await store.create(randomUUID(), startedOn);
const { rowCount, json } = chunkOf(rowsBetween(0, 1_000, 100));
const growth = measureGrowth();
while (writer.bytes < 300e6) {
  // A copy for each append, because the writer owns the memory that it receives.
  await writer.append({ rowCount, json: Uint8Array.from(json) });
  growth.note(json.length);
}
const result = await writer.finish();
const writing = growth.grownMb();

const readSlowly = async ({ stream }: ResultReading) => {
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
  return { bytes, grownMb: growth.grownMb() };
};
const whole = await readSlowly(await store.openWhole(result.resultsPath, result));
const all = { offset: 1, limit: result.rowCount };
const page = await readSlowly(await store.openPage(result.resultsPath, result, all));
console.log(JSON.stringify({ bytes: result.bytes, writing, whole, page }));
