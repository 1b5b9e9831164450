import { randomUUID } from 'node:crypto';
import { createConnectionRepository, newId } from '@sluice/database';
import t, { type Test } from 'tap';
import { noLimits, openRepositories, sweepOptions, written } from './support.js';

/** Workers that run batches of these connections, and die. */
async function openMortals(t: Test) {
  const { database, service, write, workers, execution, sweeps } = await openRepositories(t);
  const connections = createConnectionRepository(database);
  const userId = newId();
  await database.user.create({ data: { id: userId, email: 'a@example.com', role: 'admin' } });
  for (const id of ['poison', 'beside']) {
    await connections.create({ id, name: id, driver: 'postgres', encryptedData: Buffer.from('x') });
  }
  /** One worker begins a batch of each of these connections. */
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
  /** Lets workers die, and ends what they ran; gives the connections that this pauses. */
  const die = async (workerIds: string[], cause: string | null, { slice = 100 } = {}) => {
    await service.query(
      `update workers set lost_cause = $2, lease_expires_at = now() - interval '1 second'
       where id = any($1)`,
      [workerIds, cause],
    );
    const paused: string[] = [];
    // A sweep may handle a part of what a worker ran.
    for (let reaped = 1; reaped > 0;) {
      const report = await sweeps.sweep({ ...sweepOptions, slice });
      paused.push(...(report?.paused ?? []));
      reaped = (report?.reaped ?? 0) + (report?.released ?? 0);
    }
    return paused;
  };
  const dieOf = async (connectionIds: string[], cause: string | null) =>
    die([await begin(connectionIds)], cause);
  /** What the claim of a batch of this connection says of a pause. */
  const pausedUntil = async (connectionId: string) => {
    await write(1, { userId, connectionId });
    const worker = newId();
    await workers.register({ id: worker, hostname: 'test', pid: 1, slots: 10 }, 60_000);
    const claim = { workerId: worker, leaseToken: randomUUID() };
    const taken = await execution.claimNext({ ...claim, limits: noLimits, ofClients: false });
    t.ok(taken?.connection);
    return taken?.connection?.pausedUntil;
  };
  return { service, connections, begin, die, dieOf, pausedUntil };
}

t.test('the third process that dies of a connection pauses it, for ten minutes', async (t) => {
  const { dieOf, pausedUntil, service } = await openMortals(t);
  t.strictSame(await dieOf(['poison'], 'memory'), []);
  t.strictSame(await dieOf(['poison', 'poison'], 'crash'), [], 'a process counts once');
  t.equal(await pausedUntil('poison'), null);
  t.strictSame(await dieOf(['poison'], 'memory'), ['poison']);
  const until = await pausedUntil('poison');
  const minutes = (until!.getTime() - Date.now()) / 60_000;
  t.ok(minutes > 8 && minutes < 11, `for ${minutes} minutes`);
  t.equal(await pausedUntil('beside'), null);
  await service.query(`
    update connections set paused_until = paused_until - interval '10 minutes'`);
  await service.query(`update connection_crashes set at = at - interval '10 minutes'`);
  t.equal(await pausedUntil('poison'), null, 'it is over by itself');
  t.strictSame(await dieOf(['poison'], 'memory'), [], 'and counted from the beginning');
});

t.test('processes that die in the same moment are all counted', async (t) => {
  const { begin, die } = await openMortals(t);
  const workers = [await begin(['poison']), await begin(['poison']), await begin(['poison'])];
  t.strictSame(await die(workers, 'memory'), ['poison']);
});

t.test('nobody is paused for a neighbour, nor for a process that was killed', async (t) => {
  const { dieOf, pausedUntil } = await openMortals(t);
  for (let times = 0; times < 4; times++) {
    t.strictSame(await dieOf(['poison', 'beside'], 'memory'), []);
    t.strictSame(await dieOf(['beside'], null), []);
  }
  t.equal(await pausedUntil('poison'), null);
  t.equal(await pausedUntil('beside'), null);
});

t.test('nor when its batches end sweeps later than those beside them', async (t) => {
  const { begin, die } = await openMortals(t);
  for (let times = 0; times < 4; times++) {
    const worker = await begin(['poison', 'beside', 'poison', 'beside', 'beside']);
    t.strictSame(await die([worker], 'memory', { slice: 1 }), []);
  }
});

t.test('nor when another worker goes on with those beside them', async (t) => {
  const { begin, die, service } = await openMortals(t);
  for (let times = 0; times < 4; times++) {
    const worker = await begin(['poison', 'beside']);
    await service.query(`
      insert into handovers (batch_id, statement_id, session)
      select b.id, s.id, '' from batches b join statements s on s.batch_id = b.id
      where b.connection_id = 'beside' and b.status = 'started'`);
    t.strictSame(await die([worker], 'crash'), []);
    const left = await service.query("select from batches where status = 'started'");
    t.equal(left.length, 1, 'the one beside waits');
    await service.query("update batches set status = 'cancelled' where status = 'started'");
    await service.query('delete from handovers');
  }
});

t.test(
  'a new connection of the same id inherits nothing, a save that comes too late changes nothing',
  async (t) => {
    const { connections, dieOf } = await openMortals(t);
    await dieOf(['poison'], 'memory');
    await dieOf(['poison'], 'memory');
    t.equal(await connections.update('poison', 99, {}), null);
    t.strictSame(await dieOf(['poison'], 'memory'), ['poison']);
    await connections.remove('poison');
    const poison = { id: 'poison', name: 'poison', driver: 'postgres' };
    await connections.create({ ...poison, encryptedData: Buffer.from('x') });
    t.strictSame(await dieOf(['poison'], 'memory'), []);
  },
);

t.test('whoever changes the connection ends the pause', async (t) => {
  const { connections, dieOf, pausedUntil } = await openMortals(t);
  for (let times = 0; times < 3; times++) await dieOf(['poison'], 'memory');
  t.ok(await pausedUntil('poison'));
  const row = await connections.find('poison');
  t.ok(await connections.update('poison', row!.version, {}));
  t.equal(await pausedUntil('poison'), null);
  t.strictSame(await dieOf(['poison'], 'memory'), [], 'and is counted from the beginning');
});
