import { createHash } from 'node:crypto';
import { BatchCancelledError, createClient } from '@sluice/client';
import type { Batch } from '@sluice/contracts';
import { createClient as createTestClient, isAlive, servedByHeader, until } from '@sluice/testkit';
import t from 'tap';
import { partsOf } from './body-parts.js';
import { runCluster } from './command.js';
import { openEvents } from './event-stream.js';

const cluster = await runCluster();
const { url, email, password, connectionId, apis } = cluster;
const admin = createTestClient(url, email, password);
const addresses = apis.map(({ address }) => address ?? '').sort();
// Before any test: tests run while this module is being loaded.
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const servedBy = (response: Response): string => response.headers.get(servedByHeader) ?? 'nobody';

/** Resolves when each API has answered through the load balancer. */
async function untilBothServe(): Promise<void> {
  const missing = new Set(addresses);
  await until('both APIs serve', async () => {
    const response = await admin.request('GET', '/api/health');
    if (response.status === 200) missing.delete(servedBy(response));
    return missing.size === 0;
  });
}

/** Sends a request until each API has answered it; the answers must be equal. */
async function fromBoth<T>(
  path: string,
  headers: Record<string, string> = { authorization: admin.authorization },
): Promise<T> {
  const seen = new Map<string, string>();
  await until(`both answer ${path}`, async () => {
    const response = await fetch(url + path, { headers });
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    seen.set(servedBy(response), await response.text());
    return seen.size === addresses.length;
  });
  t.same([...seen.keys()].sort(), addresses, path);
  const [first = '', ...others] = seen.values();
  for (const other of others) t.equal(other, first, `both give the same ${path}`);
  return JSON.parse(first) as T;
}

await t.test('any API answers any request', async (t) => {
  const signedIn = await fetch(`${url}/api/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  t.equal(signedIn.status, 200, `signing in: ${await signedIn.text()}`);
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { currentUser } = await fromBoth<{ currentUser: { email: string } }>('/api/app', {
    cookie,
  });
  t.equal(currentUser.email, email, 'a session of one API is valid at the other');

  const sql = 'select * from orders order by id; select count(*)::int from orders';
  const batch = await admin.run(connectionId, sql);
  t.equal((await fromBoth<Batch>(`/api/batches/${batch.id}`)).status, 'finished');
  const [orders, count] = batch.statements;
  const results = `/api/statements/${String(orders?.id)}/results`;
  t.equal((await fromBoth<unknown[]>(results)).length, 10_000);
  const page = await fromBoth<unknown[][]>(`${results}?offset=9998&limit=5`);
  t.same(
    page.map(([id]) => id),
    [9_999, 10_000],
  );
  t.same(await admin.rows(String(count?.id)), [[10_000]]);

  t.test('also about running batches', async (t) => {
    const running = await admin.submit(connectionId, 'select pg_sleep(600)');
    await admin.startedBatch(running.id);
    await fromBoth(`/api/batches/${running.id}/statements`);
    await admin.json('PUT', `/api/batches/${running.id}/cancel`);
    t.equal((await admin.finalBatch(running.id)).status, 'cancelled');
  });

  t.test('also on a connection client', async (t) => {
    const { id } = await admin.json<{ id: string }>('POST', '/api/connection-clients', {
      connectionId,
    });
    const send = async (batchText: string): Promise<Batch> => {
      const body = { connectionId, batchText, connectionClientId: id };
      const sent = await admin.json<Batch>('POST', '/api/batches', body);
      return admin.finalBatch(sent.id);
    };
    await send('create temporary table mine as select 7 as n');
    const { statements } = await send('select n from mine');
    t.same(await fromBoth(`/api/statements/${String(statements[0]?.id)}/results`), [[7]]);
    await fromBoth(`/api/connection-clients/${id}`);
    await admin.json('DELETE', `/api/connection-clients/${id}`);
  });
});

await t.test('a download continues at the other API when its own is killed', async (t) => {
  await untilBothServe();
  const sql = 'select g, repeat(md5(g::text), 10) from generate_series(1, 60000) g';
  const { statements } = await admin.run(connectionId, sql);
  const path = `/api/statements/${String(statements[0]?.id)}/download.csv`;
  const broken = await admin.request('GET', path);
  const victim = servedBy(broken);
  const parts: Uint8Array[] = [];
  await t.rejects(async () => {
    for await (const part of partsOf(broken)) {
      parts.push(part);
      // The rest waits in the API because it has not been read.
      if (parts.length === 1) await cluster.killApi(victim);
    }
  }, 'an interrupted response does not look complete');
  const first = Buffer.concat(parts);

  const rest = await admin.request('GET', path, undefined, {
    range: `bytes=${first.length}-`,
    'if-range': broken.headers.get('etag') ?? '',
  });
  t.equal(rest.status, 206);
  t.not(servedBy(rest), victim);
  const joined = Buffer.concat([first, Buffer.from(await rest.arrayBuffer())]);
  const whole = Buffer.from(await (await admin.request('GET', path)).arrayBuffer());
  t.ok(first.length > 0 && first.length < whole.length / 2, `${first.length} of ${whole.length}`);
  t.equal(hashOf(joined), hashOf(whole));
  t.equal(whole.toString().trimEnd().split('\n').length, 60_001);
});

await t.test('events and followed runs also continue at the other API', async (t) => {
  await untilBothServe();
  const client = createClient({ baseUrl: url, email, password });
  const runs = addresses.map(() =>
    client.run('select pg_sleep(600)', { connection: connectionId }),
  );
  const ends = runs.map((run) => run.finished());
  for (const end of ends) end.catch(() => undefined);
  const [batch] = await Promise.all(runs.map((run) => run.submitted()));
  const id = String(batch?.id);
  await admin.startedBatch(id);

  const stream = await openEvents(admin, id);
  await until('the first event', () => stream.events().length > 0);
  await cluster.killApi(stream.servedBy);
  await stream.closed;
  const last = stream.events().at(-1);
  t.equal(last?.batch.status, 'started');

  const next = await openEvents(admin, id, last?.id);
  t.not(next.servedBy, stream.servedBy);
  for (const run of runs) {
    const { id: each } = await run.submitted();
    await admin.json('PUT', `/api/batches/${each}/cancel`);
  }
  await next.closed;
  t.equal(next.events().at(-1)?.batch.status, 'cancelled');
  for (const end of ends) await t.rejects(end, BatchCancelledError);
});

await t.test('SIGTERM stops everything gracefully', async (t) => {
  await untilBothServe();
  // Two PostgreSQL, Redis, five of the storage, nginx, APIs and workers; more while one is being replaced.
  await until('each process exists once', () => cluster.servers().length === 14);
  const processes = cluster.processes();
  t.equal(await cluster.stop(), 0, cluster.output());
  t.same(processes.filter(isAlive), []);
});
