import type { PasswordHasher } from '@sluice/api';
import t from 'tap';
import {
  adminEmail,
  adminPassword,
  basic,
  editorEmail,
  editorPassword,
  testHasher,
} from './support.js';
import { cookieOf, openApi, signIn } from './fixtures.js';

t.test('sign-in and sign-out by cookie', async (t) => {
  const api = await openApi(t);
  const response = await api.anonymous('POST', '/api/signin', {
    email: adminEmail.toUpperCase(),
    password: adminPassword,
  });
  t.equal(response.statusCode, 200);
  t.same(response.json(), {});
  const set = String(response.headers['set-cookie']);
  t.match(set, /^sluice\.sid=/);
  t.match(set, /HttpOnly/);
  t.match(set, /SameSite=Strict/);
  t.match(set, /Path=\//);
  t.notMatch(set, /Secure/, 'only if the setting requires it');
  const cookie = cookieOf(response.headers);

  const app = await api.anonymous('GET', '/api/app', undefined, { cookie });
  t.match(app.json(), { currentUser: { email: adminEmail, role: 'admin' } });
  t.equal((await api.anonymous('GET', '/api/users', undefined, { cookie })).statusCode, 200);

  const out = await api.anonymous('POST', '/api/signout', undefined, { cookie });
  t.same(out.json(), {});
  t.match(String(out.headers['set-cookie']), /sluice\.sid=;/, 'the cookie is deleted');
  const after = await api.anonymous('GET', '/api/users', undefined, { cookie });
  t.equal(after.statusCode, 401, 'the session is deleted on the server');
  t.equal((await api.anonymous('GET', '/api/signout')).statusCode, 200, 'also without a session');
});

t.test('sign-in sets a cookie even if a proxy adds its own credentials', async (t) => {
  const api = await openApi(t);
  const authorization = `Basic ${Buffer.from('proxy:secret').toString('base64')}`;
  const body = { email: adminEmail, password: adminPassword };
  const response = await api.anonymous('POST', '/api/signin', body, { authorization });
  t.equal(response.statusCode, 200);
  const cookie = cookieOf(response.headers);
  t.match(cookie, /^sluice\.sid=.{20,}/);
  t.equal((await api.anonymous('GET', '/api/users', undefined, { cookie })).statusCode, 200);
  const login = Buffer.from(`${adminEmail}:${adminPassword}`).toString('base64');
  const byBasic = { authorization: `Basic ${login}` };
  const poll = await api.anonymous('GET', '/api/users', undefined, byBasic);
  t.equal(poll.statusCode, 200);
  t.equal(poll.headers['set-cookie'], undefined, 'an API client gets no session');
});

t.test('an anonymous request returns 401 and reveals nothing', async (t) => {
  const api = await openApi(t);
  for (const url of ['/api/users', '/api/connections', '/api/drivers', '/api/batches']) {
    const response = await api.anonymous('GET', url);
    t.equal(response.statusCode, 401, url);
    t.match(response.json(), { title: 'Unauthorized', code: 'unauthorized' });
    t.match(response.headers['www-authenticate'], /^Basic/);
  }
  const browser = await api.anonymous('GET', '/api/users', undefined, { 'sec-fetch-mode': 'cors' });
  t.equal(browser.headers['www-authenticate'], undefined, 'a browser shows no credentials prompt');
  t.notOk(Object.hasOwn((await api.anonymous('GET', '/api/app')).json<object>(), 'currentUser'));
});

t.test('a wrong password, an unknown user and a disabled user get the same response', async (t) => {
  const api = await openApi(t);
  await api.addUser({ email: 'off@example.com', role: 'editor', password: 'off-password' });
  await api.sql.query(`update users set disabled = true where email = 'off@example.com'`);
  await api.addUser({ email: 'none@example.com', role: 'editor' });
  const attempts = [
    { email: editorEmail, password: 'wrong' },
    { email: 'unknown@example.com', password: 'wrong' },
    { email: 'off@example.com', password: 'off-password' },
    { email: 'none@example.com', password: 'anything' },
  ];
  for (const attempt of attempts) {
    const response = await api.anonymous('POST', '/api/signin', attempt);
    t.equal(response.statusCode, 401, attempt.email);
    t.same(response.json(), { title: 'Unauthorized', code: 'unauthorized' });
    t.equal(response.headers['set-cookie'], undefined);
  }
});

t.test(
  'every refused sign-in costs one hash at the current cost and the same queries',
  async (t) => {
    const hashings: { kind: string; cost: string }[] = [];
    const counting: PasswordHasher = {
      ...testHasher,
      hash: (password) => {
        hashings.push({ kind: 'hash', cost: 'current' });
        return testHasher.hash(password);
      },
      verify: (password, stored) => {
        hashings.push({ kind: 'verify', cost: /ln=\d+/.exec(stored ?? 'ln=8')?.[0] ?? '' });
        return testHasher.verify(password, stored);
      },
    };
    const api = await openApi(t, { dependencies: { passwords: counting } });
    await api.addUser({ email: 'off@example.com', role: 'editor', password: 'off-password' });
    await api.sql.query(`update users set disabled = true where email = 'off@example.com'`);
    await api.addUser({ email: 'none@example.com', role: 'editor' });
    await api.sql.query(`insert into users (id, email, role, origin, updated_at)
    values ('sso', 'sso@example.com', 'editor', 'saml', now())`);
    const attempts = [
      [editorEmail, 'wrong'],
      ['unknown@example.com', 'wrong'],
      ['off@example.com', 'off-password'],
      ['none@example.com', 'anything'],
      ['sso@example.com', 'anything'],
    ] as const;
    const callsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
      const calls: string[] = [];
      const { database } = api;
      const { findUnique } = database.user;
      // Prisma's function is generic, so the arguments are passed through unchanged.
      const counted: unknown = (...args: Parameters<typeof findUnique>) => {
        calls.push('users');
        return findUnique(...args);
      };
      database.user.findUnique = counted as typeof findUnique;
      hashings.length = 0;
      await work();
      database.user.findUnique = findUnique;
      return [...calls, ...hashings.map(({ kind, cost }) => `${kind} ${cost}`)];
    };
    for (const [email, password] of attempts) {
      const form = await callsOf(() => api.anonymous('POST', '/api/signin', { email, password }));
      t.same(form, ['users', 'users', 'verify ln=8'], `the form, ${email}`);
      const basic = await callsOf(() => api.as(email, password)('GET', '/api/users'));
      t.same(basic, ['users', 'verify ln=8'], `Basic, ${email}`);
    }
  },
);

t.test('ten failures lock one account temporarily; others are not affected', async (t) => {
  const api = await openApi(t);
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      api.anonymous('POST', '/api/signin', { email: editorEmail, password: `guess ${index}` }),
    ),
  );
  const statuses = guesses.map((response) => response.statusCode);
  t.equal(statuses.filter((status) => status === 401).length, 10, 'concurrent failures count');
  t.equal(statuses.filter((status) => status === 429).length, 20);
  const refused = guesses.find((response) => response.statusCode === 429)!;
  t.match(refused.json(), { code: 'too_many_attempts' });
  t.ok(Number(refused.headers['retry-after']) > 0);
  const right = await api.anonymous('POST', '/api/signin', {
    email: editorEmail,
    password: editorPassword,
  });
  t.equal(
    right.statusCode,
    429,
    'the right password is refused too, so that guessing gains nothing',
  );
  t.equal((await api.editor('GET', '/api/drivers')).statusCode, 429, 'Basic is refused too');
  t.equal((await api.admin('GET', '/api/drivers')).statusCode, 200);
});

t.test('password sign-in can be disabled', async (t) => {
  const api = await openApi(t, { settings: { SERVICE_USERPASS_AUTH_DISABLED: 'true' } });
  t.equal((await api.admin('GET', '/api/users')).statusCode, 401);
  const response = await api.anonymous('POST', '/api/signin', {
    email: adminEmail,
    password: adminPassword,
  });
  t.equal(response.statusCode, 403);
  t.match((await api.anonymous('GET', '/api/app')).json(), {
    config: { localAuthConfigured: false },
  });
});

t.test('users: editors see the list, admins see more fields, and no one sees a hash', async (t) => {
  const api = await openApi(t);
  const shown = (await api.editor('GET', '/api/users')).json<Record<string, unknown>[]>();
  t.same(
    shown.map((user) => user['email']),
    [adminEmail, editorEmail],
  );
  const fields = ['createdAt', 'email', 'id', 'ldapId', 'name', 'role', 'updatedAt'];
  t.same(Object.keys(shown[0]!).sort(), fields);
  const toAdmin = await api.admin('GET', `/api/users/${String(shown[1]!['id'])}`);
  const more = ['data', 'disabled', 'origin', 'passwordResetId', 'syncAuthRole'];
  t.same(Object.keys(toAdmin.json<object>()).sort(), [...fields, ...more].sort());
  t.notMatch((await api.admin('GET', '/api/users')).body, /scrypt|hash|nonce/i);
  const page = await api.admin('GET', '/api/users?limit=1');
  t.equal(page.json<unknown[]>().length, 1);
  t.equal(page.headers.link, '</api/users?limit=1&offset=1>; rel="next"');
  const last = await api.admin('GET', '/api/users?limit=1&offset=1');
  t.equal(last.headers.link, '</api/users?limit=1&offset=0>; rel="prev"');
  t.equal((await api.admin('GET', '/api/users')).headers.link, undefined);
});

t.test('credentials are never logged', async (t) => {
  const api = await openApi(t);
  const cookie = await signIn(api, adminEmail, adminPassword);
  await api.admin('GET', '/api/users?canary-query=1', undefined, { 'x-canary': 'canary-header' });
  await api.anonymous('POST', '/api/signin', { email: adminEmail, password: 'canary-guess' });
  t.match(api.log(), /"route":"\/api\/signin"/);
  for (const secret of [
    adminPassword,
    'canary',
    cookie.slice(11, 30),
    basic(adminEmail, adminPassword),
  ]) {
    t.notOk(api.log().includes(secret), secret.slice(0, 12));
  }
});
