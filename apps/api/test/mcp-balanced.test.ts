import type { CreatedPersonalToken } from '@sluice/contracts';
import { servedByHeader, startBalancer, startService, until } from '@sluice/testkit';
import t from 'tap';
import { connectMcp } from './mcp-support.js';

await t.test(
  'the official client uses two API processes behind nginx, without stickiness',
  async (t) => {
    const service = await startService({ queue: 'postgres', workersInProcess: true });
    t.teardown(() => service.stop());
    const { admin, baseUrl, connectionId, target } = service;
    const second = await service.startApi();
    const balancer = await startBalancer([baseUrl, second.address].map((url) => new URL(url).host));
    t.teardown(() => balancer.stop());
    await target.query(`create table orders (id int primary key, total numeric);
    comment on table orders is 'One row for each purchase';
    insert into orders select n, n from generate_series(1, 500) n`);
    const body = { name: 'agent', scopes: ['schema:read', 'sql:run', 'results:read'] };
    const { token } = await admin.json<CreatedPersonalToken>('POST', '/api/tokens', body);
    const servedBy = new Set<string>();
    const { client, call } = await connectMcp(t, balancer.url, token, async (url, init) => {
      const response = await fetch(url, init);
      servedBy.add(response.headers.get(servedByHeader) ?? 'unknown');
      return response;
    });
    const isRunning = async (text: string): Promise<boolean> => (await target.running(text)) > 0;

    await t.test('every tool answers', async (t) => {
      await client.ping();
      const { tools } = await client.listTools();
      const called = new Set<string>();
      const ask = async (name: string, input: object = {}) => {
        called.add(name);
        const { isError, body } = await call(name, input);
        t.equal(isError, false, `${name}: ${JSON.stringify(body)}`);
        return body;
      };
      const listed = await ask('list_connections');
      t.same(
        listed.connections.map(({ id }) => id),
        [connectionId],
      );
      await until('the schema is read', async () => {
        const found = await call('search_schema', { connectionId, query: 'purchase' });
        return !found.isError;
      });
      const found = await ask('search_schema', { connectionId, query: 'purchase' });
      t.match(found.tables, [{ schema: 'public', table: 'orders' }]);
      await ask('describe_table', { connectionId, schema: 'public', table: 'orders' });
      const run = await ask('run_sql', {
        connectionId,
        sql: 'select id from orders where id > {{least}} order by id',
        parameters: { least: 100 },
      });
      t.equal(run.result.rows.length, 100);
      const page = await ask('get_rows', {
        statementId: run.result.statementId,
        offset: run.result.nextOffset,
        limit: 1_000,
      });
      t.equal(page.rows.length, 300);
      await ask('get_run', { runId: run.runId });
      await ask('cancel_run', { runId: run.runId });
      t.same([...called].sort(), tools.map(({ name }) => name).sort());
    });

    await t.test('a run survives the time-out of the client, is found and cancelled', async (t) => {
      const sql = 'select pg_sleep(90), 81';
      const given = { connectionId, sql, waitSeconds: 50 };
      await t.rejects(call('run_sql', given, { timeout: 5_000 }), /timed out/);
      t.ok(await isRunning('pg_sleep(90), 81'), 'it runs on');
      const { runs } = (await call('get_run')).body;
      const runId = runs.find((run) => run.sql === sql)?.runId ?? '';
      t.match((await call('get_run', { runId })).body, { state: 'running' });
      const startedAt = performance.now();
      const cancelling = call('cancel_run', { runId });
      await until('the statement has stopped', async () => !(await isRunning('pg_sleep(90), 81')));
      t.comment(`stopped after ${Math.round(performance.now() - startedAt)} ms`);
      t.match((await cancelling).body, { state: 'cancelled', cancel: 'confirmed' });
    });

    await t.test(
      'a cancelled call ends in the database, whichever process gets the message',
      async () => {
        // An odd number of calls, so that nginx changes the process of the message.
        for (const marker of ['91', '92', '93']) {
          const abort = new AbortController();
          const sql = `select pg_sleep(90), ${marker}`;
          const given = { connectionId, sql, waitSeconds: 50 };
          const calling = call('run_sql', given, { signal: abort.signal }).catch(() => undefined);
          await until('it runs', () => isRunning(`pg_sleep(90), ${marker}`));
          abort.abort('the user has stopped it');
          await calling;
          await until('it has stopped', async () => !(await isRunning(`pg_sleep(90), ${marker}`)));
        }
      },
    );

    t.equal(servedBy.size, 2, [...servedBy].join());
  },
);
