import { randomUUID } from 'node:crypto';
import { createProducer, createQueueBackend } from '@sluice/jobs';
import { queueBackends, startService, until, type TestService } from '@sluice/testkit';
import t from 'tap';

t.test('an idle worker runs a batch that it is notified of, whatever the queue does', async (t) => {
  const service = await startService({ queue: 'postgres', workersInProcess: true });
  t.teardown(() => service.stop());
  const { admin, connectionId, database } = service;
  t.equal((await admin.run(connectionId, 'select 1')).status, 'finished');
  // Without its schema the queue accepts and delivers no job, including those of the sweep.
  const queue = `"${database.name}_queue"`;
  await database.query(`alter schema ${queue} rename to gone`);
  for (let count = 0; count < 5; count++) {
    t.equal((await admin.run(connectionId, `select ${count}`)).status, 'finished');
  }
  await database.query(`alter schema gone rename to ${queue}`);
});

for (const queue of queueBackends) {
  t.test(
    `another worker runs a batch whose notified worker is silent, queue on ${queue}`,
    async (t) => {
      const service = await startService({
        queue,
        // Within the time of this test, only the jobs can help.
        settings: { SERVICE_WORKER_LEASE_MS: '120000', SERVICE_SWEEP_INTERVAL_MS: '120000' },
      });
      t.teardown(() => service.stop());
      const { admin, connectionId, workers } = service;
      // Only the one that is paused is a process.
      await service.startWorkerInProcess();
      await bothHaveRun(service);
      workers[0]!.kill('SIGSTOP');
      const ids = await Promise.all(
        Array.from({ length: 12 }, async () => (await admin.submit(connectionId, 'select 1')).id),
      );
      const batches = await Promise.all(ids.map((id) => admin.finalBatch(id)));
      t.ok(batches.every(({ status }) => status === 'finished'));
      workers[0]!.kill('SIGCONT');
    },
  );
}

t.test('a batch is found by its job when the job has claimed another batch', async (t) => {
  const service = await startService({
    queue: 'postgres',
    workersInProcess: true,
    settings: { SERVICE_SWEEP_INTERVAL_MS: '120000' },
  });
  t.teardown(() => service.stop());
  const { admin, connectionId, database } = service;
  const model = await admin.run(connectionId, 'select 1');
  const ids = [randomUUID(), randomUUID()];
  // Both wait, and only the second one, which is not the next, gets a job.
  for (const [turn, id] of ids.entries()) await copyAsWaiting(service, model.id, { id, turn });
  const backend = createQueueBackend({
    redisUrl: undefined,
    databaseUrl: database.url,
    prefix: database.name,
  });
  const producer = createProducer(backend, (error) => {
    throw error;
  });
  await producer.add('runBatch', [{ id: ids[1]!, v: 1 }]);
  const batches = await Promise.all(ids.map((id) => admin.finalBatch(id)));
  t.same(
    batches.map(({ status }) => status),
    ['finished', 'finished'],
  );
  await producer.close();
});

/** Writes a waiting copy of a batch of one statement. No worker is notified. */
async function copyAsWaiting(
  { database }: TestService,
  modelId: string,
  { id, turn }: { id: string; turn: number },
): Promise<void> {
  await database.query(
    `insert into batches (id, connection_id, status, batch_text, user_id, tenant, turn, updated_at)
     select $1, connection_id, 'started', batch_text, user_id, tenant, $2, now()
     from batches where id = $3`,
    [id, turn, modelId],
  );
  await database.query(
    `insert into statements (id, batch_id, sequence, statement_text, start_offset, end_offset, status, updated_at)
     select gen_random_uuid(), $1, sequence, statement_text, start_offset, end_offset, 'queued', now()
     from statements where batch_id = $2`,
    [id, modelId],
  );
}

/**
 * A starting worker claims waiting batches. SIGSTOP during that claim would leave a batch with the stopped worker until
 * its lease ends. A worker that has run a batch has finished starting.
 */
const bothHaveRun = ({ admin, connectionId, database }: TestService) =>
  until('both workers have run a batch', async () => {
    await Promise.all(Array.from({ length: 4 }, () => admin.run(connectionId, 'select 1')));
    const [row] = await database.query<{ workers: number }>(
      'select count(distinct worker_id)::int as workers from batches',
    );
    return row?.workers === 2;
  });
