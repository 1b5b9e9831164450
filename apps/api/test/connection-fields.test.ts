import t from 'tap';
import { sampleConnection } from './support.js';
import { openApi } from './fixtures.js';
import { createConnection, type Json } from './connection-support.js';

t.test('driver fields may be at the top level, and a chosen id must be unique', async (t) => {
  const api = await openApi(t);
  const { data, ...rest } = sampleConnection;
  const created = await createConnection(api, { id: 'my-db', ...rest, ...data });
  t.match(created, { id: 'my-db', data: { database: 'warehouse' }, port: '5432' });
  const again = await api.admin('POST', '/api/connections', { id: 'my-db', ...rest, ...data });
  t.equal(again.statusCode, 400);
  t.match(again.json(), { errors: [{ path: 'id' }] });
});

t.test('an unknown driver field is refused, with a suggestion', async (t) => {
  const api = await openApi(t, { workerResponse: () => ({}) });
  const stored = await createConnection(api, { ...sampleConnection, id: 'kept' });
  // [body fields, data fields, path, suggestion]
  const cases: [Json, Json, string, string][] = [
    [{}, { postgresSsl: true }, 'data.postgresSsl', 'ssl'],
    [{}, { postgresCA: 'PEM' }, 'data.postgresCA', 'ca'],
    [{}, { hots: 'x' }, 'data.hots', 'host'],
    [{}, { ssl_self_signed: true }, 'data.ssl_self_signed', 'sslSelfSigned'],
    [{}, { toString: 1 }, 'data.toString', ''],
    [{ postgresSsl: true }, {}, 'postgresSsl', 'ssl'],
    [{ mysqlHost: 'x' }, {}, 'mysqlHost', 'host'],
    [{ pgPassword: 'x' }, {}, 'pgPassword', 'password'],
    [{ sslSelfsigned: true }, {}, 'sslSelfsigned', 'sslSelfSigned'],
    [{ readonly: true }, {}, 'readonly', 'readOnly'],
    [{ pasword: 'x' }, {}, 'pasword', 'password'],
    [{ warehouse: 'x' }, {}, 'warehouse', ''],
  ];
  for (const [top, data, path, suggestion] of cases) {
    const body = { ...sampleConnection, ...top, data: { ...sampleConnection.data, ...data } };
    for (const [method, url, sent] of [
      ['POST', '/api/connections', { ...body, id: 'new' }],
      ['PUT', '/api/connections/kept', { name: 'Changed', ...top, data }],
      ['POST', '/api/test-connection', { ...top, driver: 'postgres', data: body.data }],
    ] as const) {
      const response = await api.admin(method, url, sent);
      t.equal(response.statusCode, 400, `${method} ${url} ${path}: ${response.body}`);
      const name = path.replace('data.', '');
      t.match(response.json(), {
        title: `Unknown field ${name}. Did you mean ${suggestion}`,
        errors: [{ path, message: `Unknown field ${name}. Did you mean ${suggestion}` }],
      });
    }
  }
  const two = { name: 'Changed', data: { postgresSsl: true, prot: '1' }, mysqlKey: 'x' };
  const response = await api.admin('PUT', '/api/connections/kept', two);
  t.match(response.json(), {
    errors: [{ path: 'data.postgresSsl' }, { path: 'data.prot' }, { path: 'mysqlKey' }],
  });
  t.same(
    (await api.admin('GET', '/api/connections')).json(),
    [stored],
    'the connection is unchanged',
  );
  t.equal(api.workerRequests.length, 0, 'no request was sent to a worker');
});

t.test("aliases of a field are accepted and stored under the field's key", async (t) => {
  const api = await openApi(t, { workerResponse: () => ({}) });
  const { host, database, username, ...rest } = sampleConnection.data;
  const aliased = { hostname: host, db: database, user: username, useTls: true, ...rest };
  const created = await createConnection(api, {
    ...sampleConnection,
    id: 'aliased',
    data: aliased,
  });
  t.match(created, { host, database, username, ssl: true, data: { host, database, username } });
  t.notMatch(JSON.stringify(created), /hostname|"db"|"user"|useTls/);
  const { name, driver } = sampleConnection;
  t.match(await createConnection(api, { name, driver, id: 'top', ...aliased }), {
    host,
    data: { ssl: true },
  });
  const file = { name: 'File', driver: 'sqlite', data: { filename: 'a.db' } };
  t.match(await createConnection(api, file), { data: { file: 'a.db' }, file: 'a.db' });
  const renamed = await api.admin('PUT', '/api/connections/aliased', { data: { db: database } });
  t.equal(renamed.statusCode, 200, 'an alias with the stored value changes nothing');
  const both = (data: Json) => api.admin('PUT', '/api/connections/aliased', { data });
  t.equal(
    (await both({ host, hostname: host })).statusCode,
    200,
    'both names may have the same value',
  );
  for (const data of [
    { host, hostname: 'other' },
    { hostname: 'other', host },
  ]) {
    const response = await both(data);
    t.equal(response.statusCode, 400);
    t.match(response.json(), {
      errors: [{ path: 'data.hostname', message: /^hostname and host / }],
    });
  }
  const test = { driver: 'postgres', data: aliased };
  t.equal((await api.admin('POST', '/api/test-connection', test)).statusCode, 200);
  t.match(api.workerRequests.at(-1)?.payload.data, { host, ssl: true });
});

t.test('every invalid field of a connection is named', async (t) => {
  const api = await openApi(t);
  const post = (change: Json, data: Json = {}) =>
    api.admin('POST', '/api/connections', {
      ...sampleConnection,
      data: { ...sampleConnection.data, ...data },
      ...change,
    });
  const cases: [Json, Json, string][] = [
    [{ name: 5 }, {}, 'name'],
    [{ name: '' }, {}, 'name'],
    [{ name: 'x'.repeat(300) }, {}, 'name'],
    [{ name: ['x'] }, {}, 'name'],
    [{ name: null }, {}, 'name'],
    [{ driver: 'oracle' }, {}, 'driver'],
    [{ driver: 'Postgres' }, {}, 'driver'],
    [{ driver: '__proto__' }, {}, 'driver'],
    [{ maxRows: '5' }, {}, 'maxRows'],
    [{ maxRows: 0 }, {}, 'maxRows'],
    [{ maxRows: 1.5 }, {}, 'maxRows'],
    [{ idleTimeoutSeconds: null }, {}, 'idleTimeoutSeconds'],
    [{ readOnly: 'yes' }, {}, 'readOnly'],
    [{ data: [] }, {}, 'data'],
    [{ data: 'x' }, {}, 'data'],
    [{ id: '../x' }, {}, 'id'],
    [{ id: '__EVERY_CONNECTION__' }, {}, 'id'],
    [{}, { host: '' }, 'data.host'],
    [{}, { host: 5 }, 'data.host'],
    [{}, { host: '/var/run/postgresql' }, 'data.host'],
    [{}, { host: ' /tmp' }, 'data.host'],
    [{}, { host: { not: '' } }, 'data.host'],
    [{}, { database: '  ' }, 'data.database'],
    [{}, { ssl: 'true' }, 'data.ssl'],
    [{}, { password: 'x'.repeat(5_000) }, 'data.password'],
  ];
  for (const [change, data, path] of cases) {
    const response = await post(change, data);
    t.equal(response.statusCode, 400, `${path}: ${response.body.slice(0, 80)}`);
    const { errors, title } = response.json<{ title: string; errors: { path: string }[] }>();
    t.ok(title);
    t.ok(
      errors.some((error) => error.path === path),
      path,
    );
  }
  const withoutHost = { ...sampleConnection.data, host: undefined };
  t.match((await post({ data: withoutHost })).json(), { errors: [{ path: 'data.host' }] });
  const extra = await post({ unknown: 1 });
  t.equal(extra.statusCode, 200, 'unknown top-level fields are ignored');
  t.notMatch(extra.body, /unknown/);
});

t.test('drivers list the fields of their connections', async (t) => {
  const api = await openApi(t);
  const drivers = (await api.editor('GET', '/api/drivers')).json<Json[]>();
  const postgres = drivers.find((driver) => driver['id'] === 'postgres');
  t.match(postgres, { name: 'PostgreSQL', supportsCancel: true, dialect: 'postgres' });
  t.match(postgres?.['fields'], [{ key: 'host', formType: 'TEXT', required: true }]);
});
