import type { PasswordHasher } from '@sluice/api';
import { until } from '@sluice/testkit';
import t from 'tap';
import { adminEmail, adminPassword, basic, editorEmail, testHasher } from './support.js';
import { openApi } from './fixtures.js';

t.test('HTTP Basic credentials are hashed once for many requests', async (t) => {
  let hashings = 0;
  const passwords: PasswordHasher = {
    ...testHasher,
    verify: (password, stored) => {
      hashings += 1;
      return testHasher.verify(password, stored);
    },
  };
  const api = await openApi(t, { dependencies: { passwords } });
  const first = await Promise.all(Array.from({ length: 20 }, () => api.admin('GET', '/api/users')));
  t.ok(first.every((response) => response.statusCode === 200));
  t.equal((await api.admin('GET', '/api/drivers')).statusCode, 200);
  t.equal(hashings, 1);
});

t.test('malformed or wrong credentials return 401', async (t) => {
  const api = await openApi(t);
  for (const authorization of [
    'Basic',
    'Basic !!!',
    'Basic bm9jb2xvbg==',
    basic('', 'x'),
    basic(adminEmail, ''),
    basic(adminEmail, 'wrong'),
    basic(`${adminEmail}\0`, adminPassword),
    basic(adminEmail, 'x'.repeat(2_000)),
    'Bearer abc',
    'Digest username="x"',
  ]) {
    const response = await api.anonymous('GET', '/api/users', undefined, { authorization });
    t.equal(response.statusCode, 401, authorization.slice(0, 40));
  }
  const line = /"method":"GET","route":"\/api\/users","status":401,/g;
  t.equal(api.log().match(line)?.length, 10, 'each request is logged');
  t.equal((await api.admin('GET', '/api/users')).statusCode, 200);
  t.match(api.log(), /"route":"\/api\/users","status":200,"durationMs":\d+,"userId":"[^"]+"/);
});

t.test('a changed password and a disabled user apply to Basic within a second', async (t) => {
  const api = await openApi(t);
  t.equal((await api.editor('GET', '/api/drivers')).statusCode, 200);
  await api.sql.query(
    `update users set password_hash = (select password_hash from users where email = '${adminEmail}')
     where email = '${editorEmail}'`,
  );
  const changedAtMs = performance.now();
  await until('the old password is refused', async () => {
    return (await api.editor('GET', '/api/drivers')).statusCode === 401;
  });
  t.ok(performance.now() - changedAtMs < 2_500);
  const renamed = api.as(editorEmail, adminPassword);
  t.equal((await renamed('GET', '/api/drivers')).statusCode, 200, 'the new password is accepted');
  await api.sql.query(`update users set disabled = true where email = '${editorEmail}'`);
  const disabledAtMs = performance.now();
  await until('the disabled user is refused', async () => {
    return (await renamed('GET', '/api/drivers')).statusCode === 401;
  });
  t.ok(performance.now() - disabledAtMs < 2_500);
});
