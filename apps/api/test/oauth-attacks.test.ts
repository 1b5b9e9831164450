import t from 'tap';
import { clientId, clientSecret } from './certified-provider.js';
import { type Forgery, startHostileProvider } from './hostile-provider.js';
import { openCookieBrowser } from './cookie-browser.js';
import {
  errorOf,
  isErrorPage,
  listen,
  type ListeningApi,
  redirectTarget,
  userOf,
} from './redirect-support.js';
import { adminEmail, editorEmail } from './support.js';
import { oauthSettings } from './oauth-settings.js';

t.test('an OAuth 2.0 provider with forged responses', async (t) => {
  // Claims of ID tokens, which OAuth 2.0 sign-in does not read.
  const provider = await startHostileProvider({
    sub: 'admin',
    email: adminEmail,
    email_verified: true,
  });
  t.teardown(() => provider.close());
  const api: ListeningApi = await listen(() => ({
    ...oauthSettings,
    SERVICE_OAUTH_AUTHORIZATION_URL: `${provider.issuer}/authorize`,
    SERVICE_OAUTH_TOKEN_URL: `${provider.issuer}/token`,
    SERVICE_OAUTH_USER_INFO_URL: `${provider.issuer}/userinfo`,
    SERVICE_OIDC_CLIENT_ID: clientId,
    SERVICE_OIDC_CLIENT_SECRET: clientSecret,
    SERVICE_OIDC_ISSUER: provider.issuer,
  }));
  t.teardown(() => api.close());
  const start = `${api.url}/auth/oauth`;
  const attempt = async (forgery: Forgery) => {
    provider.forge(forgery);
    const browser = openCookieBrowser();
    const page = await browser.follow(start, isErrorPage);
    const user = await userOf(browser, api);
    return user === undefined ? errorOf(page) : user['email'];
  };
  const profileOf = (body: Record<string, unknown>): Forgery => ({ userInfo: { body } });

  t.test('is asked only for the profile, with the token just received', async (t) => {
    const email = editorEmail;
    t.equal(await attempt(profileOf({ sub: 'ed', email, email_verified: true })), email);
    t.equal(
      await attempt(profileOf({ sub: 'ed' })),
      email,
      'the subject identifies the user from now on',
    );
    const id = 12_345_678;
    const other = 'other@allowed.example';
    t.equal(await attempt(profileOf({ id, email: other, verified_email: true })), other);
    t.equal(await attempt(profileOf({ id: String(id) })), other, 'a numeric id equals its digits');
    t.same(provider.violations, [], 'PKCE, redirect URI and secret are valid');
  });

  t.test('cannot sign in users by an unverified address', async (t) => {
    const unverifiedClaims: Record<string, unknown>[] = [
      {},
      { email_verified: false },
      { email_verified: 'true' },
      { email_verified: 1 },
      { verified_email: false },
      { email_verified: false, verified_email: true },
      { email_verified: null },
    ];
    for (const claims of unverifiedClaims) {
      for (const email of [adminEmail, 'unregistered@allowed.example']) {
        const code = await attempt(profileOf({ sub: 'mallory', email, ...claims }));
        t.equal(code, 'email_not_verified', JSON.stringify(claims));
      }
    }
    const [row] = await api.sql.query<{ count: number }>(
      `select count(*)::int from users where email = 'unregistered@allowed.example'`,
    );
    t.equal(row!.count, 0);
  });

  t.test('must return a valid subject and profile', async (t) => {
    const verified = { email: adminEmail, email_verified: true };
    for (const sub of [undefined, null, '', ' ', 1.5, 2 ** 60, {}, [], 'a\0b', 'x'.repeat(300)]) {
      t.equal(
        await attempt(profileOf({ ...verified, sub })),
        'invalid_response',
        JSON.stringify(sub),
      );
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

  t.test('cannot be mixed up with another provider', async (t) => {
    const validProfile = profileOf({ sub: 'ed' });
    const response = (callback: Record<string, string>) => attempt({ ...validProfile, callback });
    t.equal(await response({ iss: 'https://evil.example' }), 'invalid_response');
    t.equal(await response({ iss: 'unknown' }), 'invalid_response');
    t.equal(await response({ state: 'x'.repeat(43) }), 'invalid_response');
    t.equal(await response({ state: '' }), 'invalid_response');
    t.equal(
      await response({ iss: `${provider.issuer}/realms/one` }),
      editorEmail,
      'an issuer of the same provider is accepted',
    );

    const second = await startHostileProvider({});
    t.teardown(() => second.close());
    provider.forge(validProfile);
    const browser = openCookieBrowser();
    const isCallback = (url: URL) => url.pathname.endsWith('/callback');
    const { url } = await browser.follow(start, isCallback);
    const otherCallback = new URL(`${second.issuer}/authorize`);
    otherCallback.search = new URLSearchParams({
      redirect_uri: `${start}/callback`,
      state: url.searchParams.get('state')!,
    }).toString();
    const mixed = await browser.follow(otherCallback, isErrorPage);
    t.equal(errorOf(mixed), 'provider_refused', 'a code of another provider is refused');
    t.equal(await userOf(browser, api), undefined);
    t.equal(
      errorOf(await browser.follow(url, isErrorPage)),
      'sign_in_expired',
      'the callback cannot be retried',
    );
  });

  t.test('is a different method than OpenID Connect at the same provider', async (t) => {
    provider.forge(profileOf({ sub: 'ed' }));
    const browser = openCookieBrowser();
    const { url } = await browser.follow(start, (next) => next.pathname.endsWith('/callback'));
    browser.setCookie(api.url, 'sluice.oidc', browser.cookies().get('sluice.oauth')!);
    const crossed = new URL(`${api.url}/auth/oidc/callback${url.search}`);
    t.equal(errorOf(await browser.follow(crossed, isErrorPage)), 'sign_in_expired');
    t.equal(await userOf(browser, api), undefined);

    provider.forge({});
    const byOidc = openCookieBrowser();
    await byOidc.follow(`${api.url}/auth/oidc`);
    t.match(await userOf(byOidc, api), { email: adminEmail });
    const profile = { sub: 'boss', email: adminEmail, email_verified: true };
    t.equal(await attempt(profileOf(profile)), adminEmail, 'a user can be linked to both methods');
  });

  t.test('the callback works once, in the browser that started the sign-in', async (t) => {
    provider.forge(profileOf({ sub: 'ed' }));
    const browser = openCookieBrowser();
    const { url } = await browser.follow(start, (next) => next.pathname.endsWith('/callback'));
    const otherBrowser = openCookieBrowser();
    t.equal(errorOf(await otherBrowser.follow(url, isErrorPage)), 'sign_in_expired');
    const [set = ''] = (await openCookieBrowser().get(start)).headers.getSetCookie();
    t.match(set, /^sluice\.oauth=[\w-]{43}; Max-Age=600; Path=\/auth\/oauth\/callback; HttpOnly/);

    const earlier = openCookieBrowser();
    await earlier.follow(start);
    const session = earlier.cookies().get('sluice.sid')!;
    browser.setCookie(api.url, 'sluice.sid', session);
    t.equal((await browser.follow(url)).status, 200);
    t.not(browser.cookies().get('sluice.sid'), session);
    t.equal(await userOf(earlier, api), undefined, 'the earlier session is invalid');
    t.match(await userOf(browser, api), { email: editorEmail });
    t.equal(
      errorOf(await browser.follow(url, isErrorPage)),
      'sign_in_expired',
      'the callback is refused the second time',
    );
    t.match(await userOf(browser, api), { email: editorEmail }, 'the session stays valid');
    for (const target of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
      const page = await openCookieBrowser().follow(
        `${start}?returnTo=${encodeURIComponent(target)}`,
      );
      t.equal(redirectTarget(page), '/', target);
    }
  });

  t.test('leaves no code, token or response in the log', async (t) => {
    t.same(
      [...provider.secrets, 'canary', clientSecret].filter((secret) => api.log().includes(secret)),
      [],
    );
  });
});
