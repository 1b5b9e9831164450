import { freePort, openChromium, startService } from '@sluice/testkit';
import t, { type Test } from 'tap';
import { createSigner } from './saml-forge.js';
import {
  entityId,
  post,
  principalOf,
  publicUrl,
  samlSettings,
  startSignIn,
} from './saml-support.js';
import { signInAt, type SimpleSaml, startSimpleSaml } from './simplesamlphp.js';
import { openTestApi, type TestApi } from './support.js';
import { openApi } from './fixtures.js';

const microsoft = 'http://schemas.microsoft.com/ws/2008/06/identity/claims';

const users = {
  ann: {
    password: 'ann password',
    attributes: { uid: ['ann'], mail: ['Ann@Example.com'], displayName: ['Ann Onym'] },
  },
  roly: {
    password: 'roly password',
    attributes: {
      uid: ['roly'],
      email: ['roly@example.com'],
      [`${microsoft}/role`]: ['x', 'admin'],
    },
  },
  gil: {
    password: 'gil password',
    attributes: {
      uid: ['gil'],
      email: ['gil@example.com'],
      role: ['administrator'],
      [`${microsoft}/groups`]: ['staff', 'The Admins'],
    },
  },
  noAddress: { password: 'mute password', attributes: { uid: ['noAddress'] } },
};

type User = keyof typeof users;

let idp: SimpleSaml;
let port: number;

const mounted = 'urn:sluice:mounted';
const encrypted = 'urn:sluice:encrypted';
const browsed = 'urn:sluice:browsed';

t.before(async () => {
  port = await freePort();
  idp = await startSimpleSaml(users, [
    { entityId, callbackUrl: `${publicUrl}/login/callback` },
    {
      entityId: mounted,
      callbackUrl: `${publicUrl}/sub/login/callback`,
      mode: 'signs the response',
    },
    { entityId: encrypted, callbackUrl: `${publicUrl}/login/callback`, mode: 'encrypts' },
    { entityId: browsed, callbackUrl: `http://localhost:${port}/login/callback` },
  ]);
});
t.teardown(() => idp.stop());

const open = (t: Test, more: Record<string, string> = {}): Promise<TestApi> =>
  openApi(t, {
    settings: samlSettings(idp, {
      SERVICE_SAML_AUTO_SIGN_UP: 'true',
      SERVICE_SAML_IDP_ISSUER: idp.entityId,
      ...more,
    }),
  });

/** Signs in at the real identity provider and returns the callback's response. */
const signIn = async (api: TestApi, user: User, path?: string) => {
  const started = await startSignIn(api, path);
  const samlResponse = await signInAt(started.url, user, users[user].password);
  return post(api, samlResponse, started.cookie);
};

t.test('without settings the routes do not exist', async (t) => {
  const api = await openApi(t);
  for (const path of ['/auth/saml', '/auth/saml/metadata']) {
    t.equal((await api.anonymous('GET', path)).statusCode, 404, path);
  }
  t.equal((await api.anonymous('POST', '/login/callback', {})).statusCode, 404);
});

t.test('an invalid certificate prevents the start', async (t) => {
  const broken = samlSettings({ ...idp, certificate: 'bm90IGEgY2VydGlmaWNhdGU=' });
  const error: unknown = await openTestApi({ settings: broken }).catch((caught: unknown) => caught);
  t.match(error, { detail: /^SERVICE_SAML_CERT must contain/ });
});

t.test('the authentication request, its cookie and the metadata are valid', async (t) => {
  const context = 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password';
  const api = await open(t, { SERVICE_SAML_AUTH_CONTEXT: context });
  const started = await startSignIn(api, '/auth/saml?returnTo=/api/app');
  t.ok(started.url.startsWith(`${idp.entryPoint}?SAMLRequest=`));
  t.notMatch(started.url, /RelayState|returnTo/);
  t.match(started.request, `<saml:Issuer>${entityId}</saml:Issuer>`);
  t.match(started.request, `Destination="${idp.entryPoint}"`);
  t.match(started.request, `AssertionConsumerServiceURL="${publicUrl}/login/callback"`);
  t.match(
    started.request,
    `<samlp:RequestedAuthnContext Comparison="exact"><saml:AuthnContextClassRef>${context}<`,
  );
  const parts = started.setCookie.split('; ').slice(1).sort();
  t.same(parts, ['HttpOnly', 'Max-Age=300', 'Path=/login/callback', 'SameSite=None', 'Secure']);
  const metadata = await api.anonymous('GET', '/auth/saml/metadata');
  t.match(metadata.headers['content-type'], 'application/samlmetadata+xml');
  t.match(metadata.body, `entityID="${entityId}"`);
  t.match(metadata.body, `Location="${publicUrl}/login/callback"`);
  t.match(await principalOf(api, await signIn(api, 'ann')), { email: 'ann@example.com' });
});

t.test('users are created at the first sign-in and found at the next', async (t) => {
  const api = await open(t);
  const response = await signIn(api, 'ann', '/auth/saml?returnTo=%2Fapi%2Fapp%3Fa%3D1');
  t.equal(response.statusCode, 200);
  t.match(response.body, 'content="0;url=/api/app?a=1"');
  t.same(await principalOf(api, response), {
    ...(await principalOf(api, response)),
    email: 'ann@example.com',
    role: 'editor',
  });
  const [row] = await api.sql.query('select name, origin, role from users where origin = $1', [
    'saml',
  ]);
  t.match(row, { name: 'Ann Onym', origin: 'saml', role: 'editor' });
  await signIn(api, 'ann');
  const links = await api.sql.query<{ subject: string }>('select subject from identities');
  t.same(links, [{ subject: JSON.stringify([idp.entityId, 'ann']) }]);
  const audit = await api.sql.query<{ action: string; detail: object }>(
    `select action, detail from audit_events where outcome = 'done' and action = 'sign_in'`,
  );
  t.same(audit[0]?.detail, { method: 'saml' });
  const noAddress = await signIn(api, 'noAddress');
  t.equal(noAddress.headers.location, '/signin?error=email_missing');
  t.notMatch(api.log(), /PHNhbW|<saml|ann@example|Ann Onym/i, 'no assertion is logged');
});

t.test(
  'roles come from claim, group or default, and are set at each sign-in if enforced',
  async (t) => {
    const api = await open(t, { SERVICE_SAML_ADMIN_GROUP: 'The Admins' });
    t.match(await principalOf(api, await signIn(api, 'roly')), { role: 'admin' });
    t.match(await principalOf(api, await signIn(api, 'gil')), { role: 'admin' });
    await api.sql.query(`update users set role = 'editor' where origin = 'saml'`);
    t.match(
      await principalOf(api, await signIn(api, 'gil')),
      { role: 'editor' },
      'a role changed by an admin is kept',
    );
    const strict = await open(t, { SERVICE_SAML_ENFORCED_ROLE: 'true' });
    await strict.addUser({ email: 'roly@example.com', role: 'editor' });
    await strict.addUser({ email: 'gil@example.com', role: 'admin' });
    t.match(await principalOf(strict, await signIn(strict, 'roly')), { role: 'admin' });
    t.match(await principalOf(strict, await signIn(strict, 'gil')), { role: 'editor' });
  },
);

t.test('no user is created unless automatic sign-up is on', async (t) => {
  const api = await open(t, { SERVICE_SAML_AUTO_SIGN_UP: 'false' });
  const unknown = await signIn(api, 'ann');
  t.equal(unknown.headers.location, '/signin?error=unknown_user');
  await api.addUser({ email: 'ann@example.com', role: 'admin' });
  t.match(await principalOf(api, await signIn(api, 'ann')), { role: 'admin' });
  await api.sql.query(`update users set disabled = true where email = 'ann@example.com'`);
  const disabled = await signIn(api, 'ann');
  t.equal(disabled.headers.location, '/signin?error=disabled');
});

t.test('a signed response works under a path prefix after a certificate rotation', async (t) => {
  const api = await open(t, {
    SERVICE_BASE_URL: '/sub',
    SERVICE_SAML_ISSUER: mounted,
    SERVICE_SAML_CERT: `${createSigner().certificate},${idp.certificate}`,
  });
  const started = await startSignIn(api, '/sub/auth/saml');
  t.match(started.setCookie, 'Path=/sub/login/callback;');
  const samlResponse = await signInAt(started.url, 'ann', users.ann.password);
  t.match(Buffer.from(samlResponse, 'base64').toString(), /<\/saml:Issuer><ds:Signature/);
  const response = await post(api, samlResponse, started.cookie, '/sub/login/callback');
  t.match(response.body, 'url=/sub/"');
  t.equal(response.statusCode, 200);
});

t.test('encrypted assertions are refused with their own error', async (t) => {
  const api = await open(t, { SERVICE_SAML_ISSUER: encrypted });
  const response = await signIn(api, 'ann');
  t.equal(response.headers.location, '/signin?error=saml_encrypted');
  t.match(api.log(), /encrypted assertions are not supported/);
});

t.test('a browser signs in to the built service across sites', async (t) => {
  const publicAddress = `http://localhost:${port}`;
  const service = await startService({
    queue: 'redis',
    workers: 0,
    settings: samlSettings(idp, {
      PUBLIC_URL: publicAddress,
      SERVICE_PORT: String(port),
      SERVICE_SAML_ISSUER: browsed,
      SERVICE_SAML_AUTO_SIGN_UP: 'true',
    }),
  });
  t.teardown(() => service.stop());
  const browser = await openChromium();
  t.teardown(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${publicAddress}/auth/saml?returnTo=/api/app`);
  t.ok(page.url().startsWith('http://127.0.0.1:'), 'the identity provider is a different site');
  const pending = (await page.context().cookies()).find(({ name }) => name === 'sluice.saml');
  t.match(
    pending,
    { secure: true, sameSite: 'None', httpOnly: true },
    'the cookie is secure on loopback without TLS',
  );
  await page.fill('input[name=username]', 'ann');
  await page.fill('input[name=password]', users.ann.password);
  await page.press('input[name=password]', 'Enter');
  await page.waitForURL(`${publicAddress}/api/app`);
  t.match(JSON.parse(await page.innerText('body')), { currentUser: { email: 'ann@example.com' } });
  const cookies = await page.context().cookies(`${publicAddress}/login/callback`);
  t.same(
    cookies.map(({ name, sameSite }) => [name, sameSite]),
    [['sluice.sid', 'Strict']],
    'the pending cookie is deleted',
  );
});
