import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, startService } from '@sluice/testkit';
import { measureLatency } from './latency.js';
import { measurePolling } from './polling.js';
import { measureResult } from './result.js';
import { printTable, type Figure } from './table.js';

const parts = { latency: measureLatency, result: measureResult, polling: measurePolling };

/** Runs the parts named on the command line, or all, each on a service of its own. */
async function main(): Promise<void> {
  const names = process.argv.slice(2);
  const chosen = Object.entries(parts).filter(
    ([name]) => names.length === 0 || names.includes(name),
  );
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'));
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const postgres = await startPostgres(join(folder, 'postgres'));
  process.env['TEST_DATABASE_URL'] = postgres.url;
  try {
    const figures: Figure[] = [];
    for (const [name, measure] of chosen) {
      console.log(`Measuring ${name} …`);
      const service = await startService({
        queue: 'postgres',
        settings: {
          SERVICE_QUERY_RESULT_MAX_ROWS: '0',
          SERVICE_QUERY_RESULT_MAX_BYTES: '0',
          SERVICE_LOG_LEVEL: 'warn',
        },
      });
      try {
        figures.push(...(await measure(service)));
      } finally {
        await service.stop();
      }
    }
    printTable(figures);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
