import type { Batch } from '@sluice/contracts';
import { residentBytes, type TestService } from '@sluice/testkit';
import { setTimeout as delay } from 'node:timers/promises';
import { createLeanClient, type LeanClient } from './client.js';
import { openWatchers } from './event-watchers.js';
import { processorUse, usedForEach } from './processor.js';
import { createWide } from './result.js';
import type { UnitCosts } from './scale/model.js';
import { batchesPerSecond } from './short-batches.js';
import type { Figure } from './table.js';

const batchCount = 2_000;
const pollCount = 20_000;
const inFlight = 16;
const watcherCount = 3_000;
const warmUpCount = 500;
const idleMs = 10_000;

/**
 * The cost of each client operation for each part of the service: the input of `npm run bench:scale`.
 */
export async function measureCosts(service: TestService): Promise<Figure[]> {
  const client = createLeanClient(service);
  try {
    await batchesPerSecond({ client, ...service }, { count: 200, inFlight });
    const costs: Omit<UnitCosts, 'waiting'> = {
      batch: await costOfBatch(service, client),
      poll: await costOfPoll(service, client),
      ...(await costOfWatchers(service, client)),
      megabyte: await costOfMegabyte(service, client),
      idle: await costOfIdling(service),
    };
    console.log(JSON.stringify(costs, null, 2));
    return Object.entries(costs).flatMap(([thing, parts]) =>
      Object.entries(parts).map(([part, value]) => ({
        what: `${thing}: ${part}`,
        value: value.toFixed(3),
      })),
    );
  } finally {
    client.close();
  }
}

/** A batch that is submitted, waited for, and its one row read. */
async function costOfBatch(service: TestService, client: LeanClient): Promise<UnitCosts['batch']> {
  const sizes = async () => {
    const [row] = await service.database.query<{ wal: string; rows: string; audit: string }>(`
      select pg_current_wal_insert_lsn() - '0/0' as wal,
        pg_total_relation_size('batches') + pg_total_relation_size('statements') as rows,
        pg_total_relation_size('audit_events') as audit`);
    return { wal: Number(row?.wal), rows: Number(row?.rows), audit: Number(row?.audit) };
  };
  const [before, sizeBefore] = [await processorUse(service), await sizes()];
  await batchesPerSecond({ client, ...service }, { count: batchCount, inFlight });
  const used = usedForEach(before, await processorUse(service), batchCount);
  const size = await sizes();
  return {
    apiMs: used.api,
    workerMs: used.workers,
    databaseMs: used.database,
    walBytes: (size.wal - sizeBefore.wal) / batchCount,
    rowBytes: (size.rows - sizeBefore.rows) / batchCount,
    auditBytes: (size.audit - sizeBefore.audit) / batchCount,
  };
}

/** A poll by a client with the newest version: 304. */
async function costOfPoll(service: TestService, client: LeanClient): Promise<UnitCosts['poll']> {
  const { id } = await service.admin.run(service.connectionId, 'select 1');
  const path = `/api/batches/${id}`;
  const etag = (await service.admin.request('GET', path)).headers.get('etag') ?? '';
  const before = await processorUse(service);
  let left = pollCount;
  const work = async (): Promise<void> => {
    while (left-- > 0) await client.send('GET', path, { headers: { 'if-none-match': etag } });
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  const used = usedForEach(before, await processorUse(service), pollCount);
  return { apiMs: used.api, databaseMs: used.database };
}

/** The memory of an open event stream, and the cost of sending a change to it. */
async function costOfWatchers(
  service: TestService,
  client: LeanClient,
): Promise<Pick<UnitCosts, 'watcher' | 'change'>> {
  const { id } = await service.admin.submit(service.connectionId, 'select pg_sleep(600)');
  await service.admin.startedBatch(id);
  // A new one: in a used process, the heap has free space.
  const api = await service.startApiProcess();
  const fresh = { ...service, api, baseUrl: api.address ?? '' };
  const first = await openWatchers(fresh, id, warmUpCount);
  const memoryBefore = residentBytes(api.pid);
  const watchers = await openWatchers(fresh, id, watcherCount);
  const memory = residentBytes(api.pid) - memoryBefore;
  const before = await processorUse(fresh);
  await client.json<Batch>('PUT', `/api/batches/${id}/cancel`);
  await Promise.all([first.ended, watchers.ended]);
  const used = usedForEach(before, await processorUse(fresh), warmUpCount + watcherCount);
  return {
    watcher: { apiKiB: memory / 1024 / watcherCount },
    // A cancel sends two changes: the request and the end.
    change: { apiMs: used.api / 2 },
  };
}

/** Rows read from the target and stored, and rows sent to a client. */
async function costOfMegabyte(
  service: TestService,
  client: LeanClient,
): Promise<UnitCosts['megabyte']> {
  await createWide(service);
  const { admin, connectionId } = service;
  const before = await processorUse(service);
  const batch = await admin.run(connectionId, 'select * from wide');
  const stored = await processorUse(service);
  const megabytes =
    (await client.drain(`/api/statements/${batch.statements[0]!.id}/results`)) / 1e6;
  const sent = await processorUse(service);
  return {
    workerMs: usedForEach(before, stored, megabytes).workers,
    apiMs: usedForEach(stored, sent, megabytes).api,
  };
}

/** One second without requests: leases, sweeps, the queue. */
async function costOfIdling(service: TestService): Promise<UnitCosts['idle']> {
  const before = await processorUse(service);
  await delay(idleMs);
  const used = usedForEach(before, await processorUse(service), idleMs / 1000);
  // No target is queried, so that all sessions that ended meanwhile belong to the service.
  return {
    apiMs: used.api,
    workerMs: used.workers,
    databaseMs: used.database + used.target,
  };
}
