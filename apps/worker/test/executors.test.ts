import { setTimeout as delay } from 'node:timers/promises';
import type { Batch } from '@sluice/contracts';
import {
  isAlive,
  attackedQueues,
  isDeep,
  startService,
  until,
  type TestProcess,
  type TestService,
} from '@sluice/testkit';
import t, { type Test } from 'tap';

interface Running {
  batch: string;
  worker: string;
  pid: number;
}

/** Returns which executor runs which batch, from the database rows. */
const running = ({ database }: TestService): Promise<Running[]> =>
  database.query<Running & Record<string, unknown>>(
    `select b.id::text as batch, w.id as worker, w.pid from batches b
     join workers w on w.id = b.worker_id
     join statements s on s.batch_id = b.id
     where b.status = 'started' and s.status = 'started'`,
  );

const livingWorkers = async ({ database }: TestService): Promise<number> =>
  (await database.query('select from workers where lease_expires_at > now()')).length;

/** Waits until both executors of the worker run, including a replacement. A worker before it may have left a lease. */
const untilReplaced = ({ database }: TestService, worker: TestProcess): Promise<unknown> =>
  until('two executors run again', async () => {
    const executors = worker.children();
    const living = await database.query(
      'select from workers where lease_expires_at > now() and pid = any ($1)',
      [executors],
    );
    return executors.length === 2 && living.length === 2;
  });

/** Runs until the table `go` has a row. */
const untilGo = `
  do $$ begin while not exists (select from go) loop perform pg_sleep(0.05); end loop; end $$`;

/** Starts a worker with two executors. After the test it is stopped, so that its leases end. */
async function startWorker(t: Test, service: TestService, settings: Record<string, string> = {}) {
  const worker = await service.startWorker({
    SERVICE_WORKER_PROCESSES: '2',
    SERVICE_WORKER_CONCURRENCY: '2',
    ...settings,
  });
  t.teardown(async () => {
    worker.kill('SIGTERM');
    await worker.ended;
  });
  return worker;
}

/** Ends the waiting batches of {@link fill} and checks that they finished. */
const finishOthers = async (t: Test, { admin, target }: TestService, others: Running[]) => {
  await target.query('insert into go default values');
  for (const { batch } of others) {
    t.equal((await admin.finalBatch(batch)).status, 'finished', 'the other executor continues');
  }
  await target.query('drop table go');
};

/** `npm test` kills an executor with one of them: the supervisor handles every fatal signal in the same way. */
const signals = isDeep ? (['SIGABRT', 'SIGKILL'] as const) : (['SIGKILL'] as const);

/** Submits waiting batches until both executors run some. */
const fill = async (service: TestService): Promise<{ mine: Running[]; others: Running[] }> => {
  const { admin, connectionId, target } = service;
  await target.query('create table go ()');
  for (let count = 0; count < 4; count++) {
    await admin.submit(connectionId, `${untilGo}; select 2`);
  }
  const all = await until('two executors run all batches', async () => {
    const rows = await running(service);
    return rows.length === 4 && new Set(rows.map((row) => row.worker)).size === 2 ? rows : null;
  });
  const [first] = all;
  return {
    mine: all.filter((row) => row.worker === first?.worker),
    others: all.filter((row) => row.worker !== first?.worker),
  };
};

for (const queue of attackedQueues('postgres')) {
  t.test(`executors of one worker with the queue on ${queue}`, async (t) => {
    const service = await startService({ queue, workers: 0 });
    t.teardown(() => service.stop());
    const { admin, connectionId } = service;

    // A worker takes seconds to start, so the tests of a group share one.
    await t.test('with the usual lease', async (t) => {
      const worker = await startWorker(t, service);

      for (const signal of signals) {
        await t.test(
          `${signal} of one executor ends its own batches within five seconds`,
          async (t) => {
            const { mine, others } = await fill(service);
            const pid = mine[0]!.pid;
            t.ok(worker.children().includes(pid));
            process.kill(pid, signal);
            const killedAtMs = performance.now();
            for (const { batch } of mine) {
              const { status, statements } = await admin.finalBatch(batch);
              t.equal(status, 'error');
              t.match(statements, [
                { status: 'error', error: { code: 'worker_lost', outcome: 'unknown' } },
                { status: 'cancelled' },
              ]);
            }
            const finalAfterMs = performance.now() - killedAtMs;
            t.ok(finalAfterMs < 5_000, `final after ${finalAfterMs.toFixed(0)} ms`);
            await untilReplaced(service, worker);
            await finishOthers(t, service, others);
            t.equal((await admin.run(connectionId, 'select 1')).status, 'finished');
          },
        );
      }

      await t.test(
        'executors of a killed supervisor end after their running batches, also while they start',
        async (t) => {
          const { id } = await admin.submit(connectionId, 'select pg_sleep(2)');
          await until('it runs', async () => (await running(service)).length === 1);
          const [{ pid: busy } = { pid: 0 }] = await running(service);
          const idle = worker.children().find((pid) => pid !== busy);
          if (idle === undefined) throw new Error('The worker has no other executor');
          process.kill(idle, 'SIGKILL');
          await until('it has ended', () => !isAlive(idle));
          // The replacement has its lease, and starts.
          await untilReplaced(service, worker);
          const executors = worker.children();
          process.kill(worker.pid, 'SIGKILL');
          await worker.ended;
          await until('they have ended', () => !executors.some(isAlive));
          t.equal((await admin.json<Batch>('GET', `/api/batches/${id}`)).status, 'finished');
          t.equal(await livingWorkers(service), 0, 'their leases are ended');
        },
      );
    });

    await t.test('with a short lease', async (t) => {
      const worker = await startWorker(t, service, { SERVICE_WORKER_LEASE_MS: '3000' });

      await t.test('a hung executor is killed and replaced, and the others continue', async (t) => {
        const { mine, others } = await fill(service);
        const pid = mine[0]!.pid;
        process.kill(pid, 'SIGSTOP');
        const stoppedAtMs = performance.now();
        for (const { batch } of mine) {
          t.match((await admin.finalBatch(batch)).statements, [
            { status: 'error', error: { code: 'worker_lost', outcome: 'unknown' } },
            { status: 'cancelled' },
          ]);
        }
        await until('the hung executor has ended', () => !isAlive(pid));
        await untilReplaced(service, worker);
        const replacedAfterMs = performance.now() - stoppedAtMs;
        t.ok(replacedAfterMs < 30_000, `replaced after ${replacedAfterMs.toFixed(0)} ms`);
        t.match(worker.output(), /"cause":"hang","msg":"executor died"/);
        await finishOthers(t, service, others);
        t.equal((await admin.run(connectionId, 'select 1')).status, 'finished');
      });

      await t.test('a supervisor that was paused for long kills no executor', async (t) => {
        const executors = worker.children();
        process.kill(worker.pid, 'SIGSTOP');
        // Longer than the lease and the margin.
        await delay(10_000);
        process.kill(worker.pid, 'SIGCONT');
        await delay(2_000);
        t.same(worker.children(), executors);
        t.equal((await admin.run(connectionId, 'select 1')).status, 'finished');
      });

      await t.test('a signal to the whole group is one request to stop', async (t) => {
        const executors = worker.children();
        const { id } = await admin.submit(connectionId, 'select pg_sleep(2)');
        await until('it runs', async () => (await running(service)).length === 1);
        process.kill(-worker.pid, 'SIGTERM');
        t.equal(await worker.ended, 0);
        t.notOk(executors.some(isAlive));
        t.equal((await admin.finalBatch(id)).status, 'finished');
        t.equal(await livingWorkers(service), 0);
      });
    });
  });
}
