import { randomUUID } from 'node:crypto';
import type { Query } from '@sluice/contracts';
import { startService, targetConnection, type TestClient } from '@sluice/testkit';
import t, { type Test } from 'tap';
import { connectMcp, type McpTestClient } from './mcp-support.js';

const service = await startService({ queue: 'redis', workersInProcess: true });
t.teardown(() => service.stop());
const { admin, baseUrl, connectionId, database } = service;
await database.query('delete from connection_accesses');
const ann = await service.addEditor('ann@example.com');
const ben = await service.addEditor('ben@example.com');
await admin.json('POST', '/api/connection-accesses', { connectionId, userId: 'ann@example.com' });

const everyone = [{ groupId: '__EVERYONE__', write: false }];

const publish = (fields: object): Promise<Query> =>
  ann.json('POST', '/api/queries', { connectionId, exposeAsTool: true, acl: everyone, ...fields });

const agentOf = async (t: Test, user: TestClient, fields: object = {}): Promise<McpTestClient> => {
  const { token } = await user.json<{ token: string }>('POST', '/api/tokens', {
    name: randomUUID(),
    scopes: ['sql:run', 'results:read', 'schema:read'],
    ...fields,
  });
  return connectMcp(t, baseUrl, token);
};

/** The tools of saved queries that an agent sees. */
const toolsOf = async ({ client }: McpTestClient) =>
  (await client.listTools()).tools.filter(({ name }) => /_[0-9a-f]{6}$/.test(name));

t.test('a published query is a typed, read-only tool', async (t) => {
  const query = await publish({
    name: 'Größe: by café!',
    queryText: 'select {{region}}::text as region, {{top}}::int as top, {{user.email}} as email',
    parameters: [
      { name: 'region', type: 'text', required: true, options: ['north', 'south'] },
      { name: 'top', type: 'integer', required: false, default: 3, description: 'How many' },
    ],
  });
  const agent = await agentOf(t, ann, { readOnly: true });
  const [tool, ...others] = await toolsOf(agent);
  t.same(others, []);
  t.match(tool, {
    name: `gro_e_by_cafe_${query.id.slice(-6)}`,
    description: /Größe: by café!/,
    annotations: { readOnlyHint: true },
    inputSchema: {
      type: 'object',
      properties: {
        region: { type: 'string', enum: ['north', 'south'] },
        top: { description: 'How many', default: 3 },
      },
      required: ['region'],
      additionalProperties: false,
    },
  });
  const name = tool?.name ?? '';
  const answer = await agent.call(name, { region: 'north' });
  t.same(answer.body.result.rows, [['north', 3, 'ann@example.com']]);
  t.match(answer.body, { state: 'finished' });
  for (const [input, path] of [
    [{}, 'region'],
    [{ region: 'west' }, 'region'],
    [{ region: 'north', top: 'many' }, 'top'],
    [{ region: 'north', more: 1 }, 'more'],
    [{ region: 'north', 'user.email': 'ben@example.com' }, 'user.email'],
  ] as const) {
    const refused = await agent.call(name, input);
    t.equal(refused.isError, true);
    t.match(refused.body.error, { errors: [{ path }] }, JSON.stringify(input));
  }
  const events = await admin.json<{ action: string; target: string; detail: object }[]>(
    'GET',
    '/api/audit',
  );
  const calls = events.filter(({ target }) => target === `tools/${name}`);
  t.match(calls.at(-1)?.detail, { queryId: query.id, runId: answer.body.runId });
  await ann.json('PUT', `/api/queries/${query.id}`, { exposeAsTool: false });
  t.same(await toolsOf(agent), []);
  t.match((await agent.call(name, { region: 'north' })).body.error, { code: 'bad_request' });
});

t.test('an agent sees only queries that its user may read and its token includes', async (t) => {
  const mine = await publish({ name: 'Mine', queryText: 'select 1', acl: [] });
  const shared = await publish({ name: 'Shared', queryText: 'select 2 as two' });
  const own = await publish({ name: 'Own access', queryText: 'select 3 as three', runAs: 'owner' });
  const names = async (agent: McpTestClient): Promise<string[]> =>
    (await toolsOf(agent)).map(({ name }) => name.slice(0, -7)).sort();
  t.same(await names(await agentOf(t, ann)), ['mine', 'own_access', 'shared']);
  const reader = await agentOf(t, ben);
  t.same(await names(reader), ['own_access', 'shared']);
  t.same(await names(await agentOf(t, ann, { scopes: ['schema:read'] })), []);
  const other = await admin.json<{ id: string }>('POST', '/api/connections', {
    ...targetConnection(service.target.url),
    name: 'Other',
  });
  t.same(await names(await agentOf(t, admin, { connectionIds: [other.id] })), []);
  const call = ({ name, id }: Query) =>
    reader.call(`${name.toLowerCase().replace(/ /g, '_')}_${id.slice(-6)}`);
  t.match((await call(mine)).body.error, { code: 'bad_request' }, 'as for an unknown tool');
  t.match((await call(shared)).body.error, { code: 'connection_access' });
  t.same((await call(own)).body.result.rows, [[3]], 'on the access of the owner');
});

t.test('a tool cannot write', async (t) => {
  await ann.run(connectionId, 'create table written (n int)');
  const query = await publish({ name: 'Writes', queryText: 'insert into written values (1)' });
  const agent = await agentOf(t, ann);
  const { isError, body } = await agent.call(`writes_${query.id.slice(-6)}`);
  t.equal(isError, true);
  t.match(body.state, 'error');
  const [counted] = (await ann.run(connectionId, 'select count(*)::int from written')).statements;
  t.same(await ann.rows(counted?.id ?? ''), [[0]]);
});
