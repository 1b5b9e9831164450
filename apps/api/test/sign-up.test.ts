import { isDeepStrictEqual } from 'node:util';

import type { PasswordHasher } from '@sluice/api';
import { createUserRepository } from '@sluice/database';
import t, { type Test } from 'tap';
import { isAllowedDomain } from '../src/identity/admission/allowed-domain.js';
import {
  adminEmail,
  adminPassword,
  editorEmail,
  editorPassword,
  openTestApi,
  testHasher,
  type TestApi,
} from './support.js';

const open = async (t: Test, settings: Record<string, string> = {}): Promise<TestApi> => {
  const api = await openTestApi({ settings });
  t.teardown(() => api.close());
  return api;
};

const password = 'a password of my own';

const signUp = (api: TestApi, body: Record<string, unknown>) =>
  api.anonymous('POST', '/api/signup', { password, passwordConfirmation: password, ...body });

const reset = (api: TestApi, id: string, body: Record<string, unknown>) =>
  api.anonymous('POST', `/api/password-reset/${encodeURIComponent(id)}`, {
    password,
    passwordConfirmation: password,
    ...body,
  });

const maySignIn = async (api: TestApi, email: string, secret = password): Promise<boolean> =>
  (await api.anonymous('POST', '/api/signin', { email, password: secret })).statusCode === 200;

/** Adds a user without a password and gives the link. */
const invite = async (api: TestApi, email: string): Promise<{ id: string; link: string }> => {
  const answer = await api.admin('POST', '/api/users', { email, role: 'editor' });
  const { id, passwordResetId: link } = answer.json<{ id: string; passwordResetId: string }>();
  return { id, link };
};

t.test('an invitation opens its account once, by sign-up or by reset', async (t) => {
  const api = await open(t);
  const first = await invite(api, 'first@example.com');
  t.equal((await signUp(api, { email: 'first@example.com' })).statusCode, 401, 'needs the link');
  const joined = await signUp(api, { email: 'FIRST@example.com', invitationId: first.link });
  t.equal(joined.statusCode, 200);
  t.same(joined.json(), {});
  t.ok(await maySignIn(api, 'first@example.com'));
  for (const again of [
    await signUp(api, { email: 'first@example.com', invitationId: first.link }),
    await reset(api, first.link, { email: 'first@example.com' }),
  ]) {
    t.equal(again.statusCode, 401, 'a link works once');
  }
  t.match((await api.admin('GET', `/api/users/${first.id}`)).json(), { passwordResetId: null });

  const second = await invite(api, 'second@example.com');
  const mixed = await reset(api, second.link, { email: 'first@example.com' });
  t.equal(mixed.statusCode, 401, 'a link is for one account');
  t.same((await reset(api, second.link, { email: 'second@example.com' })).json(), {});
  t.ok(await maySignIn(api, 'second@example.com'));
});

t.test('a link used twice at once gives one success', async (t) => {
  const api = await open(t);
  const { link } = await invite(api, 'x@example.com');
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => {
      const own = `a password, number ${index}`;
      const body = { email: 'x@example.com', password: own, passwordConfirmation: own };
      return index % 2 === 0
        ? reset(api, link, body)
        : signUp(api, { ...body, invitationId: link });
    }),
  );
  const won = answers.flatMap(({ statusCode }, index) => (statusCode === 200 ? [index] : []));
  t.equal(won.length, 1);
  t.ok(await maySignIn(api, 'x@example.com', `a password, number ${won[0]}`));
});

t.test(
  'a reset replaces the password and ends the sessions; an old link is worth nothing',
  async (t) => {
    const api = await open(t);
    const users = (await api.admin('GET', '/api/users')).json<{ id: string; email: string }[]>();
    const url = `/api/users/${users.find(({ email }) => email === editorEmail)?.id}`;
    const makeLink = async () =>
      (await api.admin('PUT', url, { passwordResetId: 'new' })).json<{ passwordResetId: string }>()
        .passwordResetId;
    const { headers } = await api.anonymous('POST', '/api/signin', {
      email: editorEmail,
      password: editorPassword,
    });
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    const old = await makeLink();
    const current = await makeLink();
    const email = editorEmail;
    t.equal((await reset(api, old, { email })).statusCode, 401, 'a newer one took its place');
    await api.sql.query(`update users set password_reset_expires_at = now() - interval '1 second'`);
    t.equal((await reset(api, current, { email })).statusCode, 401, 'it has expired');
    const fresh = await makeLink();
    await api.admin('PUT', url, { disabled: true });
    t.equal((await reset(api, fresh, { email })).statusCode, 401, 'the user is disabled');
    await api.admin('PUT', url, { disabled: false, passwordResetId: null });
    t.equal((await reset(api, fresh, { email })).statusCode, 401, 'an admin took it back');
    t.ok(await maySignIn(api, email, editorPassword), 'an unused link changes nothing');
    const restored = await makeLink();
    const hash = await testHasher.hash(editorPassword);
    await createUserRepository(api.database).upsertAdmin(email, hash);
    t.equal((await reset(api, restored, { email })).statusCode, 401, 'the settings set a password');
    t.same((await reset(api, await makeLink(), { email })).json(), {});
    t.notOk(await maySignIn(api, email, editorPassword));
    t.ok(await maySignIn(api, email));
    const session = await api.anonymous('GET', '/api/drivers', undefined, { cookie });
    t.equal(session.statusCode, 401);
    const dump = await api.sql.query<{ row: string }>('select u::text as row from users u');
    t.notOk(
      dump.some(({ row }) => row.includes(fresh)),
      'the table does not hold links',
    );
  },
);

t.test('no address alone opens an account, whatever the user came in by', async (t) => {
  const api = await open(t);
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
        : [await signUp(api, { email, invitationId: link }), await reset(api, link, { email })]),
    ];
    t.same(
      attempts.map((answer) => answer.statusCode),
      attempts.map(() => 401),
      origin,
    );
    t.notOk(await maySignIn(api, email));
  }
});

t.test('refusals are alike, byte for byte and in their work', async (t) => {
  let hashings = 0;
  const passwords: PasswordHasher = {
    ...testHasher,
    hash: (secret) => {
      hashings += 1;
      return testHasher.hash(secret);
    },
  };
  const api = await openTestApi({ dependencies: { passwords } });
  t.teardown(() => api.close());
  await invite(api, 'invited@example.com');
  await api.addUser({ email: 'off@example.com', role: 'editor', password: 'off-password' });
  await api.sql.query(`update users set disabled = true where email = 'off@example.com'`);
  const seen = (answer: Awaited<ReturnType<typeof signUp>>) => {
    const headers = { ...answer.headers, 'x-request-id': '', date: '' };
    return { status: answer.statusCode, headers, body: answer.body };
  };
  const emails = [
    'nobody@example.com',
    'invited@example.com',
    'off@example.com',
    editorEmail,
    adminEmail,
  ];
  const wrongLink = 'A'.repeat(43);
  const answers = [];
  for (const email of emails) {
    answers.push(seen(await signUp(api, { email })));
    answers.push(seen(await signUp(api, { email, invitationId: wrongLink })));
    answers.push(seen(await reset(api, wrongLink, { email })));
  }
  const [first] = answers;
  t.match(first, { status: 401, body: /"title":"Unauthorized"/ });
  t.ok(answers.every((answer) => isDeepStrictEqual(answer, first)));
  t.equal(hashings, answers.length, 'each was worth one hashing');
});

t.test('sign-up and reset count as failed sign-ins', async (t) => {
  const api = await open(t);
  const email = editorEmail;
  for (let count = 0; count < 5; count++) {
    t.equal((await signUp(api, { email })).statusCode, 401);
    t.equal((await reset(api, 'x'.repeat(43), { email })).statusCode, 401);
  }
  for (const answer of [
    await signUp(api, { email }),
    await reset(api, 'x'.repeat(43), { email }),
    await api.anonymous('POST', '/api/signin', { email, password: editorPassword }),
  ]) {
    t.equal(answer.statusCode, 429);
    t.ok(answer.headers['retry-after']);
  }
});

t.test('the admin of the settings signs up while there is no password, once', async (t) => {
  const api = await open(t, { SERVICE_ADMIN_PASSWORD: '' });
  const needsAdmin = async () =>
    (await api.anonymous('GET', '/api/app')).json<{ needsAdmin?: true }>().needsAdmin;
  t.equal(await needsAdmin(), true);
  const own = (index: number) => `first admin password ${index}`;
  const answers = await Promise.all(
    [0, 1, 2, 3].map((index) =>
      signUp(api, {
        email: adminEmail.toUpperCase(),
        password: own(index),
        passwordConfirmation: own(index),
      }),
    ),
  );
  const won = answers.findIndex(({ statusCode }) => statusCode === 200);
  t.same(answers.map(({ statusCode }) => statusCode).sort(), [200, 401, 401, 401]);
  const app = await api.as(adminEmail, own(won))('GET', '/api/app');
  t.match(app.json(), { currentUser: { role: 'admin' } });
  t.equal(await needsAdmin(), undefined);
  t.equal((await signUp(api, { email: adminEmail })).statusCode, 401);
});

t.test('who signs in elsewhere is not made a local admin by the settings alone', async (t) => {
  const api = await open(t, {
    SERVICE_ADMIN_PASSWORD: '',
    SERVICE_ALLOWED_DOMAINS: 'elsewhere.com',
  });
  await api.sql.query(`update users set origin = 'saml' where email = $1`, [adminEmail]);
  t.equal((await signUp(api, { email: adminEmail })).statusCode, 401);
  t.equal((await signUp(api, { email: 'x@example.com' })).statusCode, 401);
});

t.test('addresses of allowed domains sign up as editors', async (t) => {
  const api = await open(t, { SERVICE_ALLOWED_DOMAINS: 'Example.com other.org' });
  const email = 'Someone@EXAMPLE.com';
  t.equal((await signUp(api, { email, role: 'admin', id: 'x' })).statusCode, 200);
  const app = await api.as(email, password)('GET', '/api/app');
  t.match(app.json(), { currentUser: { email: 'someone@example.com', role: 'editor' } });
  const [row] = await api.sql.query<{ is_email_proven: boolean }>(
    `select is_email_proven from users where email = 'someone@example.com'`,
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
    'the next start would make an admin of its owner',
  );
});

t.test('where another service proves addresses, nobody takes one unproven', async (t) => {
  const api = await open(t, {
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

t.test('malformed sign-ups are refused before anything is hashed', async (t) => {
  const api = await open(t, { SERVICE_ALLOWED_DOMAINS: 'example.com' });
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
    const answer = await signUp(api, body);
    t.equal(answer.statusCode, 400, JSON.stringify(body).slice(0, 60));
    t.match(answer.json(), { errors: [{ path }] });
    t.ok(performance.now() - startedAtMs < 1_000);
  }
  const mismatch = await signUp(api, { email, passwordConfirmation: 'another password' });
  t.match(mismatch.json(), { title: 'Passwords do not match' });
  t.equal((await signUp(api, same('x'.repeat(1_100_000)))).statusCode, 413);
  for (const link of ['\0', '../x', 'x'.repeat(900), '%', '{"not":""}']) {
    const answer = await reset(api, link, { email });
    t.ok([400, 401, 404].includes(answer.statusCode), `${answer.statusCode} for ${link}`);
  }
  t.equal((await signUp(api, same('x'.repeat(1_024)))).statusCode, 200, 'long ones are fine');
});

t.test('both are off where nobody signs in by password', async (t) => {
  const api = await open(t, {
    SERVICE_USERPASS_AUTH_DISABLED: 'true',
    SERVICE_ALLOWED_DOMAINS: 'example.com',
  });
  for (const answer of [
    await signUp(api, { email: 'x@example.com' }),
    await reset(api, 'x', { email: adminEmail, password: adminPassword }),
  ]) {
    t.equal(answer.statusCode, 403);
    t.match(answer.json(), { code: 'local_auth_disabled' });
  }
});
