import { randomUUID } from 'node:crypto';
import { createBatchReads, newId } from '@sluice/database';
import t, { type Test } from 'tap';
import { noLimits, openRepositories, sweepOptions, written } from './support.js';

/** Creates a worker with `claimed` claimed batches of one connection and `waiting` queued ones. */
async function setUp(t: Test, { claimed, waiting }: { claimed: number; waiting: number }) {
  const { service, database, write, execution, sweeps, workers } = await openRepositories(t);
  const workerId = newId();
  await workers.register({ id: workerId, hostname: 'test', pid: 1, slots: 100 }, 600_000);
  const submit = async (connectionId = 'full') =>
    written(await write(1, { userId: 'ann', connectionId })).id;
  const claim = async () => {
    const leaseToken = randomUUID();
    const batch = await execution.claimNext({
      workerId,
      leaseToken,
      limits: noLimits,
      ofClients: false,
    });
    return batch === null ? null : { batchId: batch.id, workerId, leaseToken };
  };
  for (let count = 0; count < claimed; count++) await submit();
  const claims = [];
  for (let count = 0; count < claimed; count++) claims.push((await claim())!);
  const waits: string[] = [];
  for (let count = 0; count < waiting; count++) waits.push(await submit());
  // Sets the refusal time before each claim, a minute ahead for 0, because seconds may pass between two
  // calls on a busy machine.
  const claimAt = async (secondsSinceRefusal: number) => {
    const ahead = secondsSinceRefusal === 0 ? 60 : -secondsSinceRefusal;
    await service.query(
      `update target_limits set refused_at = clock_timestamp() + interval '${ahead} s'`,
    );
    return claim();
  };
  const reads = createBatchReads(database, noLimits);
  return { service, execution, sweeps, submit, claim, claims, waits, claimAt, reads };
}

t.test('a batch refused by the target is queued again and blocks its connection', async (t) => {
  const { execution, sweeps, submit, claimAt, claims, waits, reads } = await setUp(t, {
    claimed: 3,
    waiting: 2,
  });
  const refused = claims[2]!;
  const versionOf = async () => (await reads.versions([refused.batchId])).get(refused.batchId)!;
  const heldVersion = await versionOf();
  t.ok(await execution.releaseRefused(refused));
  t.ok((await versionOf()) > heldVersion, 'the version changes, so that readers see the new state');
  t.notOk(await execution.releaseRefused(refused), 'the batch is no longer claimed');
  t.equal(await claimAt(0), null);
  const report = await sweeps.sweep({ ...sweepOptions, redispatchAfterMs: 0 });
  t.same(report?.redispatched, [], 'no worker is woken for a batch that may not start');
  const places = await reads.places([refused.batchId, ...waits]);
  t.same(
    [refused.batchId, ...waits].map((id) => places.get(id)?.reason),
    ['target_full', 'target_full', 'target_full'],
  );

  const other = await submit('other');
  t.equal((await claimAt(0))?.batchId, other, 'other connections are not blocked');

  await execution.end(claims[0]!, { status: 'error', statementId: null, error: null });
  t.not(await claimAt(0), null, 'a queued batch may start for each one that ended');
  t.equal(await claimAt(0), null);
});

t.test('more batches may start with every second since the last refusal', async (t) => {
  const { execution, claimAt, claims } = await setUp(t, { claimed: 2, waiting: 20 });
  t.ok(await execution.releaseRefused(claims[1]!));
  const startable = async (seconds: number) => {
    let count = 0;
    while ((await claimAt(seconds)) !== null) count++;
    return count;
  };
  t.equal(await startable(0), 0);
  t.equal(await startable(1), 1);
  t.equal(await startable(2), 2);
  t.equal(await startable(11), 18);
});

t.test('a started or cancelled batch is not queued again', async (t) => {
  const { service, execution, claims } = await setUp(t, { claimed: 2, waiting: 0 });
  const [sent, cancelled] = claims as [(typeof claims)[0], (typeof claims)[0]];
  const [{ id: statementId } = { id: '' }] = await service.query<{ id: string }>(
    'select id::text from statements where batch_id = $1',
    [sent.batchId],
  );
  await execution.startStatement(sent, statementId, null);
  t.notOk(await execution.releaseRefused(sent));
  await service.query('update batches set cancel_requested_at = now() where id = $1', [
    cancelled.batchId,
  ]);
  t.notOk(await execution.releaseRefused(cancelled));
  t.equal(await execution.state(cancelled), 'cancel_asked');
});
