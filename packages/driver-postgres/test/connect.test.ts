// Runs in its own process: it changes the environment.
import { postgresDriver as driver } from '@sluice/driver-postgres';
import t from 'tap';
import { startCluster } from '@sluice/driver-testkit/cluster';
import { failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import { rowsOf, sessionsOf } from '@sluice/driver-testkit/sessions';
import { targetsThat } from '@sluice/driver-testkit/targets';

const cluster = await startCluster();
t.teardown(() => cluster.stop());
const { connected } = sessionsOf(driver, cluster.config);

await t.test('a read-only session cannot write', (t) =>
  connected(
    async (connection) => {
      const error = await failure(read(connection, 'create table w ()'));
      t.match(error, { kind: 'permission', outcome: 'failed', sqlState: '25006' });
    },
    {},
    { readOnly: true },
  ),
);

await t.test('pre-query statements run first and a failing one fails the connect', async (t) => {
  const preQueryStatements = `set search_path to pg_catalog; set work_mem to '7MB';`;
  await connected(
    async (connection) => {
      t.strictSame(await rowsOf(connection, 'show work_mem'), [['7MB']]);
    },
    { preQueryStatements },
  );
  const bad = { ...cluster.config, preQueryStatements: 'set nothing_known to 1' };
  const error = await failure(driver.connect(bad, sessionOptions()));
  t.match(error, { kind: 'connection', outcome: 'not_run', title: /nothing_known/ });
});

await t.test('the process environment does not affect a connection', async (t) => {
  const canaries = {
    PGHOST: '192.0.2.1',
    PGPORT: '1',
    PGUSER: 'canary',
    PGPASSWORD: cluster.config.password as string,
    PGDATABASE: 'canary',
    PGOPTIONS: '-c work_mem=9MB',
    PGAPPNAME: 'canary',
    PGSSLMODE: 'require',
    PGSSLNEGOTIATION: 'direct',
    PGREPLICATION: 'true',
    PGCLIENT_ENCODING: 'LATIN1',
  };
  Object.assign(process.env, canaries);
  t.teardown(() => {
    for (const name of Object.keys(canaries)) Reflect.deleteProperty(process.env, name);
  });
  await connected(async (connection) => {
    t.strictSame(await rowsOf(connection, 'select current_user, current_database()'), [
      ['owner', 'postgres'],
    ]);
    t.strictSame(await rowsOf(connection, 'show work_mem'), [['4MB']]);
  });
  const { host, port, database, username } = cluster.config;
  for (const config of [
    {},
    { host, port, database },
    { host, port, username },
    { port, database, username },
    { host, port, database, username },
    { host, port, database, username, password: '' },
  ]) {
    const error = await failure(driver.connect(config, sessionOptions()));
    t.equal(error.outcome, 'not_run', JSON.stringify(config));
  }
});

await t.test('a session reports the privileges of its user beyond data', (t) =>
  connected(async (connection) => {
    t.strictSame(await connection.highPrivileges(), ['superuser']);
    await read(connection, "create role plain login password 'plain'");
    const plain = { username: 'plain', password: 'plain' };
    const rightsOfPlain = async (): Promise<string[]> => {
      const session = await driver.connect({ ...cluster.config, ...plain }, sessionOptions());
      const rights = await session.highPrivileges();
      t.strictSame(await rowsOf(session, 'select 1'), [[1]], 'the session stays usable');
      await session.close();
      t.strictSame(await session.highPrivileges(), []);
      return rights;
    };
    t.strictSame(await rightsOfPlain(), []);
    // Also through another role.
    await read(connection, 'create role between');
    await read(connection, 'grant pg_write_server_files to between');
    await read(connection, 'grant between, pg_execute_server_program to plain');
    t.strictSame(await rightsOfPlain(), ['pg_execute_server_program', 'pg_write_server_files']);
  }),
);

await t.test('a field cannot inject anything beyond its own value', async (t) => {
  for (const more of [
    { username: 'owner\0database\0template1' },
    { database: 'postgres\0replication\0true' },
    { host: '/tmp' },
    { host: 'a b' },
    { host: '127.0.0.1,127.0.0.2' },
    { host: 'postgres://127.0.0.1/' },
    { host: { toString: () => '127.0.0.1' } },
    { port: 'x' },
    { port: 70000 },
    { port: -1 },
    { ssl: 'perhaps' },
  ]) {
    const error = await failure(driver.connect({ ...cluster.config, ...more }, sessionOptions()));
    t.match(error, { kind: 'connection', outcome: 'not_run' }, JSON.stringify(more));
  }
});

await t.test('connecting can be cancelled and ends at its timeout', async (t) => {
  const { createServer } = await import('node:net');
  const mute = createServer(() => undefined);
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  t.teardown(() => mute.close());
  const address = mute.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const config = { ...cluster.config, port };
  t.match(await failure(driver.connect(config, sessionOptions({ connectTimeoutMs: 100 }))), {
    kind: 'connection',
    outcome: 'not_run',
    title: 'Connect timeout: 127.0.0.1 did not answer within 0.1 seconds',
  });
  // The signal of the caller may time out first.
  const limited = sessionOptions({ connectTimeoutMs: 60_000, signal: AbortSignal.timeout(50) });
  t.match(await failure(driver.connect(config, limited)), {
    kind: 'connection',
    outcome: 'not_run',
    title: /^Connect timeout: 127\.0\.0\.1 /,
  });
  const cancel = new AbortController();
  const { signal } = cancel;
  setTimeout(() => {
    cancel.abort();
  }, 50);
  t.match(await failure(driver.connect(config, sessionOptions({ signal }))), {
    kind: 'cancelled',
    outcome: 'not_run',
  });
  const unanswered = targetsThat(() => new Promise(() => undefined));
  const named = { ...cluster.config, host: 'somewhere.test' };
  const options = sessionOptions({ connectTimeoutMs: 100, targets: unanswered });
  t.match(await failure(driver.connect(named, options)), { title: /within 0\.1 seconds/ });
});
