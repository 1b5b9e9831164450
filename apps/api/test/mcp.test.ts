import { tokenScopes, type TokenScope } from '@sluice/contracts';
import t, { type Test } from 'tap';
import { insertConnection, openApi, signIn } from './fixtures.js';
import { connectMcp, mcpHeaders } from './mcp-support.js';
import { createPersonalToken } from './personal-token-support.js';
import { createToken, secret } from './service-token-support.js';
import { editorEmail, editorPassword, type TestApi } from './support.js';

/** The scope that each tool needs. */
const scopes: Record<string, TokenScope> = {
  list_connections: 'schema:read',
  search_schema: 'schema:read',
  describe_table: 'schema:read',
  run_sql: 'sql:run',
  get_run: 'results:read',
  get_rows: 'results:read',
  cancel_run: 'sql:run',
};
const names = Object.keys(scopes);
const every: TokenScope[] = ['schema:read', 'sql:run', 'results:read'];

/** Opens an API that listens. */
async function openListening(
  t: Test,
  settings: Record<string, string> = {},
): Promise<{ api: TestApi; address: string }> {
  const api = await openApi(t, {
    settings: { SERVICE_SERVICE_TOKEN_SECRET: secret, ...settings },
  });
  return { api, address: await api.app.listen({ host: '127.0.0.1', port: 0 }) };
}

const editorToken = async (api: TestApi, body: object = {}): Promise<string> =>
  (await createPersonalToken(api.editor, { scopes: every, ...body })).token;

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** Posts a body; a string is sent as it is. */
const post = (address: string, headers: Record<string, string>, body: unknown): Promise<Response> =>
  fetch(`${address}/mcp`, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

t.test('the list of tools and the instructions cost less than 2,000 tokens', async (t) => {
  const { api, address } = await openListening(t);
  const { client } = await connectMcp(t, address, await editorToken(api));
  const { tools } = await client.listTools();
  t.same(
    tools.map(({ name }) => name),
    names,
  );
  const text = JSON.stringify({ tools, instructions: client.getInstructions() });
  // Tokenizers make at least three bytes of English and JSON a token.
  const tokens = Math.ceil(Buffer.byteLength(text) / 3);
  t.comment(`${Buffer.byteLength(text)} bytes, at most ${tokens} tokens`);
  t.ok(tokens < 2_000, `${tokens} tokens`);
});

t.test('a tool is listed and runs only with its scope', async (t) => {
  const { api, address } = await openListening(t);
  await insertConnection(api);
  for (const scope of tokenScopes) {
    const { token } = await createPersonalToken(api.admin, { scopes: [scope] });
    const { client, call } = await connectMcp(t, address, token);
    const { tools } = await client.listTools();
    const expected = names.filter((name) => scopes[name] === scope);
    t.same(
      tools.map(({ name }) => name),
      expected,
      scope,
    );
    for (const name of names) {
      const { isError, body } = await call(name);
      const isRefused = isError && body.error.code === 'token_scope';
      t.equal(isRefused, scopes[name] !== scope, `${name} with ${scope}`);
    }
  }
});

t.test('service tokens may use every tool', async (t) => {
  const { api, address } = await openListening(t);
  await insertConnection(api);
  const admin = await connectMcp(t, address, (await createToken(api, { role: 'admin' })).token);
  t.match(await admin.call('list_connections'), {
    isError: false,
    body: { connections: [{ id: 'c', name: 'Sales', driver: 'postgres' }] },
  });
  const editor = await connectMcp(t, address, (await createToken(api, { name: 'other' })).token);
  t.equal((await editor.client.listTools()).tools.length, names.length);
});

t.test('only tokens authenticate, and cross-site requests are refused', async (t) => {
  const { api, address } = await openListening(t);
  const token = await editorToken(api);
  const headers = mcpHeaders(token);
  const cookie = await signIn(api, editorEmail, editorPassword);
  const basic = Buffer.from(`${editorEmail}:${editorPassword}`).toString('base64');
  for (const [title, credentials] of Object.entries({
    'no credentials': { authorization: '' },
    'a wrong token': {
      authorization: `Bearer ${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`,
    },
    'a forged service token': { authorization: 'Bearer a.b.c' },
    'a session': { authorization: '', cookie },
    'a password': { authorization: `Basic ${basic}` },
  })) {
    const response = await post(address, { ...headers, ...credentials }, listTools);
    t.equal(response.status, 401, title);
    t.match(response.headers.get('www-authenticate'), /^Bearer/);
    t.match(await response.json(), { code: 'unauthorized' });
  }
  const other = await post(address, { ...headers, origin: 'https://evil.example' }, listTools);
  t.equal(other.status, 403);
  t.equal((await post(address, headers, listTools)).status, 200);
  const [{ id } = { id: '' }] = await api.sql.query<{ id: string }>(
    'select id from personal_tokens',
  );
  await api.editor('DELETE', `/api/tokens/${id}`);
  t.equal((await post(address, headers, listTools)).status, 401, 'after its deletion');
});

/** Bodies that are not a valid request. */
const garbage: unknown[] = [
  '',
  'null',
  '[]',
  '"text"',
  '7',
  '{',
  '{}',
  '{"jsonrpc":"2.0"}',
  '{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
  '{"jsonrpc":"2.0","id":{},"method":"tools/list"}',
  '{"jsonrpc":"2.0","id":1,"method":7}',
  '{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}',
  '\u0000',
  '['.repeat(10_000),
  [listTools, listTools],
  { jsonrpc: '2.0', id: 1, method: 'unknown/method' },
  { jsonrpc: '2.0', id: 1, method: 'tools/call' },
  { jsonrpc: '2.0', id: 1, method: 'tools/call', params: [] },
  { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 7 } },
  { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: '__proto__' } },
  { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'run_sql', arguments: [] } },
  { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 7 } },
  { jsonrpc: '2.0', id: 'x'.repeat(100_000), method: 'ping' },
  { jsonrpc: '2.0', id: 1, result: {} },
  { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } },
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: [] } },
  { jsonrpc: '2.0', method: 'notifications/cancelled' },
  { jsonrpc: '2.0', method: 'notifications/unknown' },
];

t.test('garbage is never a server error', async (t) => {
  const { api, address } = await openListening(t);
  const headers = mcpHeaders(await editorToken(api));
  for (const body of garbage) {
    const response = await post(address, headers, body);
    const text = await response.text();
    const title = JSON.stringify(body).slice(0, 80);
    t.ok(response.status < 500, `${title}: ${response.status}`);
    if (response.status >= 400) t.match(JSON.parse(text), { title: String, code: String }, title);
    t.notMatch(text, /Internal Server Error|-32603/, title);
  }
  for (const changed of [
    { accept: 'text/html' },
    { 'content-type': 'text/plain' },
    { 'mcp-protocol-version': '1999-01-01' },
    { 'mcp-session-id': '../../etc' },
  ]) {
    const response = await post(address, { ...headers, ...changed }, listTools);
    await response.text();
    t.ok(response.status < 500, JSON.stringify(changed));
  }
  const long = { ...listTools, params: { cursor: 'x'.repeat(2_000_000) } };
  t.equal((await post(address, headers, long)).status, 413);
});

t.test('invalid arguments name the argument and the model gets them as a result', async (t) => {
  const { api, address } = await openListening(t);
  await insertConnection(api);
  const { call } = await connectMcp(t, address, await editorToken(api));
  const cases: [string, object, string][] = [
    ['run_sql', { connectionId: 'c' }, 'sql'],
    ['run_sql', { connectionId: 'c', sql: 'select 1', waitSeconds: 51 }, 'waitSeconds'],
    ['run_sql', { connectionId: 7, sql: 'select 1' }, 'connectionId'],
    ['run_sql', { connectionId: 'c', sql: '-- nothing' }, 'sql'],
    ['run_sql', { connectionId: 'none', sql: 'select 1' }, 'connectionId'],
    ['run_sql', { connectionId: 'c', sql: 'select {{a}}' }, 'parameters.a'],
    [
      'run_sql',
      { connectionId: 'c', sql: 'select {{user.id}}', parameters: { 'user.id': 'x' } },
      'parameters.user.id',
    ],
    [
      'run_sql',
      { connectionId: 'c', sql: 'select {{a}}', parameters: { a: 1 }, parameterTypes: { a: 'x' } },
      'parameterTypes.a',
    ],
    ['get_rows', { statementId: 'x', maxBytes: 1 }, 'maxBytes'],
    ['search_schema', { connectionId: 'c', query: 'x', limit: 0 }, 'limit'],
  ];
  for (const [name, input, path] of cases) {
    const { isError, body } = await call(name, input);
    t.ok(isError, `${name} ${JSON.stringify(input)}`);
    t.match(body.error, { code: 'bad_request', errors: [{ path }] }, JSON.stringify(body));
  }
  t.match(await call('get_run', { runId: 'none' }), {
    isError: true,
    body: { error: { code: 'not_found' } },
  });
  t.match(await call('cancel_run', { runId: 'none' }), { isError: true });
  t.match(await call('nothing'), {
    isError: true,
    body: { error: { errors: [{ path: 'name' }] } },
  });
});

t.test('runs of other users and connections outside of the token are refused', async (t) => {
  const { api, address } = await openListening(t);
  await insertConnection(api);
  await api.sql.query(`insert into connections (id, name, driver, encrypted_data)
    values ('d', 'Other', 'postgres', '')`);
  const made = await api.admin('POST', '/api/batches', {
    connectionId: 'c',
    batchText: 'select 1',
  });
  const batch = made.json<{ id: string; statements: { id: string }[] }>();
  const { call } = await connectMcp(t, address, await editorToken(api));
  const foreign = { isError: true, body: { error: { code: 'forbidden' } } };
  t.match(await call('get_run', { runId: batch.id }), foreign);
  t.match(await call('cancel_run', { runId: batch.id }), foreign);
  t.match(await call('get_rows', { statementId: batch.statements[0]?.id }), foreign);
  const narrow = await createPersonalToken(api.admin, { scopes: every, connectionIds: ['d'] });
  const other = await connectMcp(t, address, narrow.token);
  t.match((await other.call('list_connections')).body.connections, [{ id: 'd' }]);
  const excluded = { isError: true, body: { error: { code: 'token_connection' } } };
  t.match(await other.call('run_sql', { connectionId: 'c', sql: 'select 1' }), excluded);
  t.match(await other.call('search_schema', { connectionId: 'c', query: '' }), excluded);
  t.match(await other.call('get_run', { runId: batch.id }), excluded);
  t.same((await other.call('get_run')).body.runs, []);
});

t.test('a run of another tenant looks like an unknown one', async (t) => {
  const { api, address } = await openListening(t, { SERVICE_TENANT_FIELD: 'data.org.name' });
  await insertConnection(api);
  await api.sql.query(`update users set data = '{"org": {"name": "red"}}'`);
  const batch = { connectionId: 'c', batchText: 'select 1' };
  const { id: runId } = (await api.admin('POST', '/api/batches', batch)).json<{ id: string }>();
  const { call } = await connectMcp(t, address, await editorToken(api));
  const unknown = await call('get_run', { runId: '01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a12' });
  t.match(unknown, { isError: true, body: { error: { code: 'not_found' } } });
  t.match(await call('get_run', { runId }), { body: { error: { code: 'forbidden' } } });
  await api.sql.query(`update users set data = '{"org": {"name": "other"}}' where email = $1`, [
    editorEmail,
  ]);
  t.same(await call('get_run', { runId }), unknown);
  t.same(await call('cancel_run', { runId }), unknown);
});

t.test('each call is in the audit log under the name of the token', async (t) => {
  const { api, address } = await openListening(t);
  const token = await editorToken(api, { name: 'agent' });
  const { call } = await connectMcp(t, address, token);
  await call('list_connections');
  await call('search_schema', { connectionId: 'none', query: 'secret words' });
  const reader = await connectMcp(t, address, await editorToken(api, { scopes: ['results:read'] }));
  await reader.call('run_sql', { connectionId: 'c', sql: 'select 1' });
  const { body } = await api.admin('GET', '/api/audit?action=tool.called');
  const events = JSON.parse(body) as object[];
  t.match(events, [
    {
      target: 'tools/run_sql',
      outcome: 'refused',
      detail: { connectionId: 'c', code: 'token_scope' },
    },
    { target: 'tools/search_schema', detail: { connectionId: 'none', code: 'not_found' } },
    {
      target: 'tools/list_connections',
      outcome: 'done',
      actorName: `${editorEmail} (token agent)`,
    },
  ]);
  t.notMatch(body, /secret words|select 1/);
});

t.test('no token is needed where authentication is disabled', async (t) => {
  const { address } = await openListening(t, { SERVICE_AUTH_DISABLED: 'true' });
  const headers = { ...mcpHeaders(''), authorization: '' };
  const call = { ...listTools, method: 'tools/call', params: { name: 'list_connections' } };
  const response = await post(address, headers, call);
  t.equal(response.status, 200);
  t.match(await response.text(), /\\"connections\\":\[/);
  const other = await post(address, { ...headers, origin: 'https://evil.example' }, call);
  t.equal(other.status, 403, 'a page of another site');
});

t.test('requests count for the rate limit of the user', async (t) => {
  const { api, address } = await openListening(t, { SERVICE_MAX_REQUESTS_PER_MINUTE: '5' });
  const headers = mcpHeaders(await editorToken(api));
  const statuses: number[] = [];
  for (let count = 0; count < 6; count++) {
    statuses.push((await post(address, headers, listTools)).status);
  }
  t.equal(statuses.at(-1), 429);
});

t.test('GET and DELETE are refused, and a setting disables the endpoint', async (t) => {
  const { api, address } = await openListening(t);
  const headers = mcpHeaders(await editorToken(api));
  for (const method of ['GET', 'DELETE']) {
    const { status, headers: sent } = await fetch(`${address}/mcp`, {
      method,
      headers: { authorization: headers['authorization'] ?? '' },
    });
    t.equal(status, 405, method);
    t.equal(sent.get('allow'), 'POST');
  }
  const off = await openListening(t, { SERVICE_MCP_DISABLED: 'true' });
  const response = await post(off.address, mcpHeaders(await editorToken(off.api)), listTools);
  t.equal(response.status, 404);
});
