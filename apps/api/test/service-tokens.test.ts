import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { until } from '@sluice/testkit';
import { SignJWT, UnsecuredJWT } from 'jose';
import t, { type Test } from 'tap';
import { basic, editorEmail, editorPassword, openTestApi, type TestApi } from './support.js';

const secret = 'a-secret-of-at-least-32-characters-0';
const key = new TextEncoder().encode(secret);

interface Made {
  id: string;
  token: string;
  role: string;
  duration: number | null;
  expiryDate: string | null;
  maskedToken: string;
}

const open = async (t: Test, settings: Record<string, string> = {}): Promise<TestApi> => {
  const api = await openTestApi({
    settings: { SERVICE_SERVICE_TOKEN_SECRET: secret, ...settings },
  });
  t.teardown(() => api.close());
  return api;
};

const make = async (api: TestApi, body: Record<string, unknown> = {}): Promise<Made> => {
  const answer = await api.admin('POST', '/api/service-tokens', {
    name: 'ci',
    role: 'editor',
    ...body,
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
};

const by =
  (api: TestApi, token: string) =>
  (method: string, url: string, body?: Record<string, unknown>, headers = {}) =>
    api.anonymous(method, url, body, { authorization: `Bearer ${token}`, ...headers });

const partOf = (token: string, index: number): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;

t.test('an admin makes, lists and ends tokens; nobody sees one twice', async (t) => {
  const api = await open(t);
  const made = await make(api, { duration: 24, id: 'chosen', expiryDate: null });
  t.match(made, { name: 'ci', role: 'editor', duration: 24, maskedToken: /^\*{4}[\w-]{6}$/ });
  t.ok(made.token.endsWith(made.maskedToken.slice(4)));
  t.ok(Math.abs(Date.parse(made.expiryDate ?? '') - Date.now() - 86_400_000) < 10_000);
  t.match(partOf(made.token, 0), { alg: 'HS256' });
  t.match(partOf(made.token, 1), { jti: made.id, name: 'ci', role: 'editor', exp: Number });
  const forGood = await make(api, { name: 'ever', duration: 0 });
  t.match(forGood, { duration: null, expiryDate: null });
  t.notOk(Object.hasOwn(partOf(forGood.token, 1), 'exp'));

  const list = await api.admin('GET', '/api/service-tokens');
  t.same(list.json<Made[]>(), [without(forGood), without(made)], 'the newest first');
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
    'the token is dead',
    async () => (await call('GET', '/api/users')).statusCode === 401,
    1_500,
  );
  for (const id of [made.id, 'x', '%00x']) {
    const gone = await api.admin('DELETE', `/api/service-tokens/${id}`);
    t.equal(gone.statusCode, id === '%00x' ? 400 : 404);
  }
});

const without = ({ token: _token, ...rest }: Made) => rest;

t.test('a token may what its role may, and owns what it makes', async (t) => {
  const api = await open(t);
  const editor = await make(api, { name: 'admin@example.com' });
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
  t.equal((await by(api, (await make(api)).token)('GET', url)).statusCode, 403);

  const admin = await make(api, { name: 'admin', role: 'admin' });
  t.equal((await by(api, admin.token)('GET', '/api/service-tokens')).statusCode, 200);
  await api.sql.query(`update service_tokens set role = 'editor' where id = $1`, [admin.id]);
  await until(
    'the role of the row counts, not that in the token',
    async () => (await by(api, admin.token)('GET', '/api/service-tokens')).statusCode === 403,
    1_500,
  );
  await api.sql.query(`update service_tokens set expiry_date = now() where id = $1`, [admin.id]);
  await until(
    'the end of the row counts',
    async () => (await by(api, admin.token)('GET', '/api/users')).statusCode === 401,
    1_500,
  );
});

t.test('a bad token is nobody, whatever else comes with the request', async (t) => {
  const api = await open(t);
  const signedIn = await api.anonymous('POST', '/api/signin', {
    email: editorEmail,
    password: editorPassword,
  });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  const call = by(api, 'x.y.z');
  t.equal((await call('GET', '/api/users', undefined, { cookie })).statusCode, 401);
  const doubled = await api.anonymous('GET', '/api/users', undefined, {
    authorization: `Bearer x.y.z, ${basic(editorEmail, editorPassword)}`,
  });
  t.equal(doubled.statusCode, 401);
  for (const authorization of ['Bearer', 'Bearer ', 'bearer  ', 'Token x', '']) {
    const answer = await api.anonymous('GET', '/api/users', undefined, { authorization });
    t.equal(answer.statusCode, 401, authorization);
  }
});

t.test('forged tokens open nothing', async (t) => {
  const api = await open(t);
  const { id, token } = await make(api, { role: 'admin' });
  const deleted = await make(api, { name: 'deleted', role: 'admin' });
  await api.admin('DELETE', `/api/service-tokens/${deleted.id}`);
  const [header = '', payload = '', signature = ''] = token.split('.');
  const now = Math.floor(Date.now() / 1000);
  const claims = partOf(token, 1);
  const rightHeader = partOf(token, 0);
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const hmac = (
    head: object,
    body: object,
    by: Buffer | Uint8Array | string = key,
    hash = 'sha256',
  ) => {
    const text = `${encode(head)}.${encode(body)}`;
    return `${text}.${createHmac(hash, by).update(text).digest('base64url')}`;
  };
  const signed = (change: object, head: object = {}) =>
    hmac({ ...rightHeader, ...head }, { ...claims, ...change });
  const lacking = (name: string) => signed({ [name]: undefined });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' });
  const rs256 = await new SignJWT(claims)
    .setProtectedHeader({ ...rightHeader, alg: 'RS256' })
    .sign(rsa.privateKey);
  const embedded = await new SignJWT(claims)
    .setProtectedHeader({
      ...rightHeader,
      alg: 'RS256',
      jwk: rsa.publicKey.export({ format: 'jwk' }),
    })
    .sign(rsa.privateKey);

  const control = signed({});
  t.equal((await by(api, control)('GET', '/api/users')).statusCode, 200, 'the forger is able');
  const tolerated = signed({ exp: now - 30, iat: now + 30, nbf: now + 30 });
  t.equal((await by(api, tolerated)('GET', '/api/users')).statusCode, 200, 'clocks may differ');

  const forged: Record<string, string> = {
    'alg none': new UnsecuredJWT(claims).encode(),
    'alg none, our type': `${encode({ ...rightHeader, alg: 'none' })}.${payload}.`,
    'alg None': `${encode({ ...rightHeader, alg: 'None' })}.${payload}.`,
    'alg nOnE with a signature': `${encode({ ...rightHeader, alg: 'nOnE' })}.${payload}.${signature}`,
    'no signature': `${header}.${payload}.`,
    'two parts': `${header}.${payload}`,
    'four parts': `${token}.x`,
    'five parts': `${token}.x.y`,
    'another secret': hmac(rightHeader, claims, randomBytes(32)),
    'the empty secret': hmac(rightHeader, claims, ''),
    'a public key as secret': hmac(rightHeader, claims, publicPem),
    RS256: rs256,
    'a key in the header': embedded,
    'RS256 in the header, HMAC below': hmac({ ...rightHeader, alg: 'RS256' }, claims),
    HS384: hmac({ ...rightHeader, alg: 'HS384' }, claims, key, 'sha384'),
    HS512: hmac({ ...rightHeader, alg: 'HS512' }, claims, key, 'sha512'),
    'alg missing': hmac({ typ: rightHeader['typ'] }, claims),
    'alg a list': hmac({ ...rightHeader, alg: ['HS256'] }, claims),
    'alg lower-case': signed({}, { alg: 'hs256' }),
    'another type': signed({}, { typ: 'JWT' }),
    'no type': hmac({ alg: 'HS256' }, claims),
    'kid of a file': hmac({ ...rightHeader, kid: '../../../../dev/null' }, claims, ''),
    'kid with SQL': hmac({ ...rightHeader, kid: "' union select 'x" }, claims, 'x'),
    jku: hmac({ ...rightHeader, jku: 'http://127.0.0.1:1/keys' }, claims, 'x'),
    crit: signed({}, { crit: ['exp'] }),
    'an unknown crit': signed({}, { crit: ['x'], x: 1 }),
    'b64 false': signed({}, { b64: false, crit: ['b64'] }),
    expired: signed({ exp: now - 61 }),
    'exp a text': signed({ exp: 'never' }),
    'of the future': signed({ iat: now + 120 }),
    'not before tomorrow': signed({ nbf: now + 86_400 }),
    'iat a text': signed({ iat: 'x' }),
    'no iat': lacking('iat'),
    'no jti': lacking('jti'),
    'jti empty': signed({ jti: '' }),
    'jti a number': signed({ jti: 5 }),
    'jti an operator': signed({ jti: { not: '' } }),
    'jti a list': signed({ jti: [id] }),
    'jti of a deleted row': signed({ jti: deleted.id }),
    'jti of nobody': signed({ jti: '01a1fdf7-6b80-746d-8f7f-3f6b884c1390' }),
    'jti with NUL': signed({ jti: `${id}\0` }),
    'jti with SQL': signed({ jti: `${id}' or 'a'='a` }),
    'jti %': signed({ jti: '%' }),
    'another issuer': signed({ iss: 'https://example.com' }),
    'issuer a list': signed({ iss: ['sluice'] }),
    'no issuer': lacking('iss'),
    'another audience': signed({ aud: 'sluice' }),
    'no audience': lacking('aud'),
    'the deleted token': deleted.token,
    'changed role': `${header}.${encode({ ...claims, role: 'admin', name: 'x' })}.${signature}`,
    'changed signature': `${header}.${payload}.${signature.slice(1)}${signature[0]}`,
    'other alphabet': `${header}.${payload}.${signature}=`,
    'payload no JSON': `${header}.${Buffer.from('x').toString('base64url')}.${signature}`,
    'payload a list': hmac(rightHeader, [claims]),
    'a huge one': signed({ name: 'x'.repeat(8_000) }),
    'a number': '12345',
    'the id': id,
    dots: '..',
  };
  t.ok(Object.keys(forged).length >= 50);
  for (const [name, each] of Object.entries(forged)) {
    const answer = await by(api, each)('GET', '/api/users');
    t.equal(answer.statusCode, 401, name);
    t.same(answer.json(), { title: 'Unauthorized', code: 'unauthorized' }, name);
  }
});

t.test('without a secret there are no tokens', async (t) => {
  const api = await open(t, { SERVICE_SERVICE_TOKEN_SECRET: '' });
  for (const [method, url, body] of [
    ['GET', '/api/service-tokens', undefined],
    ['POST', '/api/service-tokens', { name: 'x', role: 'editor' }],
    ['DELETE', '/api/service-tokens/x', undefined],
  ] as const) {
    const answer = await api.admin(method, url, body);
    t.equal(answer.statusCode, 403);
    t.match(answer.json(), { title: /./, code: 'service_tokens_off' });
  }
  const unsigned = new UnsecuredJWT({ role: 'admin' }).encode();
  t.equal((await by(api, unsigned)('GET', '/api/users')).statusCode, 401);
  t.match((await api.anonymous('GET', '/api/app')).json(), {
    config: { showServiceTokensUI: false },
  });
});

t.test('a duration may be digits in a string, as clients of SQLPad send it', async (t) => {
  const api = await open(t);
  t.match(await make(api, { name: 'by text', duration: '48' }), { duration: 48 });
});

t.test('no two tokens have one name, whoever is first', async (t) => {
  const api = await open(t);
  const ask = () => api.admin('POST', '/api/service-tokens', { name: ' twin ', role: 'editor' });
  const answers = await Promise.all(Array.from({ length: 6 }, ask));
  t.same(answers.map(({ statusCode }) => statusCode).sort(), [200, 400, 400, 400, 400, 400]);
  const refused = answers.find(({ statusCode }) => statusCode === 400);
  t.match(refused?.json(), { errors: [{ path: 'name', message: 'is the name of another token' }] });
  const list = (await api.admin('GET', '/api/service-tokens')).json<Made[]>();
  t.equal(list.length, 1);
  await api.admin('DELETE', `/api/service-tokens/${list[0]?.id ?? ''}`);
  t.equal((await ask()).statusCode, 200, 'a deleted one leaves its name');
});

t.test('malformed tokens are not made', async (t) => {
  const api = await open(t);
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
    const answer = await api.admin('POST', '/api/service-tokens', {
      name: 'x',
      role: 'editor',
      ...body,
    });
    t.equal(answer.statusCode, 400, JSON.stringify(body).slice(0, 40));
    t.match(answer.json(), { errors: [{ path: String }] });
  }
});
