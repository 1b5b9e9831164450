import { randomUUID } from 'node:crypto';
import {
  createExecutionRepository,
  createSweepRepository,
  createWorkerRepository,
} from '@sluice/database';
import t, { type Test } from 'tap';
import { adminEmail, editorEmail, openTestApi, type Caller, type TestApi } from './support.js';

interface Access {
  id: number;
  connectionId: string;
  userId: string;
  userEmail: string;
  expiryDate: string;
}

const open = async (t: Test, settings: Record<string, string> = {}): Promise<TestApi> => {
  const api = await openTestApi({
    settings: {
      SERVICE_ALLOW_CONNECTION_ACCESS_TO_EVERYONE: 'false',
      SERVICE_SERVICE_TOKEN_SECRET: 'a-secret-of-at-least-32-characters-0',
      ...settings,
    },
  });
  t.teardown(() => api.close());
  await api.sql.query(`insert into connections (id, name, driver, encrypted_data)
    values ('c', 'Sales', 'postgres', ''), ('d', 'Stock', 'postgres', '')`);
  return api;
};

const idOf = async (api: TestApi, email: string): Promise<string> => {
  const users = (await api.admin('GET', '/api/users')).json<{ id: string; email: string }[]>();
  return users.find((user) => user.email === email)?.id ?? '';
};

const grant = async (api: TestApi, body: Record<string, unknown>): Promise<Access> => {
  const answer = await api.admin('POST', '/api/connection-accesses', body);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
};

const expire = (api: TestApi, { id }: Access) =>
  api.admin('PUT', `/api/connection-accesses/${id}/expire`);

const listBy = async (caller: Caller, query = ''): Promise<number[]> =>
  (await caller('GET', `/api/connection-accesses${query}`))
    .json<Access[]>()
    .map((access) => access.id);

t.test('an admin gives access, looks at it and takes it away', async (t) => {
  const api = await open(t);
  const userId = await idOf(api, editorEmail);
  t.same((await api.admin('GET', '/api/connection-accesses')).json(), [], 'everyone is asked for');
  const hour = await grant(api, {
    connectionId: 'c',
    userId,
    duration: 3_600,
    id: 99,
    expiryDate: 0,
  });
  t.match(hour, {
    id: Number,
    connectionId: 'c',
    connectionName: 'Sales',
    userId,
    userEmail: editorEmail,
    duration: 3_600,
    createdAt: String,
    updatedAt: String,
  });
  t.ok(Math.abs(Date.parse(hour.expiryDate) - Date.now() - 3_600_000) < 10_000);
  const forGood = await grant(api, { connectionId: 'd', userId });
  t.match(forGood, { duration: 0, expiryDate: /^2099-/ });
  const all = await grant(api, {
    connectionId: '__EVERY_CONNECTION__',
    userId: '__EVERYONE__',
    duration: 0,
  });
  t.match(all, { connectionName: 'Every Connection', userEmail: 'Everyone' });
  const url = `/api/connection-accesses/${hour.id}`;
  t.same((await api.admin('GET', url)).json(), hour);
  t.same(await listBy(api.admin), [all.id, forGood.id, hour.id]);
  t.match((await api.admin('GET', '/api/connection-accesses?limit=1')).headers.link, /next/);

  const ended = await expire(api, hour);
  t.ok(Date.parse(ended.json<Access>().expiryDate) <= Date.now());
  t.equal((await expire(api, hour)).json<Access>().expiryDate, ended.json<Access>().expiryDate);
  t.same(await listBy(api.admin), [all.id, forGood.id]);
  t.same(await listBy(api.admin, '?includeInactives=true'), [all.id, forGood.id, hour.id]);
  t.same(await listBy(api.admin, '?includeInactives=false'), [all.id, forGood.id]);
  t.ok((await grant(api, { connectionId: 'c', userId })).id > hour.id, 'it may be given again');
  for (const id of ['0', '-1', '1.5', '999999999', '99999999999999999999', 'x', `${hour.id}x`]) {
    t.match((await api.admin('GET', `/api/connection-accesses/${id}`)).json(), {
      title: 'Not found',
    });
    t.equal((await api.admin('PUT', `/api/connection-accesses/${id}/expire`)).statusCode, 404);
  }
});

t.test('a duration may be digits in a string, as clients of SQLPad send it', async (t) => {
  const api = await open(t);
  const userId = await idOf(api, editorEmail);
  t.match(await grant(api, { connectionId: 'c', userId, duration: '3600' }), { duration: 3_600 });
});

t.test('what cannot be given is refused by its title', async (t) => {
  const api = await open(t);
  const userId = await idOf(api, editorEmail);
  const adminToken = await api.admin('POST', '/api/service-tokens', { name: 'x', role: 'admin' });
  const active = { connectionId: 'c', userId };
  await grant(api, active);
  const isAdmin = 'User is admin and already has access to connection';
  const cases: [Record<string, unknown>, string | RegExp][] = [
    [{ connectionId: 'c', userId: 'nobody' }, 'User does not exist'],
    [{ connectionId: 'c', userId: '__EVERY_CONNECTION__' }, 'User does not exist'],
    [{ connectionId: 'c', userId: await idOf(api, adminEmail) }, isAdmin],
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
    const answer = await api.admin('POST', '/api/connection-accesses', body);
    t.equal(answer.statusCode, 400, JSON.stringify(body));
    t.match(answer.json(), { title, errors: [{ path: String }] });
  }
  const atOnce = await Promise.all(
    [1, 2, 3, 4].map(() =>
      api.admin('POST', '/api/connection-accesses', { connectionId: 'd', userId }),
    ),
  );
  t.same(atOnce.map(({ statusCode }) => statusCode).sort(), [200, 400, 400, 400]);
});

t.test('others see the rows that apply to them, and change none', async (t) => {
  const api = await open(t);
  const userId = await idOf(api, editorEmail);
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

t.test('access taken away counts at the next request, and ends what waits', async (t) => {
  const api = await open(t);
  const userId = await idOf(api, editorEmail);
  const made = await api.admin('POST', '/api/service-tokens', { name: 'ci', role: 'editor' });
  const { id: tokenId, token } = made.json<{ id: string; token: string }>();
  const program: Caller = (method, url, body) =>
    api.anonymous(method, url, body, { authorization: `Bearer ${token}` });
  const workers = createWorkerRepository(api.database);
  await workers.register({ id: 'w', hostname: 'test', pid: 1, slots: 9 }, 600_000);
  const execution = createExecutionRepository(api.database);
  const limits = { perTenant: 0, perUser: 0 };
  const claim = () =>
    execution.claimNext({ workerId: 'w', leaseToken: randomUUID(), limits, ofClients: false });
  const submit = async (caller: Caller) =>
    (await caller('POST', '/api/batches', { connectionId: 'c', batchText: 'select 1' })).statusCode;
  const sweeps = createSweepRepository(api.database);
  const sweep = () =>
    sweeps.sweep({ redispatchAfterMs: 60_000, queueLimitMs: 600_000, running: limits, slice: 100 });
  /** How what waited has ended, the newest first. */
  const endOf = async (count: number) => {
    const batches = await api.sql.query(
      `select b.status, s.error->>'title' as title from batches b join statements s on s.batch_id = b.id
         where b.worker_id is null order by b.created_at desc, b.id desc limit $1`,
      [count],
    );
    return batches;
  };
  const noAccess = 'The user of this batch may no longer use this connection';
  const inactive = 'The user of this batch is no longer active';
  const connections = async (caller: Caller) =>
    (await caller('GET', '/api/connections')).json<{ id: string }[]>().map(({ id }) => id);

  for (const [id, caller] of [
    [userId, api.editor],
    [tokenId, program],
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
    t.same(await endOf(1), [{ status: 'error', title: noAccess }], 'what waits has ended');
    t.equal(await claim(), null);
  }

  await grant(api, { connectionId: 'c', userId: '__EVERYONE__' });
  for (let count = 0; count < 3; count++) t.equal(await submit(program), 200);
  const { user } = (await claim()) ?? {};
  t.match(user, { id: tokenId, name: 'ci', role: 'editor', email: '' }, 'values for templates');
  await api.sql.query('update service_tokens set expiry_date = now() where id = $1', [tokenId]);
  t.match(await claim(), { user: { disabled: true } }, 'an expired token starts nothing');
  t.match(await sweep(), { unauthorized: { cancelled: 2, ended: 1 } });
  t.same(await endOf(1), [{ status: 'error', title: inactive }]);
  t.equal((await api.admin('DELETE', `/api/service-tokens/${tokenId}`)).statusCode, 200);

  t.equal(await submit(api.editor), 200);
  await api.admin('PUT', `/api/users/${userId}`, { disabled: true });
  t.same(await endOf(1), [{ status: 'error', title: inactive }], 'nor does a disabled user');
  t.equal(await claim(), null);
});

t.test('what a disabled user runs is cancelled', async (t) => {
  const api = await open(t, { SERVICE_ALLOW_CONNECTION_ACCESS_TO_EVERYONE: 'true' });
  const userId = await idOf(api, editorEmail);
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
    cancel: { requestedAt: String, by: await idOf(api, adminEmail), reason: 'user_inactive' },
  });
});
