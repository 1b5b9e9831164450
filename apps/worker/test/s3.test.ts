import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readdir } from 'node:fs/promises';
import type { Batch, ReadyChecks } from '@sluice/contracts';
import {
  bucketSettings,
  createBucket,
  sharedSwift,
  startService,
  startTcpProxy,
  until,
} from '@sluice/testkit';
import t from 'tap';

const swift = await sharedSwift();
t.teardown(() => swift.stop());
const bucket = await createBucket(swift);

// It goes away instead of Swift, of which each start takes seconds of processor time.
const proxy = await startTcpProxy(swift.endpoint);
t.teardown(() => proxy.disconnect());
const { origin: endpoint } = new URL(proxy.url);
const service = await startService({
  queue: 'redis',
  workersInProcess: true,
  settings: {
    ...bucketSettings({ ...swift, endpoint }, bucket),
    SERVICE_RESULTS_S3_PREFIX: 'sluice',
    SERVICE_RETENTION_INTERVAL_SECONDS: '1',
  },
});
t.teardown(() => service.stop());
const { admin, connectionId } = service;

/** About 8 MB, which the store writes and reads in several parts. */
const large = "select g, repeat('x', 200) from generate_series(1, 40000) g";

/** About 21 MB, more than the sockets between the APIs and their clients buffer. */
const largest = "select g, repeat('x', 200) from generate_series(1, 100000) g";

await t.test(
  'a result is stored in the bucket, read whole and by pages, and deleted when it expires',
  async (t) => {
    const batch = await admin.run(connectionId, `select 1 as one; ${large}`);
    t.equal(batch.status, 'finished');
    const [small, big] = batch.statements;
    t.same(await admin.rows(small!.id), [[1]]);
    const rows = await admin.rows(big!.id);
    t.equal(rows.length, 40_000);
    t.same(rows[39_999], [40_000, 'x'.repeat(200)]);
    const page = `/api/statements/${big!.id}/results?offset=33333&limit=2`;
    t.same(
      (await admin.json<unknown[][]>('GET', page)).map(([g]) => g),
      [33_334, 33_335],
    );
    const keys = await bucket.keys();
    t.equal(keys.length, 3, 'a small result, a large one and its index');
    t.ok(keys.every((key) => key.startsWith('sluice/')));
    t.notOk((await readdir(service.folder)).includes('results'), 'no results in files');

    await service.database.query(`update statements set expires_at = now() - interval '1 second'`);
    await until('the objects are deleted', async () => (await bucket.keys()).length === 0);
    const gone = await admin.request('GET', `/api/statements/${big!.id}/results`);
    t.match(await gone.json(), { code: 'results_expired' });
  },
);

await t.test('`redirect=true` leads only the owner to the object', async (t) => {
  const batch = await admin.run(connectionId, large);
  const path = `/api/statements/${batch.statements[0]!.id}/results`;
  const ask = (query: string, { authorization } = admin, method = 'GET') =>
    fetch(`${service.baseUrl}${path}${query}`, {
      method,
      headers: { authorization },
      redirect: 'manual',
    });
  const led = await ask('?redirect=true');
  t.equal(led.status, 302);
  t.equal(led.headers.get('cache-control'), 'no-store');
  const link = led.headers.get('location') ?? '';
  t.ok(link.startsWith(endpoint));
  const direct = await (await fetch(link)).text();
  t.equal(direct, await (await ask('')).text(), 'the same bytes as through the API');

  const etag = (await ask('')).headers.get('etag') ?? '';
  const headers = { 'if-none-match': etag };
  t.equal((await admin.request('GET', `${path}?redirect=true`, undefined, headers)).status, 304);
  t.equal((await ask('?redirect=true&limit=1')).status, 200, 'a page is served by the API');
  t.equal((await ask('?redirect=yes')).status, 200);
  t.equal((await ask('?redirect=true', admin, 'HEAD')).status, 200);
  const other = await service.addEditor('other@example.com');
  t.equal((await ask('?redirect=true', other)).status, 403);
  t.equal((await ask('?redirect=true', { ...admin, authorization: 'Bearer no' })).status, 401);
});

await t.test('rows can be read while their statement runs', async (t) => {
  const slowly = `select g, pg_sleep(0.002) from generate_series(1, 2500) g`;
  const { id } = await admin.submit(connectionId, slowly);
  const statementId = await until('rows are stored', async () => {
    const { statements } = await admin.json<Batch>('GET', `/api/batches/${id}`);
    const [first] = statements;
    return first?.status === 'started' && (first.rowCount ?? 0) > 10 ? first.id : null;
  });
  const page = `/api/statements/${statementId}/results?offset=5&limit=2`;
  t.same(
    (await admin.json<unknown[][]>('GET', page)).map(([g]) => g),
    [6, 7],
  );
  const batch = await admin.finalBatch(id);
  t.equal(batch.status, 'finished');
  t.equal((await admin.rows(statementId)).length, 2_500);
});

await t.test(
  'a download continues at another API when the first is killed in the middle',
  async (t) => {
    const batch = await admin.run(connectionId, largest);
    const path = `/api/statements/${batch.statements[0]!.id}/download.csv`;
    const headers = { authorization: admin.authorization };
    const hashOf = (parts: Buffer[]) =>
      createHash('sha256').update(Buffer.concat(parts)).digest('hex');
    const whole = Buffer.from(await (await admin.request('GET', path)).arrayBuffer());
    // Another machine: no folder is shared.
    const other = await service.startApiProcess({
      SERVICE_DB_PATH: join(service.folder, 'other'),
    });
    const answer = await fetch(`${other.address}${path}`, { headers });
    const parts: Buffer[] = [];
    let received = 0;
    const reader = answer.body!.getReader();
    const take = async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        const part = next.value as Uint8Array;
        parts.push(Buffer.from(part));
        received += part.length;
        if (received > 1_000_000) other.kill('SIGKILL');
      }
    };
    await t.rejects(take());
    t.ok(received < whole.length, `${received} bytes had arrived`);
    const rest = await admin.request('GET', path, undefined, { range: `bytes=${received}-` });
    t.equal(rest.status, 206);
    parts.push(Buffer.from(await rest.arrayBuffer()));
    t.equal(hashOf(parts), hashOf([whole]));
  },
);

await t.test(
  'no batch starts while the store is unavailable; queued batches run afterwards',
  async (t) => {
    const ready = async () => {
      const { checks } = (await (await fetch(`${service.baseUrl}/api/ready`)).json()) as {
        checks: ReadyChecks;
      };
      return checks.storage;
    };
    await proxy.disconnect();
    await until('low space is reported', async () => !(await ready()), 120_000);
    const { id } = await admin.submit(connectionId, 'select 2');
    await until('the batch reports why it waits', async () => {
      const batch = await admin.json<Batch>('GET', `/api/batches/${id}`);
      return batch.waitReason === 'storage_full';
    });
    await proxy.reconnect();
    const batch = await admin.finalBatch(id, 120_000);
    t.equal(batch.status, 'finished');
    t.same(await admin.rows(batch.statements[0]!.id), [[2]]);
  },
);

await t.test(
  'a store that fails during a statement loses its result, which is reported',
  async (t) => {
    // It takes minutes and is stopped long before.
    const slowly = `select g, pg_sleep(0.002) from generate_series(1, 100000) g`;
    const { id } = await admin.submit(connectionId, slowly);
    await until('rows are stored', async () => {
      const { statements } = await admin.json<Batch>('GET', `/api/batches/${id}`);
      return (statements[0]?.rowCount ?? 0) > 10;
    });
    await proxy.disconnect();
    const batch = await admin.finalBatch(id, 120_000);
    t.match(batch.statements[0], {
      status: 'error',
      resultsPath: null,
      error: {
        code: 'storage',
        outcome: 'failed',
        title: /object storage cannot be reached/,
      },
    });
    await proxy.reconnect();
    const next = await admin.run(connectionId, 'select 3');
    t.same(await admin.rows(next.statements[0]!.id), [[3]]);
  },
);
