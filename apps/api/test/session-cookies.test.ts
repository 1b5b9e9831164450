import t from 'tap';
import { adminEmail, adminPassword, editorEmail, editorPassword } from './support.js';
import { cookieOf, openApi, signIn } from './fixtures.js';

t.test('sign-in creates a new session id and invalidates the old one', async (t) => {
  const api = await openApi(t);
  const first = await signIn(api, editorEmail, editorPassword);
  const response = await api.anonymous(
    'POST',
    '/api/signin',
    { email: adminEmail, password: adminPassword },
    { cookie: first },
  );
  const second = cookieOf(response.headers);
  t.not(second, first);
  const withOld = await api.anonymous('GET', '/api/users', undefined, { cookie: first });
  t.equal(withOld.statusCode, 401);
  const withNew = await api.anonymous('GET', '/api/app', undefined, { cookie: second });
  t.match(withNew.json(), { currentUser: { email: adminEmail } });
});

t.test('only a hash of the session id is stored, and forged cookies are refused', async (t) => {
  const api = await openApi(t);
  const cookie = await signIn(api, editorEmail, editorPassword);
  const id = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? '';
  const rows = await api.sql.query<{ row: string }>('select s::text as row from sessions s');
  t.equal(rows.length, 1);
  t.notOk(rows[0]!.row.includes(id));
  const { id_hash: hash } = (
    await api.sql.query<{ id_hash: string }>('select * from sessions')
  )[0]!;
  for (const forged of [`sluice.sid=${hash}`, `sluice.sid=${id}`, `sluice.sid=${id}.AAAA`]) {
    const response = await api.anonymous('GET', '/api/users', undefined, { cookie: forged });
    t.equal(response.statusCode, 401);
  }
});

t.test('a session is prolonged by use, but not on every request', async (t) => {
  const api = await openApi(t);
  const cookie = await signIn(api, editorEmail, editorPassword);
  const use = () => api.anonymous('GET', '/api/drivers', undefined, { cookie });
  t.equal((await use()).headers['set-cookie'], undefined, 'a recent session is not written');
  await api.sql.query(`update sessions set expires_at = now() + interval '30 minutes'`);
  const renewed = await use();
  t.equal(renewed.statusCode, 200);
  t.equal(cookieOf(renewed.headers), cookie, 'the id is the same, with a later expiry');
  const [row] = await api.sql.query<{ minutes: number }>(
    'select extract(epoch from expires_at - now())::float8 / 60 as minutes from sessions',
  );
  t.ok(row!.minutes > 59);
  t.equal((await use()).headers['set-cookie'], undefined);

  await api.sql.query(`update sessions set created_at = now() - interval '13 hours'`);
  t.equal((await use()).statusCode, 401, 'an active session ends 12 hours after sign-in');
});

t.test('expired sessions and sessions of disabled users are refused', async (t) => {
  const api = await openApi(t);
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

t.test('the cookie is Secure if the setting requires it, also behind a proxy', async (t) => {
  const api = await openApi(t, {
    settings: {
      SERVICE_COOKIE_SECURE: 'true',
      SERVICE_SESSION_COOKIE_SAME_SITE: 'Lax',
      SERVICE_BASE_URL: '/sub',
    },
  });
  const response = await api.anonymous('POST', '/sub/api/signin', {
    email: adminEmail,
    password: adminPassword,
  });
  const set = String(response.headers['set-cookie']);
  t.match(set, /; Secure/);
  t.match(set, /SameSite=Lax/);
  t.match(set, /Path=\/sub;/);
  const cookie = cookieOf(response.headers);
  const users = await api.anonymous('GET', '/sub/api/users', undefined, { cookie });
  t.equal(users.statusCode, 200);
});

t.test('the cookie is Secure if the public URL is https', async (t) => {
  const api = await openApi(t, { settings: { PUBLIC_URL: 'https://sluice.example.com' } });
  const credentials = { email: adminEmail, password: adminPassword };
  const response = await api.anonymous('POST', '/api/signin', credentials);
  t.match(String(response.headers['set-cookie']), /; Secure/);
});

t.test('the cookie name may have the __Host- prefix', async (t) => {
  const api = await openApi(t, {
    settings: {
      PUBLIC_URL: 'https://sluice.example.com',
      SERVICE_COOKIE_NAME: '__Host-sluice.sid',
    },
  });
  const credentials = { email: adminEmail, password: adminPassword };
  const response = await api.anonymous('POST', '/api/signin', credentials);
  const set = String(response.headers['set-cookie']);
  t.match(set, /^__Host-sluice\.sid=/);
  for (const part of [/; Path=\/(;|$)/, /; Secure/, /; HttpOnly/, /; SameSite=Strict/]) {
    t.match(set, part);
  }
  t.notMatch(set, /domain/i);
  const cookie = cookieOf(response.headers);
  t.equal((await api.anonymous('GET', '/api/users', undefined, { cookie })).statusCode, 200);
  const out = await api.anonymous('POST', '/api/signout', undefined, { cookie });
  t.match(String(out.headers['set-cookie']), /^__Host-sluice\.sid=;.*; Secure/);
});
