import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { loadApiConfig } from '@sluice/config';
import { createServiceDatabase, startProcess, until } from '@sluice/testkit';
import { Client } from 'ldapts';
import t from 'tap';
import {
  evilUid,
  ldapSettings,
  openLdapApi,
  passwordOf,
  setMember,
  startDirectory,
} from './ldap-support.js';
import { adminEmail, adminPassword, editorEmail, problemsOf, type TestApi } from './support.js';

const slapd = await startDirectory();
t.teardown(() => slapd.remove());

const signIn = (api: TestApi, email: string, password: string, headers = {}) =>
  api.anonymous('POST', '/api/signin', { email, password }, headers);

/** The status for somebody of the directory with the right password. */
const statusOf = async (api: TestApi, cn: string): Promise<number> =>
  (await signIn(api, cn, passwordOf(cn))).statusCode;

const cookieOf = (headers: Record<string, unknown>): string =>
  String(headers['set-cookie']).split(';')[0] ?? '';

const rowOf = async (api: TestApi, column: string, value: string) =>
  (
    await api.sql.query<{ email: string; role: string; name: string; id: string }>(
      `select * from users where ${column} = '${value}'`,
    )
  )[0];

const api = await openLdapApi(t, slapd);

await t.test('a user of the directory signs in and becomes a user', async (t) => {
  const before = slapd.connections();
  const planted = 'sluice.sid=planted-by-somebody.else';
  const answer = await signIn(api, 'ALICE', passwordOf('alice'), { cookie: planted });
  t.equal(answer.statusCode, 200);
  t.same(answer.json(), {});
  t.equal(slapd.connections() - before, 2, 'one that searches, one that proves the password');
  t.match(await rowOf(api, 'ldap_id', 'alice'), {
    email: 'alice@corp.example',
    role: 'editor',
    name: 'alice of the corp',
    origin: 'ldap',
    sync_auth_role: true,
    password_hash: null,
  });
  const cookie = cookieOf(answer.headers);
  t.not(cookie, planted);
  const app = await api.anonymous('GET', '/api/app', undefined, { cookie });
  t.match(app.json(), {
    currentUser: { email: 'alice@corp.example', role: 'editor' },
    config: { ldapConfigured: true, ldapRolesConfigured: true, localAuthConfigured: true },
  });

  const again = await signIn(api, 'alice', passwordOf('alice'), { cookie });
  const renewed = cookieOf(again.headers);
  t.not(renewed, cookie, 'a new session id with each sign-in');
  const use = (sent: string) => api.anonymous('GET', '/api/users', undefined, { cookie: sent });
  t.equal((await use(cookie)).statusCode, 401, 'the old one is worth nothing');
  t.equal((await use(renewed)).statusCode, 200);
  const listed = await api.anonymous('GET', '/api/sessions', undefined, { cookie: renewed });
  t.match(listed.json(), [{ isCurrent: true, method: 'ldap' }]);
  t.equal(listed.json<unknown[]>().length, 1, 'the old one is gone');

  t.equal((await signIn(api, adminEmail, adminPassword)).statusCode, 200, 'local users as ever');
  t.equal((await api.admin('GET', '/api/users')).statusCode, 200);
  const basic = api.as('alice', passwordOf('alice'));
  t.equal((await basic('GET', '/api/users')).statusCode, 401, 'Basic is for local users');
  for (const secret of [passwordOf('alice'), slapd.admin.password]) {
    t.notOk(api.log().includes(secret), 'nothing that was typed or set is logged');
  }
});

await t.test('names that are filters match nobody, or nobody else', async (t) => {
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
    const answer = await signIn(api, name, password);
    t.equal(answer.statusCode, 401, name);
    t.same(answer.json(), { title: 'Unauthorized', code: 'unauthorized' });
  }
  t.equal((await signIn(api, 'twin', passwordOf('twin1'))).statusCode, 401, 'two entries');
  for (const [name, typed] of [
    ['nobody', password],
    ['alice', 'wrong'],
    ['carol', passwordOf('carol')],
  ] as const) {
    const before = slapd.connections();
    const answer = await signIn(api, name, typed);
    t.equal(answer.statusCode, 401);
    t.same(answer.json(), { title: 'Unauthorized', code: 'unauthorized' });
    t.equal(slapd.connections() - before, 2, `${name}: the same steps`);
  }

  const evil = await signIn(api, evilUid, passwordOf('evil'));
  t.equal(evil.statusCode, 401, 'a name that pasted would read as membership');
  await api.addUser({ email: 'evil@corp.example', role: 'editor' });
  await api.sql.query(`update users set sync_auth_role = true where email = 'evil@corp.example'`);
  t.equal((await signIn(api, evilUid, passwordOf('evil'))).statusCode, 401);
  await api.sql.query(`update users set sync_auth_role = false where email = 'evil@corp.example'`);
  t.equal(
    (await signIn(api, evilUid, passwordOf('evil'))).statusCode,
    200,
    'the name itself is fine',
  );
  t.match(await rowOf(api, 'email', 'evil@corp.example'), { role: 'editor', ldap_id: evilUid });
});

await t.test('names and passwords that cannot be right never reach the directory', async (t) => {
  const careless = new Client({ url: slapd.url });
  await careless.bind('cn=alice,ou=people,dc=example,dc=com', '');
  await careless.unbind();
  t.pass('this server takes a name without a password for success');

  const before = slapd.connections();
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
    const answer = await api.anonymous('POST', '/api/signin', { email, password });
    t.equal(answer.statusCode, status, JSON.stringify([email, password]).slice(0, 40));
  }
  t.equal(slapd.connections(), before);
});

await t.test('roles come from the filters, at every sign-in', async (t) => {
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
  t.equal(await statusOf(api, 'alice'), 401, 'who came by the filters goes by them');
  setMember(slapd, 'editors', 'alice', true);
  await api.sql.query(`update users set disabled = true where ldap_id = 'alice'`);
  t.equal(await statusOf(api, 'alice'), 401, 'disabled here');
  await api.sql.query(`update users set disabled = false, sync_auth_role = false`);
  await api.sql.query(`update users set role = 'admin' where ldap_id = 'alice'`);
  t.equal(await statusOf(api, 'alice'), 200);
  t.equal(await roleOf('alice'), 'admin', 'not where an admin turned it off');

  t.equal(await statusOf(api, 'carol'), 401, 'in no group');
  t.equal(await rowOf(api, 'ldap_id', 'carol'), undefined);
  const id = await api.addUser({ email: 'Carol@corp.example', role: 'admin' });
  t.equal(await statusOf(api, 'carol'), 200, 'added beforehand');
  t.match(await rowOf(api, 'ldap_id', 'carol'), { id, role: 'admin' }, 'with the stored role');

  t.equal(await statusOf(api, 'dora'), 401);
  t.match(api.log(), /no usable mail attribute/);
  await api.addUser({ email: 'dora@elsewhere.example', role: 'editor' });
  await api.sql.query(`update users set ldap_id = 'dora' where email = 'dora@elsewhere.example'`);
  t.equal(await statusOf(api, 'dora'), 200, 'known by the LDAP name, needs no address');

  t.equal(await statusOf(api, 'mallory'), 401, "with alice's address and another name");
  t.equal(await rowOf(api, 'ldap_id', 'mallory'), undefined);
});

await t.test('an address in the directory leads to nobody who comes in another way', async (t) => {
  t.equal(await statusOf(api, 'eve'), 401, 'the address of an admin with a password');
  t.match(await rowOf(api, 'email', adminEmail), { role: 'admin', ldap_id: null });
  await api.addUser({ email: 'frank@corp.example', role: 'admin' });
  await api.sql.query(`update users set origin = 'oidc' where email = 'frank@corp.example'`);
  t.equal(await statusOf(api, 'frank'), 401, 'of somebody whom another service knows');
  await api.sql.query(`update users set ldap_id = 'frank' where email = 'frank@corp.example'`);
  t.equal(await statusOf(api, 'frank'), 200, 'unless an admin says that they are one');
});

await t.test('failures count for names of the directory as for addresses', async (t) => {
  const guesses = await Promise.all(
    Array.from({ length: 14 }, (_, index) => signIn(api, 'guessed', `guess ${index}`)),
  );
  const statuses = guesses.map((answer) => answer.statusCode);
  t.equal(statuses.filter((status) => status === 401).length, 10);
  t.equal(statuses.filter((status) => status === 429).length, 4);
  t.equal((await signIn(api, 'Guessed', passwordOf('guessed'))).statusCode, 429, 'any spelling');
  t.equal(await statusOf(api, 'alice'), 200);
  for (let index = 0; index < 10; index++) await signIn(api, editorEmail, 'wrong');
  t.equal((await api.editor('GET', '/api/users')).statusCode, 429, 'the same count as of Basic');
});

await t.test('a default role lets in whom no filter matches', async (t) => {
  const none = { SERVICE_LDAP_ROLE_ADMIN_FILTER: '', SERVICE_LDAP_ROLE_EDITOR_FILTER: '' };
  const byDefault = await openLdapApi(t, slapd, {
    SERVICE_LDAP_DEFAULT_ROLE: 'editor',
    SERVICE_USERPASS_AUTH_DISABLED: 'true',
  });
  t.equal(await statusOf(byDefault, 'carol'), 200);
  t.match(await rowOf(byDefault, 'ldap_id', 'carol'), { role: 'editor' });
  await byDefault.sql.query(`update users set role = 'admin'`);
  t.equal(await statusOf(byDefault, 'carol'), 200);
  t.match(await rowOf(byDefault, 'ldap_id', 'carol'), { role: 'editor' }, 'and is kept so');
  t.equal((await signIn(byDefault, adminEmail, adminPassword)).statusCode, 401, 'LDAP alone');
  t.equal((await byDefault.admin('GET', '/api/users')).statusCode, 401);

  const denied = await openLdapApi(t, slapd, { ...none, SERVICE_LDAP_DEFAULT_ROLE: 'denied' });
  t.equal(await statusOf(denied, 'alice'), 401, 'no filter at all, and no default');
  await denied.addUser({ email: 'alice@corp.example', role: 'editor' });
  t.equal(await statusOf(denied, 'alice'), 200, 'added beforehand');

  const invited = await openLdapApi(t, slapd, { SERVICE_LDAP_AUTO_SIGN_UP: 'false' });
  t.equal(await statusOf(invited, 'bob'), 401, 'nobody becomes a user by themselves');
  await invited.addUser({ email: 'bob@corp.example', role: 'editor' });
  t.equal(await statusOf(invited, 'bob'), 200);
});

await t.test('the directory may be away: local users do not notice', async (t) => {
  await slapd.stop();
  for (let index = 0; index < 12; index++) {
    const answer = await signIn(api, 'alice', passwordOf('alice'));
    t.equal(answer.statusCode, 503, 'which is no failure of theirs');
    t.equal(answer.headers['retry-after'], '5');
    t.match(answer.json(), { code: 'directory_away' });
  }
  t.equal((await signIn(api, adminEmail, adminPassword)).statusCode, 200);
  await slapd.start();
  t.equal(await statusOf(api, 'alice'), 200);
  const locked = await openLdapApi(t, slapd, { SERVICE_LDAP_PASSWORD: 'wrong' });
  t.equal(await statusOf(locked, 'alice'), 503, 'the account of the service is refused');
});

await t.test('TLS: the certificate is checked before anything is said', async (t) => {
  const startTls = { SERVICE_LDAP_START_TLS: 'true' };
  const ca = { SERVICE_LDAP_CA: slapd.ca };
  for (const settings of [startTls, { SERVICE_LDAP_URL: slapd.tlsUrl }]) {
    const trusting = await openLdapApi(t, slapd, { ...settings, ...ca });
    const before = slapd.log().length;
    t.equal(await statusOf(trusting, 'alice'), 200);
    const said = slapd.log().slice(before);
    t.equal(said.split('TLS established').length - 1, 2, 'both connections');
    t.ok(said.indexOf('TLS established') < said.indexOf('BIND dn='));
  }
  // An address that leads there and is not in the certificate.
  const otherName = (url: string) => ({ SERVICE_LDAP_URL: url.replace('127.0.0.1', '127.1') });
  for (const settings of [
    { ...startTls, SERVICE_LDAP_CA: slapd.otherCa },
    { SERVICE_LDAP_URL: slapd.tlsUrl },
    { ...startTls, ...ca, ...otherName(slapd.url) },
    { ...ca, ...otherName(slapd.tlsUrl) },
  ]) {
    const other = await openLdapApi(t, slapd, settings);
    const [before, connections] = [slapd.log().length, slapd.connections()];
    t.equal(await statusOf(other, 'alice'), 503);
    await until('the attempt is logged', () => slapd.connections() > connections);
    t.notMatch(slapd.log().slice(before), /BIND|SRCH/);
  }
});

await t.test(
  'who hangs up instead of beginning TLS hears no password; a flood waits',
  async (t) => {
    const heard: Buffer[] = [];
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('data', (data: Buffer) => heard.push(data));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.teardown(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const other = await openLdapApi(t, slapd, {
      SERVICE_LDAP_URL: `ldap://127.0.0.1:${port}`,
      SERVICE_LDAP_START_TLS: 'true',
    });
    const flood = Array.from({ length: 40 }, (_, index) => signIn(other, `name${index}`, 'x'));
    await until('all that may have asked', () => heard.length === 32);
    // Success of the extended operation, and then nothing more.
    for (const socket of sockets) socket.end(Buffer.from('300c02010278070a010004000400', 'hex'));
    const answers = await Promise.all(flood);
    const codes = answers.map((answer) => answer.json<{ code: string }>().code);
    t.same(new Set(answers.map((answer) => answer.statusCode)), new Set([503]));
    t.equal(codes.filter((code) => code === 'busy').length, 8);
    t.equal(codes.filter((code) => code === 'directory_away').length, 32);
    t.equal(sockets.length, 32, 'nobody came back without TLS');
    const text = Buffer.concat(heard).toString('latin1');
    t.match(text, /1\.3\.6\.1\.4\.1\.1466\.20037/);
    t.notOk(text.includes(slapd.admin.password) || text.includes('name1'));
  },
);

await t.test('settings that cannot work stop the start, by name', async (t) => {
  const required = {
    DATABASE_URL: 'postgres://127.0.0.1/x',
    SERVICE_PORT: '0',
    SERVICE_DB_PATH: t.testdir(),
    SERVICE_PASSPHRASE: 'a passphrase of more than 32 characters',
    SERVICE_COOKIE_SECRET: 'another secret of more than 32 characters',
  };
  const load = (settings: Record<string, string>) => () =>
    loadApiConfig({ ...required, ...ldapSettings(slapd), ...settings });
  for (const [name, value] of [
    ['SERVICE_LDAP_SEARCH_FILTER', '(uid=alice)'],
    ['SERVICE_LDAP_CA', '/etc/ssl/ca.pem'],
    ['SERVICE_LDAP_BIND_DN', 'cn=x'],
    ['SERVICE_LDAP_START_TLS', 'true'],
  ] as const) {
    const beside = { SERVICE_LDAP_PASSWORD: '', SERVICE_LDAP_URL: slapd.tlsUrl };
    t.ok(problemsOf(load({ ...beside, [name]: value })).includes(name), name);
  }
  const database = await createServiceDatabase();
  t.teardown(() => database.drop());
  const environment = { ...required, ...ldapSettings(slapd), DATABASE_URL: database.url };
  const started = startProcess('api', {
    ...environment,
    SERVICE_LDAP_ROLE_ADMIN_FILTER: '(memberOf=x',
  });
  await t.rejects(started, /ended with 1 .*SERVICE_LDAP_ROLE_ADMIN_FILTER is no LDAP filter/s);
});
