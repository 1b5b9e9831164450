import { gunzipSync } from 'node:zlib';
import { until } from '@sluice/testkit';
import t from 'tap';
import { editorEmail, sampleConnection, type TestApi } from './support.js';
import { openApi } from './fixtures.js';
import { setUserData } from './connection-support.js';
import type { WorkerRequest, WorkerResponse } from './simulated-worker.js';

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

const answerWithTable =
  (nameFor: (request: WorkerRequest) => string): WorkerResponse =>
  (request) => ({ body: JSON.stringify(schemaOf(nameFor(request))) });

const addConnection = async (api: TestApi, data: Record<string, unknown> = {}) => {
  const body = { ...sampleConnection, id: 'db', data: { ...sampleConnection.data, ...data } };
  const response = await api.admin('POST', '/api/connections', body);
  if (response.statusCode !== 200) throw new Error(response.body);
};

t.test('a schema is read once and then served from the cache until a reload', async (t) => {
  const api = await openApi(t, { workerResponse: answerWithTable(() => 'orders') });
  await addConnection(api);
  const read = (query = '') => api.editor('GET', `/api/connections/db/schema${query}`);
  const first = await read();
  t.equal(first.statusCode, 200);
  t.same(first.json(), schemaOf('orders'));
  t.equal((await read()).headers.etag, first.headers.etag);
  t.equal((await read('?reload=1')).headers.etag, first.headers.etag, 'only reload=true reloads');
  t.equal((await read('?reload=TRUE')).statusCode, 200);
  t.equal(api.workerRequests.length, 1);
  const same = await api.editor('GET', '/api/connections/db/schema', undefined, {
    'if-none-match': String(first.headers.etag),
  });
  t.equal(same.statusCode, 304);
  t.equal(same.body, '');
  api.setWorkerResponse(answerWithTable(() => 'invoices'));
  const fresh = await read('?reload=true');
  t.same(fresh.json(), schemaOf('invoices'));
  t.not(fresh.headers.etag, first.headers.etag);
  t.same((await read()).json(), schemaOf('invoices'));
});

t.test('a client that accepts gzip gets the cached bytes', async (t) => {
  const api = await openApi(t, { workerResponse: answerWithTable(() => 'orders') });
  await addConnection(api);
  const read = (accepted: string) =>
    api.editor('GET', '/api/connections/db/schema', undefined, { 'accept-encoding': accepted });
  for (const accepted of ['gzip', 'br;q=0.5, GZIP;q=0.8', '*']) {
    const response = await read(accepted);
    t.equal(response.headers['content-encoding'], 'gzip', accepted);
    t.match(response.headers.vary, /accept-encoding/);
    t.same(JSON.parse(gunzipSync(response.rawPayload).toString()), schemaOf('orders'));
  }
  for (const accepted of ['identity', 'gzip;q=0', 'xgzip']) {
    const response = await read(accepted);
    t.equal(response.headers['content-encoding'], undefined, accepted);
    t.same(response.json(), schemaOf('orders'));
  }
});

t.test('the deprecated form has the same schema and a deprecation header', async (t) => {
  const api = await openApi(t, { workerResponse: answerWithTable(() => '__proto__') });
  await addConnection(api);
  const response = await api.editor('GET', '/api/schema-info/db');
  t.equal(
    response.headers.deprecation,
    `@${Date.UTC(2026, 10, 21) / 1000}`,
    'the format of RFC 9745',
  );
  t.equal(
    response.headers.link,
    '</api/connections/db/schema>; rel="successor-version", </api/docs>; rel="deprecation"; type="text/html"',
  );
  const { paths } = (await api.anonymous('GET', '/api/openapi.json')).json<{
    paths: Record<string, { get?: { deprecated?: boolean } }>;
  }>();
  t.equal(paths['/api/schema-info/{id}']?.get?.deprecated, true);
  t.equal(paths['/api/connections/{id}/schema']?.get?.deprecated, undefined);
  t.equal(
    response.body,
    '{"public":{"__proto__":[{"column_name":"id","column_description":"","data_type":"int8"}]}}',
  );
  const flat = { tables: schemaOf('orders').schemas[0]!.tables };
  api.setWorkerResponse(() => ({ body: JSON.stringify(flat) }));
  const reloaded = await api.editor('GET', '/api/schema-info/db?reload=true');
  t.match(reloaded.json(), { main: { orders: [{ column_name: 'id' }] } });
});

t.test(
  "a failed reload returns 400 with the database's message and keeps the cached schema",
  async (t) => {
    const api = await openApi(t, { workerResponse: answerWithTable(() => 'orders') });
    await addConnection(api);
    await api.editor('GET', '/api/connections/db/schema');
    api.setWorkerResponse(() => ({ error: { code: 'connect_failed', title: 'no route to host' } }));
    const failed = await api.editor('GET', '/api/connections/db/schema?reload=true');
    t.equal(failed.statusCode, 400);
    t.match(failed.json(), { title: 'no route to host', code: 'connect_failed' });
    t.same((await api.editor('GET', '/api/connections/db/schema')).json(), schemaOf('orders'));
  },
);

t.test('a stale schema is served while it is refreshed', async (t) => {
  const api = await openApi(t, { workerResponse: answerWithTable(() => 'old') });
  await addConnection(api);
  const read = async () => (await api.editor('GET', '/api/connections/db/schema')).json<object>();
  await read();
  await api.sql.query(`update schema_cache set created_at = now() - interval '2 days'`);
  api.setWorkerResponse(answerWithTable(() => 'new'));
  t.same(await read(), schemaOf('old'));
  await until('the refresh is done', async () => JSON.stringify(await read()).includes('"new"'));
  t.equal(api.workerRequests.length, 2);
  await api.sql.query(`update schema_cache set created_at = now() - interval '2 days'`);
  api.setWorkerResponse(() => ({ error: { code: 'connect_failed', title: 'gone' } }));
  t.same(await read(), schemaOf('new'), 'a failed background refresh keeps the cached schema');
});

t.test('users with different rendered templates never share a schema', async (t) => {
  const api = await openApi(t, {
    workerResponse: answerWithTable((request) => String(request.payload.data['database'])),
  });
  await addConnection(api, { database: 'tenant_{{ user.data.tenant }}' });
  await setUserData(api, editorEmail, { tenant: 'blue.' });
  await api.addUser({ email: 'red@example.com', role: 'editor', password: 'red password' });
  await setUserData(api, 'red@example.com', { tenant: 'red.' });
  await api.addUser({ email: 'blue2@example.com', role: 'editor', password: 'blue password' });
  await setUserData(api, 'blue2@example.com', { tenant: 'blue.' });
  const blue = await api.editor('GET', '/api/connections/db/schema');
  t.same(blue.json(), schemaOf('tenant_blue.'));
  const red = await api.as('red@example.com', 'red password')('GET', '/api/connections/db/schema');
  t.same(red.json(), schemaOf('tenant_red.'));
  t.equal(api.workerRequests.length, 2);
  await api.as('blue2@example.com', 'blue password')('GET', '/api/connections/db/schema');
  t.equal(api.workerRequests.length, 2, 'users with equal rendered templates share a schema');
  // The keys are hashes in base64url, which can be letters of a name by chance, but have no period.
  t.notOk(
    (await api.sql.query<{ key: string }>('select key from schema_cache')).some((row) =>
      /blue\.|red\./.test(row.key),
    ),
  );

  const admin = await api.admin('GET', '/api/connections/db/schema');
  t.equal(admin.statusCode, 400, 'a missing template value returns an error');
  t.match(admin.json(), { code: 'template', errors: [{ path: 'data.database' }] });
});

t.test('a changed connection does not use its old cached schema', async (t) => {
  const api = await openApi(t, { workerResponse: answerWithTable(() => 'one') });
  await addConnection(api);
  await api.editor('GET', '/api/connections/db/schema');
  api.setWorkerResponse(answerWithTable(() => 'two'));
  await api.admin('PUT', '/api/connections/db', { data: { preQueryStatements: 'set role x' } });
  t.same((await api.editor('GET', '/api/connections/db/schema')).json(), schemaOf('two'));
  await api.admin('DELETE', '/api/connections/db');
  t.equal((await api.sql.query('select 1 from schema_cache')).length, 0);
});

t.test('reading a schema requires access to its connection', async (t) => {
  const api = await openApi(t, { workerResponse: answerWithTable(() => 'orders') });
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
  'a connection changed during a read is read again, and a deleted one returns 404',
  async (t) => {
    const api = await openApi(t, { workerResponse: answerWithTable(() => 'orders') });
    // Runs SQL at the moment the schema is stored, as a concurrent change would.
    const onStored = async (what: string): Promise<void> => {
      await api.sql.query(`
      create or replace function concurrent_change() returns trigger language plpgsql as $$
      begin ${what}; drop trigger concurrent_change on schema_cache; return null; end $$`);
      await api.sql.query(`
      create trigger concurrent_change before insert on schema_cache for each row
      execute function concurrent_change()`);
    };
    await addConnection(api);
    const read = () => api.admin('GET', '/api/connections/db/schema?reload=true');
    await onStored('update connections set version = version + 1');
    const changed = await read();
    t.equal(changed.statusCode, 200);
    t.equal(api.workerRequests.length, 2, 'the schema is read for both versions');
    await onStored('delete from connections; delete from schema_cache');
    t.equal((await read()).statusCode, 404);
  },
);

t.test('reloads are limited per user, cached reads are not', async (t) => {
  const api = await openApi(t, { workerResponse: answerWithTable(() => 'orders') });
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
  t.equal((await read(api.admin, '?reload=true')).statusCode, 200, 'other users are not limited');
});

const detailOf = (name: string) => ({
  schema: 'public',
  name,
  type: 'table',
  description: '',
  rowEstimate: 12,
  keys: [{ name: 'pk', kind: 'primary', columns: ['id'] }],
  foreignKeys: [],
  indexes: [],
  ddl: null,
  ddlSource: 'catalog',
});
const detailPath = '/api/connections/db/tables/detail?schema=public&table=orders';

t.test('the detail of a table is cached for a minute, apart from the schema', async (t) => {
  const api = await openApi(t, {
    workerResponse: ({ kind }) => ({
      body: JSON.stringify(kind === 'read-table' ? detailOf('orders') : schemaOf('orders')),
    }),
  });
  await addConnection(api);
  const read = (path = detailPath) => api.editor('GET', path);
  t.same((await read()).json(), detailOf('orders'));
  t.match(api.workerRequests, [
    { kind: 'read-table', payload: { table: { schema: 'public', name: 'orders' } } },
  ]);
  t.same((await api.editor('GET', '/api/connections/db/schema')).json(), schemaOf('orders'));
  t.same((await read()).json(), detailOf('orders'));
  t.equal(api.workerRequests.length, 2, 'the second read is cached');
  await read(`${detailPath}&reload=true`);
  t.equal(api.workerRequests.length, 3);
  await api.sql.query(`update schema_cache set created_at = now() - interval '61 seconds'`);
  await read();
  t.equal(api.workerRequests.length, 4, 'a detail older than a minute is read again');
  await read('/api/connections/db/tables/detail?table=orders');
  t.match(api.workerRequests[4], { payload: { table: { schema: null, name: 'orders' } } });
});

t.test('the detail of a table requires access, a name and an existing table', async (t) => {
  const api = await openApi(t, { workerResponse: () => ({ answer: { found: false } }) });
  await addConnection(api);
  const missing = await api.editor('GET', detailPath);
  t.equal(missing.statusCode, 404);
  for (const query of ['', '?table=', '?table=a%00b', `?table=${'x'.repeat(1_025)}`]) {
    const refused = await api.editor('GET', `/api/connections/db/tables/detail${query}`);
    t.equal(refused.statusCode, 400, query);
    t.match(refused.json(), { errors: [{ path: 'table' }] }, query);
  }
  await api.sql.query('delete from connection_accesses');
  t.equal((await api.editor('GET', detailPath)).statusCode, 403);
  t.equal((await api.anonymous('GET', detailPath)).statusCode, 401);
});

t.test('reads of tables past the cache are limited per user', async (t) => {
  const api = await openApi(t, { workerResponse: () => ({ body: JSON.stringify(detailOf('t')) }) });
  await addConnection(api);
  for (let count = 0; count < 240; count++) {
    const path = `/api/connections/db/tables/detail?table=t${String(count)}`;
    if ((await api.editor('GET', path)).statusCode !== 200) t.fail(path);
  }
  const refused = await api.editor('GET', detailPath);
  t.equal(refused.statusCode, 429);
  t.match(refused.json(), { code: 'too_many_tables' });
  const known = await api.editor('GET', '/api/connections/db/tables/detail?table=t1');
  t.equal(known.statusCode, 200, 'cached reads are not limited');
});
