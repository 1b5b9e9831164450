import { randomUUID } from 'node:crypto';
import {
  createExecutionRepository,
  createSweepRepository,
  createWorkerRepository,
} from '@sluice/database';
import t, { type Test } from 'tap';
import { adminEmail, type ApiClient, editorEmail, type TestApi } from './support.js';
import { openApi, userIdOf } from './fixtures.js';

interface Access {
  id: number;
  connectionId: string;
  userId: string;
  userEmail: string;
  expiryDate: string;
}

const open = async (t: Test, settings: Record<string, string> = {}): Promise<TestApi> => {
  const api = await openApi(t, {
    settings: {
      SERVICE_ALLOW_CONNECTION_ACCESS_TO_EVERYONE: 'false',
      SERVICE_SERVICE_TOKEN_SECRET: 'a-secret-of-at-least-32-characters-0',
      ...settings,
    },
  });
  await api.sql.query(`insert into connections (id, name, driver, encrypted_data)
    values ('c', 'Sales', 'postgres', ''), ('d', 'Stock', 'postgres', '')`);
  return api;
};

const grant = async (api: TestApi, body: Record<string, unknown>): Promise<Access> => {
  const response = await api.admin('POST', '/api/connection-accesses', body);
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json();
};

const expire = (api: TestApi, { id }: Access) =>
  api.admin('PUT', `/api/connection-accesses/${id}/expire`);

const listBy = async (caller: ApiClient, query = ''): Promise<number[]> =>
  (await caller('GET', `/api/connection-accesses${query}`))
    .json<Access[]>()
    .map((access) => access.id);

t.test('an admin grants, reads and expires access', async (t) => {
  const api = await open(t);
  const userId = await userIdOf(api, editorEmail);
  t.same(
    (await api.admin('GET', '/api/connection-accesses')).json(),
    [],
    'no access exists at the start',
  );
  const hourly = await grant(api, {
    connectionId: 'c',
    userId,
    duration: 3_600,
    id: 99,
    expiryDate: 0,
  });
  t.match(hourly, {
    id: Number,
    connectionId: 'c',
    connectionName: 'Sales',
    userId,
    userEmail: editorEmail,
    duration: 3_600,
    createdAt: String,
    updatedAt: String,
  });
  t.ok(Math.abs(Date.parse(hourly.expiryDate) - Date.now() - 3_600_000) < 10_000);
  const permanent = await grant(api, { connectionId: 'd', userId });
  t.match(permanent, { duration: 0, expiryDate: /^2099-/ });
  const all = await grant(api, {
    connectionId: '__EVERY_CONNECTION__',
    userId: '__EVERYONE__',
    duration: 0,
  });
  t.match(all, { connectionName: 'Every Connection', userEmail: 'Everyone' });
  const url = `/api/connection-accesses/${hourly.id}`;
  t.same((await api.admin('GET', url)).json(), hourly);
  t.same(await listBy(api.admin), [all.id, permanent.id, hourly.id]);
  t.match((await api.admin('GET', '/api/connection-accesses?limit=1')).headers.link, /next/);

  const ended = await expire(api, hourly);
  t.ok(Date.parse(ended.json<Access>().expiryDate) <= Date.now());
  t.equal((await expire(api, hourly)).json<Access>().expiryDate, ended.json<Access>().expiryDate);
  t.same(await listBy(api.admin), [all.id, permanent.id]);
  t.same(await listBy(api.admin, '?includeInactives=true'), [all.id, permanent.id, hourly.id]);
  t.same(await listBy(api.admin, '?includeInactives=false'), [all.id, permanent.id]);
  t.ok(
    (await grant(api, { connectionId: 'c', userId })).id > hourly.id,
    'expired access can be granted again',
  );
  for (const id of ['0', '-1', '1.5', '999999999', '99999999999999999999', 'x', `${hourly.id}x`]) {
    t.match((await api.admin('GET', `/api/connection-accesses/${id}`)).json(), {
      title: 'Not found',
    });
    t.equal((await api.admin('PUT', `/api/connection-accesses/${id}/expire`)).statusCode, 404);
  }
});

t.test('a duration may be a string of digits, as SQLPad clients send it', async (t) => {
  const api = await open(t);
  const userId = await userIdOf(api, editorEmail);
  t.match(await grant(api, { connectionId: 'c', userId, duration: '3600' }), { duration: 3_600 });
});

t.test('invalid grants are refused with a title', async (t) => {
  const api = await open(t);
  const userId = await userIdOf(api, editorEmail);
  const adminToken = await api.admin('POST', '/api/service-tokens', { name: 'x', role: 'admin' });
  const active = { connectionId: 'c', userId };
  await grant(api, active);
  const isAdmin = 'User is admin and already has access to connection';
  const cases: [Record<string, unknown>, string | RegExp][] = [
    [{ connectionId: 'c', userId: 'unknown' }, 'User does not exist'],
    [{ connectionId: 'c', userId: '__EVERY_CONNECTION__' }, 'User does not exist'],
    [{ connectionId: 'c', userId: await userIdOf(api, adminEmail) }, isAdmin],
    [{ connectionId: 'c', userId: adminToken.json<{ id: string }>().id }, isAdmin],
    [{ connectionId: 'x', userId }, 'Connection does not exist'],
    [{ connectionId: '__EVERYONE__', userId }, 'Connection does not exist'],
    [active, 'User has active access to connection'],
    [{ connectionId: { not: '' }, userId }, /./],
    [{ connectionId: 'c', userId: { not: '' } }, /./],
    [{ connectionId: 'c\0', userId }, /./],
    [{ connectionId: 'd', userId, duration: -1 }, /./],
    [{ connectionId: 'd', userId, duration: 2 ** 31 }, /./],
    [{ connectionId: 'd', userId, duration: '5 s' }, /./],
    [{ connectionId: 'd', userId, duration: '' }, /./],
    [{ connectionId: 'd', userId, duration: '2147483648' }, /./],
    [{ userId }, /./],
  ];
  for (const [body, title] of cases) {
    const response = await api.admin('POST', '/api/connection-accesses', body);
    t.equal(response.statusCode, 400, JSON.stringify(body));
    t.match(response.json(), { title, errors: [{ path: String }] });
  }
  const atOnce = await Promise.all(
    [1, 2, 3, 4].map(() =>
      api.admin('POST', '/api/connection-accesses', { connectionId: 'd', userId }),
    ),
  );
  t.same(atOnce.map(({ statusCode }) => statusCode).sort(), [200, 400, 400, 400]);
});

t.test('editors see the access that applies to them and cannot change it', async (t) => {
  const api = await open(t);
  const userId = await userIdOf(api, editorEmail);
  const otherId = await api.addUser({ email: 'other@example.com', role: 'editor' });
  const own = await grant(api, { connectionId: 'c', userId });
  const others = await grant(api, { connectionId: 'c', userId: otherId });
  const all = await grant(api, { connectionId: 'd', userId: '__EVERYONE__' });
  await expire(api, await grant(api, { connectionId: 'd', userId: otherId }));
  t.same(await listBy(api.editor), [all.id, own.id]);
  t.same(await listBy(api.editor, '?includeInactives=true'), [all.id, own.id]);
  t.equal((await api.editor('GET', `/api/connection-accesses/${own.id}`)).statusCode, 200);
  t.equal((await api.editor('GET', `/api/connection-accesses/${all.id}`)).statusCode, 200);
  t.equal((await api.editor('GET', `/api/connection-accesses/${others.id}`)).statusCode, 403);
  t.equal((await api.editor('GET', '/api/connection-accesses/999999')).statusCode, 404);
  for (const [method, url] of [
    ['POST', '/api/connection-accesses'],
    ['PUT', `/api/connection-accesses/${own.id}/expire`],
  ] as const) {
    const body = { connectionId: '__EVERY_CONNECTION__', userId };
    t.equal((await api.editor(method, url, body)).statusCode, 403);
    t.equal((await api.anonymous(method, url, body)).statusCode, 401);
  }
});

t.test('expired access applies to the next request and ends queued batches', async (t) => {
  const api = await open(t);
  const userId = await userIdOf(api, editorEmail);
  const made = await api.admin('POST', '/api/service-tokens', { name: 'ci', role: 'editor' });
  const { id: tokenId, token } = made.json<{ id: string; token: string }>();
  const tokenClient: ApiClient = (method, url, body) =>
    api.anonymous(method, url, body, { authorization: `Bearer ${token}` });
  const workers = createWorkerRepository(api.database);
  await workers.register({ id: 'w', hostname: 'test', pid: 1, slots: 9 }, 600_000);
  const execution = createExecutionRepository(api.database);
  const limits = { perTenant: 0, perUser: 0 };
  const claim = () =>
    execution.claimNext({ workerId: 'w', leaseToken: randomUUID(), limits, ofClients: false });
  const submit = async (caller: ApiClient) =>
    (await caller('POST', '/api/batches', { connectionId: 'c', batchText: 'select 1' })).statusCode;
  const sweeps = createSweepRepository(api.database);
  const sweep = () =>
    sweeps.sweep({ redispatchAfterMs: 60_000, queueLimitMs: 600_000, running: limits, slice: 100 });
  /** Returns the outcome of batches that never started, newest first. */
  const outcomeOf = async (count: number) => {
    const batches = await api.sql.query(
      `select b.status, s.error->>'title' as title from batches b join statements s on s.batch_id = b.id
         where b.worker_id is null order by b.created_at desc, b.id desc limit $1`,
      [count],
    );
    return batches;
  };
  const noAccess = 'The user of this batch may no longer use this connection';
  const inactive = 'The user of this batch is no longer active';
  const connections = async (caller: ApiClient) =>
    (await caller('GET', '/api/connections')).json<{ id: string }[]>().map(({ id }) => id);

  for (const [id, caller] of [
    [userId, api.editor],
    [tokenId, tokenClient],
  ] as const) {
    t.equal(await submit(caller), 403);
    t.same(await connections(caller), []);
    const access = await grant(api, { connectionId: 'c', userId: id });
    t.equal(access.userEmail, id === userId ? editorEmail : 'ci');
    t.same(await connections(caller), ['c']);
    t.same(await listBy(caller), [access.id]);
    t.equal(await submit(caller), 200);
    t.equal(await submit(caller), 200);
    t.match(await claim(), {
      userId: id,
      allowed: true,
      user: { id, disabled: false, data: {} },
    });
    await expire(api, access);
    t.equal(await submit(caller), 403);
    t.same(await connections(caller), []);
    t.same(
      await outcomeOf(1),
      [{ status: 'error', title: noAccess }],
      'the queued batch has ended',
    );
    t.equal(await claim(), null);
  }

  await grant(api, { connectionId: 'c', userId: '__EVERYONE__' });
  for (let count = 0; count < 3; count++) t.equal(await submit(tokenClient), 200);
  const { user } = (await claim()) ?? {};
  t.match(
    user,
    { id: tokenId, name: 'ci', role: 'editor', email: '' },
    'template values of a token',
  );
  await api.sql.query(
    "update service_tokens set expiry_date = now() - interval '1 second' where id = $1",
    [tokenId],
  );
  t.match(await claim(), { user: { disabled: true } }, 'batches of an expired token do not start');
  t.match(await sweep(), { unauthorized: { cancelled: 2, ended: 1 } });
  t.same(await outcomeOf(1), [{ status: 'error', title: inactive }]);
  t.equal((await api.admin('DELETE', `/api/service-tokens/${tokenId}`)).statusCode, 200);

  t.equal(await submit(api.editor), 200);
  await api.admin('PUT', `/api/users/${userId}`, { disabled: true });
  t.same(
    await outcomeOf(1),
    [{ status: 'error', title: inactive }],
    'batches of a disabled user do not start',
  );
  t.equal(await claim(), null);
});

t.test('running batches of a disabled user are cancelled', async (t) => {
  const api = await open(t, { SERVICE_ALLOW_CONNECTION_ACCESS_TO_EVERYONE: 'true' });
  const userId = await userIdOf(api, editorEmail);
  const batch = await api.editor('POST', '/api/batches', {
    connectionId: 'c',
    batchText: 'select 1',
  });
  const workers = createWorkerRepository(api.database);
  await workers.register({ id: 'w', hostname: 'test', pid: 1, slots: 9 }, 600_000);
  const limits = { perTenant: 0, perUser: 0 };
  const leaseToken = randomUUID();
  const execution = createExecutionRepository(api.database);
  t.ok(await execution.claimNext({ workerId: 'w', leaseToken, limits, ofClients: false }));
  await api.admin('PUT', `/api/users/${userId}`, { disabled: true });
  const { id } = batch.json<{ id: string }>();
  t.match((await api.admin('GET', `/api/batches/${id}`)).json(), {
    cancel: { requestedAt: String, by: await userIdOf(api, adminEmail), reason: 'user_inactive' },
  });
});
