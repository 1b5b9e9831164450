import type { Batch, Statement } from '@sluice/contracts';
import t from 'tap';
import { openShareHarness, statementOf } from './shares-support.js';

t.test('a share discloses nothing about the connection', async (t) => {
  const { service, as, idOf, run, share } = await openShareHarness(t);
  const broken = await service.admin.json<{ id: string }>('POST', '/api/connections', {
    name: 'Secret warehouse',
    driver: 'postgres',
    // Nothing listens on this port.
    data: { host: '127.0.0.1', port: '1', database: 'secret_database', username: 'secret_user' },
  });
  const access = { connectionId: broken.id, userId: idOf('owner') };
  await service.admin.json('POST', '/api/connection-accesses', access);
  const failed = await as.owner.run(broken.id, 'select 1');
  const working = await run('owner', 'select 1 / 0');
  for (const batch of [failed, working]) {
    await share('owner', batch, { userId: idOf('shared') });
  }
  t.match(failed.statements[0]?.error, { code: 'connect_failed', title: /127\.0\.0\.1/ });

  const read = async (path: string): Promise<string> =>
    (await as.shared.request('GET', path)).text();
  const own = await as.owner.request('GET', `/api/batches/${failed.id}`);
  t.match(await own.text(), /127\.0\.0\.1/, 'the owner sees the message of the driver');
  for (const path of [
    `/api/batches/${failed.id}`,
    `/api/batches/${failed.id}?wait=1`,
    `/api/batches/${failed.id}/statements`,
    `/api/batches/${failed.id}/events`,
    `/api/statements/${statementOf(failed)}`,
    '/api/batches?sharedWithMe=true&includeStatements=true',
  ]) {
    const text = await read(path);
    t.match(text, /connect_failed/, path);
    t.match(text, /The connection could not be opened/, path);
    t.notMatch(text, /127\.0\.0\.1|ECONNREFUSED|secret/i, path);
  }
  const { error } = await as.shared.json<Statement>(
    'GET',
    `/api/statements/${statementOf(working)}`,
  );
  t.match(
    error,
    { title: 'division by zero', sqlState: '22012' },
    'errors of the SQL are complete',
  );

  const statusOf = async (method: string, path: string, body?: unknown): Promise<number> =>
    (await as.shared.request(method, path, body)).status;
  t.same(await as.shared.json('GET', '/api/connections'), []);
  t.same(await as.shared.json('GET', '/api/query-history'), []);
  t.same(await as.shared.json('GET', '/api/batches'), [], 'the own list has no shared batches');
  for (const connectionId of [broken.id, service.connectionId]) {
    t.equal(await statusOf('GET', `/api/connections/${connectionId}`), 403);
    t.equal(await statusOf('GET', `/api/connections/${connectionId}/schema`), 403);
    t.equal(await statusOf('POST', '/api/connection-clients', { connectionId }), 403);
    const submitted = { connectionId, batchText: 'select 1' };
    t.equal(await statusOf('POST', '/api/batches', submitted), 403);
  }
  const batch = await as.shared.json<Batch>('GET', `/api/batches/${working.id}`);
  t.equal(batch.connectionId, service.connectionId, 'the ID of the connection is visible');
});
