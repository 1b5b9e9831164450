// `npm run record -- <driver> <connection.json> <folder>`: records the answers of a real Snowflake or BigQuery account,
// without secrets and private values; see docs/how-to/record-a-warehouse.md.
import { readFile } from 'node:fs/promises';
import { record } from '@sluice/driver-testkit/record/record';
import { isWarehouse, warehouses } from '@sluice/driver-testkit/record/warehouses';
import { driverFor } from '@sluice/drivers';

const [id = '', connection, folder] = process.argv.slice(2);
if (!isWarehouse(id) || connection === undefined || folder === undefined) {
  console.error(
    `Usage: npm run record -- ${Object.keys(warehouses).join('|')} connection.json folder`,
  );
  process.exit(2);
}
const fields = JSON.parse(await readFile(connection, 'utf8'));
const { file, recording, omitted } = await record({
  driver: await driverFor(id),
  warehouse: warehouses[id],
  config: fields.data ?? fields,
  folder,
});
for (const { statement, result, rows } of recording.outcomes) {
  console.log(`${statement}: ${result}, ${rows} rows`);
}
if (omitted.length > 0) console.log(`Fields left out: ${omitted.join(', ')}`);
console.log(
  `Wrote ${recording.exchanges.length} requests to ${file}. Read it before you share it.`,
);
