import { isDeepStrictEqual } from 'node:util';
import type { PasswordHasher } from '@sluice/api';
import t from 'tap';
import { isAllowedDomain } from '../src/identity/admission/allowed-domain.js';
import { adminEmail, adminPassword, editorEmail, editorPassword, testHasher } from './support.js';
import { openApi } from './fixtures.js';
import {
  invite,
  maySignIn,
  openSignUpApi,
  password,
  resetPassword,
  signUp,
} from './sign-up-support.js';

t.test('an address alone never opens an account, for any sign-in method', async (t) => {
  const api = await openSignUpApi(t);
  for (const origin of ['local', 'ldap', 'proxy', 'oauth', 'oidc', 'saml', 'none']) {
    const email = `${origin}@example.com`;
    const { id, link } = await invite(api, email);
    await api.sql.query('update users set origin = $1 where id = $2', [origin, id]);
    const attempts = [
      await signUp(api, { email }),
      await signUp(api, { email, invitationId: id }),
      await signUp(api, { email, invitationId: '' }),
      ...(origin === 'local'
        ? []
        : [
            await signUp(api, { email, invitationId: link }),
            await resetPassword(api, link, { email }),
          ]),
    ];
    t.same(
      attempts.map((response) => response.statusCode),
      attempts.map(() => 401),
      origin,
    );
    t.notOk(await maySignIn(api, email));
  }
});

t.test('all refusals have the same bytes and the same cost', async (t) => {
  let hashings = 0;
  const passwords: PasswordHasher = {
    ...testHasher,
    hash: (secret) => {
      hashings += 1;
      return testHasher.hash(secret);
    },
  };
  const api = await openApi(t, { dependencies: { passwords } });
  await invite(api, 'invited@example.com');
  await api.addUser({ email: 'off@example.com', role: 'editor', password: 'off-password' });
  await api.sql.query(`update users set disabled = true where email = 'off@example.com'`);
  const comparable = (response: Awaited<ReturnType<typeof signUp>>) => {
    const headers = { ...response.headers, 'x-request-id': '', date: '' };
    return { status: response.statusCode, headers, body: response.body };
  };
  const emails = [
    'unknown@example.com',
    'invited@example.com',
    'off@example.com',
    editorEmail,
    adminEmail,
  ];
  const wrongLink = 'A'.repeat(43);
  const responses = [];
  for (const email of emails) {
    responses.push(comparable(await signUp(api, { email })));
    responses.push(comparable(await signUp(api, { email, invitationId: wrongLink })));
    responses.push(comparable(await resetPassword(api, wrongLink, { email })));
  }
  const [first] = responses;
  t.match(first, { status: 401, body: /"title":"Unauthorized"/ });
  t.ok(responses.every((response) => isDeepStrictEqual(response, first)));
  t.equal(hashings, responses.length, 'each refusal costs one hash');
});

t.test('sign-up and reset count as failed sign-ins', async (t) => {
  const api = await openSignUpApi(t);
  const email = editorEmail;
  for (let count = 0; count < 5; count++) {
    t.equal((await signUp(api, { email })).statusCode, 401);
    t.equal((await resetPassword(api, 'x'.repeat(43), { email })).statusCode, 401);
  }
  for (const response of [
    await signUp(api, { email }),
    await resetPassword(api, 'x'.repeat(43), { email }),
    await api.anonymous('POST', '/api/signin', { email, password: editorPassword }),
  ]) {
    t.equal(response.statusCode, 429);
    t.ok(response.headers['retry-after']);
  }
});

t.test('SERVICE_ADMIN can sign up once while no password is set', async (t) => {
  const api = await openSignUpApi(t, { SERVICE_ADMIN_PASSWORD: '' });
  const needsAdmin = async () =>
    (await api.anonymous('GET', '/api/app')).json<{ needsAdmin?: true }>().needsAdmin;
  t.equal(await needsAdmin(), true);
  const own = (index: number) => `first admin password ${index}`;
  const responses = await Promise.all(
    [0, 1, 2, 3].map((index) =>
      signUp(api, {
        email: adminEmail.toUpperCase(),
        password: own(index),
        passwordConfirmation: own(index),
      }),
    ),
  );
  const successes = responses.findIndex(({ statusCode }) => statusCode === 200);
  t.same(responses.map(({ statusCode }) => statusCode).sort(), [200, 401, 401, 401]);
  const app = await api.as(adminEmail, own(successes))('GET', '/api/app');
  t.match(app.json(), { currentUser: { role: 'admin' } });
  t.equal(await needsAdmin(), undefined);
  t.equal((await signUp(api, { email: adminEmail })).statusCode, 401);
});

t.test('SERVICE_ADMIN cannot sign up if the account uses another sign-in method', async (t) => {
  const api = await openSignUpApi(t, {
    SERVICE_ADMIN_PASSWORD: '',
    SERVICE_ALLOWED_DOMAINS: 'elsewhere.com',
  });
  await api.sql.query(`update users set origin = 'saml' where email = $1`, [adminEmail]);
  t.equal((await signUp(api, { email: adminEmail })).statusCode, 401);
  t.equal((await signUp(api, { email: 'x@example.com' })).statusCode, 401);
});

t.test('users of allowed domains sign up as editors', async (t) => {
  const api = await openSignUpApi(t, { SERVICE_ALLOWED_DOMAINS: 'Example.com other.org' });
  const email = 'Person@EXAMPLE.com';
  t.equal((await signUp(api, { email, role: 'admin', id: 'x' })).statusCode, 200);
  const app = await api.as(email, password)('GET', '/api/app');
  t.match(app.json(), { currentUser: { email: 'person@example.com', role: 'editor' } });
  const [row] = await api.sql.query<{ is_email_proven: boolean }>(
    `select is_email_proven from users where email = 'person@example.com'`,
  );
  t.equal(row?.is_email_proven, false);
  const again = await signUp(api, { email });
  t.equal(again.statusCode, 400);
  t.match(again.json(), { title: 'User already signed up' });
  for (const other of ['x@sub.example.com', 'x@example.com.evil.org', 'x@notexample.com']) {
    t.equal((await signUp(api, { email: other })).statusCode, 401, other);
  }
  const both = await Promise.all([1, 2].map(() => signUp(api, { email: 'two@other.org' })));
  t.same(both.map(({ statusCode }) => statusCode).sort(), [200, 400]);
  const { link } = await invite(api, 'invited@example.com');
  t.equal((await signUp(api, { email: 'invited@example.com' })).statusCode, 400);
  const invited = { email: 'invited@example.com', invitationId: link };
  t.equal((await signUp(api, invited)).statusCode, 200);
  await api.sql.query('update users set email = $1 where email = $2', ['a@b.c', adminEmail]);
  t.equal(
    (await signUp(api, { email: adminEmail })).statusCode,
    401,
    'SERVICE_ADMIN is refused, because the next start would make it an admin',
  );
});

t.test('unverified addresses are refused if another sign-in method verifies them', async (t) => {
  const api = await openSignUpApi(t, {
    SERVICE_ALLOWED_DOMAINS: 'example.com',
    PUBLIC_URL: 'https://sluice.example.com',
    SERVICE_OIDC_CLIENT_ID: 'client',
    SERVICE_OIDC_CLIENT_SECRET: 'secret',
    SERVICE_OIDC_ISSUER: 'https://issuer.example.com',
  });
  t.equal((await signUp(api, { email: 'victim@example.com' })).statusCode, 401);
  const { id } = (await api.editor('GET', '/api/app')).json<{ currentUser: { id: string } }>()
    .currentUser;
  const change = { email: 'victim@example.com' };
  const own = await api.editor('PUT', `/api/users/${id}`, change);
  t.equal(own.statusCode, 400);
  t.match(own.json(), { errors: [{ path: 'email' }] });
  t.equal((await api.admin('PUT', `/api/users/${id}`, change)).statusCode, 200);
});

t.test('domains are compared exactly', async (t) => {
  const domains = ['example.com', 'Ünicode.org'];
  for (const email of ['a@example.com', 'a@EXAMPLE.COM', '"x@y"@example.com', 'a@ünicode.org']) {
    t.ok(isAllowedDomain(email, domains), email);
  }
  for (const email of [
    'a@sub.example.com',
    'a@example.com.',
    'a@example.comx',
    'example.com',
    '@example.com',
    'a@example.com@evil.org',
    'a@',
    '',
  ]) {
    t.notOk(isAllowedDomain(email, domains), email);
  }
  t.notOk(isAllowedDomain('a@', ['']));
});

t.test('invalid sign-ups are refused before hashing', async (t) => {
  const api = await openSignUpApi(t, { SERVICE_ALLOWED_DOMAINS: 'example.com' });
  const email = 'x@example.com';
  const same = (text: unknown) => ({ email, password: text, passwordConfirmation: text });
  const cases: [Record<string, unknown>, string][] = [
    [{ email, passwordConfirmation: 'another password' }, 'passwordConfirmation'],
    [{ email, passwordConfirmation: undefined }, 'passwordConfirmation'],
    [{ email, passwordConfirmation: `${password} ` }, 'passwordConfirmation'],
    [same('1234567'), 'password'],
    [same('12345678'), 'password'],
    [same('QwertyUIOP'), 'password'],
    [same('Sluice-2026!'), 'password'],
    [same('example.1815.example'), 'password'],
    [same('x'.repeat(1_025)), 'password'],
    [same('x'.repeat(500_000)), 'password'],
    [same('password\0word'), 'password'],
    [same('password\ud800'), 'password'],
    [same({ not: 'x' }), 'password'],
    [{ email: { contains: '@' } }, 'email'],
    [{ email: 'x\r\n@example.com' }, 'email'],
    [{ email: undefined }, 'email'],
    [{ email, invitationId: { not: '' } }, 'invitationId'],
    [{ email, invitationId: 'x'.repeat(256) }, 'invitationId'],
  ];
  for (const [body, path] of cases) {
    const startedAtMs = performance.now();
    const response = await signUp(api, body);
    t.equal(response.statusCode, 400, JSON.stringify(body).slice(0, 60));
    t.match(response.json(), { errors: [{ path }] });
    t.ok(performance.now() - startedAtMs < 1_000);
  }
  const mismatch = await signUp(api, { email, passwordConfirmation: 'another password' });
  t.match(mismatch.json(), { title: 'Passwords do not match' });
  t.equal((await signUp(api, same('x'.repeat(1_100_000)))).statusCode, 413);
  for (const link of ['\0', '../x', 'x'.repeat(900), '%', '{"not":""}']) {
    const response = await resetPassword(api, link, { email });
    t.ok([400, 401, 404].includes(response.statusCode), `${response.statusCode} for ${link}`);
  }
  t.equal(
    (await signUp(api, same('x'.repeat(1_024)))).statusCode,
    200,
    'a password of 1,024 characters is accepted',
  );
});

t.test('sign-up and reset are disabled if password sign-in is disabled', async (t) => {
  const api = await openSignUpApi(t, {
    SERVICE_USERPASS_AUTH_DISABLED: 'true',
    SERVICE_ALLOWED_DOMAINS: 'example.com',
  });
  for (const response of [
    await signUp(api, { email: 'x@example.com' }),
    await resetPassword(api, 'x', { email: adminEmail, password: adminPassword }),
  ]) {
    t.equal(response.statusCode, 403);
    t.match(response.json(), { code: 'local_auth_disabled' });
  }
});
