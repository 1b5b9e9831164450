import t, { type Test } from 'tap';
import { openTestApi, sampleConnection, type TestApi } from './support.js';

type Json = Record<string, unknown>;

const open = async (t: Test, options?: Parameters<typeof openTestApi>[0]): Promise<TestApi> => {
  const api = await openTestApi(options);
  t.teardown(() => api.close());
  return api;
};

const create = async (api: TestApi, body: Json = sampleConnection): Promise<Json> => {
  const answer = await api.admin('POST', '/api/connections', body);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
};

t.test('a connection is created, listed, changed and removed', async (t) => {
  const api = await open(t);
  const created = await create(api);
  t.match(created, {
    name: 'Warehouse',
    description: '',
    driver: 'postgres',
    host: 'db.example.com',
    data: { host: 'db.example.com', username: 'reader', password: '' },
    readOnly: false,
    idleTimeoutSeconds: 3600,
    maxRows: null,
    editable: true,
    supportsConnectionClient: true,
    isAsynchronous: false,
  });
  const url = `/api/connections/${String(created['id'])}`;
  t.same((await api.admin('GET', url)).json(), created);
  t.same((await api.admin('GET', '/api/connections')).json(), [created]);
  const changed = await api.admin('PUT', url, { description: 'Sales', maxRows: 10 });
  t.match(changed.json(), { description: 'Sales', maxRows: 10, name: 'Warehouse' });
  t.same((await api.admin('DELETE', url)).json(), {});
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const gone = await api.admin(method, url, method === 'PUT' ? {} : undefined);
    t.equal(gone.statusCode, 404, method);
    t.match(gone.json(), { title: 'Not found' });
  }
});

t.test('driver fields may stand at the top level, and an id may be chosen once', async (t) => {
  const api = await open(t);
  const { data, ...rest } = sampleConnection;
  const created = await create(api, { id: 'my-db', ...rest, ...data });
  t.match(created, { id: 'my-db', data: { database: 'warehouse' }, port: '5432' });
  const again = await api.admin('POST', '/api/connections', { id: 'my-db', ...rest, ...data });
  t.equal(again.statusCode, 400);
  t.match(again.json(), { errors: [{ path: 'id' }] });
});

t.test('no driver field is lost without a word', async (t) => {
  const api = await open(t, { answer: () => ({}) });
  const stored = await create(api, { ...sampleConnection, id: 'kept' });
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
      const answer = await api.admin(method, url, sent);
      t.equal(answer.statusCode, 400, `${method} ${url} ${path}: ${answer.body}`);
      const name = path.replace('data.', '');
      t.match(answer.json(), {
        title: `Unknown field ${name}. Did you mean ${suggestion}`,
        errors: [{ path, message: `Unknown field ${name}. Did you mean ${suggestion}` }],
      });
    }
  }
  const two = { name: 'Changed', data: { postgresSsl: true, prot: '1' }, mysqlKey: 'x' };
  const answer = await api.admin('PUT', '/api/connections/kept', two);
  t.match(answer.json(), {
    errors: [{ path: 'data.postgresSsl' }, { path: 'data.prot' }, { path: 'mysqlKey' }],
  });
  t.same((await api.admin('GET', '/api/connections')).json(), [stored], 'nothing has changed');
  t.equal(api.asked.length, 0, 'no worker was asked');
});

t.test('common names of a field are accepted and stored under its own key', async (t) => {
  const api = await open(t, { answer: () => ({}) });
  const { host, database, username, ...rest } = sampleConnection.data;
  const aliased = { hostname: host, db: database, user: username, useTls: true, ...rest };
  const created = await create(api, { ...sampleConnection, id: 'aliased', data: aliased });
  t.match(created, { host, database, username, ssl: true, data: { host, database, username } });
  t.notMatch(JSON.stringify(created), /hostname|"db"|"user"|useTls/);
  const { name, driver } = sampleConnection;
  t.match(await create(api, { name, driver, id: 'top', ...aliased }), {
    host,
    data: { ssl: true },
  });
  const file = { name: 'File', driver: 'sqlite', data: { filename: 'a.db' } };
  t.match(await create(api, file), { data: { file: 'a.db' }, file: 'a.db' });
  const renamed = await api.admin('PUT', '/api/connections/aliased', { data: { db: database } });
  t.equal(renamed.statusCode, 200, 'an alias of what is stored is no change');
  const both = (data: Json) => api.admin('PUT', '/api/connections/aliased', { data });
  t.equal((await both({ host, hostname: host })).statusCode, 200, 'the same value twice');
  for (const data of [
    { host, hostname: 'other' },
    { hostname: 'other', host },
  ]) {
    const answer = await both(data);
    t.equal(answer.statusCode, 400);
    t.match(answer.json(), { errors: [{ path: 'data.hostname', message: /^hostname and host / }] });
  }
  const test = { driver: 'postgres', data: aliased };
  t.equal((await api.admin('POST', '/api/test-connection', test)).statusCode, 200);
  t.match(api.asked.at(-1)?.payload.data, { host, ssl: true });
});

t.test('no answer, log or row holds a secret', async (t) => {
  const api = await open(t);
  const canaries = ['canary-password-1', 'canary-key-2'];
  const data = { ...sampleConnection.data, key: 'canary-key-2' };
  const { id } = await create(api, { ...sampleConnection, data });
  const url = `/api/connections/${String(id)}`;
  const answers = [
    await api.admin('GET', '/api/connections'),
    await api.admin('GET', url),
    await api.admin('PUT', url, { name: 'Other' }),
    await api.admin('PUT', url, { data: { host: 'elsewhere.example.com' } }),
    await api.editor('GET', '/api/connections'),
    await api.admin('GET', '/api/drivers'),
    await api.admin('POST', '/api/test-connection', {
      ...sampleConnection,
      data: { ...data, port: 5 },
    }),
  ];
  const [row] = await api.sql.query<{ dump: string }>(
    `select json_agg(c)::text || encode(encrypted_data, 'escape') as dump
     from connections c group by encrypted_data`,
  );
  const everything = [...answers.map((answer) => answer.body), row!.dump, api.log()].join('\n');
  for (const canary of canaries) t.notOk(everything.includes(canary), canary);
});

t.test('an empty or absent secret keeps the stored one, null removes it', async (t) => {
  const api = await open(t, { answer: () => ({}) });
  const { id } = await create(api);
  const url = `/api/connections/${String(id)}`;
  const storedPassword = async () => {
    await api.admin('POST', '/api/test-connection', { id, driver: 'postgres' });
    return api.asked.at(-1)?.payload.data['password'];
  };
  t.equal((await api.admin('PUT', url, { data: { password: '' } })).statusCode, 200);
  t.equal(await storedPassword(), 'canary-password-1');
  const asRead = (await api.admin('GET', url)).json<Json>();
  t.equal((await api.admin('PUT', url, asRead)).statusCode, 200, 'what was read can be sent back');
  t.equal(await storedPassword(), 'canary-password-1');
  await api.admin('PUT', url, { data: { password: 'new one' } });
  t.equal(await storedPassword(), 'new one');
  await api.admin('PUT', url, { data: { password: null } });
  t.equal(await storedPassword(), undefined);
});

t.test('a change of where it points needs the secrets again', async (t) => {
  const api = await open(t, { answer: () => ({}) });
  const { id } = await create(api);
  const url = `/api/connections/${String(id)}`;
  const moves: Json[] = [
    { data: { host: 'evil.example.com' } },
    { host: 'evil.example.com' },
    { data: { port: '5433' } },
    { data: { username: 'other' } },
    { data: { database: 'other' } },
    { data: { ssl: true } },
    { data: { host: 'evil.example.com', password: '' } },
  ];
  for (const move of moves) {
    const answer = await api.admin('PUT', url, move);
    t.equal(answer.statusCode, 400, JSON.stringify(move));
    t.match(answer.json(), { code: 'secrets_needed', errors: [{ path: 'data.password' }] });
    const test = await api.admin('POST', '/api/test-connection', {
      id,
      driver: 'postgres',
      ...move,
    });
    t.equal(test.statusCode, 400, 'testing takes no stored secret elsewhere either');
  }
  t.equal(api.asked.length, 0);
  // The second time it is the stored one: who has it may move it, and no answer confirms a guess.
  for (const host of ['first.example.com', 'new.example.com']) {
    const moved = { host, password: 'its own' };
    t.match((await api.admin('PUT', url, { data: moved })).json(), { host });
  }
  const unchanged = { data: { host: 'new.example.com', ssl: false } };
  t.equal((await api.admin('PUT', url, unchanged)).statusCode, 200, 'false is what absent was');
});

t.test('testing a connection asks a worker and passes its words on', async (t) => {
  const api = await open(t, {
    answer: ({ payload }) =>
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
  t.match(api.asked[0], {
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

t.test('without an answer of any worker: 503', async (t) => {
  const api = await open(t, { settings: { SERVICE_CONNECT_TIMEOUT_SECONDS: '1' } });
  const answer = await api.admin('POST', '/api/test-connection', sampleConnection);
  t.equal(answer.statusCode, 503);
  t.match(answer.json(), { title: 'No worker answered' });
  t.ok(Number(answer.headers['retry-after']) > 0);
});

t.test('what is wrong with a connection is named, field by field', async (t) => {
  const api = await open(t);
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
    const answer = await post(change, data);
    t.equal(answer.statusCode, 400, `${path}: ${answer.body.slice(0, 80)}`);
    const { errors, title } = answer.json<{ title: string; errors: { path: string }[] }>();
    t.ok(title);
    t.ok(
      errors.some((error) => error.path === path),
      path,
    );
  }
  const withoutHost = { ...sampleConnection.data, host: undefined };
  t.match((await post({ data: withoutHost })).json(), { errors: [{ path: 'data.host' }] });
  const extra = await post({ unknown: 1 });
  t.equal(extra.statusCode, 200, 'unknown fields beside the connection are ignored');
  t.notMatch(extra.body, /unknown/);
});

t.test('only admins manage connections; others see those they have access to', async (t) => {
  const api = await open(t);
  const { id } = await create(api);
  await create(api, { ...sampleConnection, id: 'second', name: 'Second' });
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
  t.equal(all.length, 2, 'the first start gave everybody access');
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
  t.equal(rows.length, 0, 'a later connection of the same id inherits no access');
});

t.test('changes that come at the same time are all kept', async (t) => {
  const api = await open(t);
  const { id } = await create(api);
  const url = `/api/connections/${String(id)}`;
  const answers = await Promise.all([
    api.admin('PUT', url, { description: 'one' }),
    api.admin('PUT', url, { maxRows: 7 }),
    api.admin('PUT', url, { data: { preQueryStatements: 'select 1' } }),
  ]);
  t.same(
    answers.map((answer) => answer.statusCode),
    [200, 200, 200],
  );
  const after = (await api.admin('GET', url)).json<Json>();
  t.match(after, { description: 'one', maxRows: 7, data: { preQueryStatements: 'select 1' } });
});

t.test('data of another passphrase hides no connection and can be given anew', async (t) => {
  const api = await open(t);
  const { id } = await create(api);
  await api.sql.query(`update connections set encrypted_data = '\\x00'`);
  const url = `/api/connections/${String(id)}`;
  t.equal((await api.admin('GET', '/api/connections')).statusCode, 200);
  t.equal((await api.admin('PUT', url, { name: 'x' })).statusCode, 400, 'its fields are needed');
  const anew = await api.admin('PUT', url, { data: sampleConnection.data });
  t.match(anew.json(), { host: 'db.example.com' });
});

t.test('drivers show the fields of their connections', async (t) => {
  const api = await open(t);
  const drivers = (await api.editor('GET', '/api/drivers')).json<Json[]>();
  const postgres = drivers.find((driver) => driver['id'] === 'postgres');
  t.match(postgres, { name: 'PostgreSQL', supportsCancel: true, dialect: 'postgres' });
  t.match(postgres?.['fields'], [{ key: 'host', formType: 'TEXT', required: true }]);
});
