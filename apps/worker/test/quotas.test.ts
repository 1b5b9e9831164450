import type { ConnectionClient } from '@sluice/contracts';
import { startService, until, type TestClient } from '@sluice/testkit';
import t from 'tap';

const megabyte = `select repeat('x', 1000) from generate_series(1, 1100)`;

await t.test('quotas limit what a tenant uses', async (t) => {
  const service = await startService({
    queue: 'redis',
    workersInProcess: true,
    settings: {
      SERVICE_TENANT_FIELD: 'data.team',
      SERVICE_MAX_CLIENTS_PER_TENANT: '3',
      SERVICE_MAX_STORED_MB_PER_TENANT: '2',
    },
  });
  t.teardown(() => service.stop());
  const { connectionId, database } = service;
  const member = async (name: string, team: string): Promise<TestClient> => {
    const client = await service.addEditor(`${name}@example.com`);
    await service.admin.json('PUT', `/api/users/${name}@example.com`, { data: { team } });
    return client;
  };
  const [ann, ben, zoe] = [
    await member('ann', 'red'),
    await member('ben', 'red'),
    await member('zoe', 'blue'),
  ];
  const codeOf = async (answer: Response): Promise<string> =>
    ((await answer.json()) as { code: string }).code;

  await t.test('concurrent requests open no more clients than allowed', async (t) => {
    const path = '/api/connection-clients';
    const open = (client: TestClient) => client.request('POST', path, { connectionId });
    const answers = await Promise.all([ann, ben, ann, ben, ann].map(open));
    const opened = answers.filter(({ status }) => status === 200);
    t.equal(opened.length, 3, 'three between the two users');
    for (const refused of answers.filter(({ status }) => status !== 200)) {
      t.equal(refused.status, 429);
      t.ok(Number(refused.headers.get('retry-after')) > 0);
      t.equal(await codeOf(refused), 'too_many_clients');
    }
    t.equal((await open(zoe)).status, 200, 'another tenant opens its own');
    const [first] = await Promise.all(
      opened.map(async (answer) => (await answer.json()) as ConnectionClient),
    );
    await service.admin.json('DELETE', `${path}/${first!.id}`);
    t.equal((await open(ben)).status, 200, 'a closed client frees its place');
  });

  await t.test('batches are refused while too much is stored', async (t) => {
    const submit = (client: TestClient) =>
      client.request('POST', '/api/batches', { connectionId, batchText: 'select 1' });
    for (const client of [ann, ben]) {
      t.equal((await client.run(connectionId, megabyte)).status, 'finished');
    }
    await until('the usage is counted again', async () => (await submit(ann)).status === 403);
    t.equal(await codeOf(await submit(ann)), 'storage_quota');
    t.equal((await submit(zoe)).status, 200, 'another tenant continues');
    await database.query('update statements set results_path = null');
    await until(
      'the tenant is below its quota again',
      async () => (await submit(ann)).status === 200,
    );
  });
});

await t.test('a user sends no more requests than allowed and delays no other user', async (t) => {
  const service = await startService({
    queue: 'redis',
    workers: 0,
    settings: { SERVICE_MAX_REQUESTS_PER_MINUTE: '40' },
  });
  t.teardown(() => service.stop());
  const eve = await service.addEditor('eve@example.com');
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => eve.request('GET', '/api/drivers')),
  );
  const refused = answers.filter(({ status }) => status === 429);
  t.equal(answers.filter(({ status }) => status === 200).length, 40);
  t.equal(refused.length, 20);
  t.match(await refused[0]?.json(), { code: 'too_many_requests', title: /in one minute/ });
  t.ok(Number(refused[0]?.headers.get('retry-after')) <= 60);
  t.equal((await service.admin.request('GET', '/api/drivers')).status, 200);
  t.equal((await eve.request('GET', '/api/health')).status, 200, 'health needs no authentication');
});
