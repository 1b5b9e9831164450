/**
 * Writes and flushes numbered rows. Arguments: `<root> <statementId> <rowCount> <rowsPerFlush>`.
 * Waits for an input line after each quarter, so that a reader sees at least these states.
 */
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { openFileResultStore } from '@sluice/results';
import { chunkOf, rowsBetween, startedOn } from './store.js';

const [root = '', statementId = '', rowCount = '0', rowsPerFlush = '1'] = process.argv.slice(2);
const store = await openFileResultStore({ directory: root });
const writer = await store.create(statementId, startedOn);
const step = Number(rowsPerFlush);
const quarter = Number(rowCount) / 4;
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
for (let row = 0; row < Number(rowCount); row += step) {
  // The first half of the step is written but not flushed when a reader looks.
  const middle = row + Math.floor(step / 2);
  await writer.append(chunkOf(rowsBetween(row, middle)));
  await writer.append(chunkOf(rowsBetween(middle, Math.min(Number(rowCount), row + step))));
  await writer.flush();
  await setImmediate();
  if ((row + step) % quarter === 0) await lines.next();
}
console.log(JSON.stringify(await writer.finish()));
process.stdin.destroy();
