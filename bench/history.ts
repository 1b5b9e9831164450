import type { TestService } from '@sluice/testkit';
import { createLeanClient, type LeanClient } from './client.js';
import { oneUser, seedBatches, seedPeople, seedQueries } from './saved-work-data.js';
import { ms, percentile, type Figure } from './table.js';

const rounds = 20;
const pageSize = 50;

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

/** Common filters of the history. */
const filters: [what: string, filter: string][] = [
  ['no filter', ''],
  ['failed', 'status|eq|error'],
  ['running', 'status|eq|started'],
  ['by user', 'userEmail|contains|user-17@'],
  ['by connection', 'connectionName|eq|Warehouse 16'],
  ['text that most have', 'queryText|contains|amount'],
  ['text that few have', 'queryText|contains|needle'],
  ['regular expression', 'queryText|regex|orders_30[0-9] .*needle'],
  ['by name', 'queryName|contains|report 4320'],
  ['longer than a minute', 'durationMs|gt|60000'],
  ['more than 100,000 rows', 'rowCount|gt|100000'],
  ['incomplete', 'incomplete|eq|true'],
  ['before 20 days', `startTime|before|${daysAgo(20)}`],
  ['the last hour', `startTime|after|${daysAgo(1 / 24)}`],
  ['failed, by connection', 'status|eq|error,connectionName|eq|Warehouse 16'],
];

/** Lists of saved queries. */
const lists: [what: string, query: string][] = [
  ['newest', ''],
  ['by name', '&sortBy=name'],
  ['search, few have it', '&search=needle'],
  ['search, most have it', '&search=amount'],
  ['two tags', '&tags=tag-3&tags=team-3'],
  ['by connection', '&connectionId=bench-3'],
  ['own', '&ownedByUser=true'],
];

/**
 * First pages of the history with 1,000,000 batches, and of saved queries with 100,000, over HTTP.
 */
export async function measureHistory(service: TestService): Promise<Figure[]> {
  const person = await service.addEditor(oneUser);
  await seedPeople(service.database);
  await seedBatches(service.database);
  await seedQueries(service.database);
  const user = createLeanClient({ ...service, admin: person });
  const admin = createLeanClient(service);
  const figures: Figure[] = [];
  for (const [who, client] of [
    ['admin', admin],
    ['user', user],
  ] as const) {
    for (const [what, filter] of filters) {
      const path = `/api/query-history?limit=${pageSize}&filter=${encodeURIComponent(filter)}`;
      figures.push(await measureOne(client, path, `history, ${who}: ${what}`));
    }
    for (const [what, query] of lists) {
      const path = `/api/queries?limit=${pageSize}${query}`;
      figures.push(await measureOne(client, path, `queries, ${who}: ${what}`));
    }
    const { what, value } = await measureOne(client, '/api/tags', `tags, ${who}`);
    figures.push({ what, value });
  }
  user.close();
  admin.close();
  return figures;
}

async function measureOne(client: LeanClient, path: string, what: string): Promise<Figure> {
  const times: number[] = [];
  let rows = 0;
  for (let round = 0; round < rounds; round++) {
    const startedAtMs = performance.now();
    rows = (await client.json<unknown[]>('GET', path)).length;
    times.push(performance.now() - startedAtMs);
  }
  return {
    what: `${what} (${rows} rows), p50`,
    value: ms(percentile(times, 0.5)),
    goal: '≤ 50 ms',
  };
}
