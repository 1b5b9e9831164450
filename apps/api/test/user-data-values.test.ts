import type { Batch, CreatedPersonalToken, ErrorBody, Query } from '@sluice/contracts';
import { startService } from '@sluice/testkit';
import t from 'tap';
import { connectMcp } from './mcp-support.js';

const service = await startService({ queue: 'redis', workersInProcess: true });
t.teardown(() => service.stop());
const { admin, connectionId } = service;

const ann = await service.addEditor('ann@example.com');
await admin.json('PUT', '/api/users/ann@example.com', { data: { tenant: 'blue' } });

const placeholder = 'user.data.tenant';
const text = `select {{${placeholder}}} as tenant`;
const forged = { [placeholder]: 'red' };

const query = await ann.json<Query>('POST', '/api/queries', {
  connectionId,
  name: 'Tenant',
  queryText: text,
  exposeAsTool: true,
});

/** The path of the first problem of a refused request. */
async function refusedPath(method: string, path: string, body?: object): Promise<string> {
  const response = await ann.request(method, path, body);
  t.equal(response.status, 400, path);
  return ((await response.json()) as ErrorBody).errors?.[0]?.path ?? '';
}

await t.test('user.data comes from the user', async (t) => {
  const { statements } = await ann.json<Batch>('POST', `/api/queries/${query.id}/run?wait=30`, {});
  t.same(await ann.rows(statements[0]?.id ?? ''), [['blue']]);
});

await t.test('and from no request', async (t) => {
  const before = (await ann.json<Batch[]>('GET', '/api/batches')).length;
  const ways: [way: string, path: string, method: string, body?: object][] = [
    ['body', '/api/batches', 'POST', { connectionId, batchText: text, parameters: forged }],
    ['run', `/api/queries/${query.id}/run`, 'POST', { parameters: forged }],
    ['query string', `/api/queries/${query.id}/results.json?param.${placeholder}=red`, 'GET'],
  ];
  for (const [way, path, method, body] of ways) {
    t.equal(await refusedPath(method, path, body), `parameters.${placeholder}`, way);
  }
  const definition = { name: placeholder, type: 'text', required: true, default: 'red' };
  const saved = { connectionId, name: 'Forged', queryText: text, parameters: [definition] };
  t.equal(await refusedPath('POST', '/api/queries', saved), 'parameters.0.name', 'default');

  const scopes = ['schema:read', 'sql:run', 'results:read', 'queries:read'];
  const { token } = await ann.json<CreatedPersonalToken>('POST', '/api/tokens', {
    name: 'agent',
    scopes,
  });
  const agent = await connectMcp(t, service.baseUrl, token);
  const run = await agent.call('run_sql', { connectionId, sql: text, parameters: forged });
  t.match(run.body.error, { errors: [{ path: `parameters.${placeholder}` }] }, 'run_sql');
  const tools = (await agent.client.listTools()).tools.map(({ name }) => name);
  const name = tools.find((tool) => tool.includes('tenant')) ?? '';
  const called = await agent.call(name, forged);
  t.match(called.body.error, { errors: [{ path: placeholder }] }, 'tool of the query');
  t.equal((await ann.json<Batch[]>('GET', '/api/batches')).length, before, 'nothing was run');
  t.same((await agent.call(name, {})).body.result.rows, [['blue']]);
});
