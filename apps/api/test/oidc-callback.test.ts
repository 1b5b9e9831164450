import t from 'tap';
import { type CookieBrowser, openCookieBrowser } from './cookie-browser.js';
import { errorOf, isErrorPage, redirectTarget, userOf } from './redirect-support.js';
import { openOidc } from './oidc-support.js';

t.test('the callback of OpenID Connect', async (t) => {
  const { issuer, api, start, accounts, signIn } = await openOidc(t);
  for (const login of ['new', 'boss']) {
    accounts.set(login, { email: `${login}@allowed.example`, email_verified: true });
  }

  t.test(
    'the callback works once, in the browser that started the sign-in, with its state',
    async (t) => {
      const isCallback = (url: URL) => url.pathname.endsWith('/callback');
      const callbackOf = async (browser: CookieBrowser): Promise<URL> => {
        const form = await browser.follow(start);
        return (await browser.submit(form.url, { login: 'new' }, isCallback)).url;
      };
      const refused = async (browser: CookieBrowser, url: URL, code: string, title: string) => {
        t.equal(errorOf(await browser.follow(url, isErrorPage)), code, title);
        t.equal(await userOf(browser, api), undefined, title);
      };
      const wrong = openCookieBrowser();
      const callback = await callbackOf(wrong);
      t.ok(callback.searchParams.get('code'));
      await refused(
        openCookieBrowser(),
        callback,
        'sign_in_expired',
        'the callback in another browser',
      );
      const otherState = new URL(callback);
      otherState.searchParams.set('state', 'x'.repeat(43));
      await refused(wrong, otherState, 'invalid_response', 'a wrong state');
      await refused(wrong, callback, 'sign_in_expired', 'the right state after a wrong one');

      const missing = openCookieBrowser();
      const noState = await callbackOf(missing);
      noState.searchParams.delete('state');
      await refused(missing, noState, 'invalid_response', 'no state');

      const foreign = openCookieBrowser();
      const otherIssuer = await callbackOf(foreign);
      t.equal(otherIssuer.searchParams.get('iss'), issuer);
      otherIssuer.searchParams.set('iss', 'https://evil.example');
      await refused(foreign, otherIssuer, 'invalid_response', 'a response of another issuer');

      const doubled = openCookieBrowser();
      const twice = await callbackOf(doubled);
      twice.searchParams.append('code', 'another');
      await refused(doubled, twice, 'invalid_response', 'two codes');

      const late = openCookieBrowser();
      const stale = await callbackOf(late);
      await api.sql.query(`update pending_sign_ins set expires_at = now() - interval '1 second'`);
      await refused(late, stale, 'sign_in_expired', 'after ten minutes');

      const once = openCookieBrowser();
      const good = await callbackOf(once);
      const cookies = new Map(once.cookies());
      t.equal((await once.follow(good)).status, 200);
      t.notOk(once.cookies().has('sluice.oidc'), 'the pending cookie is deleted');
      const replay = openCookieBrowser();
      replay.setCookie(api.url, 'sluice.oidc', cookies.get('sluice.oidc')!);
      await refused(replay, good, 'sign_in_expired', 'the callback is replayed with its cookie');
      await refused(
        openCookieBrowser(),
        new URL(`${start}/callback`),
        'sign_in_expired',
        'a callback without a sign-in',
      );
    },
  );

  t.test('the pending cookie is short-lived and sent only to the callback', async (t) => {
    const page = await openCookieBrowser().get(`${start}?returnTo=/`);
    t.equal(page.status, 302);
    t.equal(page.headers.get('cache-control'), 'no-store');
    const [set = '', ...others] = page.headers.getSetCookie();
    t.same(others, [], 'no session is created');
    t.match(set, /^sluice\.oidc=[\w-]{43}; Max-Age=600; Path=\/auth\/oidc\/callback;/);
    t.match(set, /HttpOnly/);
    t.match(set, /SameSite=Lax/);
    t.equal((await fetch(start, { method: 'HEAD' })).status, 404, 'only GET starts a sign-in');
  });

  t.test('a sign-in never redirects to another site', async (t) => {
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
      const browser = openCookieBrowser();
      const page = await signIn(browser, 'new', `?returnTo=${encodeURIComponent(target)}`);
      t.equal(page.status, 200, target);
      const redirect = new URL(redirectTarget(page)!.replaceAll(/&#\d+;/g, '_'), api.url);
      t.equal(redirect.origin, api.url, target);
      t.notMatch(page.text, /<script/);
      t.same(
        page.headers.getSetCookie().filter((each) => !each.startsWith('sluice.')),
        [],
      );
    }
  });

  t.test('a session fixed by an attacker is invalid after the sign-in', async (t) => {
    const attacker = openCookieBrowser();
    await signIn(attacker, 'new');
    const fixed = attacker.cookies().get('sluice.sid')!;
    const victim = openCookieBrowser();
    victim.setCookie(api.url, 'sluice.sid', fixed);
    await signIn(victim, 'boss');
    t.match(await userOf(victim, api), { email: 'boss@allowed.example' });
    t.not(victim.cookies().get('sluice.sid'), fixed);
    t.equal(await userOf(attacker, api), undefined, 'the fixed session is invalid');
  });
});
