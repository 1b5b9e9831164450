import { loadSettings, loadStandaloneConfig } from '@sluice/config';
import t from 'tap';
import { problems, secrets } from './support.js';

t.test('weak, published and repeated secrets are rejected', async (t) => {
  const same = secrets.SERVICE_PASSPHRASE;
  for (const [secret, path] of [
    ['a'.repeat(40), 'SERVICE_COOKIE_SECRET'],
    ['secret-used-to-sign-cookies-please-set-and-make-strong', 'SERVICE_COOKIE_SECRET'],
    [same, 'SERVICE_COOKIE_SECRET'],
  ] as const) {
    const environment = { ...secrets, SERVICE_COOKIE_SECRET: secret };
    t.same(
      problems(() => loadSettings(environment)),
      [path],
      secret,
    );
  }
  const token = { ...secrets, SERVICE_SERVICE_TOKEN_SECRET: secrets.SERVICE_COOKIE_SECRET };
  t.same(
    problems(() => loadSettings(token)),
    ['SERVICE_SERVICE_TOKEN_SECRET'],
  );
});

t.test('SameSite=None requires TLS', async (t) => {
  const environment = { ...secrets, SERVICE_SESSION_COOKIE_SAME_SITE: 'none' };
  t.same(
    problems(() => loadSettings(environment)),
    ['SERVICE_SESSION_COOKIE_SAME_SITE'],
  );
  for (const tls of [{ SERVICE_COOKIE_SECURE: 'true' }, { PUBLIC_URL: 'https://x.example.com' }]) {
    t.same(
      problems(() => loadSettings({ ...environment, ...tls })),
      [],
    );
  }
});

t.test('a __Host- or __Secure- cookie name is rejected unless its conditions hold', async (t) => {
  const named = (name: string, more: Record<string, string> = {}) =>
    problems(() => loadSettings({ ...secrets, SERVICE_COOKIE_NAME: name, ...more }));
  const tls = { PUBLIC_URL: 'https://x.example.com' };
  for (const name of ['__Host-sluice', '__Secure-sluice', '__host-sluice']) {
    t.same(named(name), ['SERVICE_COOKIE_NAME'], `${name} without TLS`);
    t.same(named(name, tls), [], name);
  }
  const mounted = { ...tls, SERVICE_BASE_URL: '/sub' };
  t.same(named('__Host-sluice', mounted), ['SERVICE_COOKIE_NAME']);
  t.same(named('__Secure-sluice', mounted), []);
});

t.test('the launcher requires secrets only with an external database', async (t) => {
  t.same(
    problems(() => loadStandaloneConfig({})),
    [],
  );
  const external = { DATABASE_URL: 'postgresql://db.example.com/sluice' };
  t.same(
    problems(() => loadStandaloneConfig(external)),
    ['SERVICE_PASSPHRASE', 'SERVICE_COOKIE_SECRET'],
  );
  t.same(
    problems(() => loadStandaloneConfig({ ...external, ...secrets })),
    [],
  );
});

t.test('webhooks require their own secret and HTTP URLs', async (t) => {
  const on = { SERVICE_WEBHOOK_ENABLED: 'true' };
  t.same(
    problems(() => loadSettings(on)),
    ['SERVICE_WEBHOOK_ENABLED'],
  );
  const shared = { ...secrets, SERVICE_WEBHOOK_SECRET: secrets.SERVICE_PASSPHRASE };
  t.same(
    problems(() => loadSettings(shared)),
    ['SERVICE_WEBHOOK_SECRET'],
  );
  for (const url of ['ftp://h/x', 'file:///etc/passwd', 'hooks.example.com', 'unix:/x']) {
    t.same(
      problems(() => loadSettings({ SERVICE_WEBHOOK_USER_CREATED_URL: url })),
      ['SERVICE_WEBHOOK_USER_CREATED_URL'],
      url,
    );
  }
  const url = { SERVICE_WEBHOOK_USER_CREATED_URL: 'https://hooks.example.com' };
  t.match(loadSettings(url).warnings, [/ENABLED is false: no webhooks are sent/]);
  const secret = { SERVICE_WEBHOOK_SECRET: 'a secret of more than 32 characters' };
  t.match(loadSettings({ ...on, ...secret }).warnings, [/no SERVICE_WEBHOOK_…_URL is set/]);
});

t.test('identity provider URLs require TLS except on the loopback interface', async (t) => {
  const names = [
    'SERVICE_OIDC_ISSUER',
    'SERVICE_OAUTH_AUTHORIZATION_URL',
    'SERVICE_OAUTH_TOKEN_URL',
    'SERVICE_OAUTH_USER_INFO_URL',
  ];
  const problemsWith = (address: string) =>
    problems(() => loadSettings(Object.fromEntries(names.map((name) => [name, address]))));
  for (const host of [
    'provider.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.1',
    '[::2]',
  ]) {
    t.same(problemsWith(`http://${host}/path`), names, host);
    t.same(problemsWith(`https://${host}/path`), [], host);
  }
  for (const host of ['localhost:8080', '127.0.0.1', '127.1.2.3:90', '[::1]']) {
    t.same(problemsWith(`http://${host}/path`), [], host);
  }
});

t.test('OpenID Connect endpoints are set together and the scope contains openid', async (t) => {
  const token = { SERVICE_OIDC_TOKEN_URL: 'https://provider.example/token' };
  t.ok(problems(() => loadSettings(token)).every((name) => name === 'SERVICE_OIDC_TOKEN_URL'));
  t.equal(problems(() => loadSettings(token)).length, 2);
  const scope = { SERVICE_OIDC_SCOPE: 'email profile' };
  t.same(
    problems(() => loadSettings(scope)),
    ['SERVICE_OIDC_SCOPE'],
  );
});
