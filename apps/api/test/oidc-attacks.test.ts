import { createHmac } from 'node:crypto';
import t, { type Test } from 'tap';
import { clientId, clientSecret } from './certified-provider.js';
import {
  rsaSigner,
  startHostileProvider,
  type HostileProvider,
  type Forgery,
} from './hostile-provider.js';
import { openCookieBrowser } from './cookie-browser.js';
import { errorOf, isErrorPage, listen, userOf, type ListeningApi } from './redirect-support.js';
import { adminEmail } from './support.js';

const person = { sub: 'admin-at-the-provider', email: adminEmail, email_verified: true };

const settingsOf = (issuer: string) => ({
  SERVICE_OIDC_CLIENT_ID: clientId,
  SERVICE_OIDC_CLIENT_SECRET: clientSecret,
  SERVICE_OIDC_ISSUER: issuer,
});

const open = async (t: Test, more: (issuer: string) => Record<string, string> = () => ({})) => {
  const provider = await startHostileProvider(person);
  t.teardown(() => provider.close());
  const api = await listen(() => ({ ...settingsOf(provider.issuer), ...more(provider.issuer) }));
  t.teardown(() => api.close());
  return { provider, api };
};

/** Signs in with forged responses; returns the error code or the user's address. */
async function attempt(
  api: ListeningApi,
  provider: HostileProvider,
  lies: Forgery,
): Promise<unknown> {
  provider.forge(lies);
  const browser = openCookieBrowser();
  const page = await browser.follow(`${api.url}/auth/oidc`, isErrorPage);
  const user = await userOf(browser, api);
  return user === undefined ? errorOf(page) : user['email'];
}

const hour = 3600;
const now = () => Math.floor(Date.now() / 1000);

const hmac = (key: string | Buffer) => (input: string) =>
  createHmac('sha256', key).update(input).digest('base64url');

/** Forgeries that must be refused whether or not signatures are verified. */
const forgedClaims: Record<string, Forgery> = {
  'another nonce': { claims: { nonce: 'x'.repeat(43) } },
  'no nonce': { claims: { nonce: undefined } },
  'another issuer': { claims: { iss: 'https://evil.example' } },
  'an issuer that differs only in the port': { claims: { iss: 'http://127.0.0.1:1' } },
  'no issuer': { claims: { iss: undefined } },
  'another audience': { claims: { aud: 'another-client' } },
  'audiences without our client': { claims: { aud: ['another-client', 'third'] } },
  'no audience': { claims: { aud: undefined } },
  'several audiences and no azp': { claims: { aud: [clientId, 'another-client'] } },
  'several audiences, azp another': {
    claims: { aud: [clientId, 'another-client'], azp: 'another-client' },
  },
  'our audience, azp another': { claims: { azp: 'another-client' } },
  'an expired token': { claims: { iat: now() - 2 * hour, exp: now() - hour } },
  'no expiry': { claims: { exp: undefined } },
  'an expiry that is not a number': { claims: { exp: '9999999999' } },
  'issued in the future': { claims: { iat: now() + hour, exp: now() + 2 * hour } },
  'not valid for another hour': { claims: { nbf: now() + hour, exp: now() + 2 * hour } },
  'no issue time': { claims: { iat: undefined } },
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
  'a malformed token': { idToken: () => 'x.y.z' },
  'five parts': { idToken: (valid) => `${valid}.x.y` },
  'the profile of another subject': { userInfo: { body: { sub: 'other-subject' } } },
  'a profile without a subject': { userInfo: { body: { email: adminEmail } } },
  'a profile that is a list': { userInfo: { raw: '[]' } },
  'a profile as an unsigned token': {
    userInfo: {
      headers: { 'content-type': 'application/jwt' },
      raw: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(
        JSON.stringify(person),
      ).toString('base64url')}.`,
    },
  },
  'a response of another issuer': { callback: { iss: 'https://evil.example' } },
  'a token besides the code': { callback: { id_token: 'x.y.z' } },
};

/** Forgeries that must be refused if signatures are verified. */
function forgedSignatures(provider: HostileProvider): Record<string, Forgery> {
  const other = rsaSigner();
  return {
    'another key': { sign: other.sign },
    'another key with an unpublished key id': {
      header: { kid: 'mine' },
      sign: other.sign,
    },
    'another key in the header': { header: { jwk: other.jwk }, sign: other.sign },
    'another key by URL': { header: { jku: 'http://evil.example' }, sign: other.sign },
    'no signature': { sign: () => '' },
    'an ES256 header with an RSA signature': { header: { alg: 'ES256' } },
    'a changed payload': {
      idToken: (valid) => {
        const [header = '', payload = '', signature = ''] = valid.split('.');
        const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
        const changed = JSON.stringify({ ...claims, roles: ['admin'] });
        return [header, Buffer.from(changed).toString('base64url'), signature].join('.');
      },
    },
    ...Object.fromEntries(
      provider.publicKeys.map((key, index) => [
        `HS256 with the public key, encoding ${index}`,
        { header: { alg: 'HS256' }, sign: hmac(key) },
      ]),
    ),
  };
}

t.test('a provider with discovery and published keys', async (t) => {
  const { provider, api } = await open(t);

  t.test('is refused if its metadata is invalid', async (t) => {
    const lies: Record<string, Record<string, unknown>> = {
      'another issuer': { issuer: 'https://accounts.google.com' },
      'no issuer': { issuer: undefined },
      'a template of issuers': { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' },
      'an authorization endpoint without TLS': {
        authorization_endpoint: 'http://evil.example/authorize',
      },
      'an authorization endpoint with a script URL': {
        authorization_endpoint: 'javascript:alert(1)',
      },
      'a token endpoint without TLS': { token_endpoint: 'http://evil.example/token' },
      'keys without TLS': { jwks_uri: 'http://evil.example/jwks' },
      'no keys': { jwks_uri: undefined },
      'an invalid URL': { token_endpoint: 'nowhere' },
      'only weak signatures': { id_token_signing_alg_values_supported: ['none', 'HS256'] },
    };
    for (const [title, metadata] of Object.entries(lies)) {
      t.equal(await attempt(api, provider, { metadata }), 'invalid_response', title);
    }
  });

  t.test('signs in the user of a valid response', async (t) => {
    t.equal(await attempt(api, provider, {}), adminEmail);
    t.equal(
      await attempt(api, provider, { claims: { aud: [clientId, 'another'], azp: clientId } }),
      adminEmail,
    );
    t.same(provider.violations, [], 'PKCE, redirect URI and secret are valid');
  });

  t.test('is refused if a claim, the response or the profile is invalid', async (t) => {
    for (const [title, lies] of Object.entries(forgedClaims)) {
      t.equal(await attempt(api, provider, lies), 'invalid_response', title);
    }
  });

  t.test('is refused if a signature is invalid', async (t) => {
    const lies = forgedSignatures(provider);
    for (const [title, forgery] of Object.entries(lies)) {
      t.equal(await attempt(api, provider, forgery), 'invalid_response', title);
    }
  });

  t.test('distinguishes an unavailable provider from an invalid response', async (t) => {
    const lies: [string, Forgery, string][] = [
      ['the token endpoint fails', { token: { status: 503 } }, 'provider_unavailable'],
      [
        'the client is refused',
        { token: { status: 400, body: { error: 'invalid_client' } } },
        'provider_refused',
      ],
      ['the profile endpoint fails', { userInfo: { status: 500 } }, 'provider_unavailable'],
      ['access is denied', { callback: { error: 'access_denied' } }, 'access_denied'],
      [
        'the provider is busy',
        { callback: { error: 'temporarily_unavailable' } },
        'provider_unavailable',
      ],
      ['the scope is invalid', { callback: { error: 'invalid_scope' } }, 'provider_refused'],
      [
        'the token response is not JSON',
        { token: { raw: 'access_token=canary-token' } },
        'invalid_response',
      ],
      [
        'the token response is truncated',
        { token: { raw: '{"access_token":"canary-token"' } },
        'invalid_response',
      ],
      [
        'the token is not a valid header value',
        { token: { body: { access_token: 'canary-token\n', token_type: 'Bearer' } } },
        'invalid_response',
      ],
      [
        'the token endpoint redirects',
        { token: { status: 307, headers: { location: `${provider.issuer}/userinfo` } } },
        'invalid_response',
      ],
    ];
    for (const [title, forgery, code] of lies) {
      t.equal(await attempt(api, provider, forgery), code, title);
    }
  });

  t.test('receives one token request for concurrent callbacks', async (t) => {
    provider.forge({});
    const browser = openCookieBrowser();
    const isCallback = (url: URL) => url.pathname.endsWith('/callback');
    const { url } = await browser.follow(`${api.url}/auth/oidc`, isCallback);
    const secret = browser.cookies().get('sluice.oidc')!;
    const pages = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const otherBrowser = openCookieBrowser();
        otherBrowser.setCookie(api.url, 'sluice.oidc', secret);
        return otherBrowser.follow(url, isErrorPage);
      }),
    );
    const errors = pages.map(errorOf);
    t.equal(errors.filter((error) => error === null).length, 1);
    t.equal(errors.filter((error) => error === 'sign_in_expired').length, 7);
  });

  t.test('leaves no code, token or response in the log', async (t) => {
    t.ok(provider.secrets.length > 100);
    t.same(
      [...provider.secrets, 'canary', clientSecret].filter((secret) => api.log().includes(secret)),
      [],
    );
    t.match(api.log(), 'unexpected JWT claim value', 'the log names the problem');
  });
});

t.test('a provider with configured endpoints and without keys', async (t) => {
  const { provider, api } = await open(t, (issuer) => ({
    SERVICE_OIDC_AUTHORIZATION_URL: `${issuer}/authorize`,
    SERVICE_OIDC_TOKEN_URL: `${issuer}/token`,
    SERVICE_OIDC_USER_INFO_URL: `${issuer}/userinfo`,
  }));
  t.equal(await attempt(api, provider, {}), adminEmail);
  for (const [title, lies] of Object.entries(forgedClaims)) {
    t.equal(await attempt(api, provider, lies), 'invalid_response', title);
  }
  t.same(provider.violations, []);
});

t.test('a provider with configured endpoints and keys', async (t) => {
  const { provider, api } = await open(t, (issuer) => ({
    SERVICE_OIDC_AUTHORIZATION_URL: `${issuer}/authorize`,
    SERVICE_OIDC_TOKEN_URL: `${issuer}/token`,
    SERVICE_OIDC_USER_INFO_URL: `${issuer}/userinfo`,
    SERVICE_OIDC_JWKS_URL: `${issuer}/jwks`,
  }));
  t.equal(await attempt(api, provider, {}), adminEmail);
  for (const [title, lies] of Object.entries(forgedSignatures(provider))) {
    t.equal(await attempt(api, provider, lies), 'invalid_response', title);
  }
  t.same(provider.violations, []);
});
