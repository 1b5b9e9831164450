import { until } from '@sluice/testkit';
import { Client } from 'ldapts';
import t from 'tap';
import {
  injectionUid,
  openLdapApi,
  passwordOf,
  setMember,
  startDirectory,
  statusOf,
  trySignIn,
} from './ldap-support.js';
import { adminEmail, adminPassword, editorEmail, type TestApi } from './support.js';
import { cookieOf } from './fixtures.js';

const slapd = await startDirectory();

t.teardown(() => slapd.remove());

const rowOf = async (api: TestApi, column: string, value: string) =>
  (
    await api.sql.query<{ email: string; role: string; name: string; id: string }>(
      `select * from users where ${column} = '${value}'`,
    )
  )[0];

const api = await openLdapApi(t, slapd);

let marks = 0;
/**
 * Returns how many connections the server has accepted so far. It numbers them in this order, but can log one later
 * than its first operation, and its log arrives late. So another connection is made, by a bind without a password,
 * which this server accepts, and its number awaited; it does not count.
 */
async function connectionsSoFar(): Promise<number> {
  const name = `cn=mark-${++marks},dc=example,dc=com`;
  const client = new Client({ url: slapd.url });
  await client.bind(name, '');
  await client.unbind();
  const bind = new RegExp(`conn=(\\d+) op=0 BIND dn="${name}"`);
  const found = await until('the server has logged the bind', () => bind.exec(slapd.log()));
  return Number(found[1]) - marks;
}

await t.test('a directory user signs in and gets an account', async (t) => {
  const before = await connectionsSoFar();
  const planted = 'sluice.sid=set-by-an.attacker';
  const response = await trySignIn(api, 'ALICE', passwordOf('alice'), { cookie: planted });
  t.equal(response.statusCode, 200);
  t.same(response.json(), {});
  t.equal(
    (await connectionsSoFar()) - before,
    2,
    'one connection searches, one verifies the password',
  );
  t.match(await rowOf(api, 'ldap_id', 'alice'), {
    email: 'alice@corp.example',
    role: 'editor',
    name: 'alice of the corp',
    origin: 'ldap',
    sync_auth_role: true,
    password_hash: null,
  });
  const cookie = cookieOf(response.headers);
  t.not(cookie, planted);
  const app = await api.anonymous('GET', '/api/app', undefined, { cookie });
  t.match(app.json(), {
    currentUser: { email: 'alice@corp.example', role: 'editor' },
    config: { ldapConfigured: true, ldapRolesConfigured: true, localAuthConfigured: true },
  });

  const again = await trySignIn(api, 'alice', passwordOf('alice'), { cookie });
  const renewed = cookieOf(again.headers);
  t.not(renewed, cookie, 'each sign-in creates a new session id');
  const use = (sent: string) => api.anonymous('GET', '/api/users', undefined, { cookie: sent });
  t.equal((await use(cookie)).statusCode, 401, 'the old session is invalid');
  t.equal((await use(renewed)).statusCode, 200);
  const listed = await api.anonymous('GET', '/api/sessions', undefined, { cookie: renewed });
  t.match(listed.json(), [{ isCurrent: true, method: 'ldap' }]);
  t.equal(listed.json<unknown[]>().length, 1, 'the old session is deleted');

  t.equal(
    (await trySignIn(api, adminEmail, adminPassword)).statusCode,
    200,
    'local users can still sign in',
  );
  t.equal((await api.admin('GET', '/api/users')).statusCode, 200);
  const basic = api.as('alice', passwordOf('alice'));
  t.equal((await basic('GET', '/api/users')).statusCode, 401, 'Basic is for local users');
  for (const secret of [passwordOf('alice'), slapd.admin.password]) {
    t.notOk(api.log().includes(secret), 'no password is logged');
  }
});

await t.test('user names with filter syntax match no other entry', async (t) => {
  const password = passwordOf('alice');
  const names = [
    '*',
    'a*',
    'al*e',
    ')(uid=*',
    '*)(uid=*',
    'alice)(objectClass=*',
    '\\2a',
    '(',
    ')',
  ];
  names.push('\\61lice', 'alice)(|(uid=*', '!(uid=alice)', '{{username}}', '$&', 'alice\u00ad');
  for (const name of names) {
    const response = await trySignIn(api, name, password);
    t.equal(response.statusCode, 401, name);
    t.same(response.json(), { title: 'Unauthorized', code: 'unauthorized' });
  }
  t.equal(
    (await trySignIn(api, 'twin', passwordOf('twin1'))).statusCode,
    401,
    'the name matches two entries',
  );
  for (const [name, typed] of [
    ['unknown', password],
    ['alice', 'wrong'],
    ['carol', passwordOf('carol')],
  ] as const) {
    const before = await connectionsSoFar();
    const response = await trySignIn(api, name, typed);
    t.equal(response.statusCode, 401);
    t.same(response.json(), { title: 'Unauthorized', code: 'unauthorized' });
    t.equal((await connectionsSoFar()) - before, 2, `${name}: the same number of connections`);
  }

  const evil = await trySignIn(api, injectionUid, passwordOf('evil'));
  t.equal(evil.statusCode, 401, 'a name that an unescaped filter would read as membership');
  await api.addUser({ email: 'evil@corp.example', role: 'editor' });
  await api.sql.query(`update users set sync_auth_role = true where email = 'evil@corp.example'`);
  t.equal((await trySignIn(api, injectionUid, passwordOf('evil'))).statusCode, 401);
  await api.sql.query(`update users set sync_auth_role = false where email = 'evil@corp.example'`);
  t.equal(
    (await trySignIn(api, injectionUid, passwordOf('evil'))).statusCode,
    200,
    'the name itself is accepted',
  );
  t.match(await rowOf(api, 'email', 'evil@corp.example'), {
    role: 'editor',
    ldap_id: injectionUid,
  });
});

await t.test('impossible names and passwords never reach the directory', async (t) => {
  const before = await connectionsSoFar();
  const tries: [unknown, unknown, number][] = [
    ['alice', '', 400],
    ['alice', null, 400],
    ['alice', ['x'], 400],
    ['alice', ' ', 401],
    ['alice', ' \t\u00a0\u2003', 401],
    ['alice\0', passwordOf('alice'), 400],
    ['alice\u0001', passwordOf('alice'), 401],
    ['a  b', 'x', 401],
    ['\uff41lice', passwordOf('alice'), 401],
    ['a'.repeat(257), 'x', 401],
    ['a'.repeat(10_000), 'x', 400],
  ];
  for (const [email, password, status] of tries) {
    const response = await api.anonymous('POST', '/api/signin', { email, password });
    t.equal(response.statusCode, status, JSON.stringify([email, password]).slice(0, 40));
  }
  t.equal(await connectionsSoFar(), before);
});

await t.test('roles are set by the filters at every sign-in', async (t) => {
  const roleOf = async (cn: string) => (await rowOf(api, 'ldap_id', cn))?.role;
  t.equal(await statusOf(api, 'bob'), 200);
  t.equal(await roleOf('bob'), 'admin', 'admin wins over editor');
  setMember(slapd, 'admins', 'alice', true);
  t.equal(await statusOf(api, 'alice'), 200);
  t.equal(await roleOf('alice'), 'admin');
  setMember(slapd, 'admins', 'alice', false);
  t.equal(await statusOf(api, 'alice'), 200);
  t.equal(await roleOf('alice'), 'editor');
  setMember(slapd, 'editors', 'alice', false);
  t.equal(
    await statusOf(api, 'alice'),
    401,
    'a user admitted by a filter is refused once no filter matches',
  );
  setMember(slapd, 'editors', 'alice', true);
  await api.sql.query(`update users set disabled = true where ldap_id = 'alice'`);
  t.equal(await statusOf(api, 'alice'), 401, 'a disabled account is refused');
  await api.sql.query(`update users set disabled = false, sync_auth_role = false`);
  await api.sql.query(`update users set role = 'admin' where ldap_id = 'alice'`);
  t.equal(await statusOf(api, 'alice'), 200);
  t.equal(await roleOf('alice'), 'admin', 'the role is kept if role sync is off');

  t.equal(await statusOf(api, 'carol'), 401, 'a person in no group is refused');
  t.equal(await rowOf(api, 'ldap_id', 'carol'), undefined);
  const id = await api.addUser({ email: 'Carol@corp.example', role: 'admin' });
  t.equal(await statusOf(api, 'carol'), 200, 'an account that an admin added is accepted');
  t.match(
    await rowOf(api, 'ldap_id', 'carol'),
    { id, role: 'admin' },
    'the account keeps its stored role',
  );

  t.equal(await statusOf(api, 'dora'), 401);
  t.match(api.log(), /no usable mail attribute/);
  await api.addUser({ email: 'dora@elsewhere.example', role: 'editor' });
  await api.sql.query(`update users set ldap_id = 'dora' where email = 'dora@elsewhere.example'`);
  t.equal(await statusOf(api, 'dora'), 200, 'an account with the LDAP name needs no address');

  t.equal(await statusOf(api, 'mallory'), 401, 'another name with the address of alice is refused');
  t.equal(await rowOf(api, 'ldap_id', 'mallory'), undefined);
});

await t.test('a directory address does not match accounts of other sign-in methods', async (t) => {
  t.equal(await statusOf(api, 'eve'), 401, 'the address of a local admin is refused');
  t.match(await rowOf(api, 'email', adminEmail), { role: 'admin', ldap_id: null });
  await api.addUser({ email: 'frank@corp.example', role: 'admin' });
  await api.sql.query(`update users set origin = 'oidc' where email = 'frank@corp.example'`);
  t.equal(await statusOf(api, 'frank'), 401, 'the address of an OIDC user is refused');
  await api.sql.query(`update users set ldap_id = 'frank' where email = 'frank@corp.example'`);
  t.equal(await statusOf(api, 'frank'), 200, 'an admin can link the account');
});

await t.test('failed sign-ins count for directory names as for addresses', async (t) => {
  const guesses = await Promise.all(
    Array.from({ length: 14 }, (_, index) => trySignIn(api, 'guessed', `guess ${index}`)),
  );
  const statuses = guesses.map((response) => response.statusCode);
  t.equal(statuses.filter((status) => status === 401).length, 10);
  t.equal(statuses.filter((status) => status === 429).length, 4);
  t.equal(
    (await trySignIn(api, 'Guessed', passwordOf('guessed'))).statusCode,
    429,
    'the name is case-insensitive',
  );
  t.equal(await statusOf(api, 'alice'), 200);
  for (let index = 0; index < 10; index++) await trySignIn(api, editorEmail, 'wrong');
  t.equal(
    (await api.editor('GET', '/api/users')).statusCode,
    429,
    'Basic authentication shares the count',
  );
});

await t.test('a default role admits users that match no filter', async (t) => {
  const none = { SERVICE_LDAP_ROLE_ADMIN_FILTER: '', SERVICE_LDAP_ROLE_EDITOR_FILTER: '' };
  const byDefault = await openLdapApi(t, slapd, {
    SERVICE_LDAP_DEFAULT_ROLE: 'editor',
    SERVICE_USERPASS_AUTH_DISABLED: 'true',
  });
  t.equal(await statusOf(byDefault, 'carol'), 200);
  t.match(await rowOf(byDefault, 'ldap_id', 'carol'), { role: 'editor' });
  await byDefault.sql.query(`update users set role = 'admin'`);
  t.equal(await statusOf(byDefault, 'carol'), 200);
  t.match(
    await rowOf(byDefault, 'ldap_id', 'carol'),
    { role: 'editor' },
    'the default role is set again',
  );
  t.equal(
    (await trySignIn(byDefault, adminEmail, adminPassword)).statusCode,
    401,
    'local sign-in is disabled',
  );
  t.equal((await byDefault.admin('GET', '/api/users')).statusCode, 401);

  const denied = await openLdapApi(t, slapd, { ...none, SERVICE_LDAP_DEFAULT_ROLE: 'denied' });
  t.equal(
    await statusOf(denied, 'alice'),
    401,
    'without filters and a default role, no user is admitted',
  );
  await denied.addUser({ email: 'alice@corp.example', role: 'editor' });
  t.equal(await statusOf(denied, 'alice'), 200, 'an account that an admin added is accepted');

  const invited = await openLdapApi(t, slapd, { SERVICE_LDAP_AUTO_SIGN_UP: 'false' });
  t.equal(await statusOf(invited, 'bob'), 401, 'no account is created');
  await invited.addUser({ email: 'bob@corp.example', role: 'editor' });
  t.equal(await statusOf(invited, 'bob'), 200);
});

await t.test('local users can sign in while the directory is unavailable', async (t) => {
  await slapd.stop();
  for (let index = 0; index < 12; index++) {
    const response = await trySignIn(api, 'alice', passwordOf('alice'));
    t.equal(
      response.statusCode,
      503,
      'an unavailable directory is not counted as a failed sign-in',
    );
    t.equal(response.headers['retry-after'], '5');
    t.match(response.json(), { code: 'directory_away' });
  }
  t.equal((await trySignIn(api, adminEmail, adminPassword)).statusCode, 200);
  await slapd.start();
  t.equal(await statusOf(api, 'alice'), 200);
  const locked = await openLdapApi(t, slapd, { SERVICE_LDAP_PASSWORD: 'wrong' });
  t.equal(await statusOf(locked, 'alice'), 503, 'the directory refuses the bind account');
});
