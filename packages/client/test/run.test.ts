import {
  ApiError,
  BatchCancelledError,
  NetworkError,
  NotRunError,
  RunAbortedError,
  StatementFailedError,
  createClient,
  type Row,
} from '@sluice/client';
import { freePort, startService, targetConnection } from '@sluice/testkit';
import t from 'tap';
import { startFlakyProxy } from './flaky-proxy.js';
import { clientOf, email, password, untilRunning } from './support.js';

t.test('the client and the real service', async (t) => {
  const service = await startService({ queue: 'redis', workersInProcess: true });
  t.teardown(() => service.stop());
  const { connectionId: connection, database, target } = service;
  const client = clientOf(service.baseUrl);
  const countBatches = async (text: string): Promise<number> => {
    const rows = await database.query('select 1 from batches where batch_text = $1', [text]);
    return rows.length;
  };

  t.test('yields statements in order and their rows page by page', async (t) => {
    const sql =
      "create temp table n as select g from generate_series(1, 25) g; select g, g::text as g from n order by 1; select 9007199254740993::int8, 'x', null";
    const seen: { command: string | null; columns: string[]; pages: number[]; rows: Row[] }[] = [];
    const states: string[] = [];
    const onChange = ({ status }: { status: string }) => states.push(status);
    for await (const result of client.run(sql, { connection, pageRows: 10, onChange })) {
      const rows: Row[] = [];
      const pages: number[] = [];
      for await (const page of result.pages()) {
        pages.push(page.rows.length);
        rows.push(...page.rows);
      }
      const columns = result.columns.map(({ name }) => name);
      seen.push({ command: result.statement.command, columns, pages, rows });
    }
    t.same(
      seen.map(({ columns, pages }) => ({ columns, pages })),
      [
        { columns: [], pages: [] },
        { columns: ['g', 'g'], pages: [10, 10, 5] },
        { columns: ['int8', '?column?', '?column?'], pages: [1] },
      ],
    );
    t.same(seen[1]?.rows[24], [25, '25']);
    t.same(seen[2]?.rows, [['9007199254740993', 'x', null]], 'exact');
    t.equal(states.at(-1), 'finished');
  });

  t.test('binds the values of a tagged template', async (t) => {
    const hostile = `'; drop table t; --`;
    const at = new Date('2026-03-01T09:30:00.500Z');
    const query = client.sql`select ${1} + 1, ${hostile}, ${2n ** 62n}, ${at}, 3 in (${[1n, 3n]}), ${null}::int`;
    const rows: unknown[] = [];
    for await (const result of client.run(query, { connection })) {
      for await (const row of result.rows()) rows.push(row);
    }
    t.same(rows, [[2, hostile, '4611686018427387904', '2026-03-01T09:30:00.5Z', true, null]]);
    t.equal(query.text.includes('drop'), false);
  });

  t.test('yields rows one by one and the stored bytes as a stream', async (t) => {
    for await (const result of client.run('select * from generate_series(1, 3)', { connection })) {
      const rows: Row[] = [];
      for await (const row of result.rows()) rows.push(row);
      t.same(rows, [[1], [2], [3]]);
      t.same(await new Response(await result.stream()).json(), [[1], [2], [3]]);
    }
  });

  t.test('makes small pages of long rows', async (t) => {
    const sql = "select repeat('x', 1000) from generate_series(1, 20)";
    for await (const result of client.run(sql, { connection, pageBytes: 5_100 })) {
      const pages: number[] = [];
      for await (const { rows } of result.pages()) pages.push(rows.length);
      t.same(pages, [5, 5, 5, 5]);
    }
  });

  t.test('accepts the name of a connection if it is unique', async (t) => {
    const add = (name: string) =>
      service.admin.json<{ id: string }>('POST', '/api/connections', {
        ...targetConnection(target.url),
        name,
      });
    await add('By name');
    const batch = await client.run('select 1', { connection: 'By name' }).finished();
    t.equal(batch.status, 'finished');
    await add('By name');
    await t.rejects(client.run('select 1', { connection: 'By name' }).finished(), {
      message: /Several connections are named By name/,
    });
    await t.rejects(client.run('select 1', { connection: 'none' }).finished(), {
      name: 'ApiError',
      status: 400,
    });
  });

  t.test('throws by outcome after the finished statements', async (t) => {
    const given: number[] = [];
    const failing = async () => {
      const run = client.run('select 1; select 1 +; select 3', { connection });
      for await (const { statement } of run) given.push(statement.sequence);
    };
    const error = await failing().catch((thrown: unknown) => thrown);
    t.same(given, [1]);
    t.ok(error instanceof StatementFailedError);
    t.match(error, { outcome: 'failed', error: { sqlState: '42601', line: 1 } });
    t.match(error, { statement: { sequence: 2 }, batch: { status: 'error' } });

    const nowhere = await service.admin.json<{ id: string }>('POST', '/api/connections', {
      ...targetConnection(target.url),
      name: 'Nowhere',
      data: { ...(targetConnection(target.url)['data'] as object), port: String(await freePort()) },
    });
    const run = client.run('select 1', { connection: nowhere.id });
    const notRun = await run.finished().catch((thrown: unknown) => thrown);
    t.ok(notRun instanceof NotRunError);
    t.match(notRun, { outcome: 'not_run', error: { code: 'connect_failed' } });
  });

  t.test('an abort cancels in the database and then throws', async (t) => {
    const abortion = new AbortController();
    const run = client.run('select pg_sleep(601)', { connection, signal: abortion.signal });
    const ended = run.finished().catch((thrown: unknown) => thrown);
    await untilRunning(service, 'pg_sleep(601)');
    abortion.abort(new Error('enough'));
    const error = await ended;
    t.ok(error instanceof RunAbortedError);
    t.match(error, { cause: { message: 'enough' } });
    t.match(error, { batch: { status: 'cancelled', cancel: { outcome: 'confirmed' } } });
    t.equal(await service.target.running('pg_sleep(601)'), 0);
  });

  t.test('an abort while rows are read ends the reading', async (t) => {
    const abortion = new AbortController();
    const reading = async () => {
      const options = { connection, signal: abortion.signal, pageRows: 1 };
      for await (const result of client.run('select * from generate_series(1, 5)', options)) {
        for await (const { offset } of result.pages()) if (offset === 1) abortion.abort();
      }
    };
    const error = await reading().catch((thrown: unknown) => thrown);
    t.ok(error instanceof RunAbortedError);
    t.match(error, { batch: { status: 'finished' } }, 'there was nothing left to cancel');
  });

  t.test('an abort before the start submits nothing', async (t) => {
    const run = client.run('select 602', { connection, signal: AbortSignal.abort() });
    await t.rejects(run.finished(), { name: 'RunAbortedError', batch: undefined });
    t.equal(await countBatches('select 602'), 0);
  });

  t.test('leaving the loop cancels the rest', async (t) => {
    const sql = 'select 1; select pg_sleep(603)';
    for await (const { statement } of client.run(sql, { connection })) {
      t.equal(statement.sequence, 1);
      await untilRunning(service, 'pg_sleep(603)');
      break;
    }
    t.equal(await service.target.running('pg_sleep(603)'), 0);
  });

  t.test('a batch cancelled by another user throws its own error', async (t) => {
    const run = client.run('select pg_sleep(604)', { connection });
    await untilRunning(service, 'pg_sleep(604)');
    t.match(await client.cancel((await run.submitted()).id), { status: 'cancelled' });
    const error = await run.finished().catch((thrown: unknown) => thrown);
    t.ok(error instanceof BatchCancelledError);
  });

  t.test('on a network that loses responses', async (t) => {
    const proxy = await startFlakyProxy(service.baseUrl);
    t.teardown(() => proxy.close());
    const far = clientOf(proxy.address);

    t.test('a lost response to the submission creates no second batch', async (t) => {
      proxy.fault = (line, count) =>
        line === 'POST /api/batches' && count <= 3 ? 'drop answer' : undefined;
      await far.run('select 605', { connection }).finished();
      t.equal(proxy.seen.filter((line) => line === 'POST /api/batches').length, 4);
      t.equal(await countBatches('select 605'), 1);
    });

    t.test('every second response may be lost', async (t) => {
      let count = 0;
      proxy.fault = () => (count++ % 2 === 0 ? 'drop answer' : undefined);
      const rows: Row[] = [];
      const sql = 'select * from generate_series(606, 610)';
      for await (const result of far.run(sql, { connection, pageRows: 2 })) {
        for await (const row of result.rows()) rows.push(row);
      }
      t.same(rows, [[606], [607], [608], [609], [610]]);
      t.equal(await countBatches(sql), 1);
    });

    t.test('an abort while the submission is lost still finds the batch', async (t) => {
      proxy.seen.length = 0;
      const abortion = new AbortController();
      proxy.fault = (line, count) => {
        if (line !== 'POST /api/batches' || count > 1) return undefined;
        abortion.abort();
        return 'drop answer';
      };
      const sql = 'select pg_sleep(611)';
      const run = far.run(sql, { connection, signal: abortion.signal });
      await t.rejects(run.finished(), { name: 'RunAbortedError', batch: { status: 'cancelled' } });
      t.equal(await countBatches(sql), 1);
    });

    t.test('retries after 503 and 429, but not before Retry-After', async (t) => {
      proxy.seen.length = 0;
      for (const status of [503, 429]) {
        proxy.fault = (_line, count) => (count === 1 ? { status, retryAfter: '1' } : undefined);
        const startedAtMs = performance.now();
        await far.request(status === 503 ? 'GET /api/users' : 'GET /api/drivers');
        t.ok(performance.now() - startedAtMs >= 1_000);
      }
    });

    t.test('does not repeat an unsafe request', async (t) => {
      proxy.seen.length = 0;
      proxy.fault = (line) => (line === 'POST /api/users' ? 'drop answer' : undefined);
      const body = { email: 'once@example.com', role: 'editor' } as const;
      const error = await far
        .request('POST /api/users', { body })
        .catch((thrown: unknown) => thrown);
      t.ok(error instanceof NetworkError);
      t.same(proxy.seen, ['POST /api/users']);
    });

    t.test('gives up in the end and reports why', async (t) => {
      proxy.fault = () => 'refuse connection';
      const error = await clientOf(proxy.address, { attempts: 3 })
        .request('GET /api/app')
        .catch((thrown: unknown) => thrown);
      t.match(error, { name: 'NetworkError', attempts: 3, operation: 'GET /api/app' });
      proxy.fault = () => ({ status: 503, retryAfter: '3600' });
      const busy = await far.request('GET /api/app').catch((thrown: unknown) => thrown);
      t.match(busy, { name: 'ApiError', status: 503, retryAfterMs: 3_600_000 });
      t.match(busy, { message: 'HTTP status 503' }, "a proxy's page is not JSON");
    });

    t.test('a killed API is replaced during a run', async (t) => {
      proxy.fault = () => undefined;
      const another = await service.startApiProcess();
      proxy.target = another.address ?? '';
      const run = far.run('select pg_sleep(3), 612', { connection });
      const { id } = await run.submitted();
      await untilRunning(service, 'pg_sleep(3)');
      another.kill('SIGKILL');
      await another.ended;
      proxy.target = service.baseUrl;
      const batch = await run.finished();
      t.match(batch, { id, status: 'finished' });
      t.equal(await countBatches('select pg_sleep(3), 612'), 1);
    });
  });

  t.test('single operations are typed and report rejections', async (t) => {
    const app = await client.request('GET /api/app');
    t.type(app.version, 'string');
    const error = await client
      .request('GET /api/batches/{id}', { path: { id: 'a/b ?' } })
      .catch((thrown: unknown) => thrown);
    t.ok(error instanceof ApiError);
    t.match(error, { status: 404, code: 'not_found', message: 'Not found' });
    const first = await client.open('GET /api/drivers');
    const etag = first.headers.get('etag') ?? '';
    await first.text();
    const second = await client.open('GET /api/drivers', { headers: { 'if-none-match': etag } });
    t.equal(second.status, 304);
  });

  t.test('accepts a token, a cookie, and a URL with a trailing slash', async (t) => {
    const signedIn = await fetch(`${service.baseUrl}/api/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const byCookie = createClient({ baseUrl: `${service.baseUrl}/`, cookie });
    t.match(await byCookie.request('GET /api/app'), { currentUser: { email } });
    const byToken = createClient({ baseUrl: service.baseUrl, token: 'no.such.token' });
    await t.rejects(byToken.request('GET /api/users'), { status: 401, code: 'unauthorized' });
    t.throws(() => createClient({ baseUrl: service.baseUrl, email }), TypeError);
    const umlaut = createClient({ baseUrl: service.baseUrl, email: 'ü€', password: '密' });
    await t.rejects(umlaut.request('GET /api/users'), { name: 'ApiError', status: 401 });
  });
});
