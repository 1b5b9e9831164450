import t from 'tap';
import { adminEmail, adminPassword, editorEmail, editorPassword } from './support.js';
import { openApi, signIn, userIdOf } from './fixtures.js';
import { createUser, statusBy } from './user-support.js';

t.test(
  'disabling, changing the role and deleting a user end sessions, Basic access and connection clients',
  async (t) => {
    const api = await openApi(t);
    const id = await userIdOf(api, editorEmail);
    const url = `/api/users/${id}`;
    await api.sql.query(
      `insert into workers (id, hostname, pid, lease_expires_at)
     values ('w', 'h', 1, now() + interval '1 minute')`,
    );
    const clientId = '01a1fdf7-6b80-746d-8f7f-3f6b884c1390';
    await api.sql.query(
      `insert into connection_clients (id, name, connection_id, user_id, worker_id, idle_timeout_seconds)
     values ($1, 'c', 'c', $2, 'w', 3600)`,
      [clientId, id],
    );
    let cookie = await signIn(api, editorEmail, editorPassword);
    t.match((await api.admin('PUT', url, { name: 'Ed' })).json(), { name: 'Ed' });
    t.equal(await statusBy(api, cookie), 200, 'a changed name keeps the session');
    t.match((await api.admin('PUT', url, { role: 'admin' })).json(), { role: 'admin' });
    t.equal(await statusBy(api, cookie), 401, 'a changed role ends the session');
    cookie = await signIn(api, editorEmail, editorPassword);
    t.match((await api.admin('PUT', url, { disabled: true })).json(), { disabled: true });
    t.equal(await statusBy(api, cookie), 401);
    const client = await api.admin('GET', `/api/connection-clients/${clientId}`);
    t.equal(client.statusCode, 404);
    t.match((await api.admin('PUT', url, { disabled: false })).json(), { disabled: false });
    t.equal(await statusBy(api, cookie), 401, 'an ended session stays invalid');
    cookie = await signIn(api, editorEmail, editorPassword);
    await api.sql.query(
      `insert into connection_accesses (connection_id, user_id, expiry_date)
     values ('c', $1, '2099-01-01')`,
      [id],
    );
    t.equal((await api.admin('DELETE', url)).statusCode, 200);
    t.equal(await statusBy(api, cookie), 401);
    const left = await api.sql.query('select from connection_accesses where user_id = $1', [id]);
    t.same(left, [], 'a later user with the same id inherits no access');
  },
);

t.test('the last enabled admin cannot be demoted, disabled or deleted', async (t) => {
  const api = await openApi(t, {
    settings: { SERVICE_SERVICE_TOKEN_SECRET: 'a-secret-of-at-least-32-characters-0' },
  });
  const made = await api.admin('POST', '/api/service-tokens', { name: 'ops', role: 'admin' });
  const { token } = made.json<{ token: string }>();
  const byToken = (method: string, url: string, body?: Record<string, unknown>) =>
    api.anonymous(method, url, body, { authorization: `Bearer ${token}` });
  const first = `/api/users/${await userIdOf(api, adminEmail)}`;
  const refused = async () => {
    for (const [method, body] of [
      ['PUT', { role: 'editor' }],
      ['PUT', { disabled: true }],
      ['DELETE', undefined],
    ] as const) {
      const response = await byToken(method, first, body);
      t.equal(response.statusCode, 400, `${method} ${JSON.stringify(body)}`);
      t.match(response.json(), { title: /last admin/ });
    }
  };
  await refused();
  const second = await createUser(api.admin, {
    email: 'second@example.com',
    role: 'admin',
    password: adminPassword,
  });
  await byToken('PUT', `/api/users/${second.id}`, { disabled: true });
  await refused();
  await byToken('PUT', `/api/users/${second.id}`, { disabled: false });
  const both = await Promise.all([
    byToken('PUT', first, { role: 'editor' }),
    byToken('DELETE', `/api/users/${second.id}`),
  ]);
  t.same(
    both.map((response) => response.statusCode).sort(),
    [200, 400],
    'one of two concurrent requests succeeds',
  );
  t.equal(
    (await api.admin('PUT', first, { role: 'editor' })).statusCode,
    400,
    'admins cannot demote themselves',
  );
});
