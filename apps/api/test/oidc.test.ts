import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort, openChromium } from '@sluice/testkit';
import t from 'tap';
import {
  type CertifiedProvider,
  clientSecret,
  startCertifiedProvider,
} from './certified-provider.js';
import { openCookieBrowser } from './cookie-browser.js';
import {
  errorOf,
  isErrorPage,
  listen,
  type ListeningApi,
  redirectTarget,
  signInAs,
  userOf,
} from './redirect-support.js';
import { adminEmail, editorEmail } from './support.js';
import { openApi } from './fixtures.js';
import { oidcSettings, openOidc } from './oidc-support.js';

t.test('an unavailable provider is reported, and the rest of the service works', async (t) => {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const api = await listen(() => oidcSettings(issuer));
  t.teardown(() => api.close());
  const page = await openCookieBrowser().follow(`${api.url}/auth/oidc`, isErrorPage);
  t.equal(errorOf(page), 'provider_unavailable');
  t.match(api.log(), /ECONNREFUSED/, 'the cause is in the log');
  t.equal((await api.anonymous('GET', '/api/health')).statusCode, 200);
});

t.test('OpenID Connect sign-in', async (t) => {
  const { issuer, api, start, provider, accounts, signIn } = await openOidc(t);

  t.test('a new user of an allowed domain signs in as an editor', async (t) => {
    accounts.set('new', {
      email: 'New.User@Allowed.example',
      email_verified: true,
      name: 'New User',
      preferred_username: adminEmail,
    });
    const browser = openCookieBrowser();
    const page = await signIn(browser, 'new', '?returnTo=/queries/1?tab=chart');
    t.equal(page.status, 200);
    t.equal(redirectTarget(page), '/queries/1?tab=chart');
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

    const again = openCookieBrowser();
    await signIn(again, 'new');
    t.equal(
      (await userOf(again, api))?.['id'],
      user?.['id'],
      'the next sign-in finds the same user',
    );
    const authorization = provider.authorizations.at(-1)!;
    t.equal(authorization.get('code_challenge_method'), 'S256');
    t.match(authorization.get('code_challenge'), /^[\w-]{43}$/);
    t.ok(authorization.get('state') && authorization.get('nonce'));
    t.not(authorization.get('state'), provider.authorizations.at(-2)!.get('state'));
  });

  t.test(
    'a known user is found by a verified address first and by the subject afterwards',
    async (t) => {
      accounts.set('ed', { email: editorEmail, email_verified: true });
      const browser = openCookieBrowser();
      await signIn(browser, 'ed');
      const user = await userOf(browser, api);
      t.match(user, { email: editorEmail, role: 'editor' });
      accounts.set('ed', { email: 'married@elsewhere.example', email_verified: true });
      const renamed = openCookieBrowser();
      await signIn(renamed, 'ed');
      t.match(await userOf(renamed, api), { id: user?.['id'], email: 'married@elsewhere.example' });
      accounts.set('ed', { email: editorEmail, email_verified: false });
      const unverified = openCookieBrowser();
      await signIn(unverified, 'ed');
      t.match(
        await userOf(unverified, api),
        { id: user?.['id'] },
        'the subject alone identifies the user',
      );
    },
  );

  t.test('another subject with the address of a linked user is refused', async (t) => {
    accounts.set('first', { email: 'shared@allowed.example', email_verified: true });
    await signIn(openCookieBrowser(), 'first');
    accounts.set('second', { email: 'shared@allowed.example', email_verified: true });
    const browser = openCookieBrowser();
    t.equal(errorOf(await signIn(browser, 'second')), 'linked_elsewhere');
    t.equal(await userOf(browser, api), undefined);
  });

  t.test('a refused user is redirected with a reason', async (t) => {
    await api.addUser({ email: 'off@example.com', role: 'editor' });
    await api.sql.query(`update users set disabled = true where email = 'off@example.com'`);
    const cases: [string, object, string][] = [
      ['unknown', { email: 'x@other.example', email_verified: true }, 'unknown_user'],
      ['subdomain', { email: 'x@sub.allowed.example', email_verified: true }, 'unknown_user'],
      ['suffix', { email: 'x@notallowed.example', email_verified: true }, 'unknown_user'],
      ['unverified', { email: 'y@allowed.example', email_verified: false }, 'email_not_verified'],
      ['unstated', { email: 'y@allowed.example' }, 'email_not_verified'],
      ['string', { email: 'y@allowed.example', email_verified: 'true' }, 'email_not_verified'],
      ['admin', { email: adminEmail, email_verified: false }, 'email_not_verified'],
      ['named', { preferred_username: adminEmail }, 'email_not_verified'],
      ['odd', { email: 'admin@e\u0212Aample.com', email_verified: true }, 'unknown_user'],
      ['kelvin', { email: `\u212A@allowed.example`, email_verified: true }, 'email_not_verified'],
      ['off', { email: 'off@example.com', email_verified: true }, 'disabled'],
      ['deny', {}, 'access_denied'],
    ];
    for (const [login, claims, code] of cases) {
      accounts.set(login, claims);
      const browser = openCookieBrowser();
      t.equal(errorOf(await signIn(browser, login)), code, login);
      t.equal(await userOf(browser, api), undefined);
    }
    const [event] = await api.sql.query(
      `select action, outcome, detail from audit_events order by id desc limit 1`,
    );
    t.match(event, { outcome: 'refused', detail: { method: 'oidc', code: 'access_denied' } });
  });

  t.test('roles apply to new users and to users with role sync', async (t) => {
    const roleAfter = async (login: string, roles: unknown) => {
      const email = `${login}@allowed.example`;
      accounts.set(login, { email, email_verified: true, roles });
      const browser = openCookieBrowser();
      await signIn(browser, login);
      return (await userOf(browser, api))?.['role'];
    };
    t.equal(await roleAfter('boss', ['viewer', 'admin']), 'admin');
    t.equal(await roleAfter('word', 'admin'), 'admin');
    t.equal(
      await roleAfter('other', ['administrator']),
      'editor',
      'an unknown role gives the default role',
    );
    t.equal(await roleAfter('boss', ['editor']), 'admin', 'the role is kept without role sync');
    await api.sql.query(
      `update users set sync_auth_role = true where email = 'boss@allowed.example'`,
    );
    t.equal(await roleAfter('boss', ['editor']), 'editor');
    t.equal(await roleAfter('boss', []), 'editor', 'the role is kept without a known role');
    t.equal(await roleAfter('boss', ['editor', 'admin']), 'admin');
  });

  t.test('concurrent first sign-ins create one user', async (t) => {
    accounts.set('quick', { email: 'quick@allowed.example', email_verified: true });
    const ids = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const browser = openCookieBrowser();
        await signIn(browser, 'quick');
        return (await userOf(browser, api))?.['id'];
      }),
    );
    t.type(ids[0], 'string');
    t.equal(new Set(ids).size, 1);
  });

  t.test('a real browser keeps a strict session cookie', async (t) => {
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

  t.test('no secret is logged', async (t) => {
    t.match(api.log(), /sign-in refused/);
    t.notMatch(api.log(), clientSecret);
    for (const authorization of provider.authorizations) {
      for (const name of ['state', 'nonce', 'code_challenge']) {
        t.notOk(api.log().includes(authorization.get(name)!), name);
      }
    }
  });
});

t.test('configured endpoints instead of discovery, under a path prefix', async (t) => {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const api: ListeningApi = await listen(
    (url) => ({
      ...oidcSettings(issuer),
      // Contains the path prefix and a slash; the callback has the prefix once.
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
  const browser = openCookieBrowser();
  const page = await signInAs(browser, `${api.url}/auth/oidc?returnTo=/other`, 'ed');
  t.equal(redirectTarget(page), '/sub/path/', 'the return path stays under the path prefix');
  t.match(await userOf(browser, api), { email: editorEmail });
  t.equal((await fetch(`${new URL(api.url).origin}/auth/oidc`)).status, 404);
  provider.accounts.set('unknown', { email: 'x@other.example', email_verified: true });
  const refused = await signInAs(openCookieBrowser(), `${api.url}/auth/oidc`, 'unknown');
  t.equal(refused.url.href, `${api.url}/signin?error=unknown_user`);
});

t.test('a provider that never responds times out', async (t) => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    silent.close();
    silent.closeAllConnections();
  });
  const { port } = silent.address() as AddressInfo;
  const api = await listen(() => oidcSettings(`http://127.0.0.1:${port}`), {
    dependencies: { providerTimeoutMs: 100 },
  });
  t.teardown(() => api.close());
  const pages = await Promise.all(
    Array.from({ length: 5 }, () =>
      openCookieBrowser().follow(`${api.url}/auth/oidc`, isErrorPage),
    ),
  );
  t.same(pages.map(errorOf), Array(5).fill('provider_unavailable'));
  t.match(api.log(), 'operation timed out');
});

t.test('without settings the routes do not exist', async (t) => {
  const api = await openApi(t);
  for (const path of ['/auth/oidc', '/auth/oidc/callback', '/auth/oauth', '/auth/oauth/callback']) {
    t.equal((await api.anonymous('GET', path)).statusCode, 404, path);
  }
});
