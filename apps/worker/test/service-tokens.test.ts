import type { Batch, ConnectionClient } from '@sluice/contracts';
import { startService, targetConnection, until } from '@sluice/testkit';
import t from 'tap';

t.test('a service token runs batches and keeps clients until it is deleted', async (t) => {
  const service = await startService({
    queue: 'redis',
    workersInProcess: true,
    settings: { SERVICE_SERVICE_TOKEN_SECRET: 'a-secret-of-at-least-32-characters-0' },
  });
  t.teardown(() => service.stop());
  const { admin } = service;
  const { username } = new URL(service.target.url);
  const { id, token } = await admin.json<{ id: string; token: string }>(
    'POST',
    '/api/service-tokens',
    { name: decodeURIComponent(username), role: 'editor' },
  );
  const byToken = (method: string, path: string, body?: unknown) =>
    admin.request(method, path, body, { authorization: `Bearer ${token}` });
  const connectionWith = async (template: string): Promise<string> => {
    const target = targetConnection(service.target.url);
    const data = { ...(target['data'] as object), username: template };
    return (await admin.json<{ id: string }>('POST', '/api/connections', { ...target, data })).id;
  };
  const run = async (connectionId: string, batchText: string): Promise<Batch> => {
    const batch = await byToken('POST', '/api/batches', { connectionId, batchText });
    return admin.finalBatch(((await batch.json()) as Batch).id);
  };

  const byName = await connectionWith('{{user.name}}');
  const done = await run(byName, 'select current_user');
  t.match(done, { status: 'finished', userId: id }, 'templates contain its name');
  const byAddress = await run(await connectionWith('{{user.email}}'), 'select 1');
  t.match(byAddress.statements[0]?.error, {
    code: 'connect_failed',
    title: /needs \{\{user\.email\}\}/,
  });

  const opened = await byToken('POST', '/api/connection-clients', { connectionId: byName });
  t.equal(opened.status, 200);
  const client = (await opened.json()) as ConnectionClient;
  const clientStatus = async () =>
    (await admin.request('GET', `/api/connection-clients/${client.id}`)).status;
  t.equal(await clientStatus(), 200);
  await admin.json('DELETE', `/api/service-tokens/${id}`);
  await until('the client is closed', async () => (await clientStatus()) === 404, 5_000);
  await until(
    'the token is rejected',
    async () => (await byToken('GET', '/api/users')).status === 401,
    5_000,
  );
});
