import type { Connection } from '@sluice/contracts';
import { startService, until } from '@sluice/testkit';
import t from 'tap';

t.test('a connection that crashes executors is paused until it is saved', async (t) => {
  const service = await startService({ queue: 'postgres' });
  t.teardown(() => service.stop());
  const { admin, connectionId, database } = service;
  const path = `/api/connections/${connectionId}`;

  const breakExecutor = async () => {
    const { id } = await admin.submit(connectionId, 'select pg_sleep(60)');
    const pid = await until('it runs', async () => {
      const [row] = await database.query<{ pid: number }>(
        `select w.pid from batches b join workers w on w.id = b.worker_id
         join statements s on s.batch_id = b.id
         where b.id = $1 and s.status = 'started'`,
        [id],
      );
      return row?.pid;
    });
    process.kill(pid, 'SIGSEGV');
    t.match((await admin.finalBatch(id)).statements, [
      { status: 'error', error: { code: 'worker_lost', outcome: 'unknown' } },
    ]);
  };

  t.match(await admin.json<Connection>('GET', path), { pausedUntil: null });
  for (let times = 0; times < 3; times++) await breakExecutor();
  const { pausedUntil } = await admin.json<Connection>('GET', path);
  t.ok(pausedUntil);
  const refused = await admin.run(connectionId, 'select 1; select 2');
  t.equal(refused.status, 'error');
  t.match(refused.statements, [
    {
      status: 'error',
      error: {
        code: 'connection_paused',
        outcome: 'not_run',
        title: `The connection is paused until ${pausedUntil}`,
      },
    },
    { status: 'cancelled' },
  ]);
  t.match(await admin.json<Connection>('PUT', path, {}), { pausedUntil: null });
  t.equal((await admin.run(connectionId, 'select 1')).status, 'finished');
});
