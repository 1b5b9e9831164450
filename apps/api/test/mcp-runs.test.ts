import type { CreatedPersonalToken } from '@sluice/contracts';
import { isDeep, startService, type TestService, until, writeAttempts } from '@sluice/testkit';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { connectMcp, mcpHeaders, type McpTestClient, type ToolBody } from './mcp-support.js';

const directory = await mkdtemp(join(tmpdir(), 'sluice-mcp-files-'));
t.teardown(() => rm(directory, { recursive: true, force: true }));

/** Whether an attempt to write is tried: `npm test` tries others than the test of batches with a personal token. */
const isTried = (_: string, index: number): boolean => isDeep || index % 4 === 2;

const scopes = ['schema:read', 'sql:run', 'results:read'];

const createToken = async ({ admin }: TestService, limits: object = {}): Promise<string> => {
  const body = { name: `agent ${Math.random()}`, scopes, ...limits };
  return (await admin.json<CreatedPersonalToken>('POST', '/api/tokens', body)).token;
};

const untilRunning = (service: TestService, text: string): Promise<unknown> =>
  until(`${text} runs`, async () => (await service.target.running(text)) > 0);

const untilStopped = (service: TestService, text: string): Promise<unknown> =>
  until(`${text} has stopped`, async () => (await service.target.running(text)) === 0);

/** Returns the ID of the latest run with a text, as a client without the ID finds it. */
const findRun = ({ call }: McpTestClient, text: string): Promise<string> =>
  until(`${text} is listed`, async () => {
    const { runs } = (await call('get_run')).body;
    return runs.find(({ sql }) => sql.includes(text))?.runId;
  });

await t.test('runs of agents', async (t) => {
  const service = await startService({
    queue: 'redis',
    workersInProcess: true,
    settings: { SERVICE_LOCAL_FILES_DIR: directory, SERVICE_WORKER_CONCURRENCY: '10' },
  });
  t.teardown(() => service.stop());
  const { admin, baseUrl, connectionId } = service;
  const second = await service.startApi();
  const agent = await connectMcp(t, baseUrl, await createToken(service));
  const run = (sql: string, more: object = {}, by = agent) =>
    by.call('run_sql', { connectionId, sql, ...more });

  await t.test('return rows, errors with position and hint, and notices', async (t) => {
    t.match(await run("select 1 as n, 'x' as t; select 2 as m"), {
      isError: false,
      body: {
        state: 'finished',
        statements: [{ rowCount: 1 }, { rowCount: 1 }],
        result: { columns: [{ name: 'm', type: 'integer' }], rows: [[2]], rowCount: 1 },
      },
    });
    const wrong = await run('select missing_function(1)');
    t.match(wrong, {
      isError: true,
      body: {
        state: 'error',
        statements: [
          { error: { outcome: 'failed', title: /missing_function/, position: 8, hint: String } },
        ],
      },
    });
    const bound = { sql: 'select {{a}} + 1 as n, {{user.email}} as who', parameters: { a: 41 } };
    t.match((await run(bound.sql, { parameters: bound.parameters })).body.result, {
      rows: [[42, 'admin@example.com']],
    });
  });

  await t.test('are cut by bytes with a note, and the rest is read by offset', async (t) => {
    const sql = "select i, repeat('x', 1000) as t from generate_series(1, 500) as i";
    const { result } = (await run(sql)).body;
    t.ok(result.rows.length > 10 && result.rows.length < 20);
    t.match(result.note, /Cut after \d+ rows of 500 \(limit 20000 bytes\)/);
    const seen = [...result.rows];
    const { statementId } = result;
    for (let offset: number | undefined = result.nextOffset; offset !== undefined;) {
      const page = (
        await agent.call('get_rows', { statementId, offset, limit: 10_000, maxBytes: 200_000 })
      ).body;
      seen.push(...page.rows);
      offset = page.nextOffset;
    }
    t.same(
      seen.map(([i]) => i),
      Array.from({ length: 500 }, (_, index) => index + 1),
    );
    const few = await connectMcp(t, baseUrl, await createToken(service, { maxRows: 3 }));
    const limited = await run('select * from generate_series(1, 10)', {}, few);
    t.match(limited.body.result, { rowCount: 3, note: /incomplete/ });
  });

  await t.test('survive the time-out of the client', async (t) => {
    const sql = 'select pg_sleep(90), 11';
    const call = agent.call('run_sql', { connectionId, sql, waitSeconds: 50 }, { timeout: 5_000 });
    await t.rejects(call, /timed out/);
    t.equal(await service.target.running('pg_sleep(90), 11'), 1, 'it runs on');
    const runId = await findRun(agent, 'pg_sleep(90), 11');
    t.match((await agent.call('get_run', { runId })).body, { state: 'running' });
    const cancelled = await agent.call('cancel_run', { runId });
    t.match(cancelled.body, { runId, state: 'cancelled', cancel: 'confirmed' });
    await untilStopped(service, 'pg_sleep(90), 11');
  });

  await t.test(
    'return their ID after waitSeconds and are read when they have finished',
    async (t) => {
      const { body } = await run('select pg_sleep(1), 12 as n', { waitSeconds: 0 });
      t.match(body, { runId: String, next: /get_run/ });
      t.notOk('result' in body);
      const done = await agent.call('get_run', { runId: body.runId, waitSeconds: 50 });
      t.match(done.body, { state: 'finished', result: { rows: [['', 12]] } });
      await service.database.query(
        `update statements set results_path = null, expires_at = now() - interval '1 second' where id = $1`,
        [done.body.result.statementId],
      );
      const runId = done.body.runId;
      await until('the rows have expired', async () => {
        const { body: expired } = await agent.call('get_run', { runId });
        return expired.state === 'finished' && expired.resultError?.code === 'results_expired';
      });
    },
  );

  await t.test('end when the client cancels, on whichever process', async (t) => {
    const abort = new AbortController();
    const cancelled = agent.call(
      'run_sql',
      { connectionId, sql: 'select pg_sleep(90), 21', waitSeconds: 50 },
      { signal: abort.signal },
    );
    await untilRunning(service, 'pg_sleep(90), 21');
    abort.abort('the user has stopped it');
    await t.rejects(cancelled);
    await untilStopped(service, 'pg_sleep(90), 21');

    const token = await createToken(service);
    const headers = { ...mcpHeaders(token), 'mcp-session-id': crypto.randomUUID() };
    const post = (address: string, message: object) =>
      fetch(`${address}/mcp`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      });
    const input = { connectionId, sql: 'select pg_sleep(90), 22', waitSeconds: 50 };
    const waiting = await post(baseUrl, {
      id: 'a',
      method: 'tools/call',
      params: { name: 'run_sql', arguments: input },
    });
    const cancel = (requestId: string, as = headers) =>
      fetch(`${second.address}/mcp`, {
        method: 'POST',
        headers: as,
        body: JSON.stringify({
          jsonrpc: '2.0',
          method: 'notifications/cancelled',
          params: { requestId },
        }),
      });
    await untilRunning(service, 'pg_sleep(90), 22');
    await cancel('b');
    await cancel('a', { ...headers, 'mcp-session-id': crypto.randomUUID() });
    await cancel('a', { ...headers, ...mcpHeaders(await otherUsersToken(service)) });
    t.equal(await service.target.running('pg_sleep(90), 22'), 1, 'other calls, sessions and users');
    t.equal((await cancel('a')).status, 202);
    t.match(await waiting.text(), /\\"state\\":\\"cancelled\\"/);
    await untilStopped(service, 'pg_sleep(90), 22');
  });

  await t.test('end when the client closes the request', async () => {
    const closing = await connectMcp(t, baseUrl, await createToken(service));
    const call = run('select pg_sleep(90), 31', { waitSeconds: 50 }, closing).catch(
      () => undefined,
    );
    await untilRunning(service, 'pg_sleep(90), 31');
    await closing.close();
    await call;
    await untilStopped(service, 'pg_sleep(90), 31');
  });

  await t.test('end when the token is deleted', async () => {
    const body = { name: 'deleted', scopes };
    const made = await admin.json<CreatedPersonalToken>('POST', '/api/tokens', body);
    const deleted = await connectMcp(t, baseUrl, made.token);
    const input = { waitSeconds: 50 };
    const call = run('select pg_sleep(90), 32', input, deleted).catch(() => undefined);
    await untilRunning(service, 'pg_sleep(90), 32');
    await admin.json('DELETE', `/api/tokens/${made.id}`);
    await untilStopped(service, 'pg_sleep(90), 32');
    await deleted.close();
    await call;
  });

  await t.test('are not repeated when a request of a session is repeated', async (t) => {
    const token = await createToken(service);
    const headers: Record<string, string> = {
      ...mcpHeaders(token),
      'mcp-session-id': crypto.randomUUID(),
    };
    const send = async (address: string, sql: string, as = headers, write = false) => {
      const params = { name: 'run_sql', arguments: { connectionId, sql, write } };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params });
      const response = await fetch(`${address}/mcp`, { method: 'POST', headers: as, body });
      const [, text = ''] = /^data: (.*)$/m.exec(await response.text()) ?? [];
      const { result } = JSON.parse(text) as { result: { content: { text: string }[] } };
      return JSON.parse(result.content[0]?.text ?? '') as ToolBody;
    };
    const first = await send(baseUrl, 'select 71');
    t.equal((await send(second.address, 'select 71')).runId, first.runId);
    const conflict = { error: { code: 'idempotency_conflict' } };
    t.match(await send(second.address, 'select 72'), conflict);
    t.match(await send(second.address, 'select 71', headers, true), conflict, 'it may write');
    for (const session of [crypto.randomUUID(), 'no id of this service']) {
      const again = await send(baseUrl, 'select 71', { ...headers, 'mcp-session-id': session });
      t.not(again.runId, first.runId, session);
    }
  });

  await t.test('report progress with the ID of the run', async (t) => {
    const messages: string[] = [];
    const { body } = await agent.call(
      'run_sql',
      { connectionId, sql: 'select pg_sleep(1), 41' },
      { onprogress: ({ message = '' }) => messages.push(message) },
    );
    t.match(body, { state: 'finished' });
    t.ok(messages.length > 0 && messages.every((each) => each.includes(body.runId)));
    t.match(messages.at(-1), /running$/);
  });

  await t.test('wait while the token runs as many as it may', async (t) => {
    const narrow = await connectMcp(t, baseUrl, await createToken(service, { maxConcurrency: 1 }));
    const first = await run('select pg_sleep(90), 51', { waitSeconds: 0 }, narrow);
    await untilRunning(service, 'pg_sleep(90), 51');
    const next = await run('select 1', { waitSeconds: 1 }, narrow);
    t.match(next.body, { state: 'queued', waitReason: 'token_limit' });
    await narrow.call('cancel_run', { runId: first.body.runId });
    const runId = next.body.runId;
    t.match((await narrow.call('get_run', { runId, waitSeconds: 30 })).body, { state: 'finished' });
  });

  await t.test('write only with write, and never with a read-only token', async (t) => {
    const { id: sqlite } = await admin.json<{ id: string }>('POST', '/api/connections', {
      name: 'sqlite',
      driver: 'sqlite',
      data: { file: 'mcp.sqlite', create: true },
    });
    const targets = { postgres: connectionId, sqlite };
    const setUp = 'create table t (n int); insert into t values (1)';
    await admin.run(sqlite, setUp);
    await admin.run(connectionId, `${setUp}; create sequence s`);
    const reader = await connectMcp(t, baseUrl, await createToken(service, { readOnly: true }));
    for (const driver of ['postgres', 'sqlite'] as const) {
      const id = targets[driver];
      const attempts = writeAttempts[driver];
      const fails = async (by: McpTestClient, sql: string) => {
        const { body } = await by.call('run_sql', { connectionId: id, sql, waitSeconds: 50 });
        if (body.state !== 'error') t.fail(`${driver}: ${sql} ${JSON.stringify(body)}`);
      };
      for (const sql of attempts.filter(isTried)) await fails(reader, sql);
      // The same sessions: a few attempts show that they are used.
      for (const sql of attempts.slice(0, isDeep ? 5 : 2)) await fails(agent, sql);
      const refused = await reader.call('run_sql', {
        connectionId: id,
        sql: 'delete from t',
        write: true,
      });
      t.match(refused, { isError: true, body: { error: { code: 'token_read_only' } } });
      const left = await run('select n from t', { connectionId: id });
      t.same(left.body.result.rows, [[1]], `${driver}: nothing changed`);
      const written = await run('insert into t values (2)', { connectionId: id, write: true });
      t.match(written.body, { state: 'finished' }, `${driver} with write`);
      t.match((await run('select count(*) from t', { connectionId: id })).body.result.rows, [[2]]);
    }
  });
});

/** A token of another user. */
async function otherUsersToken(service: TestService): Promise<string> {
  const other = await service.addEditor('other@example.com');
  const body = { name: 'other', scopes };
  return (await other.json<CreatedPersonalToken>('POST', '/api/tokens', body)).token;
}

await t.test('any API process answers any call, and the end of one loses nothing', async (t) => {
  const service = await startService({ queue: 'redis', processes: true });
  t.teardown(() => service.stop());
  const other = await service.startApiProcess();
  const token = await createToken(service);
  const one = await connectMcp(t, service.baseUrl, token);
  const two = await connectMcp(t, other.address ?? '', token);
  const { connectionId } = service;
  const started = await one.call('run_sql', {
    connectionId,
    sql: 'select pg_sleep(3), 61 as n',
    waitSeconds: 0,
  });
  const runId = started.body.runId;
  t.match((await two.call('get_run', { runId })).body, { runId });
  await untilRunning(service, '61 as n');
  const waiting = one.call('get_run', { runId, waitSeconds: 50 }).catch(() => 'lost');
  service.api.kill('SIGKILL');
  await service.api.ended;
  const done = await two.call('get_run', { runId, waitSeconds: 50 });
  t.match(done.body, { state: 'finished', result: { rows: [['', 61]] } });
  const { statementId } = done.body.result;
  t.match((await two.call('get_rows', { statementId })).body, { rows: [['', 61]] });
  await waiting;

  const third = await service.startApiProcess();
  const stopping = await connectMcp(t, third.address ?? '', token);
  const sql = 'select pg_sleep(90), 62';
  const call = stopping.call('run_sql', { connectionId, sql, waitSeconds: 50 });
  await untilRunning(service, 'pg_sleep(90), 62');
  third.kill('SIGTERM');
  const { body } = await call;
  t.match(body, { runId: String, state: 'running' }, 'a process that stops returns the run');
  t.equal(await third.ended, 0);
  t.equal(await service.target.running('pg_sleep(90), 62'), 1, 'it runs on');
  await two.call('cancel_run', { runId: body.runId });
  await untilStopped(service, 'pg_sleep(90), 62');
});
