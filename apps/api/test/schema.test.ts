import { gunzipSync } from 'node:zlib';
import { until } from '@sluice/testkit';
import t, { type Test } from 'tap';
import {
  editorEmail,
  openTestApi,
  sampleConnection,
  type Answer,
  type Asked,
  type TestApi,
} from './support.js';

const open = async (t: Test, options?: Parameters<typeof openTestApi>[0]): Promise<TestApi> => {
  const api = await openTestApi(options);
  t.teardown(() => api.close());
  return api;
};

const schemaOf = (name: string) => ({
  schemas: [
    {
      name: 'public',
      description: '',
      tables: [
        {
          name,
          description: 'A table',
          type: 'table',
          columns: [{ name: 'id', description: '', dataType: 'int8' }],
        },
      ],
    },
  ],
});

const answerBy =
  (nameFor: (asked: Asked) => string): Answer =>
  (asked) => ({ body: JSON.stringify(schemaOf(nameFor(asked))) });

const addConnection = async (api: TestApi, data: Record<string, unknown> = {}) => {
  const body = { ...sampleConnection, id: 'db', data: { ...sampleConnection.data, ...data } };
  const answer = await api.admin('POST', '/api/connections', body);
  if (answer.statusCode !== 200) throw new Error(answer.body);
};

const setUserData = (api: TestApi, email: string, data: Record<string, unknown>) =>
  api.sql.query('update users set data = $2 where email = $1', [email, JSON.stringify(data)]);

t.test('a schema is read once and then served from the cache, until reload', async (t) => {
  const api = await open(t, { answer: answerBy(() => 'orders') });
  await addConnection(api);
  const read = (query = '') => api.editor('GET', `/api/connections/db/schema${query}`);
  const first = await read();
  t.equal(first.statusCode, 200);
  t.same(first.json(), schemaOf('orders'));
  t.equal((await read()).headers.etag, first.headers.etag);
  t.equal((await read('?reload=1')).headers.etag, first.headers.etag, 'only the text true reloads');
  t.equal((await read('?reload=TRUE')).statusCode, 200);
  t.equal(api.asked.length, 1);
  const same = await api.editor('GET', '/api/connections/db/schema', undefined, {
    'if-none-match': String(first.headers.etag),
  });
  t.equal(same.statusCode, 304);
  t.equal(same.body, '');
  api.setAnswer(answerBy(() => 'invoices'));
  const fresh = await read('?reload=true');
  t.same(fresh.json(), schemaOf('invoices'));
  t.not(fresh.headers.etag, first.headers.etag);
  t.same((await read()).json(), schemaOf('invoices'));
});

t.test('a client that takes gzip gets the schema as it is kept', async (t) => {
  const api = await open(t, { answer: answerBy(() => 'orders') });
  await addConnection(api);
  const read = (accepted: string) =>
    api.editor('GET', '/api/connections/db/schema', undefined, { 'accept-encoding': accepted });
  for (const accepted of ['gzip', 'br;q=0.5, GZIP;q=0.8', '*']) {
    const answer = await read(accepted);
    t.equal(answer.headers['content-encoding'], 'gzip', accepted);
    t.match(answer.headers.vary, /accept-encoding/);
    t.same(JSON.parse(gunzipSync(answer.rawPayload).toString()), schemaOf('orders'));
  }
  for (const accepted of ['identity', 'gzip;q=0', 'xgzip']) {
    const answer = await read(accepted);
    t.equal(answer.headers['content-encoding'], undefined, accepted);
    t.same(answer.json(), schemaOf('orders'));
  }
});

t.test('the older form is made from the same schema and says that it is deprecated', async (t) => {
  const api = await open(t, { answer: answerBy(() => '__proto__') });
  await addConnection(api);
  const answer = await api.editor('GET', '/api/schema-info/db');
  t.equal(answer.headers.deprecation, `@${Date.UTC(2026, 10, 21) / 1000}`, 'as RFC 9745 has it');
  t.equal(
    answer.headers.link,
    '</api/connections/db/schema>; rel="successor-version", </api/docs>; rel="deprecation"; type="text/html"',
  );
  const { paths } = (await api.anonymous('GET', '/api/openapi.json')).json<{
    paths: Record<string, { get?: { deprecated?: boolean } }>;
  }>();
  t.equal(paths['/api/schema-info/{id}']?.get?.deprecated, true);
  t.equal(paths['/api/connections/{id}/schema']?.get?.deprecated, undefined);
  t.equal(
    answer.body,
    '{"public":{"__proto__":[{"column_name":"id","column_description":"","data_type":"int8"}]}}',
  );
  const flat = { tables: schemaOf('orders').schemas[0]!.tables };
  api.setAnswer(() => ({ body: JSON.stringify(flat) }));
  const reloaded = await api.editor('GET', '/api/schema-info/db?reload=true');
  t.match(reloaded.json(), { main: { orders: [{ column_name: 'id' }] } });
});

t.test(
  'a failed reload is 400 with the words of the database and keeps the old entry',
  async (t) => {
    const api = await open(t, { answer: answerBy(() => 'orders') });
    await addConnection(api);
    await api.editor('GET', '/api/connections/db/schema');
    api.setAnswer(() => ({ error: { code: 'connect_failed', title: 'no route to host' } }));
    const failed = await api.editor('GET', '/api/connections/db/schema?reload=true');
    t.equal(failed.statusCode, 400);
    t.match(failed.json(), { title: 'no route to host', code: 'connect_failed' });
    t.same((await api.editor('GET', '/api/connections/db/schema')).json(), schemaOf('orders'));
  },
);

t.test('a stale schema is served while it is read anew', async (t) => {
  const api = await open(t, { answer: answerBy(() => 'old') });
  await addConnection(api);
  const read = async () => (await api.editor('GET', '/api/connections/db/schema')).json<object>();
  await read();
  await api.sql.query(`update schema_cache set created_at = now() - interval '2 days'`);
  api.setAnswer(answerBy(() => 'new'));
  t.same(await read(), schemaOf('old'));
  await until('the refresh is done', async () => JSON.stringify(await read()).includes('"new"'));
  t.equal(api.asked.length, 2);
  await api.sql.query(`update schema_cache set created_at = now() - interval '2 days'`);
  api.setAnswer(() => ({ error: { code: 'connect_failed', title: 'gone' } }));
  t.same(await read(), schemaOf('new'), 'a refresh that fails in the background shows nobody');
});

t.test('users whose templates render differently never share a schema', async (t) => {
  const api = await open(t, {
    answer: answerBy((asked) => String(asked.payload.data['database'])),
  });
  await addConnection(api, { database: 'tenant_{{ user.data.tenant }}' });
  await setUserData(api, editorEmail, { tenant: 'blue' });
  await api.addUser({ email: 'red@example.com', role: 'editor', password: 'red password' });
  await setUserData(api, 'red@example.com', { tenant: 'red' });
  await api.addUser({ email: 'blue2@example.com', role: 'editor', password: 'blue password' });
  await setUserData(api, 'blue2@example.com', { tenant: 'blue' });
  const blue = await api.editor('GET', '/api/connections/db/schema');
  t.same(blue.json(), schemaOf('tenant_blue'));
  const red = await api.as('red@example.com', 'red password')('GET', '/api/connections/db/schema');
  t.same(red.json(), schemaOf('tenant_red'));
  t.equal(api.asked.length, 2);
  await api.as('blue2@example.com', 'blue password')('GET', '/api/connections/db/schema');
  t.equal(api.asked.length, 2, 'those that render alike do');
  t.notOk(
    (await api.sql.query<{ key: string }>('select key from schema_cache')).some((row) =>
      /blue|red/.test(row.key),
    ),
  );

  const admin = await api.admin('GET', '/api/connections/db/schema');
  t.equal(admin.statusCode, 400, 'who lacks the value gets a clear error, not an empty database');
  t.match(admin.json(), { code: 'template', errors: [{ path: 'data.database' }] });
});

t.test('a changed connection uses nothing that was cached before', async (t) => {
  const api = await open(t, { answer: answerBy(() => 'one') });
  await addConnection(api);
  await api.editor('GET', '/api/connections/db/schema');
  api.setAnswer(answerBy(() => 'two'));
  await api.admin('PUT', '/api/connections/db', { data: { preQueryStatements: 'set role x' } });
  t.same((await api.editor('GET', '/api/connections/db/schema')).json(), schemaOf('two'));
  await api.admin('DELETE', '/api/connections/db');
  t.equal((await api.sql.query('select 1 from schema_cache')).length, 0);
});

t.test('templates cannot run code or make a folder of a host', async (t) => {
  const api = await open(t, { answer: () => ({}) });
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
    const answer = await test(payload);
    t.equal(answer.statusCode, 400, payload);
    t.match(answer.json(), { code: 'template' }, payload);
  }
  t.equal(api.asked.length, 0, 'no worker was asked');
  const socket = await test('{{user.data.host}}');
  t.match(socket.json(), { title: /host name/, errors: [{ path: 'data.host' }] });
  t.match((await test('{{user.data.control}}')).json(), { title: /cannot use the value/ });
  t.equal((await test('${user.id}<%= 1 %>')).statusCode, 200, 'other marks are plain text');
  t.equal(api.asked.at(-1)?.payload.data['host'], '${user.id}<%= 1 %>');
  const twice = await test('{{user.data.twice}}.example.com');
  t.equal(twice.statusCode, 200, twice.body);
  t.equal(api.asked.at(-1)?.payload.data['host'], '{{user.id}}.example.com', 'one pass');
});

t.test('a folder of Unix sockets is a host where the operator allows one', async (t) => {
  const api = await open(t, {
    answer: () => ({}),
    settings: { SERVICE_UNIX_SOCKETS_DIR: '/run/postgresql' },
  });
  await setUserData(api, 'admin@example.com', { host: '/tmp', name: 'main' });
  const test = (host: string) =>
    api.admin('POST', '/api/test-connection', {
      driver: 'postgres',
      data: { ...sampleConnection.data, host },
    });
  t.equal((await test('/run/postgresql')).statusCode, 200);
  t.equal(api.asked.at(-1)?.payload.data['host'], '/run/postgresql');
  t.equal((await test('/run/postgresql/{{user.data.name}}')).statusCode, 200);
  t.equal((await test('{{user.data.host}}')).statusCode, 400, 'no value makes a folder of a host');
  const stored = await api.admin('POST', '/api/connections', {
    ...sampleConnection,
    data: { ...sampleConnection.data, host: '/run/postgresql' },
  });
  t.equal(stored.statusCode, 200);
});

t.test('a schema needs access to its connection', async (t) => {
  const api = await open(t, { answer: answerBy(() => 'orders') });
  await addConnection(api);
  await api.sql.query('delete from connection_accesses');
  for (const url of ['/api/connections/db/schema', '/api/schema-info/db']) {
    t.equal((await api.editor('GET', url)).statusCode, 403);
    t.equal((await api.anonymous('GET', url)).statusCode, 401);
    t.equal((await api.admin('GET', url)).statusCode, 200);
  }
  for (const url of ['/api/connections/none/schema', '/api/schema-info/none']) {
    const missing = await api.editor('GET', url);
    t.equal(missing.statusCode, 404);
    t.match(missing.json(), { title: 'Not found' });
  }
});

t.test(
  'a connection that changes while it is read is read again; one that goes is not there',
  async (t) => {
    const api = await open(t, { answer: answerBy(() => 'orders') });
    // As the service does with a connection that is changed, or deleted, in that moment.
    const onStored = async (what: string): Promise<void> => {
      await api.sql.query(`
      create or replace function meanwhile() returns trigger language plpgsql as $$
      begin ${what}; drop trigger meanwhile on schema_cache; return null; end $$`);
      await api.sql.query(`
      create trigger meanwhile before insert on schema_cache for each row
      execute function meanwhile()`);
    };
    await addConnection(api);
    const read = () => api.admin('GET', '/api/connections/db/schema?reload=true');
    await onStored('update connections set version = version + 1');
    const changed = await read();
    t.equal(changed.statusCode, 200);
    t.equal(api.asked.length, 2, 'once as it was, once as it is');
    await onStored('delete from connections; delete from schema_cache');
    t.equal((await read()).statusCode, 404);
  },
);

t.test('reading anew has a limit for each user, and reading has none', async (t) => {
  const api = await open(t, { answer: answerBy(() => 'orders') });
  await addConnection(api);
  const read = (caller: TestApi['editor'], query: string) =>
    caller('GET', `/api/connections/db/schema${query}`);
  const statuses: number[] = [];
  for (let count = 0; count < 32; count++) {
    statuses.push((await read(api.editor, '?reload=true')).statusCode);
  }
  t.same(statuses, [...Array<number>(30).fill(200), 429, 429]);
  const refused = await read(api.editor, '?reload=true');
  t.match(refused.json(), { code: 'too_many_reloads' });
  t.match(refused.headers['retry-after'], /^([1-9]|[1-5]\d|60)$/);
  t.equal((await read(api.editor, '')).statusCode, 200);
  t.equal((await read(api.admin, '?reload=true')).statusCode, 200, 'others are not held back');
});
