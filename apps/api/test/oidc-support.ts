import { freePort } from '@sluice/testkit';
import type { Test } from 'tap';
import { clientId, clientSecret, startCertifiedProvider } from './certified-provider.js';
import type { CookieBrowser } from './cookie-browser.js';
import { listen, signInAs } from './redirect-support.js';

export const oidcSettings = (issuer: string) => ({
  SERVICE_OIDC_CLIENT_ID: clientId,
  SERVICE_OIDC_CLIENT_SECRET: clientSecret,
  SERVICE_OIDC_ISSUER: issuer,
  SERVICE_ALLOWED_DOMAINS: 'partner.example allowed.example',
});

/** Opens an API and a certified provider that it signs users in with. */
export async function openOidc(t: Test) {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const api = await listen(() => oidcSettings(issuer));
  t.teardown(() => api.close());
  const start = `${api.url}/auth/oidc`;
  const provider = await startCertifiedProvider([`${start}/callback`], {
    port: Number(new URL(issuer).port),
  });
  t.teardown(() => provider.close());
  const signIn = (browser: CookieBrowser, login: string, query = '') =>
    signInAs(browser, `${start}${query}`, login);
  return { issuer, api, start, provider, accounts: provider.accounts, signIn };
}
