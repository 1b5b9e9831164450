import type { PasswordHasher } from '@sluice/api';
import { createSessionRepository } from '@sluice/database';
import type { LightMyRequestResponse } from 'fastify';
import t from 'tap';
import { editorEmail, editorPassword, testHasher } from './support.js';
import { cookieOf, openApi, signIn, userIdOf } from './fixtures.js';
import { createUser, statusBy } from './user-support.js';

t.test(
  "a password change requires the current password and ends the user's other sessions",
  async (t) => {
    const api = await openApi(t);
    const own = `/api/users/${await userIdOf(api, editorEmail)}`;
    const cookie = await signIn(api, editorEmail, editorPassword);
    const other = await signIn(api, editorEmail, editorPassword);
    const put = (body: Record<string, unknown>) => api.anonymous('PUT', own, body, { cookie });
    const password = '  exactly As typed  ';
    for (const [body, path] of [
      [{ password }, 'currentPassword'],
      [{ password, currentPassword: 'wrong' }, 'currentPassword'],
      [{ password, currentPassword: '' }, 'currentPassword'],
      [{ password: 'short', currentPassword: editorPassword }, 'password'],
      [{ password: 'PassWord1', currentPassword: editorPassword }, 'password'],
      [{ password: 'x'.repeat(1_025), currentPassword: editorPassword }, 'password'],
      [{ password: 'x'.repeat(1_000_000), currentPassword: editorPassword }, 'password'],
      [{ password: { not: 'x' }, currentPassword: editorPassword }, 'password'],
      [{ password: 'a\0bcdefghij', currentPassword: editorPassword }, 'password'],
      [{ password: 'abcdefgh\ud800', currentPassword: editorPassword }, 'password'],
    ] as const) {
      const response = await put(body);
      t.equal(response.statusCode, 400, JSON.stringify(body).slice(0, 60));
      t.match(response.json(), { errors: [{ path }] });
    }
    t.equal((await put({ password: 'x'.repeat(1_100_000) })).statusCode, 413);

    const changed = await put({ password, currentPassword: editorPassword });
    t.equal(changed.statusCode, 200);
    const renewed = cookieOf(changed.headers);
    t.not(renewed, cookie, 'the session has a new id');
    t.equal(await statusBy(api, renewed), 200);
    t.equal(await statusBy(api, cookie), 401);
    t.equal(await statusBy(api, other), 401);
    t.equal((await api.as(editorEmail, password.trim())('GET', '/api/users')).statusCode, 401);
    t.equal((await api.as(editorEmail, password)('GET', '/api/users')).statusCode, 200);

    const [{ statusCode }] = [
      await api.as(editorEmail, password)('PUT', own, {
        password: 'by a program',
        currentPassword: password,
      }),
    ];
    t.equal(statusCode, 200, 'also without a session');
    t.equal(await statusBy(api, renewed), 401);

    await api.sql.query(`update users set origin = 'ldap' where email = $1`, [editorEmail]);
    const directoryUser = await api.as(editorEmail, 'by a program')('PUT', own, {
      password: 'another password',
      currentPassword: 'by a program',
    });
    t.equal(directoryUser.statusCode, 400, 'users of other sign-in methods cannot set a password');
  },
);

t.test('concurrent requests cannot restore an old password or an ended session', async (t) => {
  let whileHashing = (): Promise<unknown> => Promise.resolve();
  const passwords: PasswordHasher = {
    ...testHasher,
    verify: async (password, stored) => {
      const isRight = await testHasher.verify(password, stored);
      await whileHashing();
      return isRight;
    },
  };
  const api = await openApi(t, { dependencies: { passwords } });
  whileHashing = async () => {
    const passwordHash = await testHasher.hash('another password');
    await api.sql.query('update users set password_hash = $1', [passwordHash]);
  };
  const response = await api.anonymous('POST', '/api/signin', {
    email: editorEmail,
    password: editorPassword,
  });
  t.equal(response.statusCode, 401, 'the password changed during verification');
  await createSessionRepository(api.database).prolong('ended', 60_000);
  t.same(await api.sql.query('select from sessions'), []);
});

t.test('wrong current passwords count as failed sign-ins', async (t) => {
  const api = await openApi(t);
  const cookie = await signIn(api, editorEmail, editorPassword);
  const own = `/api/users/${await userIdOf(api, editorEmail)}`;
  const guess = () =>
    api.anonymous(
      'PUT',
      own,
      { password: 'another password', currentPassword: 'wrong' },
      { cookie },
    );
  for (let count = 0; count < 10; count++) t.equal((await guess()).statusCode, 400);
  t.equal((await guess()).statusCode, 429);
  t.equal((await guess()).headers['retry-after'] === undefined, false);
});

t.test('a user cannot use their own address as a password', async (t) => {
  const api = await openApi(t, { settings: { SERVICE_ALLOWED_DOMAINS: 'example.com' } });
  const email = 'jo.li.wu@example.com';
  const invited = await createUser(api.admin, { email: 'jo.li.xu@example.com' });
  const own = `/api/users/${await userIdOf(api, editorEmail)}`;
  const passwords = (address: string) => [address, address.toUpperCase(), address.split('@')[0]];
  const paths: [string, string, (password: unknown) => Promise<LightMyRequestResponse>][] = [
    [
      'added by an admin',
      email,
      (password) => api.admin('POST', '/api/users', { email, role: 'editor', password }),
    ],
    [
      'sign-up',
      email,
      (password) =>
        api.anonymous('POST', '/api/signup', { email, password, passwordConfirmation: password }),
    ],
    [
      'reset',
      invited.email,
      (password) =>
        api.anonymous('POST', `/api/password-reset/${String(invited.passwordResetId)}`, {
          email: invited.email,
          password,
          passwordConfirmation: password,
        }),
    ],
    [
      'profile, with a new address',
      email,
      (password) => api.editor('PUT', own, { email, password, currentPassword: editorPassword }),
    ],
    [
      'profile',
      editorEmail,
      (password) => api.editor('PUT', own, { password, currentPassword: editorPassword }),
    ],
  ];
  for (const [name, address, set] of paths) {
    for (const password of passwords(address)) {
      const response = await set(password);
      t.equal(response.statusCode, 400, `${name}: ${String(password)}`);
      t.match(response.json(), { errors: [{ path: 'password' }] });
    }
  }
  t.equal((await api.editor('GET', '/api/users')).json<unknown[]>().length, 3, 'no user was added');
});
