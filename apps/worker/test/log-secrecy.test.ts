import {
  certificate,
  monitorRedis,
  startService,
  targetConnection,
  until,
  type TestProcess,
} from '@sluice/testkit';
import t, { type Test } from 'tap';

/** Anything that contains this text must not be logged. */
const canary = 'canary-7f3a';

const adminPassword = `${canary}-admin-password`;

/** Parses the log lines of a process. */
const linesOf = (process: TestProcess): Record<string, unknown>[] =>
  process
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

function assertSilent(t: Test, processes: Pick<TestProcess, 'output'>[], secrets: string[]): void {
  for (const each of processes) {
    const text = each.output();
    for (const secret of secrets) {
      const at = text.indexOf(secret);
      t.ok(at < 0, `${secret} in ${text.slice(Math.max(0, at - 300), at + 100)}`);
    }
  }
}

t.test('the trace logs of API and worker, and the queue', async (t) => {
  const commands = await monitorRedis();
  t.teardown(() => commands.stop());
  const service = await startService({
    queue: 'redis',
    processes: true,
    settings: {
      SERVICE_LOG_LEVEL: 'trace',
      SERVICE_ADMIN_PASSWORD: adminPassword,
      SERVICE_CONNECT_TIMEOUT_SECONDS: '3',
    },
  });
  t.teardown(() => service.stop());
  const { admin, connectionId, target } = service;
  const [worker] = service.workers as [TestProcess];
  const processes = [service.api, worker];

  const ids = new Set<string>();
  const run = async (connection: string, sql: string) => {
    const batch = await admin.run(connection, sql);
    ids.add(batch.id);
    return batch;
  };
  const connect = async (change: Record<string, string | boolean>): Promise<string> => {
    const body = targetConnection(target.url) as { data: Record<string, unknown> };
    Object.assign(body.data, change);
    return (await admin.json<{ id: string }>('POST', '/api/connections', body)).id;
  };

  t.test('contain no SQL, no value and no message of a failing statement', async (t) => {
    const good = await run(connectionId, `select '${canary}-sql' as "${canary}-column"`);
    t.equal(good.status, 'finished');
    for (const sql of [
      `select '${canary}-cast'::int`,
      `select "${canary}-name"`,
      `selec '${canary}-syntax'`,
      `select '${canary}-open`,
      `do $$ begin raise exception '${canary}-raised' using detail = '${canary}-detail', hint = '${canary}-hint'; end $$`,
      `do $$ begin raise notice '${canary}-notice'; end $$; select 1/0 -- ${canary}-comment`,
      `create temp table u (a text unique); insert into u values ('${canary}-key'), ('${canary}-key')`,
      `select pg_terminate_backend(pg_backend_pid()) -- ${canary}-terminated`,
      `copy (select '${canary}-copy') to stdout`,
    ]) {
      t.equal((await run(connectionId, sql)).status, 'error', sql);
    }
    const { id } = await admin.submit(connectionId, `select pg_sleep(60), '${canary}-cancelled'`);
    await admin.startedBatch(id);
    await admin.json('PUT', `/api/batches/${id}/cancel`);
    await admin.finalBatch(id);
    ids.add(id);
  });

  t.test("contain nothing of a connection's data", async (t) => {
    const { cert, key } = certificate('client.example');
    for (const change of [
      { password: `${canary}-password` },
      { host: `${canary}-host.invalid` },
      { port: '1', password: `${canary}-password-2` },
      { preQueryStatements: `select '${canary}-pre'::int` },
      // Text before a PEM block is ignored.
      { ca: `${canary}-ca\n${cert}`, cert, key: `${canary}-key\n${key}` },
    ]) {
      const id = await connect(change);
      t.equal((await run(id, `select '${canary}-unsent'`)).status, 'error');
      await admin.request('POST', '/api/test-connection', {
        ...targetConnection(target.url),
        data: { ...(targetConnection(target.url)['data'] as object), ...change },
      });
      await admin.request('POST', '/api/test-connection', {
        ...targetConnection(target.url),
        data: { ...(targetConnection(target.url)['data'] as object), ca: `${canary}-ca` },
      });
      await admin.request('GET', `/api/connections/${id}/schema?reload=true`);
    }
  });

  t.test('contain nothing of refused requests', async () => {
    await admin.request('POST', '/api/batches', { connectionId: `${canary}-id`, batchText: '' });
    await admin.request('POST', '/api/batches', `${canary}-no-object`);
    await admin.request('POST', '/api/signin', {
      email: 'x@example.com',
      password: `${canary}-pw`,
    });
    await admin.request('GET', `/api/batches/${canary}-path?secret=${canary}-query`);
    await admin.request('GET', '/api/users', undefined, { cookie: `sluice.sid=${canary}-cookie` });
    await admin.request('GET', '/api/users', undefined, {
      authorization: `Bearer ${canary}-token`,
    });
  });

  t.test('omit all of it when a write of state fails', async (t) => {
    // PostgreSQL's error contains the row, and Prisma's error contains the parameters.
    await service.database.query('create sequence refusals');
    await service.database.query(
      `create function refuse() returns trigger language plpgsql as
       $$ begin perform nextval('refusals'); raise exception 'no: %', new.columns using detail = 'row ' || new.statement_text; end $$`,
    );
    await service.database.query(
      `create trigger refuse before update on statements for each row
       when (new.status = 'finished') execute function refuse()`,
    );
    const { id } = await admin.submit(
      connectionId,
      `select '${canary}-row' as "${canary}-unwritten"`,
    );
    ids.add(id);
    await until('a write is refused', async () => {
      const [refusals] = await service.database.query('select is_called from refusals');
      return refusals?.['is_called'] === true ? refusals : undefined;
    });
    worker.kill('SIGTERM');
    await worker.ended;
    await service.database.query('drop trigger refuse on statements');
    t.ok(worker.output().length > 0);
  });

  t.test('do not show the marks', async (t) => {
    const { password } = new URL(target.url);
    const marks = [canary, ...(password === '' ? [] : [password])];
    // An idle worker claims a batch before it becomes a job, and none is left.
    await admin.submit(connectionId, `select '${canary}-queued'`);
    // Redis reports the commands of other tests, too.
    const isJob = (line: string) => line.includes(service.database.name) && /run-batch/.test(line);
    await until('the job is seen', () => commands.output().split('\n').some(isJob));
    assertSilent(t, processes, marks);
    assertSilent(t, [commands], marks);
  });

  t.test('contain ids, so that a batch can be followed', async (t) => {
    const accepted = linesOf(service.api).filter(({ msg }) => msg === 'batch accepted');
    const requests = linesOf(service.api).filter(({ msg }) => msg === 'request');
    const runs = linesOf(worker).filter(({ msg }) => msg === 'batch run ended');
    for (const id of ids) {
      const line = accepted.find(({ batchId }) => batchId === id);
      t.match(line, { reqId: String, userId: String, connectionId: String }, id);
      t.ok(requests.some(({ reqId }) => reqId === line?.['reqId']));
      t.match(
        runs.find(({ batchId }) => batchId === id),
        { workerId: String, userId: String, connectionId: String, status: String },
        id,
      );
    }
    const statements = linesOf(worker).filter(({ msg }) => msg === 'statement ended');
    t.ok(statements.length > 5);
    for (const line of statements) {
      t.match(line, { workerId: String, batchId: String, statementId: String, status: String });
    }
    t.ok(statements.some(({ code }) => code === '22P02'));
  });
});
