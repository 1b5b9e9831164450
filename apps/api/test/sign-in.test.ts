import type { PasswordHasher } from '@sluice/api';
import { until } from '@sluice/testkit';
import t, { type Test } from 'tap';
import {
  adminEmail,
  adminPassword,
  basic,
  editorEmail,
  editorPassword,
  openTestApi,
  testHasher,
  type TestApi,
} from './support.js';

const open = async (t: Test, options?: Parameters<typeof openTestApi>[0]): Promise<TestApi> => {
  const api = await openTestApi(options);
  t.teardown(() => api.close());
  return api;
};

/** The session cookie that an answer sets, as a request sends it. */
const cookieOf = (headers: Record<string, unknown>): string => {
  const set = headers['set-cookie'];
  const text = Array.isArray(set) ? String(set.at(-1)) : String(set);
  return text.split(';')[0] ?? '';
};

const signIn = async (api: TestApi, email: string, password: string): Promise<string> => {
  const answer = await api.anonymous('POST', '/api/signin', { email, password });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return cookieOf(answer.headers);
};

t.test('signing in and out by cookie', async (t) => {
  const api = await open(t);
  const answer = await api.anonymous('POST', '/api/signin', {
    email: adminEmail.toUpperCase(),
    password: adminPassword,
  });
  t.equal(answer.statusCode, 200);
  t.same(answer.json(), {});
  const set = String(answer.headers['set-cookie']);
  t.match(set, /^sluice\.sid=/);
  t.match(set, /HttpOnly/);
  t.match(set, /SameSite=Strict/);
  t.match(set, /Path=\//);
  t.notMatch(set, /Secure/, 'only where the setting says so');
  const cookie = cookieOf(answer.headers);

  const app = await api.anonymous('GET', '/api/app', undefined, { cookie });
  t.match(app.json(), { currentUser: { email: adminEmail, role: 'admin' } });
  t.equal((await api.anonymous('GET', '/api/users', undefined, { cookie })).statusCode, 200);

  const out = await api.anonymous('POST', '/api/signout', undefined, { cookie });
  t.same(out.json(), {});
  t.match(String(out.headers['set-cookie']), /sluice\.sid=;/, 'the cookie is taken back');
  const after = await api.anonymous('GET', '/api/users', undefined, { cookie });
  t.equal(after.statusCode, 401, 'the session is dead on the server');
  t.equal((await api.anonymous('GET', '/api/signout')).statusCode, 200, 'also without a session');
});

t.test('signing in sets a cookie although a proxy adds credentials of its own', async (t) => {
  const api = await open(t);
  const authorization = `Basic ${Buffer.from('proxy:secret').toString('base64')}`;
  const body = { email: adminEmail, password: adminPassword };
  const answer = await api.anonymous('POST', '/api/signin', body, { authorization });
  t.equal(answer.statusCode, 200);
  const cookie = cookieOf(answer.headers);
  t.match(cookie, /^sluice\.sid=.{20,}/);
  t.equal((await api.anonymous('GET', '/api/users', undefined, { cookie })).statusCode, 200);
  const login = Buffer.from(`${adminEmail}:${adminPassword}`).toString('base64');
  const byBasic = { authorization: `Basic ${login}` };
  const poll = await api.anonymous('GET', '/api/users', undefined, byBasic);
  t.equal(poll.statusCode, 200);
  t.equal(poll.headers['set-cookie'], undefined, 'an API client gets no session');
});

t.test('who is not signed in gets 401 with a title, and learns nothing', async (t) => {
  const api = await open(t);
  for (const url of ['/api/users', '/api/connections', '/api/drivers', '/api/batches']) {
    const answer = await api.anonymous('GET', url);
    t.equal(answer.statusCode, 401, url);
    t.match(answer.json(), { title: 'Unauthorized', code: 'unauthorized' });
    t.match(answer.headers['www-authenticate'], /^Basic/);
  }
  const browser = await api.anonymous('GET', '/api/users', undefined, { 'sec-fetch-mode': 'cors' });
  t.equal(browser.headers['www-authenticate'], undefined, 'a browser shows no box of its own');
  t.notOk(Object.hasOwn((await api.anonymous('GET', '/api/app')).json<object>(), 'currentUser'));
});

t.test('a wrong password, an unknown user and a disabled one look alike', async (t) => {
  const api = await open(t);
  await api.addUser({ email: 'off@example.com', role: 'editor', password: 'off-password' });
  await api.sql.query(`update users set disabled = true where email = 'off@example.com'`);
  await api.addUser({ email: 'none@example.com', role: 'editor' });
  const attempts = [
    { email: editorEmail, password: 'wrong' },
    { email: 'nobody@example.com', password: 'wrong' },
    { email: 'off@example.com', password: 'off-password' },
    { email: 'none@example.com', password: 'anything' },
  ];
  for (const attempt of attempts) {
    const answer = await api.anonymous('POST', '/api/signin', attempt);
    t.equal(answer.statusCode, 401, attempt.email);
    t.same(answer.json(), { title: 'Unauthorized', code: 'unauthorized' });
    t.equal(answer.headers['set-cookie'], undefined);
  }
});

t.test('each refusal costs one hashing of today, and the same questions', async (t) => {
  const hashings: { kind: string; cost: string }[] = [];
  const counting: PasswordHasher = {
    ...testHasher,
    hash: (password) => {
      hashings.push({ kind: 'hash', cost: 'today' });
      return testHasher.hash(password);
    },
    verify: (password, stored) => {
      hashings.push({ kind: 'verify', cost: /ln=\d+/.exec(stored ?? 'ln=8')?.[0] ?? '' });
      return testHasher.verify(password, stored);
    },
  };
  const api = await open(t, { dependencies: { passwords: counting } });
  await api.addUser({ email: 'off@example.com', role: 'editor', password: 'off-password' });
  await api.sql.query(`update users set disabled = true where email = 'off@example.com'`);
  await api.addUser({ email: 'none@example.com', role: 'editor' });
  await api.sql.query(`insert into users (id, email, role, origin, updated_at)
    values ('sso', 'sso@example.com', 'editor', 'saml', now())`);
  const attempts = [
    [editorEmail, 'wrong'],
    ['nobody@example.com', 'wrong'],
    ['off@example.com', 'off-password'],
    ['none@example.com', 'anything'],
    ['sso@example.com', 'anything'],
  ] as const;
  const askedOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    const asked: string[] = [];
    const { database } = api;
    const { findUnique } = database.user;
    // Prisma's own function is generic: what it is called with goes through as it is.
    const counted: unknown = (...given: Parameters<typeof findUnique>) => {
      asked.push('users');
      return findUnique(...given);
    };
    database.user.findUnique = counted as typeof findUnique;
    hashings.length = 0;
    await work();
    database.user.findUnique = findUnique;
    return [...asked, ...hashings.map(({ kind, cost }) => `${kind} ${cost}`)];
  };
  for (const [email, password] of attempts) {
    const form = await askedOf(() => api.anonymous('POST', '/api/signin', { email, password }));
    t.same(form, ['users', 'users', 'verify ln=8'], `the form, ${email}`);
    const basic = await askedOf(() => api.as(email, password)('GET', '/api/users'));
    t.same(basic, ['users', 'verify ln=8'], `Basic, ${email}`);
  }
});

t.test('signing in gives a new session id, and the old one is worth nothing', async (t) => {
  const api = await open(t);
  const first = await signIn(api, editorEmail, editorPassword);
  const answer = await api.anonymous(
    'POST',
    '/api/signin',
    { email: adminEmail, password: adminPassword },
    { cookie: first },
  );
  const second = cookieOf(answer.headers);
  t.not(second, first);
  const withOld = await api.anonymous('GET', '/api/users', undefined, { cookie: first });
  t.equal(withOld.statusCode, 401);
  const withNew = await api.anonymous('GET', '/api/app', undefined, { cookie: second });
  t.match(withNew.json(), { currentUser: { email: adminEmail } });
});

t.test('only a hash of the session id is stored, and forged cookies open nothing', async (t) => {
  const api = await open(t);
  const cookie = await signIn(api, editorEmail, editorPassword);
  const id = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? '';
  const rows = await api.sql.query<{ row: string }>('select s::text as row from sessions s');
  t.equal(rows.length, 1);
  t.notOk(rows[0]!.row.includes(id));
  const { id_hash: hash } = (
    await api.sql.query<{ id_hash: string }>('select * from sessions')
  )[0]!;
  for (const forged of [`sluice.sid=${hash}`, `sluice.sid=${id}`, `sluice.sid=${id}.AAAA`]) {
    const answer = await api.anonymous('GET', '/api/users', undefined, { cookie: forged });
    t.equal(answer.statusCode, 401);
  }
});

t.test('a session is prolonged by use, but not written with every request', async (t) => {
  const api = await open(t);
  const cookie = await signIn(api, editorEmail, editorPassword);
  const use = () => api.anonymous('GET', '/api/drivers', undefined, { cookie });
  t.equal((await use()).headers['set-cookie'], undefined, 'nothing to write yet');
  await api.sql.query(`update sessions set expires_at = now() + interval '30 minutes'`);
  const renewed = await use();
  t.equal(renewed.statusCode, 200);
  t.equal(cookieOf(renewed.headers), cookie, 'the same id, with a later end');
  const [row] = await api.sql.query<{ minutes: number }>(
    'select extract(epoch from expires_at - now())::float8 / 60 as minutes from sessions',
  );
  t.ok(row!.minutes > 59);
  t.equal((await use()).headers['set-cookie'], undefined);

  await api.sql.query(`update sessions set created_at = now() - interval '13 hours'`);
  t.equal((await use()).statusCode, 401, 'half a day after sign-in it ends however busy');
});

t.test('an expired session is dead, and disabling a user ends theirs at once', async (t) => {
  const api = await open(t);
  const cookie = await signIn(api, editorEmail, editorPassword);
  const status = async () =>
    (await api.anonymous('GET', '/api/drivers', undefined, { cookie })).statusCode;
  t.equal(await status(), 200);
  await api.sql.query(`update users set disabled = true where email = '${editorEmail}'`);
  t.equal(await status(), 401);
  await api.sql.query('update users set disabled = false');
  await api.sql.query(`update sessions set expires_at = now() - interval '1 second'`);
  t.equal(await status(), 401);
});

t.test('the cookie says Secure where the setting says so, also behind a proxy', async (t) => {
  const api = await open(t, {
    settings: {
      SERVICE_COOKIE_SECURE: 'true',
      SERVICE_SESSION_COOKIE_SAME_SITE: 'Lax',
      SERVICE_BASE_URL: '/sub',
    },
  });
  const answer = await api.anonymous('POST', '/sub/api/signin', {
    email: adminEmail,
    password: adminPassword,
  });
  const set = String(answer.headers['set-cookie']);
  t.match(set, /; Secure/);
  t.match(set, /SameSite=Lax/);
  t.match(set, /Path=\/sub;/);
  const cookie = cookieOf(answer.headers);
  const users = await api.anonymous('GET', '/sub/api/users', undefined, { cookie });
  t.equal(users.statusCode, 200);
});

t.test('the cookie says Secure where the public address is one of TLS', async (t) => {
  const api = await open(t, { settings: { PUBLIC_URL: 'https://sluice.example.com' } });
  const credentials = { email: adminEmail, password: adminPassword };
  const answer = await api.anonymous('POST', '/api/signin', credentials);
  t.match(String(answer.headers['set-cookie']), /; Secure/);
});

t.test('the cookie may have a name that binds it to this host', async (t) => {
  const api = await open(t, {
    settings: {
      PUBLIC_URL: 'https://sluice.example.com',
      SERVICE_COOKIE_NAME: '__Host-sluice.sid',
    },
  });
  const credentials = { email: adminEmail, password: adminPassword };
  const answer = await api.anonymous('POST', '/api/signin', credentials);
  const set = String(answer.headers['set-cookie']);
  t.match(set, /^__Host-sluice\.sid=/);
  for (const part of [/; Path=\/(;|$)/, /; Secure/, /; HttpOnly/, /; SameSite=Strict/]) {
    t.match(set, part);
  }
  t.notMatch(set, /domain/i);
  const cookie = cookieOf(answer.headers);
  t.equal((await api.anonymous('GET', '/api/users', undefined, { cookie })).statusCode, 200);
  const out = await api.anonymous('POST', '/api/signout', undefined, { cookie });
  t.match(String(out.headers['set-cookie']), /^__Host-sluice\.sid=;.*; Secure/);
});

t.test('HTTP Basic is checked by hashing once for many requests', async (t) => {
  let hashings = 0;
  const passwords: PasswordHasher = {
    ...testHasher,
    verify: (password, stored) => {
      hashings += 1;
      return testHasher.verify(password, stored);
    },
  };
  const api = await open(t, { dependencies: { passwords } });
  const first = await Promise.all(Array.from({ length: 20 }, () => api.admin('GET', '/api/users')));
  t.ok(first.every((answer) => answer.statusCode === 200));
  t.equal((await api.admin('GET', '/api/drivers')).statusCode, 200);
  t.equal(hashings, 1);
});

t.test('credentials that are malformed or wrong are 401', async (t) => {
  const api = await open(t);
  for (const authorization of [
    'Basic',
    'Basic !!!',
    'Basic bm9jb2xvbg==',
    basic('', 'x'),
    basic(adminEmail, ''),
    basic(adminEmail, 'wrong'),
    basic(`${adminEmail}\0`, adminPassword),
    basic(adminEmail, 'x'.repeat(2_000)),
    'Bearer abc',
    'Digest username="x"',
  ]) {
    const answer = await api.anonymous('GET', '/api/users', undefined, { authorization });
    t.equal(answer.statusCode, 401, authorization.slice(0, 40));
  }
  const line = /"method":"GET","route":"\/api\/users","status":401,/g;
  t.equal(api.log().match(line)?.length, 10, 'each is in the log');
  t.equal((await api.admin('GET', '/api/users')).statusCode, 200);
  t.match(api.log(), /"route":"\/api\/users","status":200,"durationMs":\d+,"userId":"[^"]+"/);
});

t.test('a changed password and a disabled user count within a second for Basic', async (t) => {
  const api = await open(t);
  t.equal((await api.editor('GET', '/api/drivers')).statusCode, 200);
  await api.sql.query(
    `update users set password_hash = (select password_hash from users where email = '${adminEmail}')
     where email = '${editorEmail}'`,
  );
  const changedAtMs = performance.now();
  await until('the old password is refused', async () => {
    return (await api.editor('GET', '/api/drivers')).statusCode === 401;
  });
  t.ok(performance.now() - changedAtMs < 2_500);
  const renamed = api.as(editorEmail, adminPassword);
  t.equal((await renamed('GET', '/api/drivers')).statusCode, 200, 'the new one is taken');
  await api.sql.query(`update users set disabled = true where email = '${editorEmail}'`);
  const disabledAtMs = performance.now();
  await until('the disabled user is refused', async () => {
    return (await renamed('GET', '/api/drivers')).statusCode === 401;
  });
  t.ok(performance.now() - disabledAtMs < 2_500);
});

t.test('ten failures for one account make it wait; others go on', async (t) => {
  const api = await open(t);
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      api.anonymous('POST', '/api/signin', { email: editorEmail, password: `guess ${index}` }),
    ),
  );
  const statuses = guesses.map((answer) => answer.statusCode);
  t.equal(statuses.filter((status) => status === 401).length, 10, 'parallel ones count too');
  t.equal(statuses.filter((status) => status === 429).length, 20);
  const refused = guesses.find((answer) => answer.statusCode === 429)!;
  t.match(refused.json(), { code: 'too_many_attempts' });
  t.ok(Number(refused.headers['retry-after']) > 0);
  const right = await api.anonymous('POST', '/api/signin', {
    email: editorEmail,
    password: editorPassword,
  });
  t.equal(right.statusCode, 429, 'the right one waits as well, or guessing could go on');
  t.equal((await api.editor('GET', '/api/drivers')).statusCode, 429, 'and so does Basic');
  t.equal((await api.admin('GET', '/api/drivers')).statusCode, 200);
});

t.test('requests that come from another site change nothing', async (t) => {
  const api = await open(t);
  const cookie = await signIn(api, adminEmail, adminPassword);
  const create = (headers: Record<string, string>) =>
    api.anonymous('POST', '/api/connections', {}, { cookie, host: 'sluice.example', ...headers });
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://sluice.example.evil.example' },
  ]) {
    const answer = await create(headers);
    t.equal(answer.statusCode, 403, JSON.stringify(headers));
    t.match(answer.json(), { code: 'cross_origin' });
  }
  const line = /"method":"POST","route":"\/api\/connections","status":403,/g;
  t.equal(api.log().match(line)?.length, 5, 'each is in the log');
  const own = [
    {},
    { origin: 'http://sluice.example' },
    { 'sec-fetch-site': 'same-origin', origin: 'https://public.example' },
  ];
  for (const headers of own) t.equal((await create(headers)).statusCode, 400, 'reaches the route');
  const form = await api.anonymous('POST', '/api/connections', 'name=x', {
    cookie,
    'content-type': 'application/x-www-form-urlencoded',
  });
  t.equal(form.statusCode, 400);
  t.match(form.json(), { code: 'unsupported_media_type' });
  const text = await api.anonymous('POST', '/api/connections', '{"name":"x"}', {
    cookie,
    'content-type': 'text/plain',
  });
  t.equal(text.statusCode, 400);
});

t.test('no page or link of another site signs a person out', async (t) => {
  const api = await open(t);
  const cookie = await signIn(api, adminEmail, adminPassword);
  const host = 'sluice.example';
  const signOut = (headers: Record<string, string>) =>
    api.anonymous('GET', '/api/signout', undefined, { cookie, host, ...headers });
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]) {
    const answer = await signOut(headers);
    t.equal(answer.statusCode, 403, JSON.stringify(headers));
    t.match(answer.json(), { code: 'cross_origin' });
    const still = await api.anonymous('GET', '/api/drivers', undefined, { cookie });
    t.equal(still.statusCode, 200, 'the session is still open');
  }
  const own: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin' },
    { origin: 'https://sluice.example' },
  ];
  for (const headers of own) {
    const fresh = await signIn(api, adminEmail, adminPassword);
    t.equal((await signOut({ cookie: fresh, ...headers })).statusCode, 200, 'signs out');
    const after = await api.anonymous('GET', '/api/drivers', undefined, { cookie: fresh });
    t.equal(after.statusCode, 401, JSON.stringify(headers));
  }
});

t.test('passwords can be turned off', async (t) => {
  const api = await open(t, { settings: { SERVICE_USERPASS_AUTH_DISABLED: 'true' } });
  t.equal((await api.admin('GET', '/api/users')).statusCode, 401);
  const answer = await api.anonymous('POST', '/api/signin', {
    email: adminEmail,
    password: adminPassword,
  });
  t.equal(answer.statusCode, 403);
  t.match((await api.anonymous('GET', '/api/app')).json(), {
    config: { localAuthConfigured: false },
  });
});

t.test('users: everybody sees the list, admins more, nobody a hash', async (t) => {
  const api = await open(t);
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

t.test('nothing that was typed at sign-in is logged', async (t) => {
  const api = await open(t);
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
