import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createServiceTemplate,
  startPostgres,
  startRedis,
  startService,
  type TestService,
} from '@sluice/testkit';
import { measureBacklog } from './backlog.js';
import { measureCosts } from './costs.js';
import { measureDownloads } from './downloads.js';
import { measureEnumeration } from './enumeration.js';
import { measureFairness, workerCount } from './fairness.js';
import { measureHistory } from './history.js';
import { measureLatency } from './latency.js';
import { measureMariaDb } from './mariadb.js';
import { measurePaging } from './paging.js';
import { measurePolling } from './polling.js';
import { measureResult } from './result.js';
import { measureScaling } from './scaling.js';
import { measureSchema } from './schema.js';
import { measureSignIn } from './sign-in.js';
import { measureSleeping } from './sleeping.js';
import { measureSlots, slotCount } from './slots.js';
import { printTable, type Figure } from './table.js';
import { measureViews, viewSettings } from './views.js';
import { measureWaiting } from './waiting.js';
import { measureWorkbench } from './workbench.js';

/** The measurements and the settings of their services. */
const parts: Record<string, Part> = {
  latency: { measure: measureLatency },
  result: { measure: measureResult },
  downloads: { measure: measureDownloads },
  mariadb: { measure: measureMariaDb },
  paging: { measureSeveral: measurePaging },
  views: { measure: measureViews, settings: viewSettings },
  polling: { measure: measurePolling },
  schema: { measure: measureSchema },
  waiting: { measure: measureWaiting, settings: { SERVICE_WORKER_CONCURRENCY: '32' } },
  fairness: {
    measure: measureFairness,
    workers: workerCount,
    settings: { SERVICE_WORKER_CONCURRENCY: '6', SERVICE_MAX_QUEUED_PER_TENANT: '5000' },
  },
  history: { measure: measureHistory },
  'sign-in': { measure: measureSignIn, settings: { SERVICE_PASSWORD_HASH_COST: '17' } },
  enumeration: { measure: measureEnumeration, workers: 0 },
  workbench: { measure: measureWorkbench },
  'backlog-postgres': { measureSeveral: (settings) => measureBacklog('postgres', settings) },
  'backlog-redis': { measureSeveral: (settings) => measureBacklog('redis', settings) },
  scaling: { measureSeveral: measureScaling },
  costs: { measure: measureCosts },
  sleeping: { measure: measureSleeping },
  slots: { measure: measureSlots, settings: { SERVICE_WORKER_CONCURRENCY: String(slotCount) } },
};

/** Measured on its own service, or on services that it starts. */
type Part =
  | {
      measure(service: TestService): Promise<Figure[]>;
      workers?: number;
      settings?: Record<string, string>;
    }
  | { measureSeveral(settings: Record<string, string>): Promise<Figure[]> };

/** Limits for people must not affect the measurements. */
const unlimited = {
  SERVICE_QUERY_RESULT_MAX_ROWS: '0',
  SERVICE_QUERY_RESULT_MAX_BYTES: '0',
  SERVICE_LOG_LEVEL: 'warn',
  SERVICE_MAX_REQUESTS_PER_MINUTE: '0',
};

async function measurePart(part: Part): Promise<Figure[]> {
  if ('measureSeveral' in part) return part.measureSeveral(unlimited);
  const { measure, workers = 1, settings } = part;
  const service = await startService({
    queue: 'postgres',
    workers,
    processes: true,
    settings: { ...unlimited, ...settings },
  });
  try {
    return await measure(service);
  } finally {
    await service.stop();
  }
}

/** Runs the parts named on the command line, or all, each on its own service. */
async function main(): Promise<void> {
  const names = process.argv.slice(2);
  const chosen = Object.entries(parts).filter(
    ([name]) => names.length === 0 || names.some((each) => `${name}-`.startsWith(`${each}-`)),
  );
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'));
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const postgres = await startPostgres(join(folder, 'postgres'), {
    max_connections: String(slotCount + 200),
  });
  const redis = await startRedis(join(folder, 'redis'));
  process.env['TEST_DATABASE_URL'] = postgres.url;
  process.env['TEST_REDIS_URL'] = redis.url;
  try {
    process.env['TEST_SERVICE_TEMPLATE'] = (await createServiceTemplate(postgres.url)).name;
    const figures: Figure[] = [];
    for (const [name, part] of chosen) {
      console.log(`Measuring ${name} …`);
      const measured = await measurePart(part);
      figures.push(...measured);
      // An interrupted run has printed its results so far.
      for (const { what, value } of measured) console.log(`  ${what}: ${value}`);
    }
    printTable(figures);
  } finally {
    await redis.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
