import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Batch, ConnectionClient, CreatedPersonalToken } from '@sluice/contracts';
import { isDeep, startMariaDb, startService, until, writeAttempts } from '@sluice/testkit';
import t from 'tap';

const directory = await mkdtemp(join(tmpdir(), 'sluice-token-files-'));
t.teardown(() => rm(directory, { recursive: true, force: true }));

const scopes = ['schema:read', 'sql:run', 'results:read'];

/**
 * The steps between the attempts to write in `npm test`. Similar attempts are neighbors, so each kind is tried. The tools
 * of agents use the same sessions, and their test tries others of the attempts on two of the engines.
 */
const steps = isDeep
  ? { postgres: 1, sqlite: 1, mysql: 1, duckdb: 1 }
  : { postgres: 4, sqlite: 4, mysql: 2, duckdb: 3 };

await t.test('batches of a personal token', async (t) => {
  const service = await startService({
    queue: 'redis',
    workersInProcess: true,
    settings: { SERVICE_LOCAL_FILES_DIR: directory, SERVICE_WORKER_CONCURRENCY: '10' },
  });
  t.teardown(() => service.stop());
  const { admin, connectionId, target } = service;
  const { id: sqliteId } = await admin.json<{ id: string }>('POST', '/api/connections', {
    name: 'sqlite',
    driver: 'sqlite',
    data: { file: 'tokens.sqlite', create: true },
  });
  const create = (name: string, limits: object) =>
    admin.json<CreatedPersonalToken>('POST', '/api/tokens', { name, scopes, ...limits });
  /** Sends requests with a token. */
  const caller = ({ token }: CreatedPersonalToken) => {
    const headers = { authorization: `Bearer ${token}` };
    const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const response = await admin.request(method, path, body, headers);
      if (response.status !== 200) throw new Error(await response.text());
      return (await response.json()) as T;
    };
    const submit = (connection: string, batchText: string, connectionClientId?: string) =>
      ask<Batch>('POST', '/api/batches', {
        connectionId: connection,
        batchText,
        connectionClientId,
      });
    const run = async (...submitted: Parameters<typeof submit>) =>
      admin.finalBatch((await submit(...submitted)).id);
    return { ask, submit, run };
  };
  const server = await startMariaDb();
  t.teardown(() => server.stop());
  const { id: mysqlId } = await admin.json<{ id: string }>('POST', '/api/connections', {
    name: 'mariadb',
    driver: 'mysql',
    data: server.config,
  });
  const { id: duckdbId } = await admin.json<{ id: string }>('POST', '/api/connections', {
    name: 'duckdb',
    driver: 'duckdb',
    data: { file: 'tokens.duckdb', create: true },
  });
  const connections = {
    postgres: connectionId,
    sqlite: sqliteId,
    mysql: mysqlId,
    duckdb: duckdbId,
  };
  const setUp = 'create table t (n int); insert into t values (1)';
  await admin.run(sqliteId, setUp);
  for (const id of [connectionId, mysqlId, duckdbId]) {
    const batch = await admin.run(id, `${setUp}; create sequence s`);
    t.equal(batch.status, 'finished', JSON.stringify(batch.statements));
  }
  server.client(`use main;
    delimiter //
    create procedure p() begin commit; set session transaction read write; delete from t; end //
    create function f() returns int modifies sql data begin delete from t; return 1; end //
    create function g() returns int begin set session tx_read_only = 0; return 1; end //`);

  await t.test('cannot write when the token is read-only', async (t) => {
    const reader = caller(await create('reader', { readOnly: true }));
    const attempt = async (driver: keyof typeof connections) => {
      const id = connections[driver];
      const read = await reader.run(id, 'select n from t');
      t.match(read, { status: 'finished' }, driver);
      const isTried = (_: string, index: number) => index % steps[driver] === 0;
      for (const sql of writeAttempts[driver].filter(isTried)) {
        const batch = await reader.run(id, sql);
        if (batch.status === 'finished') t.fail(`${driver} accepted: ${sql}`);
      }
      const left = await admin.run(id, 'select n from t');
      t.same(await admin.rows(left.statements[0]?.id ?? ''), [[1]], `${driver}: nothing changed`);
    };
    const drivers = ['postgres', 'sqlite', 'mysql', 'duckdb'] as const;
    await Promise.all(drivers.map(attempt));
    const [made] = await target.query<{ count: number }>(
      `select count(*)::int as count from pg_class where relname in ('u', 'i')`,
    );
    t.equal(made?.count, 0);
  });

  await t.test('cannot write on a connection client either', async (t) => {
    const reader = caller(await create('reader of a session', { readOnly: true }));
    const own = await reader.ask<ConnectionClient>('POST', '/api/connection-clients', {
      connectionId,
    });
    t.match(await reader.run(connectionId, 'select 1', own.id), { status: 'finished' });
    t.match(await reader.run(connectionId, 'delete from t', own.id), { status: 'error' });
    const writable = await admin.json<ConnectionClient>('POST', '/api/connection-clients', {
      connectionId,
    });
    await t.rejects(reader.submit(connectionId, 'delete from t', writable.id), /connection_client/);
    // A forged row gets no session that can write.
    await service.database.query('update connection_clients set read_only = true where id = $1', [
      writable.id,
    ]);
    t.match(await reader.run(connectionId, 'delete from t', writable.id), {
      status: 'error',
      statements: [{ error: { code: 'connection_client_lost', outcome: 'not_run' } }],
    });
  });

  await t.test('leave out rows above the limit of the token', async (t) => {
    const few = caller(await create('few rows', { maxRows: 3 }));
    const sql = 'select * from generate_series(1, 10)';
    const batch = await few.run(connectionId, sql);
    t.match(batch.statements[0], { rowCount: 3, incomplete: true, truncatedBy: 'rows' });
    t.match((await admin.run(connectionId, sql)).statements[0], { rowCount: 10 });
  });

  await t.test('wait while as many run as the token allows, and end with it', async (t) => {
    const made = await create('narrow', { maxConcurrency: 1 });
    const narrow = caller(made);
    const sleep = 'select pg_sleep(60)';
    const first = await narrow.submit(connectionId, sleep);
    await admin.startedBatch(first.id);
    const second = await narrow.submit(connectionId, sleep);
    await until('the second batch waits for the token', async () => {
      const { waitReason } = await admin.json<Batch>('GET', `/api/batches/${second.id}`);
      return waitReason === 'token_limit';
    });
    t.match(await admin.run(connectionId, 'select 1'), { status: 'finished' }, 'others run');
    await admin.json('PUT', `/api/batches/${first.id}/cancel`);
    await admin.startedBatch(second.id);
    const third = await narrow.submit(connectionId, sleep);
    await admin.json('DELETE', `/api/tokens/${made.id}`);
    for (const { id } of [second, third]) {
      t.match(await admin.finalBatch(id), { status: 'cancelled' });
    }
    await t.rejects(narrow.submit(connectionId, 'select 1'), /Unauthorized/);
  });
});
