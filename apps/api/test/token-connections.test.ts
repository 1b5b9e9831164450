import { randomUUID } from 'node:crypto';
import type { Batch } from '@sluice/contracts';
import t from 'tap';
import type { ApiClient } from './support.js';
import { openApi, userIdOf } from './fixtures.js';
import { editorEmail } from './support.js';
import { tokenClient } from './personal-token-support.js';

const scopes = ['schema:read', 'sql:run', 'results:read', 'queries:read', 'queries:write'];

t.test('a token of one connection reaches nothing of another', async (t) => {
  const api = await openApi(t, { workerResponse: () => ({ body: '{"schemas":[]}' }) });
  for (const [id, name] of [
    ['mine', 'Mine'],
    ['other', 'Other'],
  ] as const) {
    const data = { host: 'h', database: 'd', username: 'u', password: 'p' };
    await api.admin('POST', '/api/connections', { id, name, driver: 'postgres', data });
  }
  const userId = await userIdOf(api, editorEmail);
  await api.sql.query(`insert into workers (id, hostname, pid, lease_expires_at)
    values ('w', 'h', 1, now() + interval '1 hour')`);
  /** Inserts what a user has on a connection. */
  const own = async (connectionId: string) => {
    const [batch, statement, client] = [randomUUID(), randomUUID(), randomUUID()];
    await api.sql.query(`
      with batch as (
        insert into batches (id, connection_id, status, stop_time, batch_text, user_id, tenant)
        values ('${batch}', '${connectionId}', 'finished', now(), 'select 1', '${userId}', '${userId}')
        returning id)
      insert into statements (id, batch_id, sequence, statement_text, start_offset, end_offset, status)
      select '${statement}', id, 1, 'select 1', 0, 8, 'finished' from batch`);
    await api.sql.query(`
      insert into connection_clients (id, name, connection_id, user_id, worker_id, idle_timeout_seconds)
      values ('${client}', 'c', '${connectionId}', '${userId}', 'w', 3600)`);
    const made = await api.editor('POST', '/api/queries', {
      name: connectionId,
      connectionId,
      tags: [connectionId],
    });
    const { id: query } = made.json<{ id: string }>();
    return { connectionId, batch, statement, client, query };
  };
  const mine = await own('mine');
  const other = await own('other');
  const call = await tokenClient(api, api.editor, { scopes, connectionIds: ['mine'] });

  /** Every route that names a connection or something of it. */
  const routes = (item: typeof mine): [string, string, Record<string, unknown>?][] => [
    ['GET', `/api/connections/${item.connectionId}/schema`],
    ['GET', `/api/schema-info/${item.connectionId}`],
    ['POST', '/api/batches', { connectionId: item.connectionId, batchText: 'select 1' }],
    ['POST', '/api/connection-clients', { connectionId: item.connectionId }],
    ['GET', `/api/batches/${item.batch}`],
    ['GET', `/api/batches/${item.batch}?wait=1`],
    ['GET', `/api/batches/${item.batch}/events`],
    ['GET', `/api/batches/${item.batch}/statements`],
    ['PUT', `/api/batches/${item.batch}/cancel`],
    ['GET', `/api/statements/${item.statement}`],
    ['GET', `/api/statements/${item.statement}/results`],
    ['POST', `/api/statements/${item.statement}/view`, {}],
    ['POST', `/api/statements/${item.statement}/compare`, { before: item.statement }],
    ...['csv', 'xlsx', 'json', 'ndjson', 'parquet'].flatMap((format): [string, string][] => [
      ['GET', `/api/statements/${item.statement}/download.${format}`],
      ['GET', `/statement-results/${item.statement}.${format}`],
    ]),
    ['GET', `/api/connection-clients/${item.client}`],
    ['PUT', `/api/connection-clients/${item.client}`],
    ['GET', `/api/queries/${item.query}`],
    ['PUT', `/api/queries/${item.query}`, { name: 'renamed', connectionId: item.connectionId }],
    ['GET', `/api/queries/${item.query}/versions`],
    ['GET', `/api/queries/${item.query}/versions/1`],
    ['POST', `/api/queries/${item.query}/versions/1/restore`, {}],
    ['POST', '/api/queries', { connectionId: item.connectionId }],
    ['DELETE', `/api/connection-clients/${item.client}`],
    ['DELETE', `/api/queries/${item.query}`],
  ];
  const codeOf = async (ask: ApiClient, [method, url, body]: ReturnType<typeof routes>[number]) => {
    const { statusCode, body: text } = await ask(method, url, body);
    return /"code":"(token_\w+)"/.exec(text)?.[1] ?? statusCode;
  };
  t.equal(
    (await call('POST', `/api/statements/${mine.statement}/compare`, { before: other.statement }))
      .statusCode,
    403,
    'the earlier statement of a comparison',
  );

  const listed = async (url: string): Promise<string> => (await call('GET', url)).body;
  for (const url of [
    '/api/connections',
    '/api/connections?limit=1&offset=0',
    '/api/batches',
    '/api/query-history',
    '/api/query-history?filter=status%7Ceq%7Cfinished',
    '/api/queries',
    '/api/tags',
  ]) {
    const text = await listed(url);
    t.match(text, /mine/i, url);
    t.notMatch(text, /other/i, url);
  }
  t.match(await listed('/api/query-history?filter=connectionName%7Ceq%7COther'), /^\[\]$/);
  for (const route of routes(other)) {
    t.equal(await codeOf(call, route), 'token_connection', `${route[0]} ${route[1]}`);
  }
  for (const route of routes(mine)) {
    t.not(await codeOf(call, route), 'token_connection', `${route[0]} ${route[1]}`);
  }
  const moved = await api.editor('POST', '/api/queries', { name: 'free' });
  const { id } = moved.json<{ id: string }>();
  t.equal((await call('PUT', `/api/queries/${id}`, { connectionId: 'other' })).statusCode, 403);
  t.equal((await call('PUT', `/api/queries/${id}`, { connectionId: 'mine' })).statusCode, 200);
});

t.test(
  'a batch keeps the limits of its token, and a read-only token needs its own client',
  async (t) => {
    const api = await openApi(t);
    await api.sql.query(`insert into connections (id, name, driver, encrypted_data)
    values ('c', 'C', 'postgres', '')`);
    await api.sql.query(`insert into workers (id, hostname, pid, lease_expires_at)
    values ('w', 'h', 1, now() + interval '1 hour')`);
    const userId = await userIdOf(api, editorEmail);
    const openClient = async (readOnly: boolean): Promise<string> => {
      const id = randomUUID();
      await api.sql.query(`
      insert into connection_clients
        (id, name, connection_id, user_id, worker_id, idle_timeout_seconds, read_only)
      values ('${id}', 'c', 'c', '${userId}', 'w', 3600, ${readOnly})`);
      return id;
    };
    const call = await tokenClient(api, api.editor, { scopes, readOnly: true, maxRows: 7 });
    const submit = (connectionClientId?: string) =>
      call('POST', '/api/batches', {
        connectionId: 'c',
        batchText: 'select 1',
        connectionClientId,
      });
    const { id, userId: owner } = (await submit()).json<Batch>();
    t.equal(owner, userId, 'the batch belongs to the user');
    t.match(await api.sql.query('select read_only, max_rows from batches where id = $1', [id]), [
      { read_only: true, max_rows: 7 },
    ]);
    t.match((await submit(await openClient(false))).json(), { code: 'connection_client' });
    t.equal((await submit(await openClient(true))).statusCode, 200);
  },
);
