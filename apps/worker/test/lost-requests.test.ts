import { attackedQueues, startService, until } from '@sluice/testkit';
import pg from 'pg';
import t from 'tap';

for (const queue of attackedQueues('postgres')) {
  t.test(`a worker lost while it reads a schema, with the queue on ${queue}`, async (t) => {
    const service = await startService({ queue });
    t.teardown(() => service.stop());
    const { admin, connectionId, database, target } = service;
    const blocker = new pg.Client({ connectionString: target.url });
    await blocker.connect();
    t.teardown(() => blocker.end());
    // Only reading a schema reads this table; connecting does not.
    await blocker.query('begin; lock table pg_catalog.pg_description in access exclusive mode');
    const path = `/api/connections/${connectionId}/schema?reload=true`;
    const answering = admin.request('GET', path);
    await until('the worker reads the schema', async () => {
      const sql = `select from pg_stat_activity
        where datname = current_database() and application_name = 'sluice' and wait_event_type = 'Lock'`;
      return (await target.query(sql)).length > 0;
    });
    const [{ pid }] = (await database.query('select pid from workers')) as [{ pid: number }];
    process.kill(pid, 'SIGKILL');
    const killedAtMs = performance.now();
    const answer = await answering;
    const answeredAfterMs = performance.now() - killedAtMs;
    t.equal(answer.status, 503);
    t.equal(answer.headers.get('retry-after'), '1');
    t.match(await answer.json(), { title: /worker was lost/ });
    t.ok(answeredAfterMs < 5_000, `answered after ${answeredAfterMs.toFixed(0)} ms`);
    await blocker.query('rollback');
    const again = await until('another worker answers', async () => {
      const retried = await admin.request('GET', path);
      return retried.status === 200 ? retried : null;
    });
    t.equal(again.status, 200);
  });
}
