import { fileURLToPath } from 'node:url';

import { startService, until, type TestService } from '@sluice/testkit';
import { superviseExecutors } from '@sluice/worker';
import { pino } from 'pino';
import t from 'tap';

const entry = fileURLToPath(new URL('fixtures/hungry-executor.mjs', import.meta.url));

/** Makes executors run batches that fill their heap; returns how the batches ended. */
async function starve({ admin, connectionId, database }: TestService, count: number) {
  const ids: string[] = [];
  for (let each = 0; each < count; each++) {
    ids.push((await admin.submit(connectionId, 'select 1; select 2')).id);
  }
  const executors = await superviseExecutors({
    entry,
    args: [ids.join(',')],
    environment: { ...process.env, DATABASE_URL: database.url },
    settings: {
      DATABASE_URL: database.url,
      SERVICE_SHUTDOWN_GRACE_SECONDS: 1,
      SERVICE_WORKER_HEAP_MB: 64,
      SERVICE_WORKER_LEASE_MS: 10_000,
      SERVICE_WORKER_PROCESSES: 1,
    },
    log: pino({ level: 'silent' }),
  });
  await executors.ready;
  const batches = await Promise.all(ids.map((id) => admin.finalBatch(id)));
  await until('another executor has been started', async () => {
    return (await database.query('select from workers where lost_cause is null')).length > 0;
  });
  await executors.stop();
  return batches;
}

t.test('an executor that runs out of memory', async (t) => {
  const service = await startService({ queue: 'postgres', workers: 0 });
  t.teardown(() => service.stop());

  t.test('ends its batch, which reports it', async (t) => {
    const [batch] = await starve(service, 1);
    t.equal(batch?.status, 'error');
    t.match(batch?.statements, [
      {
        status: 'error',
        error: {
          title: 'The statement used more memory than allowed.',
          outcome: 'unknown',
          code: 'memory',
        },
      },
      { status: 'cancelled', error: null },
    ]);
  });

  t.test('blames no batch of several', async (t) => {
    for (const { statements } of await starve(service, 2)) {
      t.match(statements[0]?.error, {
        title: /ran out of memory, because of this statement or of one beside it/,
        outcome: 'unknown',
        code: 'worker_lost',
      });
    }
  });
});

t.test('an executor that cannot start fails the start with the reason', async (t) => {
  const executors = await superviseExecutors({
    entry,
    args: [],
    environment: { PATH: process.env['PATH'], DATABASE_URL: 'postgresql://127.0.0.1:1/none' },
    settings: {
      DATABASE_URL: 'postgresql://127.0.0.1:1/none',
      SERVICE_SHUTDOWN_GRACE_SECONDS: 1,
      SERVICE_WORKER_HEAP_MB: 64,
      SERVICE_WORKER_LEASE_MS: 500,
      SERVICE_WORKER_PROCESSES: 1,
    },
    log: pino({ level: 'silent' }),
  });
  await t.rejects(executors.ready, /executor 1 ended with code 1/);
  await executors.stop();
});
