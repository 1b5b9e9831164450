import type { ConnectionConfig, DriverConnection } from '@sluice/driver-kit';
import { mysqlDriver as driver } from '@sluice/driver-mysql';
import {
  startMariaDb,
  startMysqlProxy,
  type MariaDb,
  type MysqlProxyBehaviour,
} from '@sluice/testkit';
import t, { type Test } from 'tap';
import { eventually, failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import { rowsOf } from '@sluice/driver-testkit/sessions';

const server = await startMariaDb();
const other = await startMariaDb();
t.teardown(() => Promise.all([server.stop(), other.stop()]));

const own = 'select sleep(60), 1';

/** Numbers of the sessions that run a text. */
const running = ({ client }: MariaDb, sql: string): number[] =>
  client(`select id from information_schema.processlist where info = '${sql}'`)
    .split('\n')
    .slice(0, -1)
    .map(Number);

const numberOf = ({ executionId }: DriverConnection): number => Number(executionId?.split('/')[0]);

/** Opens a session of the same user on a server, at least with this number; its statement must go on. */
async function startVictim(t: Test, on: MariaDb, leastId = 0) {
  const sql = 'select sleep(60), 0';
  const connect = () => driver.connect(on.config, sessionOptions());
  let connection = await connect();
  while (numberOf(connection) < leastId) {
    await connection.close();
    connection = await connect();
  }
  const id = numberOf(connection);
  const ended = failure(read(connection, sql));
  await eventually('the victim runs', () => running(on, sql).includes(id));
  t.teardown(async () => {
    on.client(`kill ${String(id)}`);
    await ended;
    await connection.close();
  });
  return { id, survives: () => running(on, sql).includes(id) };
}

const connectThrough = async (t: Test, behaviour: MysqlProxyBehaviour) => {
  const proxy = await startMysqlProxy(behaviour);
  t.teardown(() => proxy.stop());
  const config = { ...server.config, port: String(proxy.port) };
  return { config, connection: await driver.connect(config, sessionOptions()) };
};

await t.test('a proxy that greets with the thread id of another session', async (t) => {
  const victim = await startVictim(t, server);
  const open = () => connectThrough(t, { portOf: () => server.port, threadId: () => victim.id });

  for (const what of ['cancel', 'timeout'] as const) {
    await t.test(`a ${what} stops the own statement and spares the other session`, async (t) => {
      const { connection } = await open();
      const abort = new AbortController();
      const timeoutMs = what === 'timeout' ? 1_000 : null;
      const failed = failure(read(connection, own, { signal: abort.signal, timeoutMs }));
      await eventually('the statement runs', () => running(server, own).length === 1);
      if (what === 'cancel') abort.abort();
      const kind = what === 'cancel' ? 'cancelled' : 'timeout';
      t.match(await failed, { kind, outcome: 'failed' });
      t.equal(running(server, own).length, 0);
      t.ok(victim.survives());
      t.strictSame(await rowsOf(connection, 'select 1'), [[1]], 'the session stays usable');
      await connection.close();
      t.ok(victim.survives());
    });
  }
  await t.test(
    'a statement whose text the server does not show closes the connection',
    async (t) => {
      server.client('create or replace procedure main.naps() select sleep(60), 2');
      const { connection } = await open();
      const abort = new AbortController();
      const failed = failure(read(connection, 'call naps()', { signal: abort.signal }));
      const nap = 'select sleep(60), 2';
      await eventually('the procedure runs', () => running(server, nap).length === 1);
      abort.abort();
      t.match(await failed, {
        kind: 'cancelled',
        outcome: 'unknown',
        detail: /KILL could have stopped another session/,
      });
      t.ok(connection.closed);
      t.ok(victim.survives());
      await connection.close();
      for (const id of running(server, nap)) server.client(`kill ${String(id)}`);
    },
  );
  await t.test('a row limit spares the other session', async (t) => {
    const { connection } = await open();
    const { rows, summary } = await read(connection, 'select * from seq_1_to_300000', {
      maxRows: 10,
    });
    t.match([rows.length, summary.truncatedBy], [10, 'rows']);
    t.strictSame(await rowsOf(connection, 'select 1'), [[1]]);
    t.ok(victim.survives());
    await connection.close();
  });
  await t.test('the session has no id that another process could stop it by', async (t) => {
    const { connection } = await open();
    t.equal(connection.executionId, null);
    await connection.close();
  });
});

await t.test('a load balancer that leads the second connection to another server', async (t) => {
  const connections = ({ client }: MariaDb): number =>
    Number(client("show status like 'Connections'").split('\t')[1]);
  const open = () => {
    // A number that the other server has not given yet, so that the test can open a session with it there.
    while (connections(server) < connections(other) + 10) {
      for (let n = 0; n < 10; n++) server.client('do 0');
    }
    return connectThrough(t, { portOf: (index) => (index === 0 ? server.port : other.port) });
  };

  for (const what of ['cancel', 'close'] as const) {
    await t.test(`a ${what} closes the connection and spares the other server`, async (t) => {
      const { connection } = await open();
      const id = numberOf(connection);
      const twin = await startVictim(t, other, id);
      t.equal(twin.id, id, 'the session of the other server has the same number');
      const abort = new AbortController();
      const failed = failure(read(connection, own, { signal: abort.signal }));
      await eventually('the statement runs', () => running(server, own).includes(id));
      const startedAtMs = performance.now();
      if (what === 'cancel') abort.abort();
      else void connection.close();
      t.match(await failed, { kind: 'cancelled', outcome: 'unknown' });
      t.ok(performance.now() - startedAtMs < 4_000, 'without waiting for a further step');
      t.ok(connection.closed);
      t.ok(twin.survives());
      await connection.close();
      server.client(`kill ${String(id)}`);
    });
  }
  await t.test('an orphaned session is not looked for on another server', async (t) => {
    const { connection, config } = await open();
    const executionId = connection.executionId ?? '';
    const id = numberOf(connection);
    const twin = await startVictim(t, other, id);
    const failed = failure(read(connection, own));
    await eventually('the statement runs', () => running(server, own).includes(id));
    const stop = (at: ConnectionConfig) => driver.cancelOrphan(at, executionId, sessionOptions());
    t.match(await failure(stop(config)), {
      kind: 'connection',
      title: 'Another server answered than the one that runs the session',
    });
    t.ok(twin.survives());
    t.equal(await stop(server.config), 'stopped');
    t.match(await failed, { kind: 'connection', outcome: 'unknown' });
    t.ok(twin.survives());
    await connection.close();
  });
});

await t.test('an id of a session without its server stops nothing', async (t) => {
  const victim = await startVictim(t, server);
  const start = server.client(
    "select cast(unix_timestamp() - variable_value as unsigned) from information_schema.global_status where variable_name = 'Uptime'",
  );
  const stop = driver.cancelOrphan(
    server.config,
    `${String(victim.id)}/${start.trim()}`,
    sessionOptions(),
  );
  t.match(await failure(stop), { kind: 'internal' });
  t.ok(victim.survives());
});
