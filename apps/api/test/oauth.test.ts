import { freePort, openChromium } from '@sluice/testkit';
import t from 'tap';
import { clientId, clientSecret, startCertifiedProvider } from './certified-provider.js';
import { startEvilProvider, type Lies } from './evil-provider.js';
import { openJarBrowser } from './jar-browser.js';
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

const clientSettings = {
  SERVICE_OAUTH_CLIENT_ID: clientId,
  SERVICE_OAUTH_CLIENT_SECRET: clientSecret,
  SERVICE_ALLOWED_DOMAINS: 'allowed.example',
};

t.test('sign-in by OAuth 2.0 at a certified provider, below a mount path', async (t) => {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const api = await listen(
    () => ({
      ...clientSettings,
      SERVICE_OAUTH_AUTHORIZATION_URL: `${issuer}/auth`,
      SERVICE_OAUTH_TOKEN_URL: `${issuer}/token`,
      SERVICE_OAUTH_USER_INFO_URL: `${issuer}/me`,
      SERVICE_OAUTH_DEFAULT_ROLE: 'admin',
    }),
    { mount: '/sub' },
  );
  t.teardown(() => api.close());
  const start = `${api.url}/auth/oauth`;

  t.equal((await openJarBrowser().get(start)).status, 302, 'nobody is asked before the browser');
  const provider = await startCertifiedProvider([`${start}/callback`], {
    port: Number(new URL(issuer).port),
    authMethod: 'client_secret_post',
  });
  t.teardown(() => provider.close());
  const { accounts } = provider;

  t.test('a new user of an allowed domain, then a known one', async (t) => {
    accounts.set('new', {
      email: 'new@allowed.example',
      email_verified: true,
      name: 'New User',
      roles: ['editor'],
    });
    const browser = openJarBrowser();
    const page = await signInAs(browser, `${start}?returnTo=/sub/queries`, 'new');
    t.equal(leadsTo(page), '/sub/queries');
    t.match(await userOf(browser, api), {
      email: 'new@allowed.example',
      name: 'New User',
      role: 'admin',
    });
    const [row] = await api.sql.query(
      `select u.origin, i.subject from users u join identities i on i.user_id = u.id`,
    );
    t.same(row, { origin: 'oauth', subject: `${issuer} new` });
    const asked = provider.authorizations.at(-1)!;
    t.equal(asked.get('code_challenge_method'), 'S256');
    t.notOk(asked.has('nonce'));

    accounts.set('ed', { email: editorEmail, email_verified: true });
    const known = openJarBrowser();
    await signInAs(known, start, 'ed');
    t.match(await userOf(known, api), { email: editorEmail, role: 'editor' });
  });

  t.test('who may not come in is told why', async (t) => {
    const cases: [string, object, string][] = [
      ['stranger', { email: 'x@other.example', email_verified: true }, 'unknown_user'],
      ['unproved', { email: adminEmail, email_verified: false }, 'email_not_verified'],
      ['second', { email: 'new@allowed.example', email_verified: true }, 'linked_elsewhere'],
      ['deny', {}, 'access_denied'],
    ];
    for (const [login, claims, code] of cases) {
      accounts.set(login, claims);
      const browser = openJarBrowser();
      t.equal(errorOf(await signInAs(browser, start, login)), code, login);
      t.equal(await userOf(browser, api), undefined);
    }
  });

  t.test('a real browser with a strict session cookie', async (t) => {
    const chromium = await openChromium();
    t.teardown(() => chromium.close());
    const page = await chromium.newPage();
    await page.goto(`${start}?returnTo=/sub/api/app`);
    await page.fill('input[name=login]', 'new');
    await page.click('button');
    await page.waitForURL(`${api.url}/api/app`);
    t.match(await page.textContent('body'), 'new@allowed.example');
  });
});

t.test('an OAuth 2.0 provider that lies', async (t) => {
  // What stands in its ID tokens, which nobody reads.
  const provider = await startEvilProvider({
    sub: 'admin',
    email: adminEmail,
    email_verified: true,
  });
  t.teardown(() => provider.close());
  const api: ListeningApi = await listen(() => ({
    ...clientSettings,
    SERVICE_OAUTH_AUTHORIZATION_URL: `${provider.issuer}/authorize`,
    SERVICE_OAUTH_TOKEN_URL: `${provider.issuer}/token`,
    SERVICE_OAUTH_USER_INFO_URL: `${provider.issuer}/userinfo`,
    SERVICE_OIDC_CLIENT_ID: clientId,
    SERVICE_OIDC_CLIENT_SECRET: clientSecret,
    SERVICE_OIDC_ISSUER: provider.issuer,
  }));
  t.teardown(() => api.close());
  const start = `${api.url}/auth/oauth`;
  const attempt = async (lies: Lies) => {
    provider.tell(lies);
    const browser = openJarBrowser();
    const page = await browser.follow(start, isErrorPage);
    const user = await userOf(browser, api);
    return user === undefined ? errorOf(page) : user['email'];
  };
  const saying = (body: Record<string, unknown>): Lies => ({ userInfo: { body } });

  t.test(
    'is asked for the profile with the token just received, and for nothing else',
    async (t) => {
      const email = editorEmail;
      t.equal(await attempt(saying({ sub: 'ed', email, email_verified: true })), email);
      t.equal(await attempt(saying({ sub: 'ed' })), email, 'by the subject from now on');
      const id = 12_345_678;
      const other = 'other@allowed.example';
      t.equal(await attempt(saying({ id, email: other, verified_email: true })), other);
      t.equal(await attempt(saying({ id: String(id) })), other, 'a number and its digits are one');
      t.same(provider.complaints, [], 'PKCE, redirect URI and secret were right');
    },
  );

  t.test('is not believed about an address that it does not vouch for', async (t) => {
    const words: Record<string, unknown>[] = [
      {},
      { email_verified: false },
      { email_verified: 'true' },
      { email_verified: 1 },
      { verified_email: false },
      { email_verified: false, verified_email: true },
      { email_verified: null },
    ];
    for (const said of words) {
      for (const email of [adminEmail, 'brand-new@allowed.example']) {
        const code = await attempt(saying({ sub: 'mallory', email, ...said }));
        t.equal(code, 'email_not_verified', JSON.stringify(said));
      }
    }
    const [row] = await api.sql.query<{ count: number }>(
      `select count(*)::int from users where email = 'brand-new@allowed.example'`,
    );
    t.equal(row!.count, 0);
  });

  t.test('must say who it is', async (t) => {
    const proved = { email: adminEmail, email_verified: true };
    for (const sub of [undefined, null, '', ' ', 1.5, 2 ** 60, {}, [], 'a\0b', 'x'.repeat(300)]) {
      t.equal(await attempt(saying({ ...proved, sub })), 'invalid_response', JSON.stringify(sub));
    }
    for (const raw of ['', '[]', '"x"', 'null', '<html>', '{"sub":"canary-profile"']) {
      t.equal(await attempt({ userInfo: { raw } }), 'invalid_response', raw);
    }
    t.equal(await attempt({ userInfo: { status: 401 } }), 'invalid_response');
    t.equal(await attempt({ userInfo: { status: 502 } }), 'provider_unavailable');
    t.equal(await attempt({ token: { status: 502 } }), 'provider_unavailable');
    t.equal(
      await attempt({ token: { status: 400, body: { error: 'invalid_client' } } }),
      'provider_refused',
    );
    t.equal(await attempt({ token: { raw: 'canary' } }), 'invalid_response');
  });

  t.test('cannot be mixed up with another one', async (t) => {
    const honest = saying({ sub: 'ed' });
    const answer = (callback: Record<string, string>) => attempt({ ...honest, callback });
    t.equal(await answer({ iss: 'https://evil.example' }), 'invalid_response');
    t.equal(await answer({ iss: 'nobody' }), 'invalid_response');
    t.equal(await answer({ state: 'x'.repeat(43) }), 'invalid_response');
    t.equal(await answer({ state: '' }), 'invalid_response');
    t.equal(await answer({ iss: `${provider.issuer}/realms/one` }), editorEmail, 'its own name');

    const second = await startEvilProvider({});
    t.teardown(() => second.close());
    provider.tell(honest);
    const browser = openJarBrowser();
    const isCallback = (url: URL) => url.pathname.endsWith('/callback');
    const { url } = await browser.follow(start, isCallback);
    const elsewhere = new URL(`${second.issuer}/authorize`);
    elsewhere.search = new URLSearchParams({
      redirect_uri: `${start}/callback`,
      state: url.searchParams.get('state')!,
    }).toString();
    const mixed = await browser.follow(elsewhere, isErrorPage);
    t.equal(errorOf(mixed), 'provider_refused', 'a code of another provider is no code here');
    t.equal(await userOf(browser, api), undefined);
    t.equal(
      errorOf(await browser.follow(url, isErrorPage)),
      'sign_in_expired',
      'nor is it tried again',
    );
  });

  t.test('is one method, and OpenID Connect at the same provider is another', async (t) => {
    provider.tell(saying({ sub: 'ed' }));
    const browser = openJarBrowser();
    const { url } = await browser.follow(start, (next) => next.pathname.endsWith('/callback'));
    browser.plant(api.url, 'sluice.oidc', browser.cookies().get('sluice.oauth')!);
    const crossed = new URL(`${api.url}/auth/oidc/callback${url.search}`);
    t.equal(errorOf(await browser.follow(crossed, isErrorPage)), 'sign_in_expired');
    t.equal(await userOf(browser, api), undefined);

    provider.tell({});
    const byOidc = openJarBrowser();
    await byOidc.follow(`${api.url}/auth/oidc`);
    t.match(await userOf(byOidc, api), { email: adminEmail });
    const profile = { sub: 'boss', email: adminEmail, email_verified: true };
    t.equal(await attempt(saying(profile)), adminEmail, 'a user may have a link of each');
  });

  t.test('the way back counts once, in the browser that went', async (t) => {
    provider.tell(saying({ sub: 'ed' }));
    const browser = openJarBrowser();
    const { url } = await browser.follow(start, (next) => next.pathname.endsWith('/callback'));
    const stranger = openJarBrowser();
    t.equal(errorOf(await stranger.follow(url, isErrorPage)), 'sign_in_expired');
    const [set = ''] = (await openJarBrowser().get(start)).headers.getSetCookie();
    t.match(set, /^sluice\.oauth=[\w-]{43}; Max-Age=600; Path=\/auth\/oauth\/callback; HttpOnly/);

    const planted = openJarBrowser();
    await planted.follow(start);
    const session = planted.cookies().get('sluice.sid')!;
    browser.plant(api.url, 'sluice.sid', session);
    t.equal((await browser.follow(url)).status, 200);
    t.not(browser.cookies().get('sluice.sid'), session);
    t.equal(await userOf(planted, api), undefined, 'a session from before is dead');
    t.match(await userOf(browser, api), { email: editorEmail });
    t.equal(errorOf(await browser.follow(url, isErrorPage)), 'sign_in_expired', 'a second time');
    t.match(await userOf(browser, api), { email: editorEmail }, 'and nobody is signed out by it');
    for (const target of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
      const page = await openJarBrowser().follow(`${start}?returnTo=${encodeURIComponent(target)}`);
      t.equal(leadsTo(page), '/', target);
    }
  });

  t.test('leaves no code, token or answer in the log', async (t) => {
    t.same(
      [...provider.secrets, 'canary', clientSecret].filter((secret) => api.log().includes(secret)),
      [],
    );
  });
});

t.test(
  'the redirect URI is made of settings alone, and the mount path is in it once',
  async (t) => {
    const cases: [publicUrl: string, mount: string, redirectUri: string][] = [
      ['https://sluice.example', '', 'https://sluice.example/auth/oauth/callback'],
      ['https://sluice.example/', '/sub', 'https://sluice.example/sub/auth/oauth/callback'],
      ['https://sluice.example/sub/', '/sub', 'https://sluice.example/sub/auth/oauth/callback'],
      ['http://localhost:81/tools', '', 'http://localhost:81/tools/auth/oauth/callback'],
    ];
    for (const [publicUrl, mount, redirectUri] of cases) {
      const settings = { ...clientSettings, PUBLIC_URL: publicUrl, SERVICE_BASE_URL: mount };
      const api = await openTestApi({ settings });
      const answer = await api.anonymous('GET', `${mount}/auth/oauth`, undefined, {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
      });
      const asked = new URL(String(answer.headers.location));
      t.equal(asked.origin, 'https://accounts.google.com');
      t.equal(asked.searchParams.get('redirect_uri'), redirectUri);
      t.equal(asked.searchParams.get('scope'), 'openid email profile');
      const set = String(answer.headers['set-cookie']);
      t.match(set, `Path=${new URL(redirectUri).pathname};`);
      t.equal(/; Secure/.test(set), publicUrl.startsWith('https:'));
      await api.close();
    }
  },
);
