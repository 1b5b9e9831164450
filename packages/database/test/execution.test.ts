import { randomUUID } from 'node:crypto';
import { createBatchReads, newId, type Claim, type ExecutionRepository } from '@sluice/database';
import t, { type Test } from 'tap';
import { noRows } from '@sluice/testkit';
import { noLimits, openRepositories, sweepOptions, written } from './support.js';

/** Repositories on a database of their own, with one user, one worker and means to make batches. */
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

/** Claims for a worker; the batch that the claim names must be the one whose turn it is. */
const take = async (execution: ExecutionRepository, { batchId, ...claim }: Claim) => {
  const taken = await execution.claimNext({ ...claim, limits: noLimits, ofClients: false });
  if (taken !== null && taken.id !== batchId) throw new Error('Another batch was taken');
  return taken;
};

t.test('of fifty claims at once one succeeds', async (t) => {
  const { submit, register, execution } = await setUp(t);
  const batch = await submit(1);
  const workerIds = await Promise.all(Array.from({ length: 5 }, () => register()));
  const claims = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      take(execution, claimOf(batch.id, workerIds[index % 5]!)),
    ),
  );
  t.equal(claims.filter((claim) => claim !== null).length, 1);
});

t.test('a worker without a live lease claims, starts and finishes nothing', async (t) => {
  const { submit, register, execution, service } = await setUp(t);
  const batch = await submit(1);
  t.equal(await take(execution, claimOf(batch.id, newId())), null, 'an unknown worker');
  const workerId = await register();
  const claim = claimOf(batch.id, workerId);
  t.ok(await take(execution, claim));
  const statementId = batch.statements[0]!.id;
  await service.query("update workers set lease_expires_at = now() - interval '1 second'");
  t.equal(await execution.startStatement(claim, statementId, null), null);
  await service.query("update workers set lease_expires_at = now() + interval '1 minute'");
  t.ok(await execution.startStatement(claim, statementId, null));
  await service.query("update workers set lease_expires_at = now() - interval '1 second'");
  t.equal(await execution.finishStatement(claim, statementId, noRows, true), false);
});

t.test('a foreign token changes nothing', async (t) => {
  const { submit, register, execution, find } = await setUp(t);
  const batch = await submit(2);
  const workerId = await register();
  const claim = claimOf(batch.id, workerId);
  await take(execution, claim);
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

t.test('a statement starts once and in its batch only', async (t) => {
  const { submit, register, execution } = await setUp(t);
  const [batch, other] = [await submit(1), await submit(1)];
  const claim = claimOf(batch.id, await register());
  await take(execution, claim);
  t.equal(await execution.startStatement(claim, other.statements[0]!.id, null), null);
  const starts = await Promise.all(
    Array.from({ length: 10 }, () =>
      execution.startStatement(claim, batch.statements[0]!.id, null),
    ),
  );
  t.equal(starts.filter(Boolean).length, 1);
});

t.test('after a cancel was asked no statement starts', async (t) => {
  const { submit, register, execution, batches } = await setUp(t);
  const batch = await submit(1);
  const claim = claimOf(batch.id, await register());
  await take(execution, claim);
  t.equal(await batches.requestCancel(batch.id, 'somebody'), 'asked');
  t.equal(await execution.startStatement(claim, batch.statements[0]!.id, null), null);
  t.equal(await execution.state(claim), 'cancel_asked');
});

t.test('final rows never change', async (t) => {
  const { submit, register, execution, batches, find } = await setUp(t);
  const batch = await submit(1);
  const claim = claimOf(batch.id, await register());
  await take(execution, claim);
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

t.test("a lost worker's batch that had sent nothing waits for another", async (t) => {
  const { submit, register, execution, sweeps, service } = await setUp(t);
  const batch = await submit(2);
  await take(execution, claimOf(batch.id, await register()));
  await loseLeases(service);
  const report = await sweeps.sweep(sweepOptions);
  t.match(
    report,
    { released: 1, reaped: 0, redispatched: { length: 0 } },
    'nobody is there to be woken',
  );
  const another = await register();
  t.match(await sweeps.sweep(sweepOptions), { redispatched: { length: 1 } });
  t.ok(await take(execution, claimOf(batch.id, another)), 'it may be claimed again');
});

t.test('a started statement of a lost worker is unknown, the rest cancelled', async (t) => {
  const { submit, register, execution, sweeps, service, find } = await setUp(t);
  const batch = await submit(2);
  const claim = claimOf(batch.id, await register());
  await take(execution, claim);
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
});

t.test('a cancel says what became of it when its worker was lost', async (t) => {
  const { submit, register, execution, batches, sweeps, service, find } = await setUp(t);
  const lose = async (doneBefore: number) => {
    const batch = await submit(2);
    const claim = claimOf(batch.id, await register());
    await take(execution, claim);
    const [first, second] = batch.statements;
    await execution.startStatement(claim, first!.id, null);
    if (doneBefore > 0) await execution.finishStatement(claim, first!.id, noRows, false);
    if (doneBefore > 1) {
      await execution.startStatement(claim, second!.id, null);
      // Its end was written, that of the batch was not.
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

t.test('a worker lost between two statements left the next one not run', async (t) => {
  const { submit, register, execution, sweeps, service, find } = await setUp(t);
  const batch = await submit(2);
  const claim = claimOf(batch.id, await register());
  await take(execution, claim);
  await execution.startStatement(claim, batch.statements[0]!.id, null);
  await execution.finishStatement(claim, batch.statements[0]!.id, noRows, false);
  await loseLeases(service);
  await sweeps.sweep(sweepOptions);
  t.match(await find(batch.id), {
    status: 'error',
    statements: [{ status: 'finished' }, { status: 'error', error: { outcome: 'not_run' } }],
  });
});

t.test('sweeps of many processes at once end a batch once', async (t) => {
  const { submit, register, execution, sweeps, service } = await setUp(t);
  const batch = await submit(1);
  const claim = claimOf(batch.id, await register());
  await take(execution, claim);
  await execution.startStatement(claim, batch.statements[0]!.id, null);
  await loseLeases(service);
  const reports = await Promise.all(Array.from({ length: 6 }, () => sweeps.sweep(sweepOptions)));
  t.equal(
    reports.reduce((sum, report) => sum + (report?.reaped ?? 0), 0),
    1,
  );
});

t.test('a live worker is left alone, however long its statement runs', async (t) => {
  const { submit, register, execution, sweeps, service } = await setUp(t);
  const batch = await submit(1);
  const claim = claimOf(batch.id, await register());
  await take(execution, claim);
  await execution.startStatement(claim, batch.statements[0]!.id, null);
  await service.query("update batches set created_at = now() - interval '1 day'");
  t.match(await sweeps.sweep(sweepOptions), { released: 0, reaped: 0, expired: 0 });
});

t.test('a batch that a worker holds and no longer runs is settled once', async (t) => {
  const { submit, register, execution, find } = await setUp(t);
  const batch = await submit(1);
  const claim = claimOf(batch.id, await register());
  await take(execution, claim);
  await execution.startStatement(claim, batch.statements[0]!.id, null);
  t.equal(await execution.settleAbandoned(claim), true);
  t.equal(await execution.settleAbandoned(claim), false);
  t.match(await find(batch.id), { status: 'error' });
});

t.test('a lease that has ended is not renewed', async (t) => {
  const { workers, register, service } = await setUp(t);
  const workerId = await register();
  t.equal(await workers.renew(workerId, 60_000), true);
  t.same(await workers.countAlive(), { alive: 1, paused: 0, unservedPools: 0 });
  await loseLeases(service);
  t.equal(await workers.renew(workerId, 60_000), false);
  t.same(await workers.countAlive(), { alive: 0, paused: 0, unservedPools: 0 });
});
