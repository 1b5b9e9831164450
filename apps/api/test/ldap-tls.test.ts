import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { loadApiConfig } from '@sluice/config';
import { createServiceDatabase, startProcess, until } from '@sluice/testkit';
import t from 'tap';
import { ldapSettings, openLdapApi, startDirectory, statusOf, trySignIn } from './ldap-support.js';
import { problemsOf } from './support.js';

const slapd = await startDirectory();

t.teardown(() => slapd.remove());

await t.test('with TLS, the certificate is verified before any request is sent', async (t) => {
  const startTls = { SERVICE_LDAP_START_TLS: 'true' };
  const ca = { SERVICE_LDAP_CA: slapd.ca };
  for (const settings of [startTls, { SERVICE_LDAP_URL: slapd.tlsUrl }]) {
    const trusting = await openLdapApi(t, slapd, { ...settings, ...ca });
    const before = slapd.log().length;
    t.equal(await statusOf(trusting, 'alice'), 200);
    const sent = slapd.log().slice(before);
    t.equal(sent.split('TLS established').length - 1, 2, 'both connections use TLS');
    t.ok(sent.indexOf('TLS established') < sent.indexOf('BIND dn='));
  }
  // An address of the same server that is not in the certificate.
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
  'a server that disconnects instead of starting TLS receives no password, and requests above the limit are refused',
  async (t) => {
    const received: Buffer[] = [];
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('data', (data: Buffer) => received.push(data));
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
    let answered = 0;
    const signIns = Array.from({ length: 40 }, async (_, index) => {
      const response = await trySignIn(other, `name${index}`, 'x');
      answered += 1;
      return response;
    });
    await until('the maximum number of connections is open', () => received.length === 32);
    await until('the other requests are refused', () => answered === 8);
    // Reports success of the extended operation and closes.
    for (const socket of sockets) socket.end(Buffer.from('300c02010278070a010004000400', 'hex'));
    const responses = await Promise.all(signIns);
    const codes = responses.map((response) => response.json<{ code: string }>().code);
    t.same(new Set(responses.map((response) => response.statusCode)), new Set([503]));
    t.equal(codes.filter((code) => code === 'busy').length, 8);
    t.equal(codes.filter((code) => code === 'directory_away').length, 32);
    t.equal(sockets.length, 32, 'no connection is retried without TLS');
    const text = Buffer.concat(received).toString('latin1');
    t.match(text, /1\.3\.6\.1\.4\.1\.1466\.20037/);
    t.notOk(text.includes(slapd.admin.password) || text.includes('name1'));
  },
);

await t.test('invalid settings prevent the start and are named', async (t) => {
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
  await t.rejects(
    started,
    /ended with 1 .*SERVICE_LDAP_ROLE_ADMIN_FILTER is not a valid LDAP filter/s,
  );
});
