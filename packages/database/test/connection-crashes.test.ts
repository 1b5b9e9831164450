import { randomUUID } from 'node:crypto';
import { createConnectionRepository, newId } from '@sluice/database';
import t, { type Test } from 'tap';
import { noLimits, openRepositories, sweepOptions, written } from './support.js';

/** Opens a database and functions that let workers crash while they run batches. */
async function openCrashingWorkers(t: Test) {
  const { database, service, write, workers, execution, sweeps } = await openRepositories(t);
  const connections = createConnectionRepository(database);
  const userId = newId();
  await database.user.create({ data: { id: userId, email: 'a@example.com', role: 'admin' } });
  for (const id of ['poison', 'beside']) {
    await connections.create({ id, name: id, driver: 'postgres', encryptedData: Buffer.from('x') });
  }
  /** Registers a worker and starts a batch of each of these connections on it. */
  const begin = async (connectionIds: string[]) => {
    const workerId = newId();
    await workers.register({ id: workerId, hostname: 'test', pid: 1, slots: 10 }, 60_000);
    for (const connectionId of connectionIds) {
      const batch = written(await write(1, { userId, connectionId }));
      const held = { workerId, leaseToken: randomUUID() };
      await execution.claimNext({ ...held, limits: noLimits, ofClients: false });
      await execution.startStatement(
        { ...held, batchId: batch.id },
        batch.statements[0]!.id,
        'pid 1',
      );
    }
    return workerId;
  };
  /** Marks workers as lost and sweeps. Returns the connections that this pauses. */
  const crash = async (workerIds: string[], cause: string | null, { slice = 100 } = {}) => {
    await service.query(
      `update workers set lost_cause = $2, lease_expires_at = now() - interval '1 second'
       where id = any($1)`,
      [workerIds, cause],
    );
    const paused: string[] = [];
    // A sweep may process only part of the batches of a worker.
    for (let reaped = 1; reaped > 0;) {
      const report = await sweeps.sweep({ ...sweepOptions, slice });
      paused.push(...(report?.paused ?? []));
      reaped = (report?.reaped ?? 0) + (report?.released ?? 0);
    }
    return paused;
  };
  const crashWith = async (connectionIds: string[], cause: string | null) =>
    crash([await begin(connectionIds)], cause);
  /** Returns the pause reported by the claim of a new batch of this connection. */
  const pausedUntil = async (connectionId: string) => {
    await write(1, { userId, connectionId });
    const worker = newId();
    await workers.register({ id: worker, hostname: 'test', pid: 1, slots: 10 }, 60_000);
    const claim = { workerId: worker, leaseToken: randomUUID() };
    const taken = await execution.claimNext({ ...claim, limits: noLimits, ofClients: false });
    t.ok(taken?.connection);
    return taken?.connection?.pausedUntil;
  };
  return { service, connections, begin, crash, crashWith, pausedUntil };
}

t.test('the third crash caused by a connection pauses it for ten minutes', async (t) => {
  const { crashWith, pausedUntil, service } = await openCrashingWorkers(t);
  t.strictSame(await crashWith(['poison'], 'memory'), []);
  t.strictSame(await crashWith(['poison', 'poison'], 'crash'), [], 'one worker counts once');
  t.equal(await pausedUntil('poison'), null);
  t.strictSame(await crashWith(['poison'], 'memory'), ['poison']);
  const until = await pausedUntil('poison');
  const minutes = (until!.getTime() - Date.now()) / 60_000;
  t.ok(minutes > 8 && minutes < 11, `paused for ${minutes} minutes`);
  t.equal(await pausedUntil('beside'), null);
  await service.query(`
    update connections set paused_until = paused_until - interval '10 minutes'`);
  await service.query(`update connection_crashes set at = at - interval '10 minutes'`);
  t.equal(await pausedUntil('poison'), null, 'the pause ends by itself');
  t.strictSame(await crashWith(['poison'], 'memory'), [], 'the count restarts');
});

t.test('workers that crash at the same time are all counted', async (t) => {
  const { begin, crash } = await openCrashingWorkers(t);
  const workers = [await begin(['poison']), await begin(['poison']), await begin(['poison'])];
  t.strictSame(await crash(workers, 'memory'), ['poison']);
});

t.test(
  'a crash with several connections or a killed worker does not pause a connection',
  async (t) => {
    const { crashWith, pausedUntil } = await openCrashingWorkers(t);
    for (let times = 0; times < 4; times++) {
      t.strictSame(await crashWith(['poison', 'beside'], 'memory'), []);
      t.strictSame(await crashWith(['beside'], null), []);
    }
    t.equal(await pausedUntil('poison'), null);
    t.equal(await pausedUntil('beside'), null);
  },
);

t.test(
  'a crash with several connections does not count when their batches end in different sweeps',
  async (t) => {
    const { begin, crash } = await openCrashingWorkers(t);
    for (let times = 0; times < 4; times++) {
      const worker = await begin(['poison', 'beside', 'poison', 'beside', 'beside']);
      t.strictSame(await crash([worker], 'memory', { slice: 1 }), []);
    }
  },
);

t.test(
  'a crash with several connections does not count when another worker adopts a batch',
  async (t) => {
    const { begin, crash, service } = await openCrashingWorkers(t);
    for (let times = 0; times < 4; times++) {
      const worker = await begin(['poison', 'beside']);
      await service.query(`
      insert into handovers (batch_id, statement_id, session)
      select b.id, s.id, '' from batches b join statements s on s.batch_id = b.id
      where b.connection_id = 'beside' and b.status = 'started'`);
      t.strictSame(await crash([worker], 'crash'), []);
      const left = await service.query("select from batches where status = 'started'");
      t.equal(left.length, 1, 'the handed-over batch stays started');
      await service.query("update batches set status = 'cancelled' where status = 'started'");
      await service.query('delete from handovers');
    }
  },
);

t.test(
  'a recreated connection starts without crashes, and a rejected update does not end the count',
  async (t) => {
    const { connections, crashWith } = await openCrashingWorkers(t);
    await crashWith(['poison'], 'memory');
    await crashWith(['poison'], 'memory');
    t.equal(await connections.update('poison', 99, {}), null);
    t.strictSame(await crashWith(['poison'], 'memory'), ['poison']);
    await connections.remove('poison');
    const poison = { id: 'poison', name: 'poison', driver: 'postgres' };
    await connections.create({ ...poison, encryptedData: Buffer.from('x') });
    t.strictSame(await crashWith(['poison'], 'memory'), []);
  },
);

t.test('updating a connection ends its pause', async (t) => {
  const { connections, crashWith, pausedUntil } = await openCrashingWorkers(t);
  for (let times = 0; times < 3; times++) await crashWith(['poison'], 'memory');
  t.ok(await pausedUntil('poison'));
  const row = await connections.find('poison');
  t.ok(await connections.update('poison', row!.version, {}));
  t.equal(await pausedUntil('poison'), null);
  t.strictSame(await crashWith(['poison'], 'memory'), [], 'the count restarts');
});
