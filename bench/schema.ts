import type { Connection, ConnectionSchema } from '@sluice/contracts';
import {
  startMariaDb,
  targetConnection,
  type TestDatabase,
  type TestService,
} from '@sluice/testkit';
import { createLeanClient } from './client.js';
import { memoryGrowth } from './memory.js';
import { ms, percentile, type Figure } from './table.js';

/** Tables of a large schema. */
export const tableCount = 10_000;
const columnCount = 20;
const cachedReads = 20;

const columns = Array.from({ length: columnCount }, (_, n) => `column_${n} varchar(20)`).join();
const statements = (engine: string): string[] =>
  Array.from({ length: tableCount }, (_, n) => `create table table_${n} (${columns})${engine}`);

/** Creates `table_0` and the following ones, each with `column_0` to `column_19`. */
export async function createManyTables(target: TestDatabase): Promise<void> {
  const all = statements('');
  while (all.length > 0) await target.query(all.splice(0, 500).join(';'));
}

/** A database of 10,000 tables with 20 columns: read from the target and from the cache. */
export async function measureSchema(service: TestService): Promise<Figure[]> {
  const { target, admin } = service;
  await createManyTables(target);
  const postgres = await admin.json<Connection>('POST', '/api/connections', {
    ...targetConnection(target.url),
    name: 'Many tables',
  });
  const figures = await measureOne(service, 'PostgreSQL', postgres.id);
  const server = await startMariaDb();
  try {
    server.client(['use main', ...statements(' engine=myisam')].join(';\n'));
    const mariadb = await admin.json<Connection>('POST', '/api/connections', {
      name: 'Many tables of MariaDB',
      driver: 'mysql',
      data: server.config,
    });
    return [...figures, ...(await measureOne(service, 'MariaDB', mariadb.id))];
  } finally {
    await server.stop();
  }
}

async function measureOne(service: TestService, name: string, id: string): Promise<Figure[]> {
  const client = createLeanClient(service);
  const path = `/api/connections/${id}/schema`;
  const [executor = 0] = service.workers[0]!.children();
  const startedAtMs = performance.now();
  const read = await memoryGrowth(executor, () =>
    memoryGrowth(service.api.pid, () =>
      client.json<ConnectionSchema>('GET', `${path}?reload=true`),
    ),
  );
  const reloadMs = performance.now() - startedAtMs;
  const schema = read.value.value;
  const tables = 'schemas' in schema ? schema.schemas.flatMap((each) => each.tables) : [];
  const found = tables.filter((table) => table.columns.length === columnCount).length;
  const times: number[] = [];
  for (let count = 0; count < cachedReads; count++) {
    const begunAtMs = performance.now();
    await client.send('GET', path);
    times.push(performance.now() - begunAtMs);
  }
  client.close();
  return [
    {
      what: `${name}: ${found} tables × ${columnCount}, without cache`,
      value: ms(reloadMs),
      goal: '≤ 5 s',
    },
    { what: `${name}: cached, p50`, value: ms(percentile(times, 0.5)), goal: '≤ 50 ms' },
    { what: `${name}: worker memory growth`, value: `${read.growthMiB.toFixed(0)} MiB` },
    { what: `${name}: API memory growth`, value: `${read.value.growthMiB.toFixed(0)} MiB` },
  ];
}
