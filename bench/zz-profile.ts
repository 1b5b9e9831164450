import { chmod, mkdtemp, rm, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createServiceTemplate, startPostgres, startService } from '@sluice/testkit';
import { createLeanClient } from './client.js';
import { batchesPerSecond, runShortBatch, submitAndWait } from './short-batches.js';
import { processorUse, usedForEach } from './processor.js';
const folder = await mkdtemp('/tmp/sluice-prof-');
await chmod(folder, 0o755);
const postgres = await startPostgres(join(folder, 'postgres'), { max_connections: '700' });
process.env['TEST_DATABASE_URL'] = postgres.url;
process.env['TEST_SERVICE_TEMPLATE'] = (await createServiceTemplate(postgres.url)).name;
const prof = process.env['PROF'];
const service = await startService({ queue: 'postgres', workers: 1, settings: {
  SERVICE_LOG_LEVEL: 'warn', SERVICE_MAX_REQUESTS_PER_MINUTE: '0',
  ...(prof ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=200 --cpu-prof-dir=${prof}` } : {}),
}});
const client = createLeanClient(service);
const where = { client, connectionId: service.connectionId };
for (let i = 0; i < 200; i++) await runShortBatch(where, submitAndWait);
const before = await processorUse(service);
const t0 = performance.now();
const times: number[] = [];
for (let i = 0; i < 150; i++) { const s = performance.now(); await runShortBatch(where, submitAndWait); times.push(performance.now() - s); }
times.sort((a, b) => a - b);
console.log('p50', times[75]!.toFixed(1));
const mid = await processorUse(service);
console.log('1 in flight', usedForEach(before, mid, 150));
const rate = await batchesPerSecond(where, { count: 600, inFlight: 8 });
console.log('8 in flight', rate.toFixed(0), usedForEach(mid, await processorUse(service), 600));
client.close();
if (prof) { for (const p of [...service.workers, service.api]) { p.kill('SIGTERM'); await p.ended; } }
await service.stop(); await postgres.stop(); await rm(folder, { recursive: true, force: true });
