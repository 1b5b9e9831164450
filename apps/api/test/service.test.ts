import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { createLogger, startApi } from '@sluice/api';
import { loadApiConfig } from '@sluice/config';
import { createClient, startPostgres, startProcess, startService, until } from '@sluice/testkit';
import t from 'tap';
import { openApi } from './fixtures.js';

t.test('health and readiness', async (t) => {
  const api = await openApi(t);
  t.same((await api.anonymous('GET', '/api/health')).json(), { status: 'ok' });
  const lonely = await api.anonymous('GET', '/api/ready');
  t.equal(lonely.statusCode, 503);
  t.match(lonely.json(), {
    title: 'Not ready',
    code: 'not_ready',
    checks: { database: true, queue: true, workers: false },
  });
  t.ok(lonely.headers['retry-after']);
  await api.sql.query(
    `insert into workers (id, hostname, pid, lease_expires_at)
     values ('w', 'h', 1, now() + interval '1 minute')`,
  );
  const ready = await api.anonymous('GET', '/api/ready');
  t.equal(ready.statusCode, 200);
  t.match(ready.json(), { status: 'ready', checks: { workers: true } });
  await api.sql.query(`update workers set lease_expires_at = now() - interval '1 second'`);
  t.equal(
    (await api.anonymous('GET', '/api/ready')).statusCode,
    503,
    'a worker with an expired lease is not counted',
  );
});

t.test('readiness reports an unavailable queue', async (t) => {
  const api = await openApi(t, {
    dependencies: { checkQueue: () => Promise.reject(new Error('unavailable')) },
  });
  const response = await api.anonymous('GET', '/api/ready');
  t.match(response.json(), { checks: { database: true, queue: false } });
});

t.test('the API returns 503 immediately while its database is unavailable', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-away-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  // If the test runs as root, PostgreSQL runs as another user, who needs access to the folder.
  await chmod(folder, 0o755);
  const first = await startPostgres(join(folder, 'pg'));
  const { settings } = loadApiConfig({
    DATABASE_URL: first.url,
    SERVICE_DB_PATH: folder,
    SERVICE_PORT: '0',
    SERVICE_PASSPHRASE: randomBytes(32).toString('hex'),
    SERVICE_COOKIE_SECRET: randomBytes(32).toString('hex'),
    SERVICE_ADMIN: 'admin@example.com',
    SERVICE_ADMIN_PASSWORD: 'a password for the admin',
  });
  const api = await startApi(settings, createLogger('silent'));
  t.teardown(() => api.stop());
  const client = createClient(api.address, 'admin@example.com', 'a password for the admin');
  const warm = await client.request('GET', '/api/users');
  t.equal(warm.status, 200);
  await first.stop();

  for (const [method, path, body] of [
    ['GET', '/api/users'],
    ['GET', '/api/connections'],
    ['GET', '/api/batches/01a1fdf7-6b80-746d-8f7f-3f6b884c1390'],
    [
      'POST',
      '/api/connections',
      { name: 'x', driver: 'postgres', host: 'h', database: 'd', username: 'u' },
    ],
    ['POST', '/api/signin', { email: 'x@example.com', password: 'y' }],
  ] as const) {
    const startedAtMs = performance.now();
    const response = await client.request(method, path, body);
    t.equal(response.status, 503, `${method} ${path}`);
    t.match(await response.json(), { title: /./, code: 'unavailable' });
    t.ok(response.headers.get('retry-after'));
    t.ok(performance.now() - startedAtMs < 3_000);
  }
  t.equal((await client.request('GET', '/api/health')).status, 200);
  const ready = await client.request('GET', '/api/ready');
  t.match(await ready.json(), { checks: { database: false } });
});

t.test(
  'a database session that ends during a query returns 503, not an internal error',
  async (t) => {
    const service = await startService({ queue: 'postgres', workers: 0 });
    t.teardown(() => service.stop());
    const { admin, database } = service;
    t.equal((await admin.request('GET', '/api/batches')).status, 200);
    const locking = database
      .query('begin; lock table batches in access exclusive mode; select pg_sleep(60)')
      .catch(() => undefined);
    const sessions = (condition: string, wanted = 'pid') =>
      database.query(
        `select ${wanted} from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and ${condition}`,
      );
    const terminate = (condition: string) => sessions(condition, 'pg_terminate_backend(pid)');
    await until(
      'the table is locked',
      async () => (await sessions("wait_event = 'PgSleep'")).length === 1,
    );
    let isAnswered = false;
    const answering = admin.request('GET', '/api/batches').finally(() => (isAnswered = true));
    await until('the waiting query is terminated', async () => {
      await terminate("wait_event_type = 'Lock'");
      return isAnswered;
    });
    const response = await answering;
    t.equal(response.status, 503);
    t.ok(response.headers.get('retry-after'));
    await terminate("query like '%lock table%'");
    await locking;
    await until(
      'the API responds again',
      async () => (await admin.request('GET', '/api/batches')).status === 200,
    );
  },
);

t.test('an API that is stopping returns 503 to new requests', async (t) => {
  let release = (): void => undefined;
  const queueCheck = new Promise<void>((resolve) => (release = resolve));
  let isHeld = false;
  const checkQueue = () => {
    isHeld = true;
    return queueCheck;
  };
  const api = await openApi(t, { dependencies: { checkQueue } });
  const { hostname, port } = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }));
  let requests = 0;
  api.app.server.on('request', () => (requests += 1));
  const socket = connect(Number(port), hostname);
  let responses = '';
  socket.setEncoding('utf8').on('data', (data: string) => (responses += data));
  const send = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  send('/api/ready');
  await until('the first request is in progress', () => isHeld);
  const closing = api.app.close();
  send('/api/health');
  await until('the second request has arrived', () => requests === 2);
  release();
  await once(socket, 'close');
  await closing;
  t.match(responses, /"title":"Not ready"/, 'the request in progress gets its response');
  t.match(responses, /retry-after: 5\r\n(.|\r\n)*"title":"The service is shutting down"/);
});

t.test('an API with invalid settings names them all and exits with 1', async (t) => {
  const failure = startProcess('api', { SERVICE_PORT: 'x', SERVICE_PASSPHRASE: 'short' });
  await t.rejects(failure, { message: /ended with 1 / });
  await failure.catch((error: unknown) => {
    for (const name of ['SERVICE_PORT', 'SERVICE_PASSPHRASE', 'DATABASE_URL']) {
      t.match(String(error), name);
    }
  });
});

t.test('the API process', async (t) => {
  const service = await startService({
    queue: 'postgres',
    workers: 1,
    processes: true,
    settings: { SERVICE_BASE_URL: '/sub' },
  });
  t.teardown(() => service.stop());

  t.test('tests connections and reads schemas through a worker', async (t) => {
    await service.target.query(`create table orders (id int8 primary key, note text);
      comment on table orders is 'Orders of the shop'`);
    const schema = await service.admin.json(
      'GET',
      `/api/connections/${service.connectionId}/schema`,
    );
    t.match(schema, {
      schemas: [
        { name: 'public', tables: [{ name: 'orders', description: 'Orders of the shop' }] },
      ],
    });
    const url = new URL(service.target.url);
    const fields = {
      host: url.hostname,
      port: url.port,
      username: url.username,
      database: url.pathname.slice(1),
    };
    const test = (password: string) =>
      service.admin.request('POST', '/api/test-connection', {
        driver: 'postgres',
        ...fields,
        password,
      });
    const ok = await test(url.password);
    t.equal(ok.status, 200);
    // The test connects to the target database as its superuser.
    t.match(await ok.json(), { warnings: [/high privileges/] });
    const wrong = await test('wrong');
    t.equal(wrong.status, 400);
    t.match(await wrong.json(), { title: /password authentication failed/ });
    t.equal((await service.admin.request('GET', '/api/ready')).status, 200);
  });

  t.test('refuses common passwords', async (t) => {
    const add = (password: string) =>
      service.admin.request('POST', '/api/users', {
        email: 'new@example.com',
        role: 'editor',
        password,
      });
    t.equal((await add('PassWord1')).status, 400);
    t.equal((await add('not a common password')).status, 200);
  });

  t.test('warns about a hash cost below the recommendation', (t) => {
    t.match(service.api.output(), /"hashCost":14.*password hash cost below recommendation/);
    t.end();
  });

  t.test('logs no secret', (t) => {
    const url = new URL(service.target.url);
    const log = service.api.output();
    t.match(log, /"route":"\/sub\/api\/test-connection"/);
    for (const secret of [url.password, 'correct horse', service.admin.authorization]) {
      t.notOk(log.includes(secret));
    }
    t.end();
  });

  t.test('exits with 0 on SIGTERM', async (t) => {
    service.api.kill('SIGTERM');
    t.equal(await service.api.ended, 0);
  });
});
