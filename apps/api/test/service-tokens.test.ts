import { until } from '@sluice/testkit';
import { UnsecuredJWT } from 'jose';
import t from 'tap';
import { basic, editorEmail, editorPassword } from './support.js';
import { cookieOf } from './fixtures.js';
import {
  by,
  type CreatedToken,
  createToken,
  openTokenApi,
  partOf,
} from './service-token-support.js';

t.test('an admin creates, lists and deletes tokens; a token is shown only once', async (t) => {
  const api = await openTokenApi(t);
  const made = await createToken(api, { duration: 24, id: 'chosen', expiryDate: null });
  t.match(made, { name: 'ci', role: 'editor', duration: 24, maskedToken: /^\*{4}[\w-]{6}$/ });
  t.ok(made.token.endsWith(made.maskedToken.slice(4)));
  t.ok(Math.abs(Date.parse(made.expiryDate ?? '') - Date.now() - 86_400_000) < 10_000);
  t.match(partOf(made.token, 0), { alg: 'HS256' });
  t.match(partOf(made.token, 1), { jti: made.id, name: 'ci', role: 'editor', exp: Number });
  const permanent = await createToken(api, { name: 'ever', duration: 0 });
  t.match(permanent, { duration: null, expiryDate: null });
  t.notOk(Object.hasOwn(partOf(permanent.token, 1), 'exp'));

  const list = await api.admin('GET', '/api/service-tokens');
  t.same(list.json<CreatedToken[]>(), [without(permanent), without(made)], 'newest first');
  const page = await api.admin('GET', '/api/service-tokens?limit=1');
  t.match(page.headers.link, /rel="next"/);
  const signature = made.token.split('.')[2] ?? '';
  const stored = await api.sql.query<{ row: string }>(
    'select s::text as row from service_tokens s',
  );
  t.notOk(stored.some(({ row }) => row.includes(signature)));
  t.notOk(api.log().includes(signature));

  const call = by(api, made.token);
  t.equal((await call('GET', '/api/users')).statusCode, 200);
  t.same((await api.admin('DELETE', `/api/service-tokens/${made.id}`)).json(), {});
  await until(
    'the deleted token is refused',
    async () => (await call('GET', '/api/users')).statusCode === 401,
    1_500,
  );
  for (const id of [made.id, 'x', '%00x']) {
    const gone = await api.admin('DELETE', `/api/service-tokens/${id}`);
    t.equal(gone.statusCode, id === '%00x' ? 400 : 404);
  }
});

const without = ({ token: _token, ...rest }: CreatedToken) => rest;

t.test('a token has the permissions of its role and owns what it creates', async (t) => {
  const api = await openTokenApi(t);
  const editor = await createToken(api, { name: 'admin@example.com' });
  const call = by(api, editor.token);
  t.match((await call('GET', '/api/app')).json(), {
    currentUser: { id: editor.id, name: 'admin@example.com', email: '', role: 'editor' },
  });
  for (const [method, url] of [
    ['GET', '/api/service-tokens'],
    ['POST', '/api/service-tokens'],
    ['DELETE', `/api/service-tokens/${editor.id}`],
    ['POST', '/api/users'],
    ['PUT', `/api/users/${editor.id}x`],
    ['GET', '/api/audit'],
    ['POST', '/api/connections'],
  ] as const) {
    const body = method === 'GET' || method === 'DELETE' ? undefined : { name: 'x', role: 'admin' };
    t.equal((await call(method, url, body)).statusCode, 403, `${method} ${url}`);
  }
  t.equal((await call('PUT', `/api/users/${editor.id}`, { name: 'x' })).statusCode, 404);
  const users = (await call('GET', '/api/users')).json<object[]>();
  t.notOk(users.some((user) => 'data' in user || 'passwordResetId' in user));

  await api.sql.query(`insert into connections (id, name, driver, encrypted_data)
    values ('c', 'C', 'postgres', '')`);
  const batch = await call('POST', '/api/batches', { connectionId: 'c', batchText: 'select 1' });
  t.match(batch.json(), { userId: editor.id, status: 'started' });
  const url = `/api/batches/${batch.json<{ id: string }>().id}`;
  t.equal((await call('GET', url)).statusCode, 200);
  t.equal((await api.editor('GET', url)).statusCode, 403);
  t.equal((await by(api, (await createToken(api)).token)('GET', url)).statusCode, 403);

  const admin = await createToken(api, { name: 'admin', role: 'admin' });
  t.equal((await by(api, admin.token)('GET', '/api/service-tokens')).statusCode, 200);
  await api.sql.query(`update service_tokens set role = 'editor' where id = $1`, [admin.id]);
  await until(
    'the stored role applies, not the role in the token',
    async () => (await by(api, admin.token)('GET', '/api/service-tokens')).statusCode === 403,
    1_500,
  );
  await api.sql.query(
    `update service_tokens set expiry_date = now() - interval '1 second' where id = $1`,
    [admin.id],
  );
  await until(
    'the stored expiry applies',
    async () => (await by(api, admin.token)('GET', '/api/users')).statusCode === 401,
    1_500,
  );
});

t.test('an invalid token is refused even with other valid credentials', async (t) => {
  const api = await openTokenApi(t);
  const signedIn = await api.anonymous('POST', '/api/signin', {
    email: editorEmail,
    password: editorPassword,
  });
  const cookie = cookieOf(signedIn.headers);
  const call = by(api, 'x.y.z');
  t.equal((await call('GET', '/api/users', undefined, { cookie })).statusCode, 401);
  const doubled = await api.anonymous('GET', '/api/users', undefined, {
    authorization: `Bearer x.y.z, ${basic(editorEmail, editorPassword)}`,
  });
  t.equal(doubled.statusCode, 401);
  for (const authorization of ['Bearer', 'Bearer ', 'bearer  ', 'Token x', '']) {
    const response = await api.anonymous('GET', '/api/users', undefined, { authorization });
    t.equal(response.statusCode, 401, authorization);
  }
});

t.test('service tokens are disabled without a secret', async (t) => {
  const api = await openTokenApi(t, { SERVICE_SERVICE_TOKEN_SECRET: '' });
  for (const [method, url, body] of [
    ['GET', '/api/service-tokens', undefined],
    ['POST', '/api/service-tokens', { name: 'x', role: 'editor' }],
    ['DELETE', '/api/service-tokens/x', undefined],
  ] as const) {
    const response = await api.admin(method, url, body);
    t.equal(response.statusCode, 403);
    t.match(response.json(), { title: /./, code: 'service_tokens_off' });
  }
  const unsigned = new UnsecuredJWT({ role: 'admin' }).encode();
  t.equal((await by(api, unsigned)('GET', '/api/users')).statusCode, 401);
  t.match((await api.anonymous('GET', '/api/app')).json(), {
    config: { showServiceTokensUI: false },
  });
});

t.test('a duration may be a string of digits, as SQLPad clients send it', async (t) => {
  const api = await openTokenApi(t);
  t.match(await createToken(api, { name: 'by text', duration: '48' }), { duration: 48 });
});

t.test('token names are unique, also for concurrent requests', async (t) => {
  const api = await openTokenApi(t);
  const ask = () => api.admin('POST', '/api/service-tokens', { name: ' twin ', role: 'editor' });
  const responses = await Promise.all(Array.from({ length: 6 }, ask));
  t.same(responses.map(({ statusCode }) => statusCode).sort(), [200, 400, 400, 400, 400, 400]);
  const refused = responses.find(({ statusCode }) => statusCode === 400);
  t.match(refused?.json(), { errors: [{ path: 'name', message: 'is already in use' }] });
  const list = (await api.admin('GET', '/api/service-tokens')).json<CreatedToken[]>();
  t.equal(list.length, 1);
  await api.admin('DELETE', `/api/service-tokens/${list[0]?.id ?? ''}`);
  t.equal((await ask()).statusCode, 200, 'the name of a deleted token can be used again');
});

t.test('invalid tokens are not created', async (t) => {
  const api = await openTokenApi(t);
  for (const body of [
    { name: '' },
    { name: ' ' },
    { name: 'x'.repeat(256) },
    { name: 5 },
    { name: 'a\0' },
    { role: 'owner' },
    { role: { set: 'admin' } },
    { duration: -1 },
    { duration: 1.5 },
    { duration: '1h' },
    { duration: '' },
    { duration: 1e9 },
  ]) {
    const response = await api.admin('POST', '/api/service-tokens', {
      name: 'x',
      role: 'editor',
      ...body,
    });
    t.equal(response.statusCode, 400, JSON.stringify(body).slice(0, 40));
    t.match(response.json(), { errors: [{ path: String }] });
  }
});
