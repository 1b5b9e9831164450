import { createHash, randomUUID } from 'node:crypto';
import type { Session } from '@sluice/contracts';
import t, { type Test } from 'tap';
import { adminEmail, editorEmail, editorPassword, openTestApi, type TestApi } from './support.js';

const tokenSecret = 'a-secret-of-at-least-32-characters-0';

const open = async (t: Test, options?: Parameters<typeof openTestApi>[0]): Promise<TestApi> => {
  const api = await openTestApi(options);
  t.teardown(() => api.close());
  return api;
};

/** A browser that is signed in. */
interface Browser {
  cookie: string;
  ask(method: string, url: string, body?: Record<string, unknown>): ReturnType<TestApi['editor']>;
  sessions(): Promise<Session[]>;
  /** As its list names it. */
  id(): Promise<string>;
  isSignedIn(): Promise<boolean>;
}

async function signIn(
  api: TestApi,
  { email = editorEmail, userAgent }: { email?: string; userAgent?: string } = {},
): Promise<Browser> {
  const body = { email, password: editorPassword };
  const headers = userAgent === undefined ? {} : { 'user-agent': userAgent };
  const answer = await api.anonymous('POST', '/api/signin', body, headers);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return browserOf(api, cookieOf(answer.headers));
}

const cookieOf = (headers: Record<string, unknown>): string =>
  String(headers['set-cookie']).split(';')[0] ?? '';

function browserOf(api: TestApi, cookie: string): Browser {
  const ask: Browser['ask'] = (method, url, sent) => api.anonymous(method, url, sent, { cookie });
  const sessions = async () => (await ask('GET', '/api/sessions')).json<Session[]>();
  return {
    cookie,
    ask,
    sessions,
    id: async () => (await sessions()).find(({ isCurrent }) => isCurrent)?.id ?? '',
    isSignedIn: async () => (await ask('GET', '/api/drivers')).statusCode === 200,
  };
}

const addOther = (api: TestApi): Promise<string> =>
  api.addUser({ email: 'other@example.com', role: 'editor', password: editorPassword });

const idOf = async (api: TestApi, email: string): Promise<string> => {
  const [row] = await api.sql.query<{ id: string }>('select id from users where email = $1', [
    email,
  ]);
  return row?.id ?? '';
};

const endings = async (api: TestApi) =>
  (await api.admin('GET', '/api/audit?action=session.ended')).json<object[]>();

const signedInOf = (browsers: Browser[]): Promise<boolean[]> =>
  Promise.all(browsers.map((browser) => browser.isSignedIn()));

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

t.test('people see their own sessions, and nothing that opens one', async (t) => {
  const api = await open(t);
  await addOther(api);
  const first = await signIn(api, { userAgent: firefox });
  const second = await signIn(api, { userAgent: 'curl/8.5.0' });
  const others = await signIn(api, { email: 'other@example.com' });
  const { body } = await first.ask('GET', '/api/sessions');
  const seen = JSON.parse(body) as Session[];
  t.match(
    seen.find(({ isCurrent }) => isCurrent),
    { browser: 'Firefox on Windows', address: '127.0.0.1', method: 'local' },
  );
  t.match(
    seen.find(({ isCurrent }) => !isCurrent),
    { browser: 'curl/8.5.0', address: '127.0.0.1', method: 'local' },
  );
  t.equal(seen.length, 2, "nobody else's");
  t.same(
    new Set(seen.map(({ id }) => id)),
    new Set([await first.id(), await second.id()]),
    'each takes another one for its own',
  );
  t.match(await others.sessions(), [{ isCurrent: true }]);

  const names = Object.keys(seen[0] ?? {}).sort();
  t.same(names, ['address', 'browser', 'createdAt', 'id', 'isCurrent', 'lastUsedAt', 'method']);
  const hashes = await api.sql.query<{ id_hash: string }>('select id_hash from sessions');
  for (const { cookie } of [first, second, others]) {
    const signed = decodeURIComponent(cookie.split('=')[1] ?? '');
    const [sessionId = ''] = signed.split('.');
    const hash = createHash('sha256').update(sessionId).digest('hex');
    t.ok(
      hashes.some((row) => row.id_hash === hash),
      'this is how a session is kept',
    );
    for (const secret of [signed, sessionId, hash]) t.notOk(body.includes(secret));
  }
  for (const { id } of seen) {
    for (const name of ['sluice.sid', first.cookie.split('=')[0]]) {
      const forged = browserOf(api, `${name}=${id}`);
      t.equal(await forged.isSignedIn(), false, 'the id in the list is no cookie');
    }
  }
});

t.test('the list has what lives, last used first, whole or by page', async (t) => {
  const api = await open(t);
  const old = await signIn(api);
  const newest = await signIn(api);
  await signIn(api);
  const [used, fresh] = [await old.id(), await newest.id()];
  await api.sql.query(
    `update sessions set created_at = now() - interval '2 hours' where public_id in ($1, $2)`,
    [used, fresh],
  );
  // More than a minute has passed since the last use.
  await api.sql.query(
    `update sessions set expires_at = expires_at - interval '5 minutes' where public_id = $1`,
    [used],
  );
  const before = Date.now();
  await old.isSignedIn();
  const listed = await newest.sessions();
  t.same([listed[0]?.id, listed.length, listed[2]?.id], [used, 3, fresh]);
  t.ok(Date.parse(listed[0]?.lastUsedAt ?? '') >= before - 1_000, 'by the use that has just been');
  t.equal(listed[2]?.lastUsedAt, listed[2]?.createdAt, 'since it began, none was noted');
  const page = await newest.ask('GET', '/api/sessions?limit=1&offset=1');
  t.same(page.json<Session[]>(), listed.slice(1, 2));
  t.match(page.headers['link'], /offset=2.*rel="next"/);

  await api.sql.query(
    `update sessions set created_at = now() - interval '13 hours' where public_id = $1`,
    [used],
  );
  await api.sql.query('update sessions set expires_at = now() where public_id = $1', [
    listed[1]?.id,
  ]);
  t.match(await newest.sessions(), [{ id: fresh }], 'too old, or idle for too long');
});

t.test('what a version before this has written is listed and ended, too', async (t) => {
  const api = await open(t);
  const browser = await signIn(api);
  await api.sql.query(
    `insert into sessions (id_hash, user_id, data, expires_at)
     values ('old', $1, '{}', now() + interval '1 hour')`,
    [await idOf(api, editorEmail)],
  );
  const old = (await browser.sessions()).find(({ isCurrent }) => !isCurrent);
  t.match(old, { browser: null, address: null, method: null, isCurrent: false });
  t.same((await browser.ask('DELETE', `/api/sessions/${old?.id}`)).json(), {});
  t.match(await browser.sessions(), [{ isCurrent: true }]);
});

t.test('an ended session is signed out at once, and stays so', async (t) => {
  const api = await open(t);
  const [here, there] = [await signIn(api), await signIn(api)];
  const id = await there.id();
  t.equal((await here.ask('DELETE', `/api/sessions/${id}`)).statusCode, 200);
  t.same(await signedInOf([here, there]), [true, false]);
  t.equal((await there.ask('DELETE', '/api/sessions')).statusCode, 401, 'nor can it strike back');
  t.same(await signedInOf([here, there]), [true, false]);
  t.match(await here.sessions(), [{ isCurrent: true }]);
  const actor = { outcome: 'done', actorName: editorEmail, address: '127.0.0.1' };
  const target = `users/${await idOf(api, editorEmail)}`;
  t.match(await endings(api), [{ ...actor, target, detail: { sessionId: id } }]);

  const own = await here.id();
  t.equal((await here.ask('DELETE', `/api/sessions/${own}`)).statusCode, 200);
  t.equal(await here.isSignedIn(), false, 'to end the own one is to sign out');
});

t.test('others’ sessions and forged ids are no sessions of the caller', async (t) => {
  const api = await open(t, { settings: { SERVICE_SERVICE_TOKEN_SECRET: tokenSecret } });
  await addOther(api);
  const [here, others] = [await signIn(api), await signIn(api, { email: 'other@example.com' })];
  const id = await others.id();
  const made = await api.admin('POST', '/api/service-tokens', { name: 'ops', role: 'admin' });
  const authorization = `Bearer ${made.json<{ token: string }>().token}`;
  const [row] = await api.sql.query<{ hash: string }>(
    'select id_hash as hash from sessions where public_id = $1',
    [id],
  );
  const forged = [
    id,
    id.toUpperCase(),
    id.replaceAll('-', ''),
    randomUUID(),
    row?.hash ?? '',
    others.cookie.split('=')[1] ?? '',
    `${id}%20`,
    `{${id}}`,
    "'%20or%20true--",
    'null',
    '%25',
    '..',
  ];
  for (const each of forged) {
    const url = `/api/sessions/${each}`;
    t.equal((await here.ask('DELETE', url)).statusCode, 404, each);
    t.equal((await api.admin('DELETE', url)).statusCode, 404, `an admin: ${each}`);
    const byToken = await api.anonymous('DELETE', url, undefined, { authorization });
    t.equal(byToken.statusCode, 404, `a token: ${each}`);
  }
  for (const each of ['%00', '%ff']) {
    t.equal((await here.ask('DELETE', `/api/sessions/${each}`)).statusCode, 400, each);
  }
  t.same(await signedInOf([here, others]), [true, true]);
  t.same(await endings(api), []);
});

t.test('all others end, and the one that asks goes on', async (t) => {
  const api = await open(t);
  await addOther(api);
  const [here, there, elsewhere] = [await signIn(api), await signIn(api), await signIn(api)];
  const others = await signIn(api, { email: 'other@example.com' });
  const all = [here, there, elsewhere, others];
  t.equal((await here.ask('DELETE', '/api/sessions')).statusCode, 200);
  t.same(await signedInOf(all), [true, false, false, true]);
  t.match(await endings(api), [{ actorName: editorEmail, detail: { ended: 2 } }]);
  t.equal((await here.ask('DELETE', '/api/sessions')).statusCode, 200);
  t.equal((await endings(api)).length, 1, 'nothing was left to end');
});

t.test('a caller without a session has none that is current', async (t) => {
  const api = await open(t, { settings: { SERVICE_SERVICE_TOKEN_SECRET: tokenSecret } });
  const browsers = [await signIn(api), await signIn(api)];
  t.match((await api.editor('GET', '/api/sessions')).json(), [
    { isCurrent: false },
    { isCurrent: false },
  ]);
  const { cookie = '' } = browsers[0] ?? {};
  const both = await api.editor('GET', '/api/sessions', undefined, { cookie });
  t.match(both.json(), [{ isCurrent: false }, { isCurrent: false }], 'the password has counted');

  const made = await api.admin('POST', '/api/service-tokens', { name: 'ops', role: 'admin' });
  const authorization = `Bearer ${made.json<{ token: string }>().token}`;
  const byToken = (method: string) =>
    api.anonymous(method, '/api/sessions', undefined, { authorization });
  t.same((await byToken('GET')).json(), []);
  t.equal((await byToken('DELETE')).statusCode, 200);
  t.same(await signedInOf(browsers), [true, true], 'a token signs nobody out');

  t.equal((await api.editor('DELETE', '/api/sessions')).statusCode, 200);
  t.same(await signedInOf(browsers), [false, false]);
});

t.test('an admin ends all sessions of a user, who may sign in again', async (t) => {
  const api = await open(t);
  const otherId = await addOther(api);
  const editorId = await idOf(api, editorEmail);
  const browsers = [await signIn(api), await signIn(api)];
  const others = await signIn(api, { email: 'other@example.com' });
  for (const caller of [others.ask, api.editor]) {
    for (const id of [editorId, otherId, 'nobody']) {
      t.equal((await caller('DELETE', `/api/users/${id}/sessions`)).statusCode, 403);
    }
  }
  const nobody = await api.anonymous('DELETE', `/api/users/${editorId}/sessions`);
  t.equal(nobody.statusCode, 401);
  t.same(await signedInOf([...browsers, others]), [true, true, true]);

  for (const id of ['nobody', randomUUID()]) {
    t.equal((await api.admin('DELETE', `/api/users/${id}/sessions`)).statusCode, 404);
  }
  const url = `/api/users/${editorId}/sessions`;
  t.same((await api.admin('DELETE', url)).json(), {});
  t.same(await signedInOf([...browsers, others]), [false, false, true]);
  t.match(await endings(api), [
    { actorName: adminEmail, target: `users/${editorId}`, detail: { ended: 2 } },
  ]);
  t.same((await api.admin('DELETE', url)).json(), {}, 'also where there is none');
  t.equal((await endings(api)).length, 1);
  t.equal(await (await signIn(api)).isSignedIn(), true);
});

t.test('of many at once each session ends once, and none comes back', async (t) => {
  const api = await open(t);
  const here = await signIn(api);
  const ended = await Promise.all(Array.from({ length: 5 }, () => signIn(api)));
  const victim = ended[0];
  const id = (await victim?.id()) ?? '';
  // Each use is written: the session was not used for a while.
  await api.sql.query(
    `update sessions set expires_at = now() + interval '10 minutes' where public_id = $1`,
    [id],
  );
  const [one, two, ...uses] = await Promise.all([
    here.ask('DELETE', `/api/sessions/${id}`),
    here.ask('DELETE', `/api/sessions/${id}`),
    ...Array.from({ length: 10 }, () => victim?.isSignedIn()),
  ]);
  t.same([one.statusCode, two.statusCode].sort(), [200, 404]);
  t.equal(uses.length, 10);
  t.equal(await victim?.isSignedIn(), false);

  const both = await Promise.all([
    here.ask('DELETE', '/api/sessions'),
    here.ask('DELETE', '/api/sessions'),
    api.admin('DELETE', `/api/users/${randomUUID()}/sessions`),
  ]);
  t.same(
    both.map(({ statusCode }) => statusCode),
    [200, 200, 404],
  );
  t.same(await signedInOf([here, ...ended]), [true, false, false, false, false, false]);
  const counts = (await endings(api)) as { detail: { ended?: number } }[];
  t.equal(
    counts.reduce((sum, { detail }) => sum + (detail.ended ?? 0), 0),
    4,
    'none is told twice',
  );
});

t.test('a new password leaves one session, which tells how it began', async (t) => {
  const api = await open(t);
  await signIn(api);
  const here = await signIn(api);
  const answer = await here.ask('PUT', `/api/users/${await idOf(api, editorEmail)}`, {
    password: 'another password',
    currentPassword: editorPassword,
  });
  const renewed = browserOf(api, cookieOf(answer.headers));
  t.match(await renewed.sessions(), [{ isCurrent: true, method: 'local', address: '127.0.0.1' }]);
  t.equal((await renewed.sessions()).length, 1);
});

t.test('browsers are named as people would, whatever they send', async (t) => {
  const api = await open(t);
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit}`;
  const named: [string, string | null][] = [
    [firefox, 'Firefox on Windows'],
    [`${windows} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`${windows} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge on Windows'],
    [`${windows} Chrome/141.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera on Windows'],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`,
      'Chrome on Android',
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet on Android',
    ],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/141.0.0.0`, 'Chrome on ChromeOS'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/141.0.0.0`, 'Chrome on Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['sluice-client/0.1.0', 'sluice-client/0.1.0'],
    ['a\tb\u0085\u009b31m\u00adc  d', 'a b 31m c d'],
    [' \t ', null],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['x'.repeat(7_000), 'x'.repeat(200)],
    ['Version/ '.repeat(800), 'Version/ '.repeat(23).slice(0, 200).trim()],
  ];
  for (const [userAgent, name] of named) {
    const browser = await signIn(api, { userAgent });
    const current = (await browser.sessions()).find(({ isCurrent }) => isCurrent);
    t.equal(current?.browser, name, userAgent.slice(0, 120));
  }
});
