import type { Batch, Connection } from '@sluice/contracts';
import { attackedQueues, startService, targetConnection, until } from '@sluice/testkit';
import pg from 'pg';
import t from 'tap';

const sleep = 'select pg_sleep(0.1)';

for (const queue of attackedQueues('redis')) {
  t.test(`limits and fairness with the queue on ${queue}`, async (t) => {
    const service = await startService({
      queue,
      workers: 2,
      settings: { SERVICE_WORKER_CONCURRENCY: '6', SERVICE_MAX_QUEUED_PER_TENANT: '500' },
    });
    t.teardown(() => service.stop());
    const { admin, connectionId } = service;

    t.test('a connection never runs more batches than its limit', async (t) => {
      const { id } = await admin.json<Connection>('POST', '/api/connections', {
        ...targetConnection(service.target.url),
        name: 'Narrow',
        maxConcurrency: 4,
      });
      const blocker = new pg.Client({ connectionString: service.target.url });
      await blocker.connect();
      t.teardown(() => blocker.end());
      await blocker.query('select pg_advisory_lock(1)');
      const batches = await Promise.all(
        Array.from({ length: 16 }, () =>
          admin.submit(id, 'select pg_advisory_lock_shared(1), pg_sleep(0.1)'),
        ),
      );
      const running = () => service.target.running('select pg_advisory_lock_shared');
      let most = 0;
      let isOver = false;
      const watching = (async () => {
        while (!isOver) most = Math.max(most, await running());
      })();
      await until('four run at a time when there are enough', async () => (await running()) === 4);
      // By polling: a waiting batch must report its position and the reason.
      await until('twelve wait for the limit', async () => {
        const states = await Promise.all(
          batches.map((batch) => admin.json<Batch>('GET', `/api/batches/${batch.id}`)),
        );
        const waiting = states.filter(({ waitReason }) => waitReason === 'connection_limit');
        return waiting.length === 12 && waiting.every(({ queuePosition }) => queuePosition);
      });
      await blocker.query('select pg_advisory_unlock(1)');
      for (const batch of batches) {
        t.equal((await admin.finalBatch(batch.id)).status, 'finished');
      }
      isOver = true;
      await watching;
      t.equal(most, 4, 'at most four at a time');
    });

    t.test('one batch beside a flood of another user starts among the next five', async (t) => {
      const other = await service.addEditor('quiet@example.com');
      const flood = await Promise.all(
        Array.from({ length: 200 }, () => admin.submit(connectionId, 'select pg_sleep(2)')),
      );
      const { id } = await other.submit(connectionId, sleep);
      // A batch is visible from its commit on, which is later than its creation time.
      const [answered] = await service.database.query<{ at: string }>(
        'select clock_timestamp()::text as at',
      );
      const [turn] = await service.database.query<{ most: number }>(`
        select max(count)::int as most from (
          select count(*) from batches where status = 'started' and lease_token is null
          group by tenant, turn) turns`);
      t.ok(turn!.most <= 2, 'at most two waiting batches of a user share a turn', { turn });
      const { status } = await other.finalBatch(id);
      t.equal(status, 'finished');
      const [between] = await service.database.query<{ count: number }>(`
        select count(*)::int as count from batches b, batches own
        where own.id = '${id}' and b.claimed_at > '${answered!.at}' and b.claimed_at < own.claimed_at`);
      t.ok(between!.count <= 5, 'it started at once', { between });
      // Between two batches a slot is free for a moment.
      await until('the last batch of the flood reports its position and the reason', async () => {
        const last = await admin.json<Batch>('GET', `/api/batches/${flood.at(-1)!.id}`);
        return last.waitReason === 'workers_busy' && (last.queuePosition ?? 0) > 10;
      });
      for (const batch of flood) await admin.request('PUT', `/api/batches/${batch.id}/cancel`);
    });

    t.test('too many waiting batches are refused with 429', async (t) => {
      for (const worker of service.workers) worker.kill('SIGSTOP');
      // Of an existing connection: a sweep ends the batches of others.
      await service.database.query(
        `insert into batches (id, name, connection_id, status, batch_text, user_id, tenant, turn)
         select gen_random_uuid(), 'filler', $1, 'started', '', id, id, n
         from users, generate_series(1, 600) n where email = 'admin@example.com'`,
        [connectionId],
      );
      const refused = await admin.request('POST', '/api/batches', {
        connectionId,
        batchText: 'select 1',
      });
      t.equal(refused.status, 429);
      t.ok(Number(refused.headers.get('retry-after')) > 0);
      t.match(await refused.json(), { code: 'too_many_waiting' });
      await service.database.query("delete from batches where name = 'filler'");
      for (const worker of service.workers) worker.kill('SIGCONT');
      t.equal((await admin.run(connectionId, 'select 1')).status, 'finished');
    });
  });
}
