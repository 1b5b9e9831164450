import type { TestService } from '@sluice/testkit';
import { createLeanClient, type LeanClient } from './client.js';
import { ms, percentile, type Figure } from './table.js';

const clients = 32;
const durationMs = 5_000;

/**
 * Status polls of one API process: full responses, and 304 for clients with the current version.
 */
export async function measurePolling(service: TestService): Promise<Figure[]> {
  const { id } = await service.admin.run(service.connectionId, 'select 1; select 2; select 3');
  const path = `/api/batches/${id}`;
  const etag = (await service.admin.request('GET', path)).headers.get('etag') ?? '';
  const client = createLeanClient(service);
  const full = await poll(client, path, {});
  const unchanged = await poll(client, path, { 'if-none-match': etag });
  client.close();
  return [
    {
      what: `polls, ${clients} clients`,
      value: `${full.perSecond.toFixed(0)}/s`,
      goal: '≥ 3,000/s',
    },
    { what: 'poll, p99', value: ms(full.p99Ms) },
    { what: 'polls answered 304', value: `${unchanged.perSecond.toFixed(0)}/s` },
  ];
}

async function poll(
  client: LeanClient,
  path: string,
  headers: Record<string, string>,
): Promise<{ perSecond: number; p99Ms: number }> {
  const times: number[] = [];
  const endMs = performance.now() + durationMs;
  const work = async (): Promise<void> => {
    while (performance.now() < endMs) {
      const startedAtMs = performance.now();
      await client.send('GET', path, { headers });
      times.push(performance.now() - startedAtMs);
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  return { perSecond: times.length / (durationMs / 1000), p99Ms: percentile(times, 0.99) };
}
