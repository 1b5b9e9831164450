import { createHash } from 'node:crypto';
import type { Session } from '@sluice/contracts';
import t from 'tap';
import { editorEmail } from './support.js';
import { openApi, userIdOf } from './fixtures.js';
import {
  addOther,
  browserOf,
  firefox,
  openBrowser,
  signedInOf,
  tokenSecret,
} from './session-browser.js';

t.test(
  'users see their own sessions, without anything that could be used as a cookie',
  async (t) => {
    const api = await openApi(t);
    await addOther(api);
    const first = await openBrowser(api, { userAgent: firefox });
    const second = await openBrowser(api, { userAgent: 'curl/8.5.0' });
    const others = await openBrowser(api, { email: 'other@example.com' });
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
    t.equal(seen.length, 2, 'sessions of other users are not listed');
    t.same(
      new Set(seen.map(({ id }) => id)),
      new Set([await first.id(), await second.id()]),
      'each browser has its own current session',
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
        'the session is stored by this hash',
      );
      for (const secret of [signed, sessionId, hash]) t.notOk(body.includes(secret));
    }
    for (const { id } of seen) {
      for (const name of ['sluice.sid', first.cookie.split('=')[0]]) {
        const forged = browserOf(api, `${name}=${id}`);
        t.equal(await forged.isSignedIn(), false, 'the public id is not accepted as a cookie');
      }
    }
  },
);

t.test('the list contains active sessions, last used first, and is paged', async (t) => {
  const api = await openApi(t);
  const old = await openBrowser(api);
  const newest = await openBrowser(api);
  await openBrowser(api);
  const [used, fresh] = [await old.id(), await newest.id()];
  await api.sql.query(
    `update sessions set created_at = now() - interval '2 hours' where public_id in ($1, $2)`,
    [used, fresh],
  );
  // Uses are recorded at most once a minute, so the last one must be older.
  await api.sql.query(
    `update sessions set expires_at = expires_at - interval '5 minutes' where public_id = $1`,
    [used],
  );
  const before = Date.now();
  await old.isSignedIn();
  const listed = await newest.sessions();
  t.same([listed[0]?.id, listed.length, listed[2]?.id], [used, 3, fresh]);
  t.ok(Date.parse(listed[0]?.lastUsedAt ?? '') >= before - 1_000, 'the last use is recorded');
  t.equal(
    listed[2]?.lastUsedAt,
    listed[2]?.createdAt,
    'a session without recorded use has its start time',
  );
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
  t.match(
    await newest.sessions(),
    [{ id: fresh }],
    'sessions that are too old or idle are not listed',
  );
});

t.test('sessions written by an earlier version can be listed and ended', async (t) => {
  const api = await openApi(t);
  const browser = await openBrowser(api);
  await api.sql.query(
    `insert into sessions (id_hash, user_id, data, expires_at)
     values ('old', $1, '{}', now() + interval '1 hour')`,
    [await userIdOf(api, editorEmail)],
  );
  const old = (await browser.sessions()).find(({ isCurrent }) => !isCurrent);
  t.match(old, { browser: null, address: null, method: null, isCurrent: false });
  t.same((await browser.ask('DELETE', `/api/sessions/${old?.id}`)).json(), {});
  t.match(await browser.sessions(), [{ isCurrent: true }]);
});

t.test('a request without a session has no current session', async (t) => {
  const api = await openApi(t, { settings: { SERVICE_SERVICE_TOKEN_SECRET: tokenSecret } });
  const browsers = [await openBrowser(api), await openBrowser(api)];
  t.match((await api.editor('GET', '/api/sessions')).json(), [
    { isCurrent: false },
    { isCurrent: false },
  ]);
  const { cookie = '' } = browsers[0] ?? {};
  const both = await api.editor('GET', '/api/sessions', undefined, { cookie });
  t.match(
    both.json(),
    [{ isCurrent: false }, { isCurrent: false }],
    'Basic authentication takes precedence over the cookie',
  );

  const made = await api.admin('POST', '/api/service-tokens', { name: 'ops', role: 'admin' });
  const authorization = `Bearer ${made.json<{ token: string }>().token}`;
  const byToken = (method: string) =>
    api.anonymous(method, '/api/sessions', undefined, { authorization });
  t.same((await byToken('GET')).json(), []);
  t.equal((await byToken('DELETE')).statusCode, 200);
  t.same(await signedInOf(browsers), [true, true], 'a token ends no sessions');

  t.equal((await api.editor('DELETE', '/api/sessions')).statusCode, 200);
  t.same(await signedInOf(browsers), [false, false]);
});

t.test('browsers are named from their user agent', async (t) => {
  const api = await openApi(t);
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit}`;
  const cases: [string, string | null][] = [
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
    ['sluice-client/1.0.0', 'sluice-client/1.0.0'],
    ['a\tb\u0085\u009b31m\u00adc  d', 'a b 31m c d'],
    [' \t ', null],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['x'.repeat(7_000), 'x'.repeat(200)],
    ['Version/ '.repeat(800), 'Version/ '.repeat(23).slice(0, 200).trim()],
  ];
  for (const [userAgent, name] of cases) {
    const browser = await openBrowser(api, { userAgent });
    const current = (await browser.sessions()).find(({ isCurrent }) => isCurrent);
    t.equal(current?.browser, name, userAgent.slice(0, 120));
  }
});
