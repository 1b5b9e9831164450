import { freePort, openChromium, startService } from '@sluice/testkit';
import t, { type Test } from 'tap';
import { createSigner } from './saml-forge.js';
import { begin, entityId, post, publicUrl, samlSettings, whoIs } from './saml-support.js';
import { signInAt, startSimpleSaml, type SimpleSaml } from './simplesamlphp.js';
import { openTestApi, type TestApi } from './support.js';

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
  mute: { password: 'mute password', attributes: { uid: ['mute'] } },
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

const open = async (t: Test, more: Record<string, string> = {}): Promise<TestApi> => {
  const api = await openTestApi({
    settings: samlSettings(idp, {
      SERVICE_SAML_AUTO_SIGN_UP: 'true',
      SERVICE_SAML_IDP_ISSUER: idp.entityId,
      ...more,
    }),
  });
  t.teardown(() => api.close());
  return api;
};

/** Signs in at the real identity provider; gives the answer of our callback. */
const signIn = async (api: TestApi, user: User, path?: string) => {
  const begun = await begin(api, path);
  const response = await signInAt(begun.url, user, users[user].password);
  return post(api, response, begun.cookie);
};

t.test('without settings there is nothing', async (t) => {
  const api = await openTestApi();
  t.teardown(() => api.close());
  for (const path of ['/auth/saml', '/auth/saml/metadata']) {
    t.equal((await api.anonymous('GET', path)).statusCode, 404, path);
  }
  t.equal((await api.anonymous('POST', '/login/callback', {})).statusCode, 404);
});

t.test('a certificate that is none stops the start', async (t) => {
  const broken = samlSettings({ ...idp, certificate: 'bm90IGEgY2VydGlmaWNhdGU=' });
  const error: unknown = await openTestApi({ settings: broken }).catch((caught: unknown) => caught);
  t.match(error, { detail: /^SERVICE_SAML_CERT must hold/ });
});

t.test('the request, its cookie, and our metadata', async (t) => {
  const context = 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password';
  const api = await open(t, { SERVICE_SAML_AUTH_CONTEXT: context });
  const begun = await begin(api, '/auth/saml?returnTo=/api/app');
  t.ok(begun.url.startsWith(`${idp.entryPoint}?SAMLRequest=`));
  t.notMatch(begun.url, /RelayState|returnTo/);
  t.match(begun.request, `<saml:Issuer>${entityId}</saml:Issuer>`);
  t.match(begun.request, `Destination="${idp.entryPoint}"`);
  t.match(begun.request, `AssertionConsumerServiceURL="${publicUrl}/login/callback"`);
  t.match(
    begun.request,
    `<samlp:RequestedAuthnContext Comparison="exact"><saml:AuthnContextClassRef>${context}<`,
  );
  const parts = begun.setCookie.split('; ').slice(1).sort();
  t.same(parts, ['HttpOnly', 'Max-Age=300', 'Path=/login/callback', 'SameSite=None', 'Secure']);
  const metadata = await api.anonymous('GET', '/auth/saml/metadata');
  t.match(metadata.headers['content-type'], 'application/samlmetadata+xml');
  t.match(metadata.body, `entityID="${entityId}"`);
  t.match(metadata.body, `Location="${publicUrl}/login/callback"`);
  t.match(await whoIs(api, await signIn(api, 'ann')), { email: 'ann@example.com' });
});

t.test('users come in, are made, and are the same ones again', async (t) => {
  const api = await open(t);
  const answer = await signIn(api, 'ann', '/auth/saml?returnTo=%2Fapi%2Fapp%3Fa%3D1');
  t.equal(answer.statusCode, 200);
  t.match(answer.body, 'content="0;url=/api/app?a=1"');
  t.same(await whoIs(api, answer), {
    ...(await whoIs(api, answer)),
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
  const mute = await signIn(api, 'mute');
  t.equal(mute.headers.location, '/signin?error=email_missing');
  t.notMatch(api.log(), /PHNhbW|<saml|ann@example|Ann Onym/i, 'no assertion is in the log');
});

t.test(
  'roles by claim, by group, and by default; anew at each sign-in where it is so',
  async (t) => {
    const api = await open(t, { SERVICE_SAML_ADMIN_GROUP: 'The Admins' });
    t.match(await whoIs(api, await signIn(api, 'roly')), { role: 'admin' });
    t.match(await whoIs(api, await signIn(api, 'gil')), { role: 'admin' });
    await api.sql.query(`update users set role = 'editor' where origin = 'saml'`);
    t.match(await whoIs(api, await signIn(api, 'gil')), { role: 'editor' }, 'an admin changed it');
    const strict = await open(t, { SERVICE_SAML_ENFORCED_ROLE: 'true' });
    await strict.addUser({ email: 'roly@example.com', role: 'editor' });
    await strict.addUser({ email: 'gil@example.com', role: 'admin' });
    t.match(await whoIs(strict, await signIn(strict, 'roly')), { role: 'admin' });
    t.match(await whoIs(strict, await signIn(strict, 'gil')), { role: 'editor' });
  },
);

t.test('nobody is made a user unless the settings say so', async (t) => {
  const api = await open(t, { SERVICE_SAML_AUTO_SIGN_UP: 'false' });
  const unknown = await signIn(api, 'ann');
  t.equal(unknown.headers.location, '/signin?error=unknown_user');
  await api.addUser({ email: 'ann@example.com', role: 'admin' });
  t.match(await whoIs(api, await signIn(api, 'ann')), { role: 'admin' });
  await api.sql.query(`update users set disabled = true where email = 'ann@example.com'`);
  const disabled = await signIn(api, 'ann');
  t.equal(disabled.headers.location, '/signin?error=disabled');
});

t.test('below a mount path, with the response signed as a whole, after a rotation', async (t) => {
  const api = await open(t, {
    SERVICE_BASE_URL: '/sub',
    SERVICE_SAML_ISSUER: mounted,
    SERVICE_SAML_CERT: `${createSigner().certificate},${idp.certificate}`,
  });
  const begun = await begin(api, '/sub/auth/saml');
  t.match(begun.setCookie, 'Path=/sub/login/callback;');
  const response = await signInAt(begun.url, 'ann', users.ann.password);
  t.match(Buffer.from(response, 'base64').toString(), /<\/saml:Issuer><ds:Signature/);
  const answer = await post(api, response, begun.cookie, '/sub/login/callback');
  t.match(answer.body, 'url=/sub/"');
  t.equal(answer.statusCode, 200);
});

t.test('encrypted assertions are refused by name', async (t) => {
  const api = await open(t, { SERVICE_SAML_ISSUER: encrypted });
  const answer = await signIn(api, 'ann');
  t.equal(answer.headers.location, '/signin?error=saml_encrypted');
  t.match(api.log(), /encrypted assertions are not supported/);
});

t.test('a browser signs in at the bundled program, from site to site', async (t) => {
  const here = `http://localhost:${port}`;
  const service = await startService({
    queue: 'postgres',
    workers: 0,
    settings: samlSettings(idp, {
      PUBLIC_URL: here,
      SERVICE_PORT: String(port),
      SERVICE_SAML_ISSUER: browsed,
      SERVICE_SAML_AUTO_SIGN_UP: 'true',
    }),
  });
  t.teardown(() => service.stop());
  const browser = await openChromium();
  t.teardown(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${here}/auth/saml?returnTo=/api/app`);
  t.ok(page.url().startsWith('http://127.0.0.1:'), 'the identity provider is another site');
  const pending = (await page.context().cookies()).find(({ name }) => name === 'sluice.saml');
  t.match(pending, { secure: true, sameSite: 'None', httpOnly: true }, 'without TLS on loopback');
  await page.fill('input[name=username]', 'ann');
  await page.fill('input[name=password]', users.ann.password);
  await page.press('input[name=password]', 'Enter');
  await page.waitForURL(`${here}/api/app`);
  t.match(JSON.parse(await page.innerText('body')), { currentUser: { email: 'ann@example.com' } });
  const cookies = await page.context().cookies(`${here}/login/callback`);
  t.same(
    cookies.map(({ name, sameSite }) => [name, sameSite]),
    [['sluice.sid', 'Strict']],
    'the cookie of the pending sign-in is gone',
  );
});
