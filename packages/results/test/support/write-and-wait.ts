/**
 * Stores and flushes 12 MB of rows in a bucket, prints a line, and waits to be killed.
 * Arguments: `<options as JSON> <statementId>`.
 */
import { openS3ResultStore, type S3ResultStoreOptions } from '@sluice/results';
import { chunkOf, rowsBetween, startedOn } from './store.js';

const [options = '', statementId = ''] = process.argv.slice(2);
const store = await openS3ResultStore(JSON.parse(options) as S3ResultStoreOptions);
const writer = await store.create(statementId, startedOn);
for (let row = 0; row < 12_000; row += 1_000) {
  await writer.append(chunkOf(rowsBetween(row, row + 1_000, 1_000)));
}
await writer.flush();
console.log('flushed');
process.stdin.resume();
