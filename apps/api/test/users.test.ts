import t from 'tap';
import { adminEmail, editorEmail, editorPassword } from './support.js';
import { openApi, userIdOf } from './fixtures.js';
import { createUser, type UserBody } from './user-support.js';

t.test('an admin adds, changes and deletes users', async (t) => {
  const api = await openApi(t);
  const invited = await createUser(api.admin, {
    email: ' New@Example.com ',
    name: 'New',
    data: { tenant: 'acme' },
    id: 'chosen',
    passwordHash: 'x',
    disabled: true,
    origin: 'saml',
  });
  t.match(invited, {
    email: 'new@example.com',
    name: 'New',
    role: 'editor',
    origin: 'local',
    disabled: false,
    syncAuthRole: false,
    data: { tenant: 'acme' },
    passwordResetId: /^[\w-]{43}$/,
  });
  t.not(invited.id, 'chosen', 'unknown fields are ignored');
  t.notMatch(JSON.stringify(invited), /hash/i);
  const withPassword = await createUser(api.admin, {
    email: 'p@example.com',
    password: 'a good one!',
  });
  t.equal(withPassword.passwordResetId, null, 'a user with a password gets no invitation');
  t.equal((await api.as('p@example.com', 'a good one!')('GET', '/api/users')).statusCode, 200);
  const directoryUser = await createUser(api.admin, { email: 'l@example.com', ldapId: 'l' });
  t.match(directoryUser, { ldapId: 'l', origin: 'ldap', passwordResetId: null });

  const again = await api.admin('POST', '/api/users', { email: 'NEW@example.com', role: 'editor' });
  t.equal(again.statusCode, 400);
  t.match(again.json(), { title: 'user already exists' });

  const url = `/api/users/${invited.id}`;
  const change = { name: null, role: 'admin', data: { a: [1] }, syncAuthRole: true, ldapId: 'n' };
  t.match((await api.admin('PUT', url, change)).json(), change);
  t.match((await api.admin('PUT', url, {})).json(), change, 'absent fields are unchanged');
  t.match((await api.admin('PUT', url, { email: adminEmail })).json(), {
    title: 'user already exists',
  });
  t.match((await api.admin('PUT', url, { ldapId: 'l' })).json(), { title: 'user already exists' });
  t.same((await api.admin('DELETE', url)).json(), {});
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const gone = await api.admin(method, url, method === 'PUT' ? {} : undefined);
    t.equal(gone.statusCode, 404, method);
    t.match(gone.json(), { title: 'Not found' });
  }
  t.match((await api.admin('DELETE', `/api/users/${await userIdOf(api, adminEmail)}`)).json(), {
    title: 'You cannot delete yourself',
  });
});

t.test('an editor can change only their own name, address and password', async (t) => {
  const api = await openApi(t);
  const own = `/api/users/${await userIdOf(api, editorEmail)}`;
  const others = `/api/users/${await userIdOf(api, adminEmail)}`;
  for (const [method, url] of [
    ['PUT', others],
    ['PUT', '/api/users/unknown'],
    ['DELETE', others],
    ['DELETE', own],
    ['POST', '/api/users'],
  ] as const) {
    const body = method === 'DELETE' ? undefined : { email: 'x@example.com', role: 'admin' };
    const response = await api.editor(method, url, body);
    t.equal(response.statusCode, 403, `${method} ${url}`);
  }
  const before = await api.sql.query('select * from users where email = $1', [editorEmail]);
  const adminFields = {
    role: 'admin',
    disabled: true,
    data: { tenant: 'other' },
    ldapId: 'root',
    syncAuthRole: true,
    passwordResetId: 'x',
  };
  const byAdmin = (body: Record<string, unknown>) => api.admin('PUT', others, body);
  for (const [field, value] of Object.entries(adminFields)) {
    for (const response of [
      await api.editor('PUT', own, { name: 'Ed', [field]: value }),
      await byAdmin({ name: 'Ad', [field]: value }),
    ]) {
      t.equal(response.statusCode, 400, field);
      t.match(response.json(), { errors: [{ path: field }] });
    }
  }
  const refused = await api.editor('PUT', own, { name: 'Ed', role: 'editor', data: {} });
  t.match(
    refused.json(),
    { errors: [{ path: 'role' }, { path: 'data' }] },
    'each refused field is named',
  );
  const after = await api.sql.query('select * from users where email = $1', [editorEmail]);
  t.same(after, before, 'the user is unchanged');
});

t.test('unknown fields of a user are ignored', async (t) => {
  const api = await openApi(t);
  const own = `/api/users/${await userIdOf(api, editorEmail)}`;
  const [before] = await api.sql.query<object>('select * from users where email = $1', [
    editorEmail,
  ]);
  const renamed = await api.editor('PUT', own, {
    passwordHash: 'x',
    origin: 'saml',
    id: 'other',
    createdAt: '2000-01-01T00:00:00.000Z',
    name: 'Ed',
  });
  t.equal(renamed.statusCode, 200);
  t.same(Object.keys(renamed.json()).sort(), [
    'createdAt',
    'email',
    'id',
    'ldapId',
    'name',
    'role',
    'updatedAt',
  ]);
  const [row] = await api.sql.query<object>('select * from users where name = $1', ['Ed']);
  t.same({ ...row, name: null, updated_at: null }, { ...before, updated_at: null });
});

t.test('changing an e-mail address requires the current password and a free address', async (t) => {
  const api = await openApi(t);
  const own = `/api/users/${await userIdOf(api, editorEmail)}`;
  const currentPassword = editorPassword;
  for (const given of [{}, { currentPassword: 'wrong' }]) {
    const unproven = await api.editor('PUT', own, { email: 'mine@example.com', ...given });
    t.match(
      unproven.json(),
      { errors: [{ path: 'currentPassword' }] },
      'the current password is required',
    );
  }
  const same = await api.editor('PUT', own, { email: editorEmail.toUpperCase() });
  t.equal(same.statusCode, 200, 'the unchanged address needs no password');
  const mine = await api.editor('PUT', own, { email: 'mine@example.com', currentPassword });
  t.match(mine.json(), { email: 'mine@example.com' });
  await api.admin('PUT', own, { email: editorEmail });
  const taken = await api.editor('PUT', own, { email: adminEmail, currentPassword });
  t.match(taken.json(), { title: 'user already exists' });
  await api.sql.query(`update users set email = 'moved@example.com' where email = $1`, [
    adminEmail,
  ]);
  const claimed = await api.editor('PUT', own, { email: adminEmail });
  t.equal(
    claimed.statusCode,
    400,
    'SERVICE_ADMIN is refused, because the next start would make it an admin',
  );
  t.match(claimed.json(), { title: 'user already exists' });
  await api.sql.query(`update users set origin = 'oidc' where email = $1`, [editorEmail]);
  const moved = await api.editor('PUT', own, { email: 'other@example.com' });
  t.match(
    moved.json(),
    { errors: [{ path: 'email' }] },
    'the address of an OIDC user cannot be changed',
  );
});

t.test('an admin creates, renews and revokes the link of a local user', async (t) => {
  const api = await openApi(t);
  const user = await createUser(api.admin, { email: 'new@example.com' });
  const url = `/api/users/${user.id}`;
  const put = async (body: Record<string, unknown>) =>
    (await api.admin('PUT', url, body)).json<UserBody>();
  const daysLeft = async () =>
    (
      await api.sql.query<{ days: number }>(
        `select extract(epoch from password_reset_expires_at - now())::float8 / 86400 as days
         from users where id = $1`,
        [user.id],
      )
    )[0]?.days ?? 0;
  t.ok(Math.abs((await daysLeft()) - 7) < 0.01);
  t.equal((await put({ name: 'N' })).passwordResetId, user.passwordResetId);
  const renewed = await put({ passwordResetId: user.passwordResetId });
  t.match(renewed.passwordResetId, /^[\w-]{43}$/);
  t.not(renewed.passwordResetId, user.passwordResetId, 'a link cannot be chosen');
  t.ok(Math.abs((await daysLeft()) - 7) < 0.01, 'the link is still an invitation');
  t.equal((await put({ passwordResetId: null })).passwordResetId, null);
  t.ok((await put({ passwordResetId: 'new' })).passwordResetId);
  t.equal(
    (await put({ passwordResetId: '' })).passwordResetId,
    null,
    'an empty string revokes the link',
  );
  await api.sql.query(`update users set password_hash = 'x' where id = $1`, [user.id]);
  t.ok((await put({ passwordResetId: 'new' })).passwordResetId);
  t.ok(Math.abs((await daysLeft()) - 1) < 0.01, 'a reset link is valid for a day');
  t.notOk(
    Object.hasOwn((await api.editor('GET', url)).json<object>(), 'passwordResetId'),
    'only admins see the link',
  );
  await api.sql.query(`update users set password_reset_expires_at = now()`);
  t.match(
    (await api.admin('GET', url)).json(),
    { passwordResetId: null },
    'an expired link is not shown',
  );
  await api.sql.query(`update users set origin = 'saml' where id = $1`, [user.id]);
  const refused = await api.admin('PUT', url, { passwordResetId: 'new' });
  t.match(refused.json(), { errors: [{ path: 'passwordResetId' }] });
  t.equal(refused.statusCode, 400);
});

t.test('only plain values are accepted', async (t) => {
  const api = await openApi(t);
  const url = `/api/users/${await userIdOf(api, editorEmail)}`;
  const bad: Record<string, unknown>[] = [
    { email: { not: '' } },
    { email: { contains: '@' } },
    { email: ['a@example.com'] },
    { email: 'not an address' },
    { email: 'a@b\r\nc' },
    { email: 'a\0@example.com' },
    { email: `${'x'.repeat(320)}@example.com` },
    { role: { set: 'admin' } },
    { role: 'owner' },
    { role: ['admin'] },
    { name: { set: 'x' } },
    { name: '\udc00' },
    { disabled: 'false' },
    { disabled: { set: true } },
    { data: [] },
    { data: 'x' },
    { data: { x: 'y'.repeat(70_000) } },
    { ldapId: {} },
    { syncAuthRole: 1 },
    { passwordResetId: {} },
  ];
  for (const body of bad) {
    const response = await api.admin('PUT', url, body);
    t.equal(response.statusCode, 400, JSON.stringify(body).slice(0, 50));
    t.match(response.json(), { errors: [{ path: String }] });
    if ('passwordResetId' in body || 'disabled' in body) continue;
    const made = await api.admin('POST', '/api/users', {
      email: 'x@example.com',
      role: 'editor',
      ...body,
    });
    t.equal(made.statusCode, 400, `POST ${JSON.stringify(body).slice(0, 50)}`);
  }
  t.equal((await api.admin('GET', '/api/users')).json<unknown[]>().length, 2);
});
