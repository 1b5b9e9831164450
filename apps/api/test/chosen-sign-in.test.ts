import { certificate } from '@sluice/testkit';
import t from 'tap';
import { openTestApi } from './support.js';

t.test('no page of another site begins a sign-in', async (t) => {
  const { cert } = certificate('idp.example');
  const api = await openTestApi({
    settings: {
      PUBLIC_URL: 'https://sluice.example.com',
      SERVICE_BASE_URL: '/sub',
      SERVICE_OAUTH_CLIENT_ID: 'sluice',
      SERVICE_OAUTH_CLIENT_SECRET: 'a secret of the provider',
      SERVICE_OIDC_CLIENT_ID: 'sluice',
      SERVICE_OIDC_CLIENT_SECRET: 'a secret of the provider',
      SERVICE_OIDC_ISSUER: 'https://id.example',
      SERVICE_OIDC_AUTHORIZATION_URL: 'https://id.example/authorize',
      SERVICE_OIDC_TOKEN_URL: 'https://id.example/token',
      SERVICE_OIDC_USER_INFO_URL: 'https://id.example/user-info',
      SERVICE_SAML_ENTRY_POINT: 'https://idp.example/sso',
      SERVICE_SAML_ISSUER: 'sluice',
      SERVICE_SAML_CERT: cert.replaceAll(/-----[^-]+-----|\s/g, ''),
    },
  });
  t.teardown(() => api.close());
  const providers = {
    oauth: /^https:\/\/accounts\.google/,
    oidc: /id\.example/,
    saml: /idp\.example/,
  };
  for (const [method, provider] of Object.entries(providers)) {
    const begin = (headers: Record<string, string>) =>
      api.anonymous('GET', `/sub/auth/${method}?returnTo=/sub/history`, undefined, headers);
    const led = await begin({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' });
    t.equal(led.statusCode, 302, method);
    t.equal(led.headers.location, '/sub/signin?next=%2Fhistory', 'which goes on to the same page');
    t.equal(led.headers['cache-control'], 'no-store');
    t.equal(led.headers['set-cookie'], undefined, 'nothing has begun');
    const lured = await api.anonymous(
      'GET',
      `/sub/auth/${method}?returnTo=//evil.example`,
      undefined,
      {
        'sec-fetch-site': 'cross-site',
      },
    );
    t.equal(lured.headers.location, '/sub/signin?next=%2F', 'and to none of another site');
    // A click on the sign-in page, an address that was typed, a program.
    for (const site of [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, {}]) {
      const begun = await begin(site);
      t.equal(begun.statusCode, 302);
      t.match(begun.headers.location, provider);
      t.match(String(begun.headers['set-cookie']), new RegExp(`^sluice\\.${method}=`));
    }
  }
});
