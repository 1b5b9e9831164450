import { createHash } from 'node:crypto';
import t, { type Test } from 'tap';
import {
  adminEmail,
  editorEmail,
  editorPassword,
  sampleConnection,
  type TestApi,
} from './support.js';
import { cookieOf, insertConnection, openApi } from './fixtures.js';

interface Event {
  id: string;
  action: string;
  outcome: string;
  actorId: string | null;
  actorName: string | null;
  target: string | null;
  address: string | null;
  detail: Record<string, unknown>;
}

const open = (t: Test): Promise<TestApi> =>
  openApi(t, {
    settings: {
      SERVICE_SERVICE_TOKEN_SECRET: 'a-secret-of-at-least-32-characters-0',
      SERVICE_ALLOWED_DOMAINS: 'allowed.org',
    },
  });

const eventsOf = async (api: TestApi, query = ''): Promise<Event[]> =>
  (await api.admin('GET', `/api/audit${query}`)).json();

const latest = async (api: TestApi): Promise<Event | undefined> => (await eventsOf(api))[0];

t.test('sign-in, sign-up and sign-out are recorded whether or not they succeed', async (t) => {
  const api = await open(t);
  const signIn = (email: string, password: string) =>
    api.anonymous('POST', '/api/signin', { email, password });
  const editorId = (await api.editor('GET', '/api/app')).json<{ currentUser: { id: string } }>()
    .currentUser.id;

  const { headers } = await signIn(editorEmail, editorPassword);
  t.match(await latest(api), {
    action: 'sign_in',
    outcome: 'done',
    actorId: editorId,
    actorName: editorEmail,
    address: '127.0.0.1',
    detail: { method: 'local' },
  });
  await signIn(editorEmail, 'canary-password-2');
  const refused = { outcome: 'refused', actorId: null, actorName: null };
  t.match(await latest(api), { action: 'sign_in', ...refused, target: `users/${editorId}` });
  await signIn('canary-typed-as-a-name', 'x');
  t.match(await latest(api), { action: 'sign_in', ...refused, target: null });
  const cookie = cookieOf(headers);
  await api.anonymous('POST', '/api/signout', undefined, { cookie });
  t.match(await latest(api), { action: 'sign_out', outcome: 'done', actorId: editorId });
  const before = await latest(api);
  await api.anonymous('GET', '/api/signout');
  t.same(await latest(api), before, 'an anonymous sign-out is not recorded');

  const password = 'canary-password-3';
  const choice = { password, passwordConfirmation: password };
  await api.anonymous('POST', '/api/signup', { email: 'x@allowed.org', ...choice });
  t.match(await latest(api), { action: 'sign_up', outcome: 'done', actorName: 'x@allowed.org' });
  await api.anonymous('POST', '/api/signup', { email: 'x@allowed.org', ...choice });
  t.match(await latest(api), { action: 'sign_up', ...refused, target: /^users\// });
  await api.anonymous('POST', '/api/password-reset/x', { email: editorEmail, ...choice });
  t.match(await latest(api), { action: 'password_reset', ...refused });
  const user = (await api.admin('PUT', `/api/users/${editorId}`, { passwordResetId: 'x' })).json<{
    passwordResetId: string;
  }>();
  await api.anonymous('POST', `/api/password-reset/${user.passwordResetId}`, {
    email: editorEmail,
    ...choice,
  });
  t.match(await latest(api), { action: 'password_reset', outcome: 'done', actorId: editorId });
  const stored = await api.sql.query<{ row: string }>('select e::text as row from audit_events e');
  t.notOk(stored.some(({ row }) => row.includes('canary') || row.includes(user.passwordResetId)));
});

t.test('changes are recorded with field names and without secrets', async (t) => {
  const api = await open(t);
  const made = async (url: string, body: Record<string, unknown>) =>
    (await api.admin('POST', url, body)).json<{ id: string }>().id;
  const userId = await made('/api/users', {
    email: 'x@example.com',
    role: 'editor',
    password: 'canary-password-4',
  });
  const actor = { actorName: adminEmail, address: '127.0.0.1', outcome: 'done' };
  t.match(await latest(api), { ...actor, action: 'user.created', target: `users/${userId}` });
  await api.admin('PUT', `/api/users/${userId}`, { name: 'N', data: { secret: 'canary-5' } });
  t.match(await latest(api), { action: 'user.updated', detail: { fields: ['name', 'data'] } });
  await api.as('x@example.com', 'canary-password-4')('PUT', `/api/users/${userId}`, {
    password: 'canary-password-6',
    currentPassword: 'canary-password-4',
  });
  t.match(await latest(api), { actorId: userId, detail: { fields: ['password'] } });
  await api.admin('DELETE', `/api/users/${userId}`);
  t.match(await latest(api), { ...actor, action: 'user.deleted', target: `users/${userId}` });

  const connectionId = await made('/api/connections', sampleConnection);
  const target = `connections/${connectionId}`;
  t.match(await latest(api), { ...actor, action: 'connection.created', target });
  await api.admin('PUT', `/api/${target}`, { data: { password: 'canary-password-7' } });
  t.match(await latest(api), {
    action: 'connection.updated',
    target,
    detail: { fields: ['data'] },
  });

  const access = await api.admin('POST', '/api/connection-accesses', {
    connectionId,
    userId: '__EVERYONE__',
  });
  const accessTarget = `connection-accesses/${access.json<{ id: number }>().id}`;
  t.match(await latest(api), {
    action: 'connection_access.created',
    target: accessTarget,
    detail: { connectionId, userId: '__EVERYONE__' },
  });
  await api.admin('PUT', `/api/${accessTarget}/expire`);
  t.match(await latest(api), { action: 'connection_access.expired', target: accessTarget });
  await api.admin('DELETE', `/api/${target}`);
  t.match(await latest(api), { ...actor, action: 'connection.deleted', target });

  const token = await api.admin('POST', '/api/service-tokens', { name: 'ops', role: 'admin' });
  const { id: tokenId, token: secret } = token.json<{ id: string; token: string }>();
  const tokenTarget = `service-tokens/${tokenId}`;
  t.match(await latest(api), { action: 'service_token.created', target: tokenTarget });
  const other = await api.anonymous(
    'POST',
    '/api/users',
    { email: 'y@example.com', role: 'editor' },
    { authorization: `Bearer ${secret}` },
  );
  t.equal(other.statusCode, 200);
  t.match(
    await latest(api),
    { actorId: tokenId, actorName: 'ops' },
    'a token is recorded under its name',
  );
  await api.admin('DELETE', `/api/${tokenTarget}`);
  t.match(await latest(api), { action: 'service_token.deleted', target: tokenTarget });

  const stored = await api.sql.query<{ row: string }>('select e::text as row from audit_events e');
  t.notOk(stored.some(({ row }) => row.includes('canary') || row.includes(secret.slice(-20))));
});

t.test(
  'refused requests to admin routes are recorded, and only admins can read the audit log',
  async (t) => {
    const api = await open(t);
    for (const [method, url, target] of [
      ['GET', '/api/audit?action=x', 'GET /api/audit'],
      ['POST', '/api/users', 'POST /api/users'],
      ['DELETE', '/api/users/canary', 'DELETE /api/users/:id'],
      ['GET', '/api/service-tokens', 'GET /api/service-tokens'],
    ] as const) {
      t.equal((await api.editor(method, url)).statusCode, 403, url);
      t.match(await latest(api), {
        action: 'admin_route',
        outcome: 'refused',
        actorName: editorEmail,
        target,
      });
      t.equal((await api.anonymous(method, url)).statusCode, 401);
    }
  },
);

t.test(
  'refused requests are recorded, and repeated refusals are counted instead of stored',
  async (t) => {
    const api = await open(t);
    await insertConnection(api);
    const submit = (caller: TestApi['admin'], body: object) =>
      caller('POST', '/api/batches', { connectionId: 'c', ...body });
    const batch = (await submit(api.admin, { batchText: 'select 1' })).json<{
      id: string;
      userId: string;
    }>();
    const refused = { action: 'request', outcome: 'refused', actorName: editorEmail };
    for (let count = 0; count < 20; count++) await api.editor('GET', `/api/batches/${batch.id}`);
    t.match(await latest(api), {
      ...refused,
      target: 'GET /api/batches/:id',
      detail: { code: 'forbidden', ownerId: batch.userId },
    });
    await api.editor('PUT', '/api/users/other', { role: 'admin' });
    t.match(await latest(api), { ...refused, target: 'PUT /api/users/:id' });
    await api.sql.query('update connection_accesses set expiry_date = now()');
    await submit(api.editor, { batchText: 'select 1' });
    t.match(await latest(api), { ...refused, detail: { code: 'connection_access' } });
    t.equal(
      (await eventsOf(api, '?action=request')).length,
      3,
      'each kind of refusal has one event',
    );
    // The number of stored events stays bounded even if an attacker uses many addresses and accounts.
    for (let count = 0; count < 300; count++) {
      const remoteAddress = `198.51.${count % 256}.${Math.floor(count / 256)}`;
      const payload = { email: `unknown-${count}`, password: 'x' };
      await api.app.inject({ method: 'POST', url: '/api/signin', remoteAddress, payload });
    }
    const signIns = await eventsOf(api, '?action=sign_in');
    t.ok(signIns.length < 200, `${signIns.length} events of 300`);
    await api.app.close();
    const counted = await api.sql.query<{ action: string; detail: { count: number } }>(
      `select action, detail from audit_events where detail ? 'count' order by id`,
    );
    t.match(
      counted.filter(({ action }) => action === 'request'),
      [{ detail: { code: 'forbidden', ownerId: batch.userId, count: 19, since: String } }],
    );
    const more = counted.filter(({ action }) => action === 'sign_in');
    const sum = more.reduce((total, { detail }) => total + detail.count, signIns.length);
    t.equal(sum, 300, 'every attempt is counted');
  },
);

t.test('batches are recorded with a keyed hash of their SQL', async (t) => {
  const api = await open(t);
  await insertConnection(api);
  const submit = async (body: object): Promise<Event> => {
    const response = await api.editor('POST', '/api/batches', { connectionId: 'c', ...body });
    const event = (await latest(api))!;
    t.match(event, {
      action: 'batch.created',
      outcome: 'done',
      actorName: editorEmail,
      address: '127.0.0.1',
      target: `batches/${response.json<{ id: string }>().id}`,
      detail: { connectionId: 'c', sqlHash: /^[0-9a-f]{64}$/, statements: 1 },
    });
    return event;
  };
  const text = "select 'canary-8'";
  const first = await submit({ batchText: text });
  t.equal((await submit({ batchText: text })).detail['sqlHash'], first.detail['sqlHash']);
  const selected = await submit({ batchText: 'select 1; select 2', selectedText: text });
  t.equal(selected.detail['sqlHash'], first.detail['sqlHash'], 'the hash covers the selected text');
  t.not((await submit({ batchText: `${text} ` })).detail['sqlHash'], first.detail['sqlHash']);
  const plain = createHash('sha256').update(text).digest('hex');
  t.not(first.detail['sqlHash'], plain, 'guessing the SQL is not enough to compute the hash');
  const stored = await api.sql.query<{ row: string }>('select e::text as row from audit_events e');
  t.notOk(stored.some(({ row }) => row.includes('canary')));
  const refused = await api.editor('POST', '/api/batches', { connectionId: 'c', batchText: ' ' });
  t.equal(refused.statusCode, 400);
  t.equal(
    (await eventsOf(api, '?action=batch.created')).length,
    4,
    'a refused batch is not recorded',
  );

  const quiet = await openApi(t, { settings: { SERVICE_AUDIT_BATCHES: 'false' } });
  await insertConnection(quiet);
  const made = await quiet.editor('POST', '/api/batches', { connectionId: 'c', batchText: text });
  t.equal(made.statusCode, 200);
  t.same(await eventsOf(quiet, '?action=batch.created'), []);
});

t.test('the audit log can be filtered and paged, and no text can forge a log line', async (t) => {
  const api = await open(t);
  const name = 'x\r\n2026-01-01 sign_in done admin\u2028\u001b[31m';
  for (let count = 0; count < 3; count++) {
    await api.admin('POST', '/api/service-tokens', { name: `${name}${count}`, role: 'editor' });
  }
  const body = (await api.admin('GET', '/api/audit')).body;
  t.notMatch(body, /\p{Cc}/u);
  t.notOk(
    api
      .log()
      .split('\n')
      .some((line) => line.startsWith('2026-01-01 sign_in')),
  );
  const created = await eventsOf(api, '?action=service_token.created');
  t.equal(created.length, 3);
  t.match(created[0], { detail: { name: `${name}2` } }, 'the name is kept as sent');
  t.ok(BigInt(created[0]!.id) > BigInt(created[1]!.id), 'newest first');
  await api.editor('GET', '/api/audit');
  const [{ actorId } = { actorId: '' }] = await eventsOf(api, '?action=admin_route');
  t.equal((await eventsOf(api, `?actorId=${actorId}`)).length, 1);
  const page = await api.admin('GET', '/api/audit?action=service_token.created&limit=2&offset=1');
  t.same(page.json(), created.slice(1));
  t.match(page.headers.link, /action=service_token\.created.*rel="prev"/);
  for (const query of [
    '?limit=0',
    '?action=%00',
    '?action[not]=x&limit=x',
    '?actorId=a&actorId=b',
  ]) {
    t.equal((await api.admin('GET', `/api/audit${query}`)).statusCode, 400, query);
  }
});
