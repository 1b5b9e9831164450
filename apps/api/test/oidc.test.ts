import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort, openChromium } from '@sluice/testkit';
import t from 'tap';
import {
  clientId,
  clientSecret,
  startCertifiedProvider,
  type CertifiedProvider,
} from './certified-provider.js';
import { openJarBrowser, type JarBrowser } from './jar-browser.js';
import {
  errorOf,
  isErrorPage,
  leadsTo,
  listen,
  signInAs,
  userOf,
  type ListeningApi,
} from './redirect-support.js';
import { adminEmail, editorEmail, openTestApi } from './support.js';

const settingsOf = (issuer: string) => ({
  SERVICE_OIDC_CLIENT_ID: clientId,
  SERVICE_OIDC_CLIENT_SECRET: clientSecret,
  SERVICE_OIDC_ISSUER: issuer,
  SERVICE_ALLOWED_DOMAINS: 'partner.example allowed.example',
});

t.test('sign-in by OpenID Connect', async (t) => {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const api = await listen(() => settingsOf(issuer));
  t.teardown(() => api.close());
  const start = `${api.url}/auth/oidc`;

  t.equal(errorOf(await openJarBrowser().follow(start, isErrorPage)), 'provider_unavailable');
  t.match(api.log(), /ECONNREFUSED/, 'the cause is in the log');
  t.equal((await api.anonymous('GET', '/api/health')).statusCode, 200, 'the rest works');

  const provider = await startCertifiedProvider([`${api.url}/auth/oidc/callback`], {
    port: Number(new URL(issuer).port),
  });
  t.teardown(() => provider.close());
  const { accounts } = provider;
  const signIn = (browser: JarBrowser, login: string, query = '') =>
    signInAs(browser, `${start}${query}`, login);

  t.test('a new user of an allowed domain comes in as an editor', async (t) => {
    accounts.set('new', {
      email: 'New.User@Allowed.example',
      email_verified: true,
      name: 'New User',
      preferred_username: adminEmail,
    });
    const browser = openJarBrowser();
    const page = await signIn(browser, 'new', '?returnTo=/queries/1?tab=chart');
    t.equal(page.status, 200);
    t.equal(leadsTo(page), '/queries/1?tab=chart');
    t.equal(page.headers.get('cache-control'), 'no-store');
    const user = await userOf(browser, api);
    t.match(user, { email: 'new.user@allowed.example', role: 'editor', name: 'New User' });
    const [row] = await api.sql.query(
      `select u.origin, u.password_hash, u.sync_auth_role, i.subject from users u
       join identities i on i.user_id = u.id where u.email = 'new.user@allowed.example'`,
    );
    t.same(row, {
      origin: 'oidc',
      password_hash: null,
      sync_auth_role: false,
      subject: `${issuer} new`,
    });
    const [event] = await api.sql.query(
      `select action, outcome, detail from audit_events order by id desc limit 1`,
    );
    t.match(event, { action: 'sign_in', outcome: 'done', detail: { method: 'oidc' } });
    const listed = await browser.get(`${api.url}/api/sessions`);
    t.match(JSON.parse(listed.text), [{ isCurrent: true, method: 'oidc', address: '127.0.0.1' }]);

    const again = openJarBrowser();
    await signIn(again, 'new');
    t.equal((await userOf(again, api))?.['id'], user?.['id'], 'the same user the next time');
    const asked = provider.authorizations.at(-1)!;
    t.equal(asked.get('code_challenge_method'), 'S256');
    t.match(asked.get('code_challenge'), /^[\w-]{43}$/);
    t.ok(asked.get('state') && asked.get('nonce'));
    t.not(asked.get('state'), provider.authorizations.at(-2)!.get('state'));
  });

  t.test('a known user is found by a verified address once, then by the subject', async (t) => {
    accounts.set('ed', { email: editorEmail, email_verified: true });
    const browser = openJarBrowser();
    await signIn(browser, 'ed');
    const user = await userOf(browser, api);
    t.match(user, { email: editorEmail, role: 'editor' });
    accounts.set('ed', { email: 'married@elsewhere.example', email_verified: true });
    const renamed = openJarBrowser();
    await signIn(renamed, 'ed');
    t.match(await userOf(renamed, api), { id: user?.['id'], email: 'married@elsewhere.example' });
    accounts.set('ed', { email: editorEmail, email_verified: false });
    const unproved = openJarBrowser();
    await signIn(unproved, 'ed');
    t.match(await userOf(unproved, api), { id: user?.['id'] }, 'no address is needed any more');
  });

  t.test('another subject with the address of a linked user does not take over', async (t) => {
    accounts.set('first', { email: 'shared@allowed.example', email_verified: true });
    await signIn(openJarBrowser(), 'first');
    accounts.set('second', { email: 'shared@allowed.example', email_verified: true });
    const browser = openJarBrowser();
    t.equal(errorOf(await signIn(browser, 'second')), 'linked_elsewhere');
    t.equal(await userOf(browser, api), undefined);
  });

  t.test('who may not come in is told why', async (t) => {
    await api.addUser({ email: 'off@example.com', role: 'editor' });
    await api.sql.query(`update users set disabled = true where email = 'off@example.com'`);
    const cases: [string, object, string][] = [
      ['stranger', { email: 'x@other.example', email_verified: true }, 'unknown_user'],
      ['below', { email: 'x@sub.allowed.example', email_verified: true }, 'unknown_user'],
      ['beside', { email: 'x@notallowed.example', email_verified: true }, 'unknown_user'],
      ['unproved', { email: 'y@allowed.example', email_verified: false }, 'email_not_verified'],
      ['silent', { email: 'y@allowed.example' }, 'email_not_verified'],
      ['worded', { email: 'y@allowed.example', email_verified: 'true' }, 'email_not_verified'],
      ['admin', { email: adminEmail, email_verified: false }, 'email_not_verified'],
      ['named', { preferred_username: adminEmail }, 'email_not_verified'],
      ['odd', { email: 'admin@e\u0212Aample.com', email_verified: true }, 'unknown_user'],
      ['kelvin', { email: `\u212A@allowed.example`, email_verified: true }, 'email_not_verified'],
      ['off', { email: 'off@example.com', email_verified: true }, 'disabled'],
      ['deny', {}, 'access_denied'],
    ];
    for (const [login, claims, code] of cases) {
      accounts.set(login, claims);
      const browser = openJarBrowser();
      t.equal(errorOf(await signIn(browser, login)), code, login);
      t.equal(await userOf(browser, api), undefined);
    }
    const [event] = await api.sql.query(
      `select action, outcome, detail from audit_events order by id desc limit 1`,
    );
    t.match(event, { outcome: 'refused', detail: { method: 'oidc', code: 'access_denied' } });
  });

  t.test('roles are for new users, and for those who are marked', async (t) => {
    const roleAfter = async (login: string, roles: unknown) => {
      const email = `${login}@allowed.example`;
      accounts.set(login, { email, email_verified: true, roles });
      const browser = openJarBrowser();
      await signIn(browser, login);
      return (await userOf(browser, api))?.['role'];
    };
    t.equal(await roleAfter('boss', ['viewer', 'admin']), 'admin');
    t.equal(await roleAfter('word', 'admin'), 'admin');
    t.equal(await roleAfter('other', ['administrator']), 'editor', 'the role of a new user');
    t.equal(await roleAfter('boss', ['editor']), 'admin', 'unmarked: stays');
    await api.sql.query(
      `update users set sync_auth_role = true where email = 'boss@allowed.example'`,
    );
    t.equal(await roleAfter('boss', ['editor']), 'editor');
    t.equal(await roleAfter('boss', []), 'editor', 'nothing of ours: stays');
    t.equal(await roleAfter('boss', ['editor', 'admin']), 'admin');
  });

  t.test('somebody who comes in for the first time many times at once is one user', async (t) => {
    accounts.set('quick', { email: 'quick@allowed.example', email_verified: true });
    const ids = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const browser = openJarBrowser();
        await signIn(browser, 'quick');
        return (await userOf(browser, api))?.['id'];
      }),
    );
    t.type(ids[0], 'string');
    t.equal(new Set(ids).size, 1);
  });

  t.test('the way back counts once, in the browser that went, with its state', async (t) => {
    const isCallback = (url: URL) => url.pathname.endsWith('/callback');
    const comeBack = async (browser: JarBrowser): Promise<URL> => {
      const form = await browser.follow(start);
      return (await browser.submit(form.url, { login: 'new' }, isCallback)).url;
    };
    const refused = async (browser: JarBrowser, url: URL, code: string, what: string) => {
      t.equal(errorOf(await browser.follow(url, isErrorPage)), code, what);
      t.equal(await userOf(browser, api), undefined, what);
    };
    const wrong = openJarBrowser();
    const callback = await comeBack(wrong);
    t.ok(callback.searchParams.get('code'));
    await refused(openJarBrowser(), callback, 'sign_in_expired', 'another browser');
    const otherState = new URL(callback);
    otherState.searchParams.set('state', 'x'.repeat(43));
    await refused(wrong, otherState, 'invalid_response', 'wrong state');
    await refused(wrong, callback, 'sign_in_expired', 'right, but after a wrong one');

    const missing = openJarBrowser();
    const noState = await comeBack(missing);
    noState.searchParams.delete('state');
    await refused(missing, noState, 'invalid_response', 'no state');

    const foreign = openJarBrowser();
    const otherIssuer = await comeBack(foreign);
    t.equal(otherIssuer.searchParams.get('iss'), issuer);
    otherIssuer.searchParams.set('iss', 'https://evil.example');
    await refused(foreign, otherIssuer, 'invalid_response', 'the answer of another issuer');

    const doubled = openJarBrowser();
    const twice = await comeBack(doubled);
    twice.searchParams.append('code', 'another');
    await refused(doubled, twice, 'invalid_response', 'two codes');

    const late = openJarBrowser();
    const stale = await comeBack(late);
    await api.sql.query(`update pending_sign_ins set expires_at = now() - interval '1 second'`);
    await refused(late, stale, 'sign_in_expired', 'after ten minutes');

    const once = openJarBrowser();
    const good = await comeBack(once);
    const held = new Map(once.cookies());
    t.equal((await once.follow(good)).status, 200);
    t.notOk(once.cookies().has('sluice.oidc'), 'its cookie is taken back');
    const replay = openJarBrowser();
    replay.plant(api.url, 'sluice.oidc', held.get('sluice.oidc')!);
    await refused(replay, good, 'sign_in_expired', 'replayed with its cookie');
    await refused(
      openJarBrowser(),
      new URL(`${start}/callback`),
      'sign_in_expired',
      'from nowhere',
    );
  });

  t.test('the cookie of the way is short, apart and for the callback only', async (t) => {
    const page = await openJarBrowser().get(`${start}?returnTo=/`);
    t.equal(page.status, 302);
    t.equal(page.headers.get('cache-control'), 'no-store');
    const [set = '', ...others] = page.headers.getSetCookie();
    t.same(others, [], 'no session yet');
    t.match(set, /^sluice\.oidc=[\w-]{43}; Max-Age=600; Path=\/auth\/oidc\/callback;/);
    t.match(set, /HttpOnly/);
    t.match(set, /SameSite=Lax/);
    t.equal((await fetch(start, { method: 'HEAD' })).status, 404, 'only a GET begins one');
  });

  t.test('nobody is led away after a sign-in', async (t) => {
    const targets = [
      '//evil.example',
      '/\\evil.example',
      '/%09/evil.example\t',
      'https:evil.example',
      'https://evil.example/',
      'javascript:alert(1)',
      '/x\r\nset-cookie: a=b',
      '@evil.example',
      '/"><script>alert(1)</script>',
      '',
      `/${'x'.repeat(3_000)}`,
    ];
    for (const target of targets) {
      const browser = openJarBrowser();
      const page = await signIn(browser, 'new', `?returnTo=${encodeURIComponent(target)}`);
      t.equal(page.status, 200, target);
      const led = new URL(leadsTo(page)!.replaceAll(/&#\d+;/g, '_'), api.url);
      t.equal(led.origin, api.url, target);
      t.notMatch(page.text, /<script/);
      t.same(
        page.headers.getSetCookie().filter((each) => !each.startsWith('sluice.')),
        [],
      );
    }
  });

  t.test('a session that was planted before the sign-in is worth nothing after it', async (t) => {
    const attacker = openJarBrowser();
    await signIn(attacker, 'new');
    const planted = attacker.cookies().get('sluice.sid')!;
    const victim = openJarBrowser();
    victim.plant(api.url, 'sluice.sid', planted);
    await signIn(victim, 'boss');
    t.match(await userOf(victim, api), { email: 'boss@allowed.example' });
    t.not(victim.cookies().get('sluice.sid'), planted);
    t.equal(await userOf(attacker, api), undefined, 'the planted one is dead');
  });

  t.test('a real browser with a strict session cookie', async (t) => {
    const chromium = await openChromium();
    t.teardown(() => chromium.close());
    const page = await chromium.newPage();
    await page.goto(`${start}?returnTo=/api/app`);
    await page.fill('input[name=login]', 'new');
    await page.click('button');
    await page.waitForURL(`${api.url}/api/app`);
    t.match(await page.textContent('body'), 'new.user@allowed.example');
    const cookies = await page.context().cookies(api.url);
    t.match(
      cookies.map(({ name, sameSite }) => [name, sameSite]),
      [['sluice.sid', 'Strict']],
    );
  });

  t.test('no secret of all that is in the log', async (t) => {
    t.match(api.log(), /a sign-in was refused/);
    t.notMatch(api.log(), clientSecret);
    for (const asked of provider.authorizations) {
      for (const name of ['state', 'nonce', 'code_challenge']) {
        t.notOk(api.log().includes(asked.get(name)!), name);
      }
    }
  });
});

t.test('endpoints that are given instead of found, below a mount path', async (t) => {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const api: ListeningApi = await listen(
    (url) => ({
      ...settingsOf(issuer),
      // With the mount path and a slash: it is not there twice.
      PUBLIC_URL: `${url}/`,
      SERVICE_OIDC_AUTHORIZATION_URL: `${issuer}/auth`,
      SERVICE_OIDC_TOKEN_URL: `${issuer}/token`,
      SERVICE_OIDC_USER_INFO_URL: `${issuer}/me`,
    }),
    { mount: '/sub/path' },
  );
  t.teardown(() => api.close());
  const provider: CertifiedProvider = await startCertifiedProvider(
    [`${api.url}/auth/oidc/callback`],
    { port: Number(new URL(issuer).port) },
  );
  t.teardown(() => provider.close());
  provider.accounts.set('ed', { email: editorEmail, email_verified: true });
  const browser = openJarBrowser();
  const page = await signInAs(browser, `${api.url}/auth/oidc?returnTo=/other`, 'ed');
  t.equal(leadsTo(page), '/sub/path/', 'not out of the mount');
  t.match(await userOf(browser, api), { email: editorEmail });
  t.equal((await fetch(`${new URL(api.url).origin}/auth/oidc`)).status, 404);
  provider.accounts.set('stranger', { email: 'x@other.example', email_verified: true });
  const refused = await signInAs(openJarBrowser(), `${api.url}/auth/oidc`, 'stranger');
  t.equal(refused.url.href, `${api.url}/signin?error=unknown_user`);
});

t.test('a provider that never answers keeps nobody waiting for long', async (t) => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    silent.close();
    silent.closeAllConnections();
  });
  const { port } = silent.address() as AddressInfo;
  const api = await listen(() => settingsOf(`http://127.0.0.1:${port}`), {
    dependencies: { providerTimeoutMs: 100 },
  });
  t.teardown(() => api.close());
  const pages = await Promise.all(
    Array.from({ length: 5 }, () => openJarBrowser().follow(`${api.url}/auth/oidc`, isErrorPage)),
  );
  t.same(pages.map(errorOf), Array(5).fill('provider_unavailable'));
  t.match(api.log(), 'operation timed out');
});

t.test('without settings there is no such method', async (t) => {
  const api = await openTestApi();
  t.teardown(() => api.close());
  for (const path of ['/auth/oidc', '/auth/oidc/callback', '/auth/oauth', '/auth/oauth/callback']) {
    t.equal((await api.anonymous('GET', path)).statusCode, 404, path);
  }
});
