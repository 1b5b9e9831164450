import type { Connection } from '@sluice/contracts';
import {
  mariaDbPassword,
  startMariaDb,
  startMysqlProxy,
  startService,
  until,
  type MariaDb,
  type MysqlProxyBehaviour,
} from '@sluice/testkit';
import { spawn } from 'node:child_process';
import t, { type Test } from 'tap';

const own = 'select sleep(60), 1';

/** Numbers of the sessions that run a text. */
const running = ({ client }: MariaDb, sql: string): number[] =>
  client(`select id from information_schema.processlist where info like '${sql}%'`)
    .split('\n')
    .slice(0, -1)
    .map(Number);

t.test('batches on MariaDB behind proxies', async (t) => {
  const [server, other] = await Promise.all([startMariaDb(), startMariaDb()]);
  t.teardown(() => Promise.all([server.stop(), other.stop()]));
  const service = await startService({ queue: 'postgres', workers: 2 });
  t.teardown(() => service.stop());
  const { admin } = service;

  const connectionTo = async (config: object): Promise<string> => {
    const body = { name: 'Shop', driver: 'mysql', data: config };
    return (await admin.json<Connection>('POST', '/api/connections', body)).id;
  };
  const connectionThrough = async (t: Test, behaviour: MysqlProxyBehaviour): Promise<string> => {
    const proxy = await startMysqlProxy(behaviour);
    t.teardown(() => proxy.stop());
    return connectionTo({ ...server.config, port: String(proxy.port) });
  };
  const cancel = (id: string) => admin.request('PUT', `/api/batches/${id}/cancel`);

  // Another program of the same user.
  const victimSql = 'select sleep(60), 0';
  const login = ['--protocol=tcp', `--port=${String(server.port)}`, '--user=owner'];
  const victim = spawn('mariadb', ['--no-defaults', ...login, '-e', victimSql], {
    env: { ...process.env, MYSQL_PWD: mariaDbPassword },
    stdio: 'ignore',
  });
  t.teardown(() => victim.kill());
  await until('the victim runs', () => running(server, victimSql).length === 1);
  const [victimId = 0] = running(server, victimSql);
  const survives = (): boolean => running(server, victimSql).includes(victimId);

  await t.test(
    'a cancel stops the statement behind a proxy that greets with another number',
    async (t) => {
      const connectionId = await connectionThrough(t, {
        portOf: () => server.port,
        threadId: () => victimId,
      });
      const { id } = await admin.submit(connectionId, own);
      await until('it runs', () => running(server, own).length === 1);
      await cancel(id);
      t.match(await admin.finalBatch(id), {
        status: 'cancelled',
        cancel: { outcome: 'confirmed' },
      });
      t.equal(running(server, own).length, 0);
      t.ok(survives());
    },
  );

  await t.test('a cancel that could stop another session closes the connection', async (t) => {
    let connections = 0;
    const connectionId = await connectionThrough(t, {
      portOf: () => (connections++ === 0 ? server.port : other.port),
    });
    const { id } = await admin.submit(connectionId, own);
    await until('it runs', () => running(server, own).length === 1);
    await cancel(id);
    const batch = await admin.finalBatch(id);
    t.match(batch, { status: 'cancelled', cancel: { outcome: 'connection_closed' } });
    t.match(batch.statements[0]?.error, {
      outcome: 'unknown',
      detail: /KILL could have stopped another session/,
    });
    t.ok(survives());
    for (const left of running(server, own)) server.client(`kill ${String(left)}`);
  });

  await t.test('a lost worker stops nothing by the number of a proxy', async (t) => {
    const connectionId = await connectionThrough(t, {
      portOf: () => server.port,
      threadId: () => victimId,
    });
    const { id } = await admin.submit(connectionId, own);
    await until('it runs', () => running(server, own).length === 1);
    const [holder] = await service.database.query<{ pid: number }>(
      `select w.pid from batches b join workers w on w.id = b.worker_id where b.id = '${id}'`,
    );
    if (holder === undefined) throw new Error('No worker holds the batch');
    process.kill(holder.pid, 'SIGKILL');
    const batch = await admin.finalBatch(id);
    t.match(batch.statements[0], {
      executionId: null,
      error: { code: 'worker_lost', outcome: 'unknown' },
    });
    t.same(
      await service.database.query(
        `select 1 from orphans where statement_id = '${batch.statements[0]?.id ?? ''}'`,
      ),
      [],
    );
    t.ok(survives());
  });
});
