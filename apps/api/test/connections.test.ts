import t from 'tap';
import { sampleConnection } from './support.js';
import { openApi } from './fixtures.js';
import { createConnection, type Json } from './connection-support.js';

t.test('a connection is created, listed, changed and deleted', async (t) => {
  const api = await openApi(t);
  const created = await createConnection(api);
  t.match(created, {
    name: 'Warehouse',
    description: '',
    driver: 'postgres',
    host: 'db.example.com',
    data: { host: 'db.example.com', username: 'reader', password: '' },
    readOnly: false,
    idleTimeoutSeconds: 3600,
    maxRows: null,
    environment: '',
    environmentColor: 'gray',
    editable: true,
    supportsConnectionClient: true,
    isAsynchronous: false,
  });
  const url = `/api/connections/${String(created['id'])}`;
  t.same((await api.admin('GET', url)).json(), created);
  t.same((await api.admin('GET', '/api/connections')).json(), [created]);
  const changed = await api.admin('PUT', url, { description: 'Sales', maxRows: 10 });
  t.match(changed.json(), { description: 'Sales', maxRows: 10, name: 'Warehouse' });
  const label = { environment: ' production ', environmentColor: 'red' };
  const labelled = await api.admin('PUT', url, label);
  t.match(labelled.json(), { environment: 'production', environmentColor: 'red' });
  t.match((await api.admin('PUT', url, { maxRows: 5 })).json(), { environment: 'production' });
  for (const [field, value] of [
    ['environment', 'x'.repeat(41)],
    ['environmentColor', '#ff0000'],
  ] as const) {
    const refused = await api.admin('PUT', url, { [field]: value });
    t.equal(refused.statusCode, 400, field);
    t.match(refused.json(), { errors: [{ path: field }] });
  }
  t.same((await api.admin('DELETE', url)).json(), {});
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const gone = await api.admin(method, url, method === 'PUT' ? {} : undefined);
    t.equal(gone.statusCode, 404, method);
    t.match(gone.json(), { title: 'Not found' });
  }
});

t.test('a connection test is run by a worker, whose error is returned', async (t) => {
  const api = await openApi(t, {
    workerResponse: ({ payload }) =>
      payload.data['password'] === 'right'
        ? {}
        : { error: { code: 'authentication', title: 'password authentication failed' } },
  });
  const test = (data: Json, more: Json = {}) =>
    api.admin('POST', '/api/test-connection', {
      driver: 'postgres',
      data: { ...sampleConnection.data, ...data },
      ...more,
    });
  const ok = await test({ password: 'right' }, { readOnly: true });
  t.equal(ok.statusCode, 200);
  t.same(ok.json(), {});
  t.match(api.workerRequests[0], {
    kind: 'test-connection',
    payload: { driver: 'postgres', readOnly: true },
  });
  const wrong = await test({ password: 'wrong' });
  t.equal(wrong.statusCode, 400);
  t.match(wrong.json(), { title: 'password authentication failed', code: 'authentication' });
  const missing = await api.admin('POST', '/api/test-connection', {
    id: 'none',
    driver: 'postgres',
  });
  t.equal(missing.statusCode, 404);
});

t.test('a connection test returns 503 if no worker answers', async (t) => {
  const api = await openApi(t, { settings: { SERVICE_CONNECT_TIMEOUT_SECONDS: '1' } });
  const response = await api.admin('POST', '/api/test-connection', sampleConnection);
  t.equal(response.statusCode, 503);
  t.match(response.json(), { title: 'No worker responded. Check that a worker is online.' });
  t.ok(Number(response.headers['retry-after']) > 0);
});

t.test('only admins manage connections; editors see those they have access to', async (t) => {
  const api = await openApi(t);
  const { id } = await createConnection(api);
  await createConnection(api, { ...sampleConnection, id: 'second', name: 'Second' });
  const url = `/api/connections/${String(id)}`;
  const refused: [string, string, Json?][] = [
    ['POST', '/api/connections', {}],
    ['GET', url],
    ['PUT', url, {}],
    ['DELETE', url],
    ['POST', '/api/test-connection', sampleConnection],
    ['DELETE', '/api/connections/missing'],
  ];
  for (const [method, path, body] of refused) {
    t.equal((await api.editor(method, path, body)).statusCode, 403, `${method} ${path}`);
    t.equal((await api.anonymous(method, path, body)).statusCode, 401, `${method} ${path}`);
  }
  const all = (await api.editor('GET', '/api/connections')).json<Json[]>();
  t.equal(all.length, 2, 'the first start grants access to everyone');
  for (const field of ['data', 'host', 'username', 'database']) t.notOk(field in all[0]!, field);

  await api.sql.query('delete from connection_accesses');
  t.same((await api.editor('GET', '/api/connections')).json(), []);
  await api.sql.query(
    `insert into connection_accesses (connection_id, user_id, expiry_date)
     values ('second', '__EVERYONE__', now() + interval '1 hour'),
       ('${String(id)}', '__EVERYONE__', now() - interval '1 second')`,
  );
  const some = (await api.editor('GET', '/api/connections')).json<Json[]>();
  t.same(
    some.map((connection) => connection['id']),
    ['second'],
  );
  t.equal((await api.admin('GET', '/api/connections')).json<Json[]>().length, 2);
  await api.admin('DELETE', '/api/connections/second');
  const rows = await api.sql.query(
    `select 1 from connection_accesses where connection_id = 'second'`,
  );
  t.equal(rows.length, 0, 'a new connection with the same id inherits no access');
});

t.test('concurrent changes to different fields are all kept', async (t) => {
  const api = await openApi(t);
  const { id } = await createConnection(api);
  const url = `/api/connections/${String(id)}`;
  const responses = await Promise.all([
    api.admin('PUT', url, { description: 'one' }),
    api.admin('PUT', url, { maxRows: 7 }),
    api.admin('PUT', url, { data: { preQueryStatements: 'select 1' } }),
  ]);
  t.same(
    responses.map((response) => response.statusCode),
    [200, 200, 200],
  );
  const after = (await api.admin('GET', url)).json<Json>();
  t.match(after, { description: 'one', maxRows: 7, data: { preQueryStatements: 'select 1' } });
});
