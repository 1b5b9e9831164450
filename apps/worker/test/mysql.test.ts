import type { Connection, ConnectionSchema, Statement } from '@sluice/contracts';
import { freePort, startMariaDb, startService, until } from '@sluice/testkit';
import t from 'tap';

t.test('a connection to MariaDB', async (t) => {
  const server = await startMariaDb();
  t.teardown(() => server.stop());
  const service = await startService({
    queue: 'postgres',
    workers: 2,
    settings: { SERVICE_CONNECT_TIMEOUT_SECONDS: '3' },
  });
  t.teardown(() => service.stop());
  const { admin } = service;
  const create = async (data: object, more: object = {}): Promise<string> => {
    const body = { name: 'Shop', driver: 'mysql', data: { ...server.config, ...data }, ...more };
    return (await admin.json<Connection>('POST', '/api/connections', body)).id;
  };
  const id = await create({});
  const isAsleep = (): boolean =>
    server
      .client("select 1 from information_schema.processlist where info like 'select sleep(6%'")
      .startsWith('1');

  t.test('is tested before it is saved, and the test reports errors', async (t) => {
    const test = async (data: object): Promise<{ status: number; title: string }> => {
      const answer = await admin.request('POST', '/api/test-connection', {
        driver: 'mysql',
        data: { ...server.config, ...data },
      });
      const { title = '' } = (await answer.json()) as { title?: string };
      return { status: answer.status, title };
    };
    t.match(await test({}), { status: 200 });
    t.match(await test({ password: 'wrong-secret' }), { status: 400, title: /Access denied/ });
    t.match(await test({ port: String(await freePort()) }), { status: 400, title: /REFUSED/ });
    t.match(await test({ host: 'no-such-host.invalid' }), { status: 400 });
    t.match(await test({ ssl: true }), { status: 400, title: /secure connection/ });
    t.match(await test({ database: 'nowhere' }), { status: 400, title: /nowhere/ });
  });

  t.test('runs a script in order in one session, including routines', async (t) => {
    const batch = await admin.run(
      id,
      `create table steps (id bigint unsigned, amount decimal(20,2), at timestamp(6) null);
       delimiter //
       create procedure fill() begin insert into steps values (1, 1.50, null); select 'a;b'; end //
       delimiter ;
       begin;
       call fill();
       insert into steps values (18446744073709551615, 12345678901234567.89, '2024-07-01 12:00:00.5');
       commit;
       select *, connection_id() = connection_id() from steps order by id`,
    );
    t.equal(batch.status, 'finished', JSON.stringify(batch.statements.map(({ error }) => error)));
    t.same(
      batch.statements.map(({ command, affectedRows }) => [command, affectedRows]),
      [
        ['CREATE TABLE', null],
        ['CREATE PROCEDURE', null],
        ['BEGIN', null],
        ['CALL', 1],
        ['INSERT', 1],
        ['COMMIT', null],
        ['SELECT', null],
      ],
    );
    t.same(await admin.rows(batch.statements[3]!.id), [['a;b']]);
    t.same(await admin.rows(batch.statements[6]!.id), [
      [1, '1.50', null, 1],
      ['18446744073709551615', '12345678901234567.89', '2024-07-01T12:00:00.500000Z', 1],
    ]);
  });

  t.test('reports the position of an error', async (t) => {
    const batch = await admin.run(id, 'select 1;\nselect 1,\n  2 +* 3');
    t.match(batch, { status: 'error' });
    t.match(batch.statements[1]?.error, { outcome: 'failed', sqlState: '42000', line: 2 });
  });

  t.test('cancels in the database', async (t) => {
    const { id: batchId, statements } = await admin.submit(id, 'select sleep(60)');
    await until('it runs', isAsleep);
    const askedAtMs = performance.now();
    await admin.request('PUT', `/api/batches/${batchId}/cancel`);
    await until('the server has stopped it', () => !isAsleep());
    t.ok(performance.now() - askedAtMs < 1_000, `${performance.now() - askedAtMs} ms`);
    t.match(await admin.finalBatch(batchId), {
      status: 'cancelled',
      cancel: { outcome: 'confirmed' },
    });
    t.match(await admin.json<Statement>('GET', `/api/statements/${statements[0]!.id}`), {
      status: 'cancelled',
    });
  });

  t.test('is read-only if configured', async (t) => {
    const readOnly = await create({}, { readOnly: true });
    const batch = await admin.run(readOnly, 'create table no (id int)');
    t.match(batch.statements[0]?.error, { outcome: 'not_run', title: /read-only/ });
  });

  t.test('lists its tables and columns', async (t) => {
    const schema = await admin.json<ConnectionSchema>('GET', `/api/connections/${id}/schema`);
    const main = 'schemas' in schema ? schema.schemas.find(({ name }) => name === 'main') : null;
    t.match(main?.tables, [
      {
        name: 'steps',
        type: 'table',
        columns: [
          { name: 'id', dataType: 'bigint(20) unsigned' },
          { name: 'amount', dataType: 'decimal(20,2)' },
          { name: 'at', dataType: 'timestamp(6)' },
        ],
      },
    ]);
  });

  t.test('keeps a session between batches', async (t) => {
    const client = await admin.json<{ id: string }>('POST', '/api/connection-clients', {
      connectionId: id,
    });
    const run = async (batchText: string): Promise<unknown[][]> => {
      const batch = await admin.json<{ id: string }>('POST', '/api/batches', {
        connectionId: id,
        connectionClientId: client.id,
        batchText,
      });
      const { statements } = await admin.finalBatch(batch.id);
      return admin.rows(statements.at(-1)!.id);
    };
    await run('create temporary table kept (n int)');
    await run('begin; insert into kept values (7)');
    t.same(await run('select n from kept'), [[7]]);
    await admin.request('DELETE', `/api/connection-clients/${client.id}`);
  });

  t.test('has its query stopped when its worker is lost', async (t) => {
    const { id: batchId } = await admin.submit(id, 'select sleep(61)');
    await until('it runs', isAsleep);
    const [holder] = await service.database.query<{ pid: number }>(
      `select w.pid from batches b join workers w on w.id = b.worker_id where b.id = '${batchId}'`,
    );
    // Paused, not killed: its socket stays open, so that the server notices nothing.
    process.kill(holder!.pid, 'SIGSTOP');
    t.teardown(() => process.kill(holder!.pid, 'SIGKILL'));
    await until('the server has stopped it', () => !isAsleep());
    t.match((await admin.finalBatch(batchId)).statements[0]?.error, {
      code: 'worker_lost',
      outcome: 'unknown',
    });
  });
  t.end();
});
