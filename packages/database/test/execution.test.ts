import { randomUUID } from 'node:crypto';
import { createBatchReads, newId, type Claim, type ExecutionRepository } from '@sluice/database';
import t, { type Test } from 'tap';
import { noRows } from '@sluice/testkit';
import { noLimits, openRepositories, sweepOptions, written } from './support.js';

/** Opens a database with one user and functions that create workers and batches. */
async function setUp(t: Test) {
  const { database, write, workers, ...rest } = await openRepositories(t);
  const userId = newId();
  await database.user.create({ data: { id: userId, email: 'a@example.com', role: 'admin' } });
  const register = async (leaseMs = 60_000): Promise<string> => {
    const id = newId();
    await workers.register({ id, hostname: 'test', pid: 1, slots: 10 }, leaseMs);
    return id;
  };
  const reads = createBatchReads(database, noLimits);
  const find = async (id: string) => (await reads.bodies([id])).get(id);
  const submit = async (count: number) => written(await write(count, { userId }));
  return { ...rest, database, workers, register, find, submit };
}

const claimOf = (batchId: string, workerId: string): Claim => ({
  batchId,
  workerId,
  leaseToken: randomUUID(),
});

/** Claims for a worker. @throws if the claimed batch is not the expected one. */
const claimExpected = async (execution: ExecutionRepository, { batchId, ...claim }: Claim) => {
  const taken = await execution.claimNext({ ...claim, limits: noLimits, ofClients: false });
  if (taken !== null && taken.id !== batchId) throw new Error('Another batch was claimed');
  return taken;
};

t.test('exactly one of fifty concurrent claims succeeds', async (t) => {
  const { submit, register, execution } = await setUp(t);
  const batch = await submit(1);
  const workerIds = await Promise.all(Array.from({ length: 5 }, () => register()));
  const claims = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      claimExpected(execution, claimOf(batch.id, workerIds[index % 5]!)),
    ),
  );
  t.equal(claims.filter((claim) => claim !== null).length, 1);
});

t.test('a worker without a valid lease cannot claim, start or finish', async (t) => {
  const { submit, register, execution, service } = await setUp(t);
  const batch = await submit(1);
  t.equal(await claimExpected(execution, claimOf(batch.id, newId())), null, 'an unknown worker');
  const workerId = await register();
  const claim = claimOf(batch.id, workerId);
  t.ok(await claimExpected(execution, claim));
  const statementId = batch.statements[0]!.id;
  await service.query("update workers set lease_expires_at = now() - interval '1 second'");
  t.equal(await execution.startStatement(claim, statementId, null), null);
  await service.query("update workers set lease_expires_at = now() + interval '1 minute'");
  t.ok(await execution.startStatement(claim, statementId, null));
  await service.query("update workers set lease_expires_at = now() - interval '1 second'");
  t.equal(await execution.finishStatement(claim, statementId, noRows, true), false);
});

t.test('a wrong fencing token changes nothing', async (t) => {
  const { submit, register, execution, find } = await setUp(t);
  const batch = await submit(2);
  const workerId = await register();
  const claim = claimOf(batch.id, workerId);
  await claimExpected(execution, claim);
  const forged = claimOf(batch.id, workerId);
  const [first] = batch.statements;
  t.equal(await execution.startStatement(forged, first!.id, null), null);
  await execution.startStatement(claim, first!.id, 'pid 1');
  t.equal(await execution.finishStatement(forged, first!.id, noRows, false), false);
  t.equal(
    await execution.end(forged, { status: 'error', statementId: first!.id, error: null }),
    false,
  );
  t.equal(await execution.release(forged), false);
  t.match(await find(batch.id), {
    status: 'started',
    statements: [{ status: 'started' }, { status: 'queued' }],
  });
});

t.test('a statement starts once and only in its own batch', async (t) => {
  const { submit, register, execution } = await setUp(t);
  const [batch, other] = [await submit(1), await submit(1)];
  const claim = claimOf(batch.id, await register());
  await claimExpected(execution, claim);
  t.equal(await execution.startStatement(claim, other.statements[0]!.id, null), null);
  const starts = await Promise.all(
    Array.from({ length: 10 }, () =>
      execution.startStatement(claim, batch.statements[0]!.id, null),
    ),
  );
  t.equal(starts.filter(Boolean).length, 1);
});

t.test('no statement starts after a cancel request', async (t) => {
  const { submit, register, execution, batches } = await setUp(t);
  const batch = await submit(1);
  const claim = claimOf(batch.id, await register());
  await claimExpected(execution, claim);
  t.equal(await batches.requestCancel(batch.id, 'somebody'), 'asked');
  t.equal(await execution.startStatement(claim, batch.statements[0]!.id, null), null);
  t.equal(await execution.state(claim), 'cancel_asked');
});

t.test('rows in a final state never change', async (t) => {
  const { submit, register, execution, batches, find } = await setUp(t);
  const batch = await submit(1);
  const claim = claimOf(batch.id, await register());
  await claimExpected(execution, claim);
  const statementId = batch.statements[0]!.id;
  await execution.startStatement(claim, statementId, null);
  t.equal(await execution.finishStatement(claim, statementId, noRows, true), true);
  const final = await find(batch.id);
  t.match(final, { status: 'finished', statements: [{ status: 'finished' }] });
  t.equal(await execution.end(claim, { status: 'error', statementId, error: null }), false);
  t.equal(await execution.finishStatement(claim, statementId, noRows, true), false);
  t.equal(await batches.requestCancel(batch.id, 'somebody'), 'final');
  t.same(await find(batch.id), final);
});

const loseLeases = (service: { query(sql: string): Promise<unknown> }) =>
  service.query("update workers set lease_expires_at = now() - interval '1 second'");

t.test('a batch of a lost worker is queued again if no statement was sent', async (t) => {
  const { submit, register, execution, sweeps, service } = await setUp(t);
  const batch = await submit(2);
  await claimExpected(execution, claimOf(batch.id, await register()));
  await loseLeases(service);
  const report = await sweeps.sweep(sweepOptions);
  t.match(
    report,
    { released: 1, reaped: 0, redispatched: { length: 0 } },
    'no worker is available to wake',
  );
  const another = await register();
  t.match(await sweeps.sweep(sweepOptions), { redispatched: { length: 1 } });
  t.ok(
    await claimExpected(execution, claimOf(batch.id, another)),
    'the batch can be claimed again',
  );
});

t.test(
  'a started statement of a lost worker has an unknown outcome and the rest are cancelled',
  async (t) => {
    const { submit, register, execution, sweeps, service, find } = await setUp(t);
    const batch = await submit(2);
    const claim = claimOf(batch.id, await register());
    await claimExpected(execution, claim);
    await execution.startStatement(claim, batch.statements[0]!.id, null);
    await loseLeases(service);
    t.match(await sweeps.sweep(sweepOptions), {
      released: 0,
      reaped: 1,
      redispatched: { length: 0 },
    });
    t.match(await find(batch.id), {
      status: 'error',
      statements: [
        { status: 'error', error: { outcome: 'unknown', code: 'worker_lost' } },
        { status: 'cancelled', error: null, startTime: null },
      ],
    });
    t.equal(
      await execution.end(claim, { status: 'cancelled', statementId: null, error: null }),
      false,
    );
  },
);

t.test('the cancel outcome of a batch of a lost worker is recorded', async (t) => {
  const { submit, register, execution, batches, sweeps, service, find } = await setUp(t);
  const lose = async (doneBefore: number) => {
    const batch = await submit(2);
    const claim = claimOf(batch.id, await register());
    await claimExpected(execution, claim);
    const [first, second] = batch.statements;
    await execution.startStatement(claim, first!.id, null);
    if (doneBefore > 0) await execution.finishStatement(claim, first!.id, noRows, false);
    if (doneBefore > 1) {
      await execution.startStatement(claim, second!.id, null);
      // The end of the statement was written, the end of the batch was not.
      await service.query(`update statements set status = 'finished' where id = '${second!.id}'`);
    }
    t.equal(await batches.requestCancel(batch.id, 'somebody'), 'asked');
    await loseLeases(service);
    await sweeps.sweep(sweepOptions);
    return find(batch.id);
  };
  t.match(await lose(0), { status: 'error', cancelOutcome: 'connection_closed' });
  t.match(await lose(1), { status: 'error', cancelOutcome: 'confirmed' });
  t.match(await lose(2), { status: 'finished', cancelOutcome: 'too_late' });
});

t.test('a worker lost between two statements leaves the next one not run', async (t) => {
  const { submit, register, execution, sweeps, service, find } = await setUp(t);
  const batch = await submit(2);
  const claim = claimOf(batch.id, await register());
  await claimExpected(execution, claim);
  await execution.startStatement(claim, batch.statements[0]!.id, null);
  await execution.finishStatement(claim, batch.statements[0]!.id, noRows, false);
  await loseLeases(service);
  await sweeps.sweep(sweepOptions);
  t.match(await find(batch.id), {
    status: 'error',
    statements: [{ status: 'finished' }, { status: 'error', error: { outcome: 'not_run' } }],
  });
});

t.test('concurrent sweeps end a batch once', async (t) => {
  const { submit, register, execution, sweeps, service } = await setUp(t);
  const batch = await submit(1);
  const claim = claimOf(batch.id, await register());
  await claimExpected(execution, claim);
  await execution.startStatement(claim, batch.statements[0]!.id, null);
  await loseLeases(service);
  const reports = await Promise.all(Array.from({ length: 6 }, () => sweeps.sweep(sweepOptions)));
  t.equal(
    reports.reduce((sum, report) => sum + (report?.reaped ?? 0), 0),
    1,
  );
});

t.test('a live worker keeps its batch however long the statement runs', async (t) => {
  const { submit, register, execution, sweeps, service } = await setUp(t);
  const batch = await submit(1);
  const claim = claimOf(batch.id, await register());
  await claimExpected(execution, claim);
  await execution.startStatement(claim, batch.statements[0]!.id, null);
  await service.query("update batches set created_at = now() - interval '1 day'");
  t.match(await sweeps.sweep(sweepOptions), { released: 0, reaped: 0, expired: 0 });
});

t.test('a batch that its worker no longer runs is settled once', async (t) => {
  const { submit, register, execution, find } = await setUp(t);
  const batch = await submit(1);
  const claim = claimOf(batch.id, await register());
  await claimExpected(execution, claim);
  await execution.startStatement(claim, batch.statements[0]!.id, null);
  t.equal(await execution.settleAbandoned(claim), true);
  t.equal(await execution.settleAbandoned(claim), false);
  t.match(await find(batch.id), { status: 'error' });
});

t.test('an expired lease is not renewed', async (t) => {
  const { workers, register, service } = await setUp(t);
  const workerId = await register();
  t.equal(await workers.renew(workerId, 60_000), true);
  t.same(await workers.countAlive(), { alive: 1, paused: 0, unservedPools: 0 });
  await loseLeases(service);
  t.equal(await workers.renew(workerId, 60_000), false);
  t.same(await workers.countAlive(), { alive: 0, paused: 0, unservedPools: 0 });
});
