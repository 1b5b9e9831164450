import { randomUUID } from 'node:crypto';
import { createBatchReads, newId, type Claim } from '@sluice/database';
import t, { type Test } from 'tap';
import { noRows } from '@sluice/testkit';
import { noLimits, openRepositories, sweepOptions, written } from './support.js';

const session = new Uint8Array([1, 2, 3]);

/** Creates a batch of `count` statements whose first statement runs on a worker and was handed over. */
async function handedOver(t: Test, count: number) {
  const { database, write, workers, execution, sweeps, batches, service } =
    await openRepositories(t);
  const userId = newId();
  await database.user.create({ data: { id: userId, email: 'a@example.com', role: 'admin' } });
  const batch = written(await write(count, { userId }));
  const register = async (): Promise<string> => {
    const id = newId();
    await workers.register({ id, hostname: 'test', pid: 1, slots: 10 }, 60_000);
    return id;
  };
  const claim = async () => {
    const held: Claim = {
      batchId: batch.id,
      workerId: await register(),
      leaseToken: randomUUID(),
    };
    const taken = await execution.claimNext({ ...held, limits: noLimits, ofClients: false });
    return { held, taken };
  };
  const [first, second] = batch.statements;
  const { held } = await claim();
  await execution.startStatement(held, first!.id, null);
  const executionId = 'project:eu.job_1';
  t.ok(await execution.handOver(held, { statementId: first!.id, executionId, session }));
  const read = async () => {
    const found = (await createBatchReads(database, noLimits).bodies([batch.id])).get(batch.id);
    if (found === undefined) throw new Error('The batch does not exist');
    return found;
  };
  const lose = async () => {
    await service.query("update workers set lease_expires_at = now() - interval '1 second'");
    return sweeps.sweep(sweepOptions);
  };
  /** Returns the statements that a worker still has to stop. */
  const orphans = async () =>
    (await service.query<{ id: string }>('select statement_id::text as id from orphans')).map(
      ({ id }) => id,
    );
  return {
    orphans,
    batch,
    first: first!,
    second,
    held,
    claim,
    read,
    lose,
    execution,
    sweeps,
    batches,
    service,
  };
}

t.test('another worker adopts a handed-over statement of a lost worker', async (t) => {
  const { first, held, claim, read, lose, execution } = await handedOver(t, 2);
  t.match(await lose(), { released: 1, reaped: 0, orphans: [] });
  const { held: next, taken } = await claim();
  t.match(taken?.statements, [
    { id: first.id, status: 'started', executionId: 'project:eu.job_1' },
    { status: 'queued', executionId: null },
  ]);
  t.strictSame([...(taken?.handover ?? [])], [...session]);
  t.equal(
    await execution.adoptStatement(held, first.id),
    null,
    'the previous worker cannot adopt it',
  );
  const adoption = await execution.adoptStatement(next, first.id);
  t.match(adoption, { adoptions: 1, startTime: Date });
  t.ok(adoption!.runningMs >= 0);
  t.equal(
    await execution.finishStatement(held, first.id, noRows, false),
    false,
    'the fencing token rejects the previous worker',
  );
  t.ok(await execution.finishStatement(next, first.id, noRows, false));
  t.match(await read(), { status: 'started', statements: [{ status: 'finished' }, {}] });
});

t.test(
  'a stopping worker releases the batch and the next worker continues it, also between statements',
  async (t) => {
    const { first, second, held, claim, execution } = await handedOver(t, 2);
    t.ok(await execution.release(held));
    const { held: next, taken } = await claim();
    t.equal(taken?.statements[0]?.status, 'started');
    await execution.adoptStatement(next, first.id);
    await execution.finishStatement(next, first.id, noRows, false);
    t.ok(await execution.release(next), 'no statement runs');
    const { held: last, taken: again } = await claim();
    t.match(again?.statements, [{ status: 'finished' }, { status: 'queued' }]);
    t.ok(await execution.startStatement(last, second!.id, null));
    t.equal(
      await execution.release(last),
      false,
      'the statement was sent and has no known execution id',
    );
  },
);

t.test('a statement without a known execution id is not adopted', async (t) => {
  const { first, second, held, execution, read, lose } = await handedOver(t, 2);
  await execution.finishStatement(held, first.id, noRows, false);
  await execution.startStatement(held, second!.id, null);
  t.match(await lose(), { released: 0, reaped: 1 });
  t.match(await read(), {
    status: 'error',
    statements: [
      { status: 'finished' },
      { status: 'error', error: { code: 'worker_lost', outcome: 'unknown' } },
    ],
  });
});

t.test('a batch that loses its worker repeatedly is not retried forever', async (t) => {
  const { first, claim, execution, read, lose, orphans } = await handedOver(t, 1);
  for (let losses = 1; losses <= 3; losses++) {
    t.match(await lose(), { released: 1, reaped: 0 });
    const { held, taken } = await claim();
    t.ok(taken);
    // Renewed credentials of the session are handed over for the same statement.
    const executionId = 'project:eu.job_1';
    t.ok(await execution.handOver(held, { statementId: first.id, executionId, session }));
  }
  t.match(await lose(), { released: 0, reaped: 1 });
  t.strictSame(await orphans(), [first.id]);
  t.match(await read(), { status: 'error', statements: [{ error: { outcome: 'unknown' } }] });
});

t.test('a batch of a worker that ran out of memory is not adopted', async (t) => {
  const { service, lose } = await handedOver(t, 1);
  await service.query("update workers set lost_cause = 'memory'");
  t.match(await lose(), { released: 0, reaped: 1 });
});

t.test('a cancel request between two workers is carried out by the next one', async (t) => {
  const { batch, first, claim, execution, batches, lose } = await handedOver(t, 1);
  await lose();
  t.equal(await batches.requestCancel(batch.id, 'someone'), 'asked');
  const { held } = await claim();
  t.ok(await execution.adoptStatement(held, first.id));
  t.match(await execution.held(held.workerId), [{ cancelAsked: true }]);
});

t.test(
  'a batch that no worker adopts ends and its statement is queued to be stopped',
  async (t) => {
    const { first, execution, held, service, sweeps, read, orphans } = await handedOver(t, 2);
    await execution.release(held);
    await service.query("update workers set lease_expires_at = now() - interval '1 hour'");
    await service.query("update batches set created_at = now() - interval '1 hour'");
    t.match(await sweeps.sweep(sweepOptions), { expired: 1 });
    t.strictSame(await orphans(), [first.id]);
    t.match(await read(), {
      status: 'error',
      statements: [
        { status: 'error', error: { code: 'worker_lost', outcome: 'unknown' } },
        { status: 'cancelled' },
      ],
    });
  },
);

t.test('session data of a handover are removed when the batch ends', async (t) => {
  const { first, held, execution, sweeps, service } = await handedOver(t, 1);
  const kept = async () => (await service.query('select from handovers')).length;
  await sweeps.removeExpired();
  t.equal(await kept(), 1);
  await execution.finishStatement(held, first.id, noRows, true);
  await sweeps.removeExpired();
  t.equal(await kept(), 0);
});
