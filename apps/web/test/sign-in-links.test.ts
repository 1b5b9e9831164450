import { freePort } from '@sluice/testkit';
import t from 'tap';
import { openWorkbench } from './support.js';

t.test('sign-in links of providers carry the requested page', async (t) => {
  const port = await freePort();
  const workbench = await openWorkbench({
    SERVICE_PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SERVICE_OIDC_CLIENT_ID: 'sluice',
    SERVICE_OIDC_CLIENT_SECRET: 'a secret of the provider',
    // No provider runs there; the service contacts it only when the link is followed.
    SERVICE_OIDC_ISSUER: `http://127.0.0.1:${await freePort()}`,
  });
  t.teardown(() => workbench.close());
  for (const [path, href] of [
    ['/queries/new', '/auth/oidc?returnTo=%2Fqueries%2Fnew'],
    [`/signin?next=${encodeURIComponent('//evil.example/')}`, '/auth/oidc?returnTo=%2F'],
    ['/signin', '/auth/oidc'],
  ] as const) {
    const page = await workbench.open(path);
    const link = page.getByRole('link', { name: /OpenID/ });
    await link.waitFor();
    t.equal(await link.getAttribute('href'), href, path);
    await page.context().close();
  }
  t.same(workbench.problems, []);
});
