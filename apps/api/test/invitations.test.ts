import { createUserRepository } from '@sluice/database';
import t from 'tap';
import { editorEmail, editorPassword, testHasher } from './support.js';
import { cookieOf } from './fixtures.js';
import { invite, maySignIn, openSignUpApi, resetPassword, signUp } from './sign-up-support.js';

t.test('an invitation link works once, for sign-up or reset', async (t) => {
  const api = await openSignUpApi(t);
  const first = await invite(api, 'first@example.com');
  t.equal(
    (await signUp(api, { email: 'first@example.com' })).statusCode,
    401,
    'the link is required',
  );
  const joined = await signUp(api, { email: 'FIRST@example.com', invitationId: first.link });
  t.equal(joined.statusCode, 200);
  t.same(joined.json(), {});
  t.ok(await maySignIn(api, 'first@example.com'));
  for (const again of [
    await signUp(api, { email: 'first@example.com', invitationId: first.link }),
    await resetPassword(api, first.link, { email: 'first@example.com' }),
  ]) {
    t.equal(again.statusCode, 401, 'a link works once');
  }
  t.match((await api.admin('GET', `/api/users/${first.id}`)).json(), { passwordResetId: null });

  const second = await invite(api, 'second@example.com');
  const mixed = await resetPassword(api, second.link, { email: 'first@example.com' });
  t.equal(mixed.statusCode, 401, 'a link is for one account');
  t.same((await resetPassword(api, second.link, { email: 'second@example.com' })).json(), {});
  t.ok(await maySignIn(api, 'second@example.com'));
});

t.test('concurrent uses of one link have one success', async (t) => {
  const api = await openSignUpApi(t);
  const { link } = await invite(api, 'x@example.com');
  const responses = await Promise.all(
    Array.from({ length: 6 }, (_, index) => {
      const own = `a password, number ${index}`;
      const body = { email: 'x@example.com', password: own, passwordConfirmation: own };
      return index % 2 === 0
        ? resetPassword(api, link, body)
        : signUp(api, { ...body, invitationId: link });
    }),
  );
  const successes = responses.flatMap(({ statusCode }, index) =>
    statusCode === 200 ? [index] : [],
  );
  t.equal(successes.length, 1);
  t.ok(await maySignIn(api, 'x@example.com', `a password, number ${successes[0]}`));
});

t.test('a reset replaces the password and ends the sessions; an old link is refused', async (t) => {
  const api = await openSignUpApi(t);
  const users = (await api.admin('GET', '/api/users')).json<{ id: string; email: string }[]>();
  const url = `/api/users/${users.find(({ email }) => email === editorEmail)?.id}`;
  const makeLink = async () =>
    (await api.admin('PUT', url, { passwordResetId: 'new' })).json<{ passwordResetId: string }>()
      .passwordResetId;
  const { headers } = await api.anonymous('POST', '/api/signin', {
    email: editorEmail,
    password: editorPassword,
  });
  const cookie = cookieOf(headers);
  const old = await makeLink();
  const current = await makeLink();
  const email = editorEmail;
  t.equal((await resetPassword(api, old, { email })).statusCode, 401, 'a newer link replaced it');
  await api.sql.query(`update users set password_reset_expires_at = now() - interval '1 second'`);
  t.equal((await resetPassword(api, current, { email })).statusCode, 401, 'the link has expired');
  const fresh = await makeLink();
  await api.admin('PUT', url, { disabled: true });
  t.equal((await resetPassword(api, fresh, { email })).statusCode, 401, 'the user is disabled');
  await api.admin('PUT', url, { disabled: false, passwordResetId: null });
  t.equal(
    (await resetPassword(api, fresh, { email })).statusCode,
    401,
    'an admin revoked the link',
  );
  t.ok(await maySignIn(api, email, editorPassword), 'an unused link changes nothing');
  const restored = await makeLink();
  const hash = await testHasher.hash(editorPassword);
  await createUserRepository(api.database).upsertAdmin(email, hash);
  t.equal(
    (await resetPassword(api, restored, { email })).statusCode,
    401,
    'SERVICE_ADMIN_PASSWORD was set',
  );
  t.same((await resetPassword(api, await makeLink(), { email })).json(), {});
  t.notOk(await maySignIn(api, email, editorPassword));
  t.ok(await maySignIn(api, email));
  const session = await api.anonymous('GET', '/api/drivers', undefined, { cookie });
  t.equal(session.statusCode, 401);
  const dump = await api.sql.query<{ row: string }>('select u::text as row from users u');
  t.notOk(
    dump.some(({ row }) => row.includes(fresh)),
    'links are not stored in clear text',
  );
});
