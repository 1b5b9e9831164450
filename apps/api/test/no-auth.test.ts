import { prepareService } from '@sluice/api';
import { loadApiConfig } from '@sluice/config';
import t, { type Test } from 'tap';
import { basic, sampleConnection, type TestApi, testHasher } from './support.js';
import { openApi } from './fixtures.js';

const open = (t: Test, settings: Record<string, string> = {}): Promise<TestApi> =>
  openApi(t, { settings: { SERVICE_AUTH_DISABLED: 'true', ...settings } });

const secrets = {
  DATABASE_URL: 'postgres://127.0.0.1/x',
  SERVICE_PASSPHRASE: 'a passphrase of more than 32 characters',
  SERVICE_COOKIE_SECRET: 'another secret of more than 32 characters',
};

t.test('every request is from one user, an editor by default', async (t) => {
  const api = await open(t);
  const app = await api.anonymous('GET', '/api/app');
  t.match(app.json(), { currentUser: { id: 'noauth', email: 'noauth', role: 'editor' } });
  t.match(await api.sql.query(`select * from users where id = 'noauth'`), [
    { email: 'noauth', origin: 'none', role: 'editor', password_hash: null },
  ]);
  const credentials = [
    {},
    { authorization: basic('noauth', 'guess') },
    { authorization: 'Bearer nothing' },
    { cookie: 'sluice.sid=old' },
  ];
  for (const headers of credentials) {
    const response = await api.anonymous('GET', '/api/users', undefined, headers);
    t.equal(response.statusCode, 200, JSON.stringify(headers));
  }
  t.equal((await api.anonymous('GET', '/api/connections')).statusCode, 200);
  const created = await api.anonymous('POST', '/api/connections', sampleConnection);
  t.equal(created.statusCode, 403, 'editors cannot manage connections');
  const response = await api.anonymous('POST', '/api/signin', { email: 'noauth', password: 'x' });
  t.equal(response.statusCode, 403);
  t.match(response.json(), { code: 'auth_disabled', title: /Authentication is disabled/ });
  const foreign = await api.anonymous('POST', '/api/connections', sampleConnection, {
    'sec-fetch-site': 'cross-site',
  });
  t.match(foreign.json(), { code: 'cross_origin' }, 'cross-site requests are still refused');
});

t.test('the role is set from the setting at each start', async (t) => {
  const api = await open(t, { SERVICE_AUTH_DISABLED_DEFAULT_ROLE: 'admin' });
  const created = await api.anonymous('POST', '/api/connections', sampleConnection);
  t.equal(created.statusCode, 200);
  const { settings } = loadApiConfig({ ...secrets, SERVICE_AUTH_DISABLED: 'true' });
  await prepareService({ settings, database: api.database, passwords: testHasher });
  t.match(await api.sql.query(`select role from users where id = 'noauth'`), [{ role: 'editor' }]);
});

t.test('the anonymous user is refused once authentication is enabled again', async (t) => {
  const api = await open(t, { SERVICE_AUTH_DISABLED: 'false' });
  const { settings } = loadApiConfig({ ...secrets, SERVICE_AUTH_DISABLED: 'true' });
  await prepareService({ settings, database: api.database, passwords: testHasher });
  t.equal((await api.sql.query(`select 1 from users where id = 'noauth'`)).length, 1);
  t.equal((await api.anonymous('GET', '/api/users')).statusCode, 401);
  t.equal((await api.as('noauth', 'x')('GET', '/api/users')).statusCode, 401);
  const response = await api.anonymous('POST', '/api/signin', { email: 'noauth', password: 'x' });
  t.equal(response.statusCode, 401);
});

t.test(
  'a service without authentication on a public address warns in log and health',
  async (t) => {
    const quiet = await open(t);
    t.same((await quiet.anonymous('GET', '/api/health')).json(), { status: 'ok' });
    const loud = await open(t, { SERVICE_IP: '0.0.0.0' });
    const health = (await loud.anonymous('GET', '/api/health')).json<object>();
    t.match(health, { status: 'ok', warnings: [/SERVICE_AUTH_DISABLED .* not a loopback/] });
    const warningsOf = (settings: Record<string, string>) =>
      loadApiConfig({ ...secrets, ...settings }).warnings;
    const isOff = { SERVICE_AUTH_DISABLED: 'true' };
    t.same(warningsOf({ SERVICE_IP: '0.0.0.0' }), []);
    t.match(warningsOf(isOff), [/authentication is disabled/]);
    for (const address of ['0.0.0.0', '::', '10.0.0.1']) {
      t.match(warningsOf({ ...isOff, SERVICE_IP: address }), [/anyone who can reach/], address);
    }
  },
);
