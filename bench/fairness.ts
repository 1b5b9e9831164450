import type { Batch, Connection } from '@sluice/contracts';
import { targetConnection, type TestService } from '@sluice/testkit';
import { createLeanClient, type LeanClient } from './client.js';
import { inGroups } from './groups.js';
import type { Figure } from './table.js';

/** Workers that compete for every batch. */
export const workerCount = 10;
const floodCount = 2_000;
const limit = 4;
const limitedCount = 80;

/**
 * One tenant's flood next to another's single batch, and a connection with a low limit, with ten workers.
 */
export async function measureFairness(service: TestService): Promise<Figure[]> {
  const client = createLeanClient(service);
  try {
    return [await measureLimit(service, client), await measureFlood(service, client)];
  } finally {
    client.close();
  }
}

async function measureLimit(service: TestService, client: LeanClient): Promise<Figure> {
  const { id } = await client.json<Connection>('POST', '/api/connections', {
    ...targetConnection(service.target.url),
    name: 'Narrow',
    maxConcurrency: limit,
  });
  let most = 0;
  let looks = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, await service.target.running('select pg_sleep'));
      looks += 1;
    }
  })();
  const batches = await inGroups(limitedCount, () => submit(client, id, 'select pg_sleep(0.3)'));
  const finals = await Promise.all(batches.map((batch) => service.admin.finalBatch(batch.id)));
  isOver = true;
  await watching;
  const finished = finals.filter(({ status }) => status === 'finished').length;
  return {
    what: `a limit of ${limit} under ${workerCount} workers: most at a time`,
    value: `${most} in ${looks} looks, ${finished} of ${limitedCount} finished`,
    goal: String(limit),
  };
}

async function measureFlood(service: TestService, client: LeanClient): Promise<Figure> {
  const other = await service.addEditor('quiet@example.com');
  const flood = await inGroups(floodCount, () =>
    submit(client, service.connectionId, 'select pg_sleep(5)'),
  );
  const { id } = await other.submit(service.connectionId, 'select 1');
  const { status } = await other.finalBatch(id, 60_000);
  const [between] = await service.database.query<{ count: number }>(`
    select count(*)::int as count from batches b, batches own
    where own.id = '${id}' and b.claimed_at > own.created_at and b.claimed_at < own.claimed_at`);
  await inGroups(floodCount, () => client.send('PUT', `/api/batches/${flood.pop()!.id}/cancel`));
  return {
    what: `beside a flood of ${floodCount}, another's batch starts`,
    value: `after ${between!.count} others, ${status}`,
    goal: 'among the next 5',
  };
}

const submit = (client: LeanClient, connectionId: string, batchText: string): Promise<Batch> =>
  client.json<Batch>('POST', '/api/batches', { connectionId, batchText });
