import { certificate } from '@sluice/testkit';
import t from 'tap';
import { openApi } from './fixtures.js';

t.test('a page of another site cannot start a sign-in', async (t) => {
  const { cert } = certificate('idp.example');
  const api = await openApi(t, {
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
  const providers = {
    oauth: /^https:\/\/accounts\.google/,
    oidc: /id\.example/,
    saml: /idp\.example/,
  };
  for (const [method, provider] of Object.entries(providers)) {
    const start = (headers: Record<string, string>) =>
      api.anonymous('GET', `/sub/auth/${method}?returnTo=/sub/history`, undefined, headers);
    const crossSite = await start({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' });
    t.equal(crossSite.statusCode, 302, method);
    t.equal(
      crossSite.headers.location,
      '/sub/signin?next=%2Fhistory',
      'the sign-in page keeps the return path',
    );
    t.equal(crossSite.headers['cache-control'], 'no-store');
    t.equal(crossSite.headers['set-cookie'], undefined, 'no sign-in was started');
    const hostile = await api.anonymous(
      'GET',
      `/sub/auth/${method}?returnTo=//evil.example`,
      undefined,
      {
        'sec-fetch-site': 'cross-site',
      },
    );
    t.equal(
      hostile.headers.location,
      '/sub/signin?next=%2F',
      'a return path to another site is dropped',
    );
    // A click on the sign-in page, a typed address, and a program without the header.
    for (const site of [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, {}]) {
      const started = await start(site);
      t.equal(started.statusCode, 302);
      t.match(started.headers.location, provider);
      t.match(String(started.headers['set-cookie']), new RegExp(`^sluice\\.${method}=`));
    }
  }
});
