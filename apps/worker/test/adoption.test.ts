import type { Batch } from '@sluice/contracts';
import { isDeep, startService, until, type TestService } from '@sluice/testkit';
import t, { type Test } from 'tap';
import { warehouses, type Warehouse } from './warehouses.js';

const settings = {
  SERVICE_WORKER_LEASE_MS: '5000',
  SERVICE_SWEEP_INTERVAL_MS: '200',
  SERVICE_SHUTDOWN_GRACE_SECONDS: '1',
};

/**
 * Starts a service whose worker runs a batch on a warehouse: it prepares a table, runs `slow` and reads the table. Only
 * workers that a test signals are processes; another one adopts the statement in this process as well.
 */
async function startRunning(t: Test, start: () => Promise<Warehouse>) {
  const [warehouse, service] = await Promise.all([
    start(),
    startService({ queue: 'postgres', settings }),
  ]);
  t.teardown(() => Promise.all([warehouse.stop(), service.stop()]));
  const { admin } = service;
  const { driver, config, prepare, slow, read } = warehouse;
  const { id: connectionId } = await admin.json<{ id: string }>('POST', '/api/connections', {
    name: driver,
    driver,
    data: config,
  });
  const { id } = await admin.submit(connectionId, [...prepare, slow, read].join(';\n'));
  const batch = () => admin.json<Batch>('GET', `/api/batches/${id}`);
  const slowOne = async () => (await batch()).statements[prepare.length];
  await until('it runs and its id is stored', async () => {
    const { status, statements } = await batch();
    const error = statements.find((statement) => statement.error)?.error;
    if (error) throw new Error(`the batch is ${status}: ${JSON.stringify(error)}`);
    return warehouse.running() === 1 && statements[prepare.length]?.executionId;
  });
  return { warehouse, service, batchId: id, slowOne, executionId: (await slowOne())?.executionId };
}

let started: Promise<unknown> = Promise.resolve();

/** As {@link startRunning}, one at a time: a start needs the processors, and what follows waits for leases. */
function running(...of: Parameters<typeof startRunning>): ReturnType<typeof startRunning> {
  const next = started.then(() => startRunning(...of));
  started = next.catch(() => undefined);
  return next;
}

const adopted = ({ database }: TestService, batchId: string, times = 1) =>
  until('another worker continues it', async () => {
    const sql = 'select from statements where batch_id = $1 and adoptions = $2';
    return (await database.query(sql, [batchId, times])).length === 1;
  });

/** Expires the session's tokens and waits until the renewed ones are stored. */
async function tokensRenewed({ warehouse, service }: Awaited<ReturnType<typeof running>>) {
  if (warehouse.expireTokens === undefined) return;
  const sessions = async () =>
    JSON.stringify(await service.database.query("select encode(session, 'hex') from handovers"));
  const before = await sessions();
  warehouse.expireTokens();
  await until('the renewed tokens are stored', async () => (await sessions()) !== before);
}

/** Ends the statement and checks its result. */
async function endsWell(
  t: Test,
  { warehouse, service, batchId, executionId }: Awaited<ReturnType<typeof running>>,
): Promise<void> {
  warehouse.release();
  const { admin } = service;
  const { status, statements } = await admin.finalBatch(batchId);
  t.equal(status, 'finished');
  const [slow, read] = statements.slice(-2);
  t.match(slow, { status: 'finished', rowCount: 1, executionId });
  t.equal((await admin.rows(slow!.id)).length, 1);
  t.strictSame(await admin.rows(read!.id), [[1]], 'in the same session');
  for (const { statementText } of statements) {
    t.equal(warehouse.submissions(statementText), 1, `${statementText} was submitted once`);
  }
  t.equal(warehouse.cancels(), 0);
}

// The tests mostly wait for leases to expire, so they may run at the same time.
t.jobs = 3;

/**
 * `npm test` tries each attack on one warehouse: the worker, not the driver, handles most of them. Each warehouse has a
 * statement that ends well after its adoption.
 */
const isTried = (warehouse: string, usual: string): boolean => isDeep || warehouse === usual;

for (const [name, start] of Object.entries(warehouses)) {
  if (isTried(name, 'bigquery')) {
    t.test(`a ${name} statement survives a killed worker`, { buffered: true }, async (t) => {
      const run = await running(t, start);
      const { service, batchId } = run;
      await service.startWorkerInProcess();
      service.workers[0]!.kill('SIGKILL');
      await adopted(service, batchId);
      await endsWell(t, run);
      await until('its session has ended', () => run.warehouse.sessions() === 0);
    });
  }

  if (isTried(name, 'snowflake')) {
    t.test(`a ${name} statement survives workers that stop`, { buffered: true }, async (t) => {
      const run = await running(t, start);
      const { service, batchId } = run;
      const next = await service.startWorker();
      const worker = service.workers[0]!;
      worker.kill('SIGTERM');
      t.equal(await worker.ended, 0);
      await adopted(service, batchId);
      await service.startWorkerInProcess();
      await tokensRenewed(run);
      next.kill('SIGTERM');
      t.equal(await next.ended, 0);
      await adopted(service, batchId, 2);
      t.strictSame(await service.database.query('select losses from handovers'), [{ losses: 0 }]);
      await endsWell(t, run);
      await until('its session has ended', () => run.warehouse.sessions() === 0);
    });
  }

  if (isTried(name, 'snowflake')) {
    t.test(
      `a worker that resumes late does not disturb a ${name} statement`,
      { buffered: true },
      async (t) => {
        const run = await running(t, start);
        const { service, batchId } = run;
        await service.startWorkerInProcess();
        const worker = service.workers[0]!;
        const [executor] = worker.children();
        worker.kill('SIGSTOP');
        await adopted(service, batchId);
        worker.kill('SIGCONT');
        await until('the executor was restarted', () => !worker.children().includes(executor!));
        await endsWell(t, run);
      },
    );
  }

  if (isTried(name, 'bigquery')) {
    t.test(`a cancel reaches an adopted ${name} statement`, { buffered: true }, async (t) => {
      const { warehouse, service, batchId } = await running(t, start);
      service.workers[0]!.kill('SIGKILL');
      await until('no worker holds it', async () => {
        const sql = 'select from batches where id = $1 and lease_token is null';
        return (await service.database.query(sql, [batchId])).length === 1;
      });
      await service.admin.json('PUT', `/api/batches/${batchId}/cancel`);
      t.equal(warehouse.running(), 1, 'no worker exists that could stop it');
      await service.startWorkerInProcess();
      const { status, cancel } = await service.admin.finalBatch(batchId);
      t.match({ status, cancel }, { status: 'cancelled', cancel: { outcome: 'confirmed' } });
      t.equal(warehouse.running(), 0);
      t.ok(warehouse.cancels() >= 1);
      t.equal(warehouse.submissions(warehouse.slow), 1);
    });
  }

  if (isTried(name, 'snowflake')) {
    t.test(
      `a ${name} session that cannot be resumed is reported and cleaned up`,
      { buffered: true },
      async (t) => {
        const { warehouse, service, batchId } = await running(t, start);
        const { admin, database } = service;
        service.workers[0]!.kill('SIGKILL');
        await database.query("update handovers set session = '\\x00'");
        await service.startWorkerInProcess();
        const { status, statements } = await admin.finalBatch(batchId);
        t.equal(status, 'error');
        t.match(statements.at(-2), { status: 'error', error: { outcome: 'unknown' } });
        t.match(statements.at(-1), { status: 'cancelled' });
        await until('it is stopped by its id', () => warehouse.running() === 0);
        t.equal(warehouse.submissions(warehouse.slow), 1);
      },
    );
  }
}
