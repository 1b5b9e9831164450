import type { PasswordHasher } from '@sluice/api';
import { createSessionRepository } from '@sluice/database';
import type { LightMyRequestResponse } from 'fastify';
import t, { type Test } from 'tap';
import {
  adminEmail,
  adminPassword,
  editorEmail,
  editorPassword,
  openTestApi,
  testHasher,
  type Caller,
  type TestApi,
} from './support.js';

interface UserBody {
  id: string;
  email: string;
  name: string | null;
  role: string;
  passwordResetId: string | null;
  origin: string;
  disabled: boolean;
  data: Record<string, unknown>;
}

const open = async (t: Test, options?: Parameters<typeof openTestApi>[0]): Promise<TestApi> => {
  const api = await openTestApi(options);
  t.teardown(() => api.close());
  return api;
};

const idOf = async (api: TestApi, email: string): Promise<string> => {
  const [row] = await api.sql.query<{ id: string }>('select id from users where email = $1', [
    email,
  ]);
  if (row === undefined) throw new Error(`${email} is no user`);
  return row.id;
};

const create = async (caller: Caller, body: Record<string, unknown>): Promise<UserBody> => {
  const answer = await caller('POST', '/api/users', { role: 'editor', ...body });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
};

/** Signs in and gives the cookie. */
const signIn = async (api: TestApi, email: string, password: string): Promise<string> => {
  const answer = await api.anonymous('POST', '/api/signin', { email, password });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return cookieOf(answer.headers);
};

const cookieOf = (headers: Record<string, unknown>): string =>
  String(headers['set-cookie']).split(';')[0] ?? '';

const statusBy = async (api: TestApi, cookie: string): Promise<number> =>
  (await api.anonymous('GET', '/api/drivers', undefined, { cookie })).statusCode;

t.test('an admin adds, changes and removes users', async (t) => {
  const api = await open(t);
  const invited = await create(api.admin, {
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
  t.not(invited.id, 'chosen', 'what is no field of the request counts for nothing');
  t.notMatch(JSON.stringify(invited), /hash/i);
  const withPassword = await create(api.admin, { email: 'p@example.com', password: 'a good one!' });
  t.equal(withPassword.passwordResetId, null, 'there is nothing to invite to');
  t.equal((await api.as('p@example.com', 'a good one!')('GET', '/api/users')).statusCode, 200);
  const ofDirectory = await create(api.admin, { email: 'l@example.com', ldapId: 'l' });
  t.match(ofDirectory, { ldapId: 'l', origin: 'ldap', passwordResetId: null });

  const again = await api.admin('POST', '/api/users', { email: 'NEW@example.com', role: 'editor' });
  t.equal(again.statusCode, 400);
  t.match(again.json(), { title: 'user already exists' });

  const url = `/api/users/${invited.id}`;
  const change = { name: null, role: 'admin', data: { a: [1] }, syncAuthRole: true, ldapId: 'n' };
  t.match((await api.admin('PUT', url, change)).json(), change);
  t.match((await api.admin('PUT', url, {})).json(), change, 'what is left out stays');
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
  t.match((await api.admin('DELETE', `/api/users/${await idOf(api, adminEmail)}`)).json(), {
    title: 'You cannot delete yourself',
  });
});

t.test('an editor changes nobody, and of oneself only name, address and password', async (t) => {
  const api = await open(t);
  const own = `/api/users/${await idOf(api, editorEmail)}`;
  const others = `/api/users/${await idOf(api, adminEmail)}`;
  for (const [method, url] of [
    ['PUT', others],
    ['PUT', '/api/users/nobody'],
    ['DELETE', others],
    ['DELETE', own],
    ['POST', '/api/users'],
  ] as const) {
    const body = method === 'DELETE' ? undefined : { email: 'x@example.com', role: 'admin' };
    const answer = await api.editor(method, url, body);
    t.equal(answer.statusCode, 403, `${method} ${url}`);
  }
  const before = await api.sql.query('select * from users where email = $1', [editorEmail]);
  const ofAdmins = {
    role: 'admin',
    disabled: true,
    data: { tenant: 'other' },
    ldapId: 'root',
    syncAuthRole: true,
    passwordResetId: 'x',
  };
  const byAdmin = (body: Record<string, unknown>) => api.admin('PUT', others, body);
  for (const [field, value] of Object.entries(ofAdmins)) {
    for (const answer of [
      await api.editor('PUT', own, { name: 'Ed', [field]: value }),
      await byAdmin({ name: 'Ad', [field]: value }),
    ]) {
      t.equal(answer.statusCode, 400, field);
      t.match(answer.json(), { errors: [{ path: field }] });
    }
  }
  const refused = await api.editor('PUT', own, { name: 'Ed', role: 'editor', data: {} });
  t.match(refused.json(), { errors: [{ path: 'role' }, { path: 'data' }] }, 'each is named');
  const after = await api.sql.query('select * from users where email = $1', [editorEmail]);
  t.same(after, before, 'nothing has changed');
  const promoted = await api.editor('PUT', own, {
    passwordHash: 'x',
    origin: 'saml',
    id: 'other',
    createdAt: '2000-01-01T00:00:00.000Z',
    name: 'Ed',
  });
  t.equal(promoted.statusCode, 200);
  t.same(Object.keys(promoted.json()).sort(), [
    'createdAt',
    'email',
    'id',
    'ldapId',
    'name',
    'role',
    'updatedAt',
  ]);
  const [row] = await api.sql.query<object>('select * from users where name = $1', ['Ed']);
  t.same({ ...row, name: null, updated_at: null }, { ...(before[0] as object), updated_at: null });

  const currentPassword = editorPassword;
  for (const given of [{}, { currentPassword: 'wrong' }]) {
    const unproven = await api.editor('PUT', own, { email: 'mine@example.com', ...given });
    t.match(unproven.json(), { errors: [{ path: 'currentPassword' }] }, 'whoever sits there');
  }
  const same = await api.editor('PUT', own, { email: editorEmail.toUpperCase() });
  t.equal(same.statusCode, 200, 'the address that it is needs none');
  const mine = await api.editor('PUT', own, { email: 'mine@example.com', currentPassword });
  t.match(mine.json(), { email: 'mine@example.com' });
  await api.admin('PUT', own, { email: editorEmail });
  const taken = await api.editor('PUT', own, { email: adminEmail, currentPassword });
  t.match(taken.json(), { title: 'user already exists' });
  await api.sql.query(`update users set email = 'moved@example.com' where email = $1`, [
    adminEmail,
  ]);
  const claimed = await api.editor('PUT', own, { email: adminEmail });
  t.equal(claimed.statusCode, 400, 'the next start would make an admin of its owner');
  t.match(claimed.json(), { title: 'user already exists' });
  await api.sql.query(`update users set origin = 'oidc' where email = $1`, [editorEmail]);
  const moved = await api.editor('PUT', own, { email: 'other@example.com' });
  t.match(moved.json(), { errors: [{ path: 'email' }] }, 'another service says who they are');
});

t.test("a new password needs the old one, and ends the user's other sessions", async (t) => {
  const api = await open(t);
  const own = `/api/users/${await idOf(api, editorEmail)}`;
  const cookie = await signIn(api, editorEmail, editorPassword);
  const other = await signIn(api, editorEmail, editorPassword);
  const put = (body: Record<string, unknown>) => api.anonymous('PUT', own, body, { cookie });
  const password = '  exactly As typed  ';
  for (const [body, path] of [
    [{ password }, 'currentPassword'],
    [{ password, currentPassword: 'wrong' }, 'currentPassword'],
    [{ password, currentPassword: '' }, 'currentPassword'],
    [{ password: 'short', currentPassword: editorPassword }, 'password'],
    [{ password: 'PassWord1', currentPassword: editorPassword }, 'password'],
    [{ password: 'x'.repeat(1_025), currentPassword: editorPassword }, 'password'],
    [{ password: 'x'.repeat(1_000_000), currentPassword: editorPassword }, 'password'],
    [{ password: { not: 'x' }, currentPassword: editorPassword }, 'password'],
    [{ password: 'a\0bcdefghij', currentPassword: editorPassword }, 'password'],
    [{ password: 'abcdefgh\ud800', currentPassword: editorPassword }, 'password'],
  ] as const) {
    const answer = await put(body);
    t.equal(answer.statusCode, 400, JSON.stringify(body).slice(0, 60));
    t.match(answer.json(), { errors: [{ path }] });
  }
  t.equal((await put({ password: 'x'.repeat(1_100_000) })).statusCode, 413);

  const changed = await put({ password, currentPassword: editorPassword });
  t.equal(changed.statusCode, 200);
  const renewed = cookieOf(changed.headers);
  t.not(renewed, cookie, 'the session has a new id');
  t.equal(await statusBy(api, renewed), 200);
  t.equal(await statusBy(api, cookie), 401);
  t.equal(await statusBy(api, other), 401);
  t.equal((await api.as(editorEmail, password.trim())('GET', '/api/users')).statusCode, 401);
  t.equal((await api.as(editorEmail, password)('GET', '/api/users')).statusCode, 200);

  const [{ statusCode }] = [
    await api.as(editorEmail, password)('PUT', own, {
      password: 'by a program',
      currentPassword: password,
    }),
  ];
  t.equal(statusCode, 200, 'without a session, too');
  t.equal(await statusBy(api, renewed), 401);

  await api.sql.query(`update users set origin = 'ldap' where email = $1`, [editorEmail]);
  const ofDirectory = await api.as(editorEmail, 'by a program')('PUT', own, {
    password: 'another password',
    currentPassword: 'by a program',
  });
  t.equal(ofDirectory.statusCode, 400, 'users of other services get no password');
});

t.test('nothing under way brings an old password or an ended session back', async (t) => {
  let whileHashing = (): Promise<unknown> => Promise.resolve();
  const passwords: PasswordHasher = {
    ...testHasher,
    verify: async (password, stored) => {
      const isRight = await testHasher.verify(password, stored);
      await whileHashing();
      return isRight;
    },
  };
  const api = await open(t, { dependencies: { passwords } });
  whileHashing = async () => {
    const passwordHash = await testHasher.hash('another password');
    await api.sql.query('update users set password_hash = $1', [passwordHash]);
  };
  const answer = await api.anonymous('POST', '/api/signin', {
    email: editorEmail,
    password: editorPassword,
  });
  t.equal(answer.statusCode, 401, 'it was changed while the old one was checked');
  await createSessionRepository(api.database).prolong('ended', 60_000);
  t.same(await api.sql.query('select from sessions'), []);
});

t.test('wrong current passwords count as failed sign-ins', async (t) => {
  const api = await open(t);
  const cookie = await signIn(api, editorEmail, editorPassword);
  const own = `/api/users/${await idOf(api, editorEmail)}`;
  const guess = () =>
    api.anonymous(
      'PUT',
      own,
      { password: 'another password', currentPassword: 'wrong' },
      { cookie },
    );
  for (let count = 0; count < 10; count++) t.equal((await guess()).statusCode, 400);
  t.equal((await guess()).statusCode, 429);
  t.equal((await guess()).headers['retry-after'] === undefined, false);
});

t.test('disabling, another role and removal end sessions, Basic and clients', async (t) => {
  const api = await open(t);
  const id = await idOf(api, editorEmail);
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
  t.equal(await statusBy(api, cookie), 200, 'a name is no matter');
  t.match((await api.admin('PUT', url, { role: 'admin' })).json(), { role: 'admin' });
  t.equal(await statusBy(api, cookie), 401, 'a new role is for a new session');
  cookie = await signIn(api, editorEmail, editorPassword);
  t.match((await api.admin('PUT', url, { disabled: true })).json(), { disabled: true });
  t.equal(await statusBy(api, cookie), 401);
  const client = await api.admin('GET', `/api/connection-clients/${clientId}`);
  t.equal(client.statusCode, 404);
  t.match((await api.admin('PUT', url, { disabled: false })).json(), { disabled: false });
  t.equal(await statusBy(api, cookie), 401, 'an ended session stays dead');
  cookie = await signIn(api, editorEmail, editorPassword);
  await api.sql.query(
    `insert into connection_accesses (connection_id, user_id, expiry_date)
     values ('c', $1, '2099-01-01')`,
    [id],
  );
  t.equal((await api.admin('DELETE', url)).statusCode, 200);
  t.equal(await statusBy(api, cookie), 401);
  const left = await api.sql.query('select from connection_accesses where user_id = $1', [id]);
  t.same(left, [], 'a later user of that id inherits nothing');
});

t.test('the last admin who is not disabled stays', async (t) => {
  const api = await open(t, {
    settings: { SERVICE_SERVICE_TOKEN_SECRET: 'a-secret-of-at-least-32-characters-0' },
  });
  const made = await api.admin('POST', '/api/service-tokens', { name: 'ops', role: 'admin' });
  const { token } = made.json<{ token: string }>();
  const byToken = (method: string, url: string, body?: Record<string, unknown>) =>
    api.anonymous(method, url, body, { authorization: `Bearer ${token}` });
  const first = `/api/users/${await idOf(api, adminEmail)}`;
  const refused = async () => {
    for (const [method, body] of [
      ['PUT', { role: 'editor' }],
      ['PUT', { disabled: true }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await byToken(method, first, body);
      t.equal(answer.statusCode, 400, `${method} ${JSON.stringify(body)}`);
      t.match(answer.json(), { title: /last admin/ });
    }
  };
  await refused();
  const second = await create(api.admin, {
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
  t.same(both.map((answer) => answer.statusCode).sort(), [200, 400], 'one of two at once');
  t.equal((await api.admin('PUT', first, { role: 'editor' })).statusCode, 400, 'own role: refused');
});

t.test('an admin makes, renews and takes back the link of a local user', async (t) => {
  const api = await open(t);
  const user = await create(api.admin, { email: 'new@example.com' });
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
  t.not(renewed.passwordResetId, user.passwordResetId, 'never one that somebody chose');
  t.ok(Math.abs((await daysLeft()) - 7) < 0.01, 'still an invitation');
  t.equal((await put({ passwordResetId: null })).passwordResetId, null);
  t.ok((await put({ passwordResetId: 'new' })).passwordResetId);
  t.equal((await put({ passwordResetId: '' })).passwordResetId, null, 'as does an empty text');
  await api.sql.query(`update users set password_hash = 'x' where id = $1`, [user.id]);
  t.ok((await put({ passwordResetId: 'new' })).passwordResetId);
  t.ok(Math.abs((await daysLeft()) - 1) < 0.01, 'a reset has a day');
  t.notOk(
    Object.hasOwn((await api.editor('GET', url)).json<object>(), 'passwordResetId'),
    'for admins only',
  );
  await api.sql.query(`update users set password_reset_expires_at = now()`);
  t.match((await api.admin('GET', url)).json(), { passwordResetId: null }, 'an old one is none');
  await api.sql.query(`update users set origin = 'saml' where id = $1`, [user.id]);
  const refused = await api.admin('PUT', url, { passwordResetId: 'new' });
  t.match(refused.json(), { errors: [{ path: 'passwordResetId' }] });
  t.equal(refused.statusCode, 400);
});

t.test('nobody takes their own address for a password', async (t) => {
  const api = await open(t, { settings: { SERVICE_ALLOWED_DOMAINS: 'example.com' } });
  const email = 'jo.li.wu@example.com';
  const invited = await create(api.admin, { email: 'jo.li.xu@example.com' });
  const own = `/api/users/${await idOf(api, editorEmail)}`;
  const passwords = (address: string) => [address, address.toUpperCase(), address.split('@')[0]];
  const paths: [string, string, (password: unknown) => Promise<LightMyRequestResponse>][] = [
    [
      'added by an admin',
      email,
      (password) => api.admin('POST', '/api/users', { email, role: 'editor', password }),
    ],
    [
      'sign-up',
      email,
      (password) =>
        api.anonymous('POST', '/api/signup', { email, password, passwordConfirmation: password }),
    ],
    [
      'reset',
      invited.email,
      (password) =>
        api.anonymous('POST', `/api/password-reset/${String(invited.passwordResetId)}`, {
          email: invited.email,
          password,
          passwordConfirmation: password,
        }),
    ],
    [
      'profile, with a new address',
      email,
      (password) => api.editor('PUT', own, { email, password, currentPassword: editorPassword }),
    ],
    [
      'profile',
      editorEmail,
      (password) => api.editor('PUT', own, { password, currentPassword: editorPassword }),
    ],
  ];
  for (const [name, address, set] of paths) {
    for (const password of passwords(address)) {
      const answer = await set(password);
      t.equal(answer.statusCode, 400, `${name}: ${String(password)}`);
      t.match(answer.json(), { errors: [{ path: 'password' }] });
    }
  }
  t.equal((await api.editor('GET', '/api/users')).json<unknown[]>().length, 3, 'none was added');
});

t.test('nothing but plain values passes', async (t) => {
  const api = await open(t);
  const url = `/api/users/${await idOf(api, editorEmail)}`;
  const bad: Record<string, unknown>[] = [
    { email: { not: '' } },
    { email: { contains: '@' } },
    { email: ['a@example.com'] },
    { email: 'nobody' },
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
    const answer = await api.admin('PUT', url, body);
    t.equal(answer.statusCode, 400, JSON.stringify(body).slice(0, 50));
    t.match(answer.json(), { errors: [{ path: String }] });
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
