import path from 'node:path';
import { startNginx, until } from '@sluice/testkit';
import t from 'tap';
import { adminEmail, adminPassword, basic, editorEmail, editorPassword } from './support.js';
import { cookieOf } from './fixtures.js';
import { openProxyApi, principalOf, statusOf, usersWhere } from './auth-proxy-support.js';

t.test("nginx passes the user's identity, and clients cannot override it", async (t) => {
  const api = await openProxyApi(t);
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const folder = t.testdir({ passwords: 'ann@example.com:{PLAIN}nginx-password\n' });
  const nginx = await startNginx(
    `auth_basic "Corp"; auth_basic_user_file ${path.join(folder, 'passwords')};
     proxy_set_header X-EMAIL $remote_user;
     proxy_set_header X-ID ""; proxy_set_header X-ROLE ""; proxy_set_header X-NAME "";
     proxy_set_header X-TENANT "corp"; proxy_set_header X-TEAM "";
     proxy_set_header Host $http_host;
     proxy_pass ${url};`,
  );
  t.teardown(() => nginx.stop());
  const authorization = basic('ann@example.com', 'nginx-password');
  const get = async (headers: Record<string, string>) => {
    const response = await fetch(`${nginx.url}/api/app`, {
      headers: { authorization, ...headers },
    });
    return (await response.json()) as { currentUser?: object };
  };
  const ann = { email: 'ann@example.com', role: 'editor' };
  t.match(await get({}), { currentUser: ann });
  const claims = { 'x-email': adminEmail, x_email: adminEmail, 'x-role': 'admin', 'x-id': 'u9' };
  t.match(await get(claims), { currentUser: ann }, "the proxy's headers replace the client's");
  t.match(await usersWhere(api, `email = 'ann@example.com'`), [
    { origin: 'proxy', role: 'editor', data: { tenant: 'corp' }, password_hash: null },
  ]);
  t.equal((await fetch(`${nginx.url}/api/app`)).status, 401, 'nginx asks for the password');

  const post = (headers: Record<string, string>) =>
    fetch(`${nginx.url}/api/connections`, {
      method: 'POST',
      body: '{}',
      headers: { authorization, 'content-type': 'application/json', ...headers },
    });
  const foreign = await post({ origin: 'https://evil.example' });
  t.match([foreign.status, await foreign.json()], [403, { code: 'cross_origin' }]);
  const own = await post({ origin: nginx.url });
  t.match([own.status, await own.json()], [403, { code: 'forbidden' }], 'the user is not an admin');
});

t.test('identity headers from an untrusted peer are ignored', async (t) => {
  const api = await openProxyApi(t);
  const claims = {
    'x-email': adminEmail,
    'x-forwarded-for': '127.0.0.1',
    'x-real-ip': '127.0.0.1',
    forwarded: 'for=127.0.0.1',
  };
  for (const peer of ['10.0.0.1', '::1', '127.0.0.2', '::ffff:10.0.0.1', '2001:db9::1', 'junk']) {
    t.equal(await principalOf(api, claims, peer), null, peer);
    t.equal(
      await principalOf(api, { 'x-email': 'not an address' }, peer),
      null,
      'the headers are not parsed',
    );
  }
  for (const peer of ['127.0.0.1', '::ffff:127.0.0.1', '2001:db8::7']) {
    t.match(await principalOf(api, claims, peer), { email: adminEmail }, peer);
  }
  for (const settings of [
    { SERVICE_TRUST_PROXY: '10.0.0.0/8' },
    { SERVICE_TRUST_PROXY: '' },
    { SERVICE_AUTH_PROXY_ENABLED: 'false' },
  ]) {
    const other = await openProxyApi(t, settings);
    t.equal(await principalOf(other, claims), null, JSON.stringify(settings));
    const url = await other.app.listen({ host: '127.0.0.1', port: 0 });
    const response = await fetch(`${url}/api/users`, { headers: claims });
    t.equal(response.status, 401, 'also over a real socket');
  }
});

t.test('users are found by id, then by e-mail address, and are updated', async (t) => {
  const api = await openProxyApi(t);
  const first = { 'x-id': 'u1', 'x-email': 'Ann@Example.com', 'x-name': 'Ann', 'x-role': 'admin' };
  const all = await Promise.all(Array.from({ length: 8 }, () => statusOf(api, first)));
  t.same(new Set(all), new Set([200]), 'concurrent first requests of a new user succeed');
  t.match(await usersWhere(api, `email = 'ann@example.com'`), [
    { id: 'u1', role: 'admin', name: 'Ann' },
  ]);
  t.match(await principalOf(api, { ...first, 'x-role': 'editor' }), { id: 'u1', role: 'editor' });
  const moved = { 'x-id': 'u1', 'x-email': 'ann@new.example', 'x-role': 'editor' };
  t.match(await principalOf(api, moved), { id: 'u1', email: 'ann@new.example' });
  t.equal((await usersWhere(api, `email = 'ann@example.com'`)).length, 0);

  const taken = { 'x-id': 'u1', 'x-email': adminEmail, 'x-role': 'editor' };
  t.match(
    await principalOf(api, taken),
    { id: 'u1', email: 'ann@new.example' },
    'the id takes precedence over the address',
  );
  t.match(
    await usersWhere(api, `email = '${adminEmail}'`),
    [{ role: 'admin' }],
    'the other user is unchanged',
  );
  t.equal(
    await principalOf(api, { 'x-id': 'u2', 'x-email': 'ann@new.example' }),
    null,
    'an address with another id is refused',
  );
  t.equal(await statusOf(api, { 'x-id': 'u2', 'x-email': 'ann@new.example' }), 401);

  const [editor] = await usersWhere(api, `email = '${editorEmail}'`);
  const byRow = { 'x-id': String(editor?.['id']), 'x-email': 'renamed@example.com' };
  t.match(await principalOf(api, byRow), { id: editor?.['id'], email: 'renamed@example.com' });

  const data = { 'x-tenant': 'blue', 'x-team': Buffer.from('Zoë ☂').toString('latin1') };
  t.match(await principalOf(api, { 'x-email': 'bea@example.com', ...data }), { role: 'editor' });
  t.match(await usersWhere(api, `email = 'bea@example.com'`), [
    { data: { tenant: 'blue', team_1: 'Zoë ☂' } },
  ]);
});

t.test(
  'without automatic sign-up only existing users are accepted, and disabled users are refused',
  async (t) => {
    const api = await openProxyApi(t, { SERVICE_AUTH_PROXY_AUTO_SIGN_UP: 'false' });
    t.equal(await statusOf(api, { 'x-email': 'new@example.com', 'x-role': 'admin' }), 401);
    const known = { 'x-email': editorEmail.toUpperCase() };
    t.equal(await statusOf(api, known), 200);
    await api.sql.query(`update users set disabled = true where email = '${editorEmail}'`);
    const disabledAtMs = performance.now();
    await until('the disabled user is refused', async () => (await statusOf(api, known)) === 401);
    t.ok(performance.now() - disabledAtMs < 2_500);
  },
);

t.test(
  "other sign-in methods work if the proxy sends no identity; the proxy's identity takes precedence",
  async (t) => {
    const api = await openProxyApi(t);
    const signedIn = await api.anonymous('POST', '/api/signin', {
      email: adminEmail,
      password: adminPassword,
    });
    const cookie = cookieOf(signedIn.headers);
    for (const noIdentity of [{}, { 'x-email': '' }, { 'x-email': ' ' }, { 'x-id': 'u1' }]) {
      t.equal(await principalOf(api, noIdentity), null);
      t.match(
        await principalOf(api, { cookie, ...noIdentity }),
        { email: adminEmail },
        'the session is used',
      );
    }
    t.equal(
      await principalOf(api, { x_email: adminEmail }),
      null,
      'a header name with an underscore is ignored',
    );
    const ann = { 'x-email': 'ann@example.com' };
    t.match(await principalOf(api, { cookie, ...ann }), { email: 'ann@example.com' });
    const authorization = basic(adminEmail, 'wrong');
    t.match(await principalOf(api, { authorization, ...ann }), { email: 'ann@example.com' });
  },
);

t.test(
  'a proven address takes over an account that another person signed up with it, without its password and sessions',
  async (t) => {
    const api = await openProxyApi(t, { SERVICE_AUTH_PROXY_HEADERS: 'email:X-EMAIL' });
    const signIn = async (email: string) => {
      const response = await api.anonymous('POST', '/api/signin', {
        email,
        password: editorPassword,
      });
      return {
        status: response.statusCode,
        cookie: cookieOf(response.headers),
      };
    };
    const unproven = 'unproven@example.com';
    await api.addUser({ email: unproven, role: 'editor', password: editorPassword });
    await api.sql.query('update users set is_email_proven = false where email = $1', [unproven]);
    for (const [email, isKept] of [
      [unproven, false],
      [editorEmail, true],
    ] as const) {
      const before = await signIn(email);
      t.equal(before.status, 200);
      t.match(await principalOf(api, { 'x-email': email }), { email });
      t.equal((await signIn(email)).status, isKept ? 200 : 401, `the password of ${email}`);
      const session = await api.anonymous('GET', '/api/users', undefined, {
        cookie: before.cookie,
      });
      t.equal(session.statusCode, isKept ? 200 : 401, `the session of ${email}`);
    }
    t.match(await usersWhere(api, `email = '${unproven}'`), [
      { origin: 'proxy', password_hash: null, is_email_proven: true },
    ]);
  },
);
