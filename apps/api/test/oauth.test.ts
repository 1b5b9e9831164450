import { freePort, openChromium } from '@sluice/testkit';
import t from 'tap';
import { startCertifiedProvider } from './certified-provider.js';
import { openCookieBrowser } from './cookie-browser.js';
import { errorOf, listen, redirectTarget, signInAs, userOf } from './redirect-support.js';
import { adminEmail, editorEmail, openTestApi } from './support.js';
import { oauthSettings } from './oauth-settings.js';

t.test('OAuth 2.0 sign-in at a certified provider, under a path prefix', async (t) => {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const api = await listen(
    () => ({
      ...oauthSettings,
      SERVICE_OAUTH_AUTHORIZATION_URL: `${issuer}/auth`,
      SERVICE_OAUTH_TOKEN_URL: `${issuer}/token`,
      SERVICE_OAUTH_USER_INFO_URL: `${issuer}/me`,
      SERVICE_OAUTH_DEFAULT_ROLE: 'admin',
    }),
    { mount: '/sub' },
  );
  t.teardown(() => api.close());
  const start = `${api.url}/auth/oauth`;

  t.equal(
    (await openCookieBrowser().get(start)).status,
    302,
    'the redirect needs no request to the provider',
  );
  const provider = await startCertifiedProvider([`${start}/callback`], {
    port: Number(new URL(issuer).port),
    authMethod: 'client_secret_post',
  });
  t.teardown(() => provider.close());
  const { accounts } = provider;

  t.test('a new user of an allowed domain and a known user sign in', async (t) => {
    accounts.set('new', {
      email: 'new@allowed.example',
      email_verified: true,
      name: 'New User',
      roles: ['editor'],
    });
    const browser = openCookieBrowser();
    const page = await signInAs(browser, `${start}?returnTo=/sub/queries`, 'new');
    t.equal(redirectTarget(page), '/sub/queries');
    t.match(await userOf(browser, api), {
      email: 'new@allowed.example',
      name: 'New User',
      role: 'admin',
    });
    const [row] = await api.sql.query(
      `select u.origin, i.subject from users u join identities i on i.user_id = u.id`,
    );
    t.same(row, { origin: 'oauth', subject: `${issuer} new` });
    const authorization = provider.authorizations.at(-1)!;
    t.equal(authorization.get('code_challenge_method'), 'S256');
    t.notOk(authorization.has('nonce'));

    accounts.set('ed', { email: editorEmail, email_verified: true });
    const known = openCookieBrowser();
    await signInAs(known, start, 'ed');
    t.match(await userOf(known, api), { email: editorEmail, role: 'editor' });
  });

  t.test('a refused user is redirected with a reason', async (t) => {
    const cases: [string, object, string][] = [
      ['unknown', { email: 'x@other.example', email_verified: true }, 'unknown_user'],
      ['unverified', { email: adminEmail, email_verified: false }, 'email_not_verified'],
      ['second', { email: 'new@allowed.example', email_verified: true }, 'linked_elsewhere'],
      ['deny', {}, 'access_denied'],
    ];
    for (const [login, claims, code] of cases) {
      accounts.set(login, claims);
      const browser = openCookieBrowser();
      t.equal(errorOf(await signInAs(browser, start, login)), code, login);
      t.equal(await userOf(browser, api), undefined);
    }
  });

  t.test('a real browser keeps a strict session cookie', async (t) => {
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

t.test('the redirect URI comes only from settings and contains the path prefix once', async (t) => {
  const cases: [publicUrl: string, mount: string, redirectUri: string][] = [
    ['https://sluice.example', '', 'https://sluice.example/auth/oauth/callback'],
    ['https://sluice.example/', '/sub', 'https://sluice.example/sub/auth/oauth/callback'],
    ['https://sluice.example/sub/', '/sub', 'https://sluice.example/sub/auth/oauth/callback'],
    ['http://localhost:81/tools', '', 'http://localhost:81/tools/auth/oauth/callback'],
  ];
  for (const [publicUrl, mount, redirectUri] of cases) {
    const settings = { ...oauthSettings, PUBLIC_URL: publicUrl, SERVICE_BASE_URL: mount };
    const api = await openTestApi({ settings });
    const response = await api.anonymous('GET', `${mount}/auth/oauth`, undefined, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    });
    const authorization = new URL(String(response.headers.location));
    t.equal(authorization.origin, 'https://accounts.google.com');
    t.equal(authorization.searchParams.get('redirect_uri'), redirectUri);
    t.equal(authorization.searchParams.get('scope'), 'openid email profile');
    const set = String(response.headers['set-cookie']);
    t.match(set, `Path=${new URL(redirectUri).pathname};`);
    t.equal(/; Secure/.test(set), publicUrl.startsWith('https:'));
    await api.close();
  }
});
