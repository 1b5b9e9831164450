import t from 'tap';
import { sampleConnection } from './support.js';
import { openApi } from './fixtures.js';
import { setUserData } from './connection-support.js';

t.test('templates cannot run code or turn a host into a directory', async (t) => {
  const api = await openApi(t, { workerResponse: () => ({}) });
  const data = { host: '/tmp', twice: '{{user.id}}', control: 'a\tb' };
  await setUserData(api, 'admin@example.com', data);
  const test = (host: string) =>
    api.admin('POST', '/api/test-connection', {
      driver: 'postgres',
      data: { ...sampleConnection.data, host },
    });
  const payloads = [
    '{{constructor.constructor("return process")()}}',
    '{{user.constructor}}',
    '{{user.__proto__}}',
    '{{user.passwordHash}}',
    '{{user.data}}',
    '{{user.data.__proto__}}',
    '{{user.data.constructor}}',
    '{{user.data.toString}}',
    '{{user["id"]}}',
    '{{{user.id}}}',
    '{{#with user}}{{id}}{{/with}}',
    '{{user.id',
    '{{ }}',
    '{{7*7}}',
    '{{settings.SERVICE_PASSPHRASE}}',
  ];
  for (const payload of payloads) {
    const response = await test(payload);
    t.equal(response.statusCode, 400, payload);
    t.match(response.json(), { code: 'template' }, payload);
  }
  t.equal(api.workerRequests.length, 0, 'no request was sent to a worker');
  const socket = await test('{{user.data.host}}');
  t.match(socket.json(), { title: /host name/, errors: [{ path: 'data.host' }] });
  t.match((await test('{{user.data.control}}')).json(), { title: /cannot use the value/ });
  t.equal((await test('${user.id}<%= 1 %>')).statusCode, 200, 'other markers are plain text');
  t.equal(api.workerRequests.at(-1)?.payload.data['host'], '${user.id}<%= 1 %>');
  const twice = await test('{{user.data.twice}}.example.com');
  t.equal(twice.statusCode, 200, twice.body);
  t.equal(
    api.workerRequests.at(-1)?.payload.data['host'],
    '{{user.id}}.example.com',
    'rendered values are not rendered again',
  );
});

t.test('a Unix socket directory is accepted as a host if the operator allows it', async (t) => {
  const api = await openApi(t, {
    workerResponse: () => ({}),
    settings: { SERVICE_UNIX_SOCKETS_DIR: '/run/postgresql' },
  });
  await setUserData(api, 'admin@example.com', { host: '/tmp', name: 'main' });
  const test = (host: string) =>
    api.admin('POST', '/api/test-connection', {
      driver: 'postgres',
      data: { ...sampleConnection.data, host },
    });
  t.equal((await test('/run/postgresql')).statusCode, 200);
  t.equal(api.workerRequests.at(-1)?.payload.data['host'], '/run/postgresql');
  t.equal((await test('/run/postgresql/{{user.data.name}}')).statusCode, 200);
  t.equal(
    (await test('{{user.data.host}}')).statusCode,
    400,
    'a template value cannot be a directory',
  );
  const stored = await api.admin('POST', '/api/connections', {
    ...sampleConnection,
    data: { ...sampleConnection.data, host: '/run/postgresql' },
  });
  t.equal(stored.statusCode, 200);
});
