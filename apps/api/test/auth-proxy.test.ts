import { once } from 'node:events';
import { request } from 'node:http';
import path from 'node:path';
import { loadApiConfig } from '@sluice/config';
import { startNginx, until } from '@sluice/testkit';
import t, { type Test } from 'tap';
import {
  adminEmail,
  adminPassword,
  basic,
  editorEmail,
  editorPassword,
  openTestApi,
  problemsOf,
  type TestApi,
} from './support.js';

const proxySettings = {
  SERVICE_AUTH_PROXY_ENABLED: 'true',
  SERVICE_AUTH_PROXY_AUTO_SIGN_UP: 'true',
  SERVICE_AUTH_PROXY_HEADERS:
    'email:X-EMAIL id:X-ID name:X-NAME role:X-ROLE data.tenant:X-TENANT data.team_1:X-TEAM',
  SERVICE_TRUST_PROXY: '127.0.0.1 2001:db8::/32',
};

const open = async (t: Test, settings: Record<string, string> = {}): Promise<TestApi> => {
  const api = await openTestApi({ settings: { ...proxySettings, ...settings } });
  t.teardown(() => api.close());
  return api;
};

/** Who the service says is asking, with these headers; null for nobody. */
const whoIs = async (
  api: TestApi,
  headers: Record<string, string>,
  remoteAddress = '127.0.0.1',
): Promise<Record<string, unknown> | null> => {
  const options = { method: 'GET', url: '/api/app', headers, remoteAddress } as const;
  const answer = await api.app.inject(options);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<{ currentUser?: Record<string, unknown> }>().currentUser ?? null;
};

const statusOf = async (api: TestApi, headers: Record<string, string>): Promise<number> =>
  (await api.anonymous('GET', '/api/users', undefined, headers)).statusCode;

const rows = (api: TestApi, where: string) =>
  api.sql.query<Record<string, unknown>>(`select * from users where ${where}`);

t.test('a real nginx tells who asks, and nobody can talk over it', async (t) => {
  const api = await open(t);
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
    const answer = await fetch(`${nginx.url}/api/app`, { headers: { authorization, ...headers } });
    return (await answer.json()) as { currentUser?: object };
  };
  const ann = { email: 'ann@example.com', role: 'editor' };
  t.match(await get({}), { currentUser: ann });
  const claims = { 'x-email': adminEmail, x_email: adminEmail, 'x-role': 'admin', 'x-id': 'u9' };
  t.match(await get(claims), { currentUser: ann }, 'its own headers replace those of the client');
  t.match(await rows(api, `email = 'ann@example.com'`), [
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
  t.match([own.status, await own.json()], [403, { code: 'forbidden' }], 'no admin');
});

t.test('headers of a stranger are ignored, whatever they claim', async (t) => {
  const api = await open(t);
  const claims = {
    'x-email': adminEmail,
    'x-forwarded-for': '127.0.0.1',
    'x-real-ip': '127.0.0.1',
    forwarded: 'for=127.0.0.1',
  };
  for (const peer of ['10.0.0.1', '::1', '127.0.0.2', '::ffff:10.0.0.1', '2001:db9::1', 'junk']) {
    t.equal(await whoIs(api, claims, peer), null, peer);
    t.equal(await whoIs(api, { 'x-email': 'not an address' }, peer), null, 'not even looked at');
  }
  for (const peer of ['127.0.0.1', '::ffff:127.0.0.1', '2001:db8::7']) {
    t.match(await whoIs(api, claims, peer), { email: adminEmail }, peer);
  }
  for (const settings of [
    { SERVICE_TRUST_PROXY: '10.0.0.0/8' },
    { SERVICE_TRUST_PROXY: '' },
    { SERVICE_AUTH_PROXY_ENABLED: 'false' },
  ]) {
    const other = await open(t, settings);
    t.equal(await whoIs(other, claims), null, JSON.stringify(settings));
    const url = await other.app.listen({ host: '127.0.0.1', port: 0 });
    const answer = await fetch(`${url}/api/users`, { headers: claims });
    t.equal(answer.status, 401, 'over a real socket, too');
  }
});

t.test('users are found by id, then by address, and are kept up to date', async (t) => {
  const api = await open(t);
  const first = { 'x-id': 'u1', 'x-email': 'Ann@Example.com', 'x-name': 'Ann', 'x-role': 'admin' };
  const all = await Promise.all(Array.from({ length: 8 }, () => statusOf(api, first)));
  t.same(new Set(all), new Set([200]), 'many requests of somebody new at once');
  t.match(await rows(api, `email = 'ann@example.com'`), [{ id: 'u1', role: 'admin', name: 'Ann' }]);
  t.match(await whoIs(api, { ...first, 'x-role': 'editor' }), { id: 'u1', role: 'editor' });
  const moved = { 'x-id': 'u1', 'x-email': 'ann@new.example', 'x-role': 'editor' };
  t.match(await whoIs(api, moved), { id: 'u1', email: 'ann@new.example' });
  t.equal((await rows(api, `email = 'ann@example.com'`)).length, 0);

  const taken = { 'x-id': 'u1', 'x-email': adminEmail, 'x-role': 'editor' };
  t.match(await whoIs(api, taken), { id: 'u1', email: 'ann@new.example' }, 'the id decides');
  t.match(await rows(api, `email = '${adminEmail}'`), [{ role: 'admin' }], 'who is untouched');
  t.equal(await whoIs(api, { 'x-id': 'u2', 'x-email': 'ann@new.example' }), null, 'another id');
  t.equal(await statusOf(api, { 'x-id': 'u2', 'x-email': 'ann@new.example' }), 401);

  const [editor] = await rows(api, `email = '${editorEmail}'`);
  const byRow = { 'x-id': String(editor?.['id']), 'x-email': 'renamed@example.com' };
  t.match(await whoIs(api, byRow), { id: editor?.['id'], email: 'renamed@example.com' });

  const data = { 'x-tenant': 'blue', 'x-team': Buffer.from('Zoë ☂').toString('latin1') };
  t.match(await whoIs(api, { 'x-email': 'bea@example.com', ...data }), { role: 'editor' });
  t.match(await rows(api, `email = 'bea@example.com'`), [
    { data: { tenant: 'blue', team_1: 'Zoë ☂' } },
  ]);
});

t.test('without automatic sign-up only known users come in; disabled ones go', async (t) => {
  const api = await open(t, { SERVICE_AUTH_PROXY_AUTO_SIGN_UP: 'false' });
  t.equal(await statusOf(api, { 'x-email': 'new@example.com', 'x-role': 'admin' }), 401);
  const known = { 'x-email': editorEmail.toUpperCase() };
  t.equal(await statusOf(api, known), 200);
  await api.sql.query(`update users set disabled = true where email = '${editorEmail}'`);
  const disabledAtMs = performance.now();
  await until('the disabled user is out', async () => (await statusOf(api, known)) === 401);
  t.ok(performance.now() - disabledAtMs < 2_500);
});

t.test('a proxy that says nothing leaves the other ways open, and speaks first', async (t) => {
  const api = await open(t);
  const signedIn = await api.anonymous('POST', '/api/signin', {
    email: adminEmail,
    password: adminPassword,
  });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  for (const silent of [{}, { 'x-email': '' }, { 'x-email': ' ' }, { 'x-id': 'u1' }]) {
    t.equal(await whoIs(api, silent), null);
    t.match(await whoIs(api, { cookie, ...silent }), { email: adminEmail }, 'the session');
  }
  t.equal(await whoIs(api, { x_email: adminEmail }), null, 'an underscore is another header');
  const ann = { 'x-email': 'ann@example.com' };
  t.match(await whoIs(api, { cookie, ...ann }), { email: 'ann@example.com' });
  const authorization = basic(adminEmail, 'wrong');
  t.match(await whoIs(api, { authorization, ...ann }), { email: 'ann@example.com' });
});

t.test('headers that are doubled or hold something else are 400, by name', async (t) => {
  const api = await open(t);
  const email = { 'x-email': 'ann@example.com' };
  const wrong: [string, Record<string, string>][] = [
    ['x-email', { 'x-email': 'ann' }],
    ['x-email', { 'x-email': 'a@b@c' }],
    ['x-email', { 'x-email': 'ann@example.com, admin@example.com' }],
    ['x-email', { 'x-email': `${'a'.repeat(320)}@example.com` }],
    ['x-email', { 'x-email': 'ann@ex\u00e4mple.com' }],
    ['x-role', { ...email, 'x-role': 'owner' }],
    ['x-role', { ...email, 'x-role': 'Admin' }],
    ['x-id', { ...email, 'x-id': '__EVERYONE__' }],
    ['x-id', { ...email, 'x-id': 'noauth' }],
    ['x-id', { ...email, 'x-id': 'a/../b' }],
    ['x-id', { ...email, 'x-id': 'x'.repeat(129) }],
    ['x-name', { ...email, 'x-name': '\u00ff\u00fe' }],
    ['x-tenant', { ...email, 'x-tenant': 'a\u0080' }],
  ];
  for (const [name, headers] of wrong) {
    const answer = await api.anonymous('GET', '/api/users', undefined, headers);
    t.equal(answer.statusCode, 400, JSON.stringify(headers).slice(0, 60));
    t.match(answer.json(), { code: 'bad_request', errors: [{ path: name }] });
  }
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const raw = async (headers: string[]): Promise<number | undefined> => {
    // Names and values by turns.
    const sent = request(`${url}/api/users`, { headers });
    sent.end();
    const [answer] = (await once(sent, 'response')) as [{ statusCode?: number; resume(): void }];
    answer.resume();
    return answer.statusCode;
  };
  const host = ['host', 'localhost'];
  const ann = ['X-EMAIL', 'ann@example.com'];
  t.equal(await raw([...host, ...ann]), 200);
  t.equal(await raw([...host, ...ann, 'x-email', 'ann@example.com']), 400);
  t.equal(await raw([...host, ...ann, 'x-email', '']), 400, 'an empty one beside it, too');
  t.equal(await raw([...host, ...ann, 'X-Role', 'editor', 'X-ROLE', 'admin']), 400);
  t.equal((await rows(api, `role = 'admin'`)).length, 1);
});

t.test(
  'mappings that cannot work stop the start; a proxy that nobody trusts is warned of',
  async (t) => {
    const load = (settings: Record<string, string>) =>
      loadApiConfig({
        DATABASE_URL: 'postgres://127.0.0.1/x',
        SERVICE_PASSPHRASE: 'a passphrase of more than 32 characters',
        SERVICE_COOKIE_SECRET: 'another secret of more than 32 characters',
        ...proxySettings,
        ...settings,
      });
    for (const mappings of [
      '',
      'id:X-ID',
      'email:X-EMAIL data.__proto__:X-P',
      'email:X-EMAIL data.__proto__.x:X-P',
      'email:X-EMAIL data.constructor:X-P',
      'email:X-EMAIL data.prototype:X-P',
      `email:X-EMAIL data.${'a'.repeat(65)}:X-P`,
      'email:X-EMAIL data.a-b:X-P',
      'email:X-EMAIL data.:X-P',
      'email:X-EMAIL passwordHash:X-P',
      'email:X-EMAIL __proto__:X-P',
      'email:X-EMAIL email:X-OTHER',
      'email:X-EMAIL role',
      'email:',
      'email:X-EMAIL name:X(NAME)',
    ]) {
      const start = () => load({ SERVICE_AUTH_PROXY_HEADERS: mappings });
      t.same(new Set(problemsOf(start)), new Set(['SERVICE_AUTH_PROXY_HEADERS']), mappings);
    }
    t.same(load({}).warnings, []);
    t.match(load({ SERVICE_TRUST_PROXY: '' }).warnings, [/SERVICE_TRUST_PROXY is empty/]);
  },
);

t.test(
  'the owner of an address that somebody else took gets the account to themselves',
  async (t) => {
    const api = await open(t, { SERVICE_AUTH_PROXY_HEADERS: 'email:X-EMAIL' });
    const signIn = async (email: string) => {
      const answer = await api.anonymous('POST', '/api/signin', {
        email,
        password: editorPassword,
      });
      return {
        status: answer.statusCode,
        cookie: String(answer.headers['set-cookie']).split(';')[0],
      };
    };
    const squatted = 'squatted@example.com';
    await api.addUser({ email: squatted, role: 'editor', password: editorPassword });
    await api.sql.query('update users set is_email_proven = false where email = $1', [squatted]);
    for (const [email, isKept] of [
      [squatted, false],
      [editorEmail, true],
    ] as const) {
      const before = await signIn(email);
      t.equal(before.status, 200);
      t.match(await whoIs(api, { 'x-email': email }), { email });
      t.equal((await signIn(email)).status, isKept ? 200 : 401, `the password of ${email}`);
      const session = await api.anonymous('GET', '/api/users', undefined, {
        cookie: before.cookie ?? '',
      });
      t.equal(session.statusCode, isKept ? 200 : 401, 'and the session');
    }
    t.match(await rows(api, `email = '${squatted}'`), [
      { origin: 'proxy', password_hash: null, is_email_proven: true },
    ]);
  },
);
