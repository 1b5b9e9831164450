import { prepareService } from '@sluice/api';
import { loadApiConfig } from '@sluice/config';
import t, { type Test } from 'tap';
import { basic, openTestApi, sampleConnection, testHasher, type TestApi } from './support.js';

const open = async (t: Test, settings: Record<string, string> = {}): Promise<TestApi> => {
  const api = await openTestApi({ settings: { SERVICE_AUTH_DISABLED: 'true', ...settings } });
  t.teardown(() => api.close());
  return api;
};

const secrets = {
  DATABASE_URL: 'postgres://127.0.0.1/x',
  SERVICE_PASSPHRASE: 'a passphrase of more than 32 characters',
  SERVICE_COOKIE_SECRET: 'another secret of more than 32 characters',
};

t.test('everybody is one user, who is an editor unless set otherwise', async (t) => {
  const api = await open(t);
  const app = await api.anonymous('GET', '/api/app');
  t.match(app.json(), { currentUser: { id: 'noauth', email: 'noauth', role: 'editor' } });
  t.match(await api.sql.query(`select * from users where id = 'noauth'`), [
    { email: 'noauth', origin: 'none', role: 'editor', password_hash: null },
  ]);
  const inVain = [
    {},
    { authorization: basic('noauth', 'guess') },
    { authorization: 'Bearer nothing' },
    { cookie: 'sluice.sid=old' },
  ];
  for (const headers of inVain) {
    const answer = await api.anonymous('GET', '/api/users', undefined, headers);
    t.equal(answer.statusCode, 200, JSON.stringify(headers));
  }
  t.equal((await api.anonymous('GET', '/api/connections')).statusCode, 200);
  const created = await api.anonymous('POST', '/api/connections', sampleConnection);
  t.equal(created.statusCode, 403, 'editors manage no connections');
  const answer = await api.anonymous('POST', '/api/signin', { email: 'noauth', password: 'x' });
  t.equal(answer.statusCode, 403);
  t.match(answer.json(), { code: 'auth_disabled', title: /authentication is turned off/ });
  const foreign = await api.anonymous('POST', '/api/connections', sampleConnection, {
    'sec-fetch-site': 'cross-site',
  });
  t.match(foreign.json(), { code: 'cross_origin' }, 'other sites still change nothing');
});

t.test('the role follows the setting at each start', async (t) => {
  const api = await open(t, { SERVICE_AUTH_DISABLED_DEFAULT_ROLE: 'admin' });
  const created = await api.anonymous('POST', '/api/connections', sampleConnection);
  t.equal(created.statusCode, 200);
  const { settings } = loadApiConfig({ ...secrets, SERVICE_AUTH_DISABLED: 'true' });
  await prepareService({ settings, database: api.database, passwords: testHasher });
  t.match(await api.sql.query(`select role from users where id = 'noauth'`), [{ role: 'editor' }]);
});

t.test('once people sign in again, nobody is nobody', async (t) => {
  const api = await open(t, { SERVICE_AUTH_DISABLED: 'false' });
  const { settings } = loadApiConfig({ ...secrets, SERVICE_AUTH_DISABLED: 'true' });
  await prepareService({ settings, database: api.database, passwords: testHasher });
  t.equal((await api.sql.query(`select 1 from users where id = 'noauth'`)).length, 1);
  t.equal((await api.anonymous('GET', '/api/users')).statusCode, 401);
  t.equal((await api.as('noauth', 'x')('GET', '/api/users')).statusCode, 401);
  const answer = await api.anonymous('POST', '/api/signin', { email: 'noauth', password: 'x' });
  t.equal(answer.statusCode, 401);
});

t.test('an open service on an address that others reach says so in log and health', async (t) => {
  const quiet = await open(t);
  t.same((await quiet.anonymous('GET', '/api/health')).json(), { status: 'ok' });
  const loud = await open(t, { SERVICE_IP: '0.0.0.0' });
  const health = (await loud.anonymous('GET', '/api/health')).json<object>();
  t.match(health, { status: 'ok', warnings: [/SERVICE_AUTH_DISABLED .* no loopback/] });
  const warningsOf = (settings: Record<string, string>) =>
    loadApiConfig({ ...secrets, ...settings }).warnings;
  const isOff = { SERVICE_AUTH_DISABLED: 'true' };
  t.same(warningsOf({ SERVICE_IP: '0.0.0.0' }), []);
  t.match(warningsOf(isOff), [/nobody has to sign in/]);
  for (const address of ['0.0.0.0', '::', '10.0.0.1']) {
    t.match(warningsOf({ ...isOff, SERVICE_IP: address }), [/everybody who reaches/], address);
  }
});
