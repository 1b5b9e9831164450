import { createHmac } from 'node:crypto';
import t, { type Test } from 'tap';
import { clientId, clientSecret } from './certified-provider.js';
import { rsaSigner, startEvilProvider, type EvilProvider, type Lies } from './evil-provider.js';
import { openJarBrowser } from './jar-browser.js';
import { errorOf, isErrorPage, listen, userOf, type ListeningApi } from './redirect-support.js';
import { adminEmail } from './support.js';

const person = { sub: 'admin-at-the-provider', email: adminEmail, email_verified: true };

const settingsOf = (issuer: string) => ({
  SERVICE_OIDC_CLIENT_ID: clientId,
  SERVICE_OIDC_CLIENT_SECRET: clientSecret,
  SERVICE_OIDC_ISSUER: issuer,
});

const open = async (t: Test, more: (issuer: string) => Record<string, string> = () => ({})) => {
  const provider = await startEvilProvider(person);
  t.teardown(() => provider.close());
  const api = await listen(() => ({ ...settingsOf(provider.issuer), ...more(provider.issuer) }));
  t.teardown(() => api.close());
  return { provider, api };
};

/** Signs in once while the provider lies so; the error's code, or who is signed in. */
async function attempt(api: ListeningApi, provider: EvilProvider, lies: Lies): Promise<unknown> {
  provider.tell(lies);
  const browser = openJarBrowser();
  const page = await browser.follow(`${api.url}/auth/oidc`, isErrorPage);
  const user = await userOf(browser, api);
  return user === undefined ? errorOf(page) : user['email'];
}

const hour = 3600;
const now = () => Math.floor(Date.now() / 1000);

const hmac = (key: string | Buffer) => (input: string) =>
  createHmac('sha256', key).update(input).digest('base64url');

/** What must not sign anybody in, whether or not signatures can be checked. */
const lyingClaims: Record<string, Lies> = {
  'another nonce': { claims: { nonce: 'x'.repeat(43) } },
  'no nonce': { claims: { nonce: undefined } },
  'another issuer': { claims: { iss: 'https://evil.example' } },
  'an issuer that is nearly right': { claims: { iss: 'http://127.0.0.1:1' } },
  'no issuer': { claims: { iss: undefined } },
  'another audience': { claims: { aud: 'another-client' } },
  'audiences without us': { claims: { aud: ['another-client', 'third'] } },
  'no audience': { claims: { aud: undefined } },
  'several audiences and no azp': { claims: { aud: [clientId, 'another-client'] } },
  'several audiences, azp another': {
    claims: { aud: [clientId, 'another-client'], azp: 'another-client' },
  },
  'our audience, azp another': { claims: { azp: 'another-client' } },
  'an expired token': { claims: { iat: now() - 2 * hour, exp: now() - hour } },
  'no expiry': { claims: { exp: undefined } },
  'an expiry that is no number': { claims: { exp: '9999999999' } },
  'issued in the future': { claims: { iat: now() + hour, exp: now() + 2 * hour } },
  'not valid before an hour': { claims: { nbf: now() + hour, exp: now() + 2 * hour } },
  'no time of issue': { claims: { iat: undefined } },
  'no subject': { claims: { sub: undefined } },
  'an empty subject': { claims: { sub: '' } },
  'a subject that is a number': { claims: { sub: 5 } },
  'a subject with NUL': { claims: { sub: 'a\0b' }, userInfo: { body: { sub: 'a\0b' } } },
  'algorithm none': { header: { alg: 'none' }, sign: () => '' },
  'algorithm None': { header: { alg: 'None' }, sign: () => '' },
  'HS256 with the client secret': { header: { alg: 'HS256' }, sign: hmac(clientSecret) },
  'no algorithm': { header: { alg: undefined } },
  'a critical extension': { header: { crit: ['x'], x: 1 } },
  'no ID token': { idToken: () => undefined },
  'an empty ID token': { idToken: () => '' },
  'no token at all': { idToken: () => 'x.y.z' },
  'five parts': { idToken: (honest) => `${honest}.x.y` },
  'the profile of another subject': { userInfo: { body: { sub: 'somebody-else' } } },
  'the profile of nobody': { userInfo: { body: { email: adminEmail } } },
  'a profile that is a list': { userInfo: { raw: '[]' } },
  'a profile as an unsigned token': {
    userInfo: {
      headers: { 'content-type': 'application/jwt' },
      raw: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(
        JSON.stringify(person),
      ).toString('base64url')}.`,
    },
  },
  'the answer of another issuer': { callback: { iss: 'https://evil.example' } },
  'a token beside the code': { callback: { id_token: 'x.y.z' } },
};

/** What must not sign anybody in where signatures are checked. */
function lyingSignatures(provider: EvilProvider): Record<string, Lies> {
  const other = rsaSigner();
  return {
    'another key': { sign: other.sign },
    'another key under a name that is not published': {
      header: { kid: 'mine' },
      sign: other.sign,
    },
    'another key in the header': { header: { jwk: other.jwk }, sign: other.sign },
    'another key by address': { header: { jku: 'http://evil.example' }, sign: other.sign },
    'no signature': { sign: () => '' },
    'a signature of ES256 by RSA': { header: { alg: 'ES256' } },
    'a changed payload': {
      idToken: (honest) => {
        const [header = '', payload = '', signature = ''] = honest.split('.');
        const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
        const changed = JSON.stringify({ ...claims, roles: ['admin'] });
        return [header, Buffer.from(changed).toString('base64url'), signature].join('.');
      },
    },
    ...Object.fromEntries(
      provider.publicKeys.map((key, index) => [
        `HS256 with the public key, spelling ${index}`,
        { header: { alg: 'HS256' }, sign: hmac(key) },
      ]),
    ),
  };
}

t.test('a provider that can be asked for its keys', async (t) => {
  const { provider, api } = await open(t);

  t.test('is not believed when what it says of itself is wrong', async (t) => {
    const lies: Record<string, Record<string, unknown>> = {
      'another issuer': { issuer: 'https://accounts.google.com' },
      'no issuer': { issuer: undefined },
      'a template of issuers': { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' },
      'a page without TLS': { authorization_endpoint: 'http://evil.example/authorize' },
      'a page that is a script': { authorization_endpoint: 'javascript:alert(1)' },
      'a token page without TLS': { token_endpoint: 'http://evil.example/token' },
      'keys without TLS': { jwks_uri: 'http://evil.example/jwks' },
      'no keys': { jwks_uri: undefined },
      'an address that is none': { token_endpoint: 'nowhere' },
      'only weak signatures': { id_token_signing_alg_values_supported: ['none', 'HS256'] },
    };
    for (const [what, metadata] of Object.entries(lies)) {
      t.equal(await attempt(api, provider, { metadata }), 'invalid_response', what);
    }
  });

  t.test('signs in who it honestly says', async (t) => {
    t.equal(await attempt(api, provider, {}), adminEmail);
    t.equal(
      await attempt(api, provider, { claims: { aud: [clientId, 'another'], azp: clientId } }),
      adminEmail,
    );
    t.same(provider.complaints, [], 'PKCE, redirect URI and secret were right');
  });

  t.test('is not believed when a claim, the answer or the profile is wrong', async (t) => {
    for (const [what, lies] of Object.entries(lyingClaims)) {
      t.equal(await attempt(api, provider, lies), 'invalid_response', what);
    }
  });

  t.test('is not believed when a signature is wrong', async (t) => {
    const lies = lyingSignatures(provider);
    for (const [what, lie] of Object.entries(lies)) {
      t.equal(await attempt(api, provider, lie), 'invalid_response', what);
    }
  });

  t.test('that fails is told from one that lies', async (t) => {
    const lies: [string, Lies, string][] = [
      ['is broken', { token: { status: 503 } }, 'provider_unavailable'],
      [
        'refuses',
        { token: { status: 400, body: { error: 'invalid_client' } } },
        'provider_refused',
      ],
      ['has a broken profile', { userInfo: { status: 500 } }, 'provider_unavailable'],
      ['says no', { callback: { error: 'access_denied' } }, 'access_denied'],
      ['is busy', { callback: { error: 'temporarily_unavailable' } }, 'provider_unavailable'],
      ['knows no such scope', { callback: { error: 'invalid_scope' } }, 'provider_refused'],
      ['babbles', { token: { raw: 'access_token=canary-token' } }, 'invalid_response'],
      ['breaks off', { token: { raw: '{"access_token":"canary-token"' } }, 'invalid_response'],
      [
        'has a token that is no header',
        { token: { body: { access_token: 'canary-token\n', token_type: 'Bearer' } } },
        'invalid_response',
      ],
      [
        'sends us elsewhere with the code',
        { token: { status: 307, headers: { location: `${provider.issuer}/userinfo` } } },
        'invalid_response',
      ],
    ];
    for (const [what, lie, code] of lies) {
      t.equal(await attempt(api, provider, lie), code, what);
    }
  });

  t.test('is asked once, however often the browser comes back at once', async (t) => {
    provider.tell({});
    const browser = openJarBrowser();
    const isCallback = (url: URL) => url.pathname.endsWith('/callback');
    const { url } = await browser.follow(`${api.url}/auth/oidc`, isCallback);
    const secret = browser.cookies().get('sluice.oidc')!;
    const pages = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const copy = openJarBrowser();
        copy.plant(api.url, 'sluice.oidc', secret);
        return copy.follow(url, isErrorPage);
      }),
    );
    const errors = pages.map(errorOf);
    t.equal(errors.filter((error) => error === null).length, 1);
    t.equal(errors.filter((error) => error === 'sign_in_expired').length, 7);
  });

  t.test('leaves no code, token or answer in the log', async (t) => {
    t.ok(provider.secrets.length > 100);
    t.same(
      [...provider.secrets, 'canary', clientSecret].filter((secret) => api.log().includes(secret)),
      [],
    );
    t.match(api.log(), 'unexpected JWT claim value', 'but says what was wrong');
  });
});

t.test('a provider whose addresses are given, and whose keys nobody knows', async (t) => {
  const { provider, api } = await open(t, (issuer) => ({
    SERVICE_OIDC_AUTHORIZATION_URL: `${issuer}/authorize`,
    SERVICE_OIDC_TOKEN_URL: `${issuer}/token`,
    SERVICE_OIDC_USER_INFO_URL: `${issuer}/userinfo`,
  }));
  t.equal(await attempt(api, provider, {}), adminEmail);
  for (const [what, lies] of Object.entries(lyingClaims)) {
    t.equal(await attempt(api, provider, lies), 'invalid_response', what);
  }
  t.same(provider.complaints, []);
});

t.test('a provider whose addresses are given, that of its keys, too', async (t) => {
  const { provider, api } = await open(t, (issuer) => ({
    SERVICE_OIDC_AUTHORIZATION_URL: `${issuer}/authorize`,
    SERVICE_OIDC_TOKEN_URL: `${issuer}/token`,
    SERVICE_OIDC_USER_INFO_URL: `${issuer}/userinfo`,
    SERVICE_OIDC_JWKS_URL: `${issuer}/jwks`,
  }));
  t.equal(await attempt(api, provider, {}), adminEmail);
  for (const [what, lies] of Object.entries(lyingSignatures(provider))) {
    t.equal(await attempt(api, provider, lies), 'invalid_response', what);
  }
  t.same(provider.complaints, []);
});
