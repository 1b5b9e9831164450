import type { Batch } from '@sluice/contracts';
import { attackedQueues, startService, targetConnection, until } from '@sluice/testkit';
import { randomBytes } from 'node:crypto';
import t from 'tap';

const accepted = 3;
const count = 12;

for (const queue of attackedQueues('postgres')) {
  t.test(`more batches than the target accepts sessions, queue on ${queue}`, async (t) => {
    const service = await startService({ queue, workersInProcess: true });
    const { admin, target } = service;
    const role = `few_${randomBytes(4).toString('hex')}`;
    t.teardown(async () => {
      await service.stop();
      await service.database.query(`drop role ${role}`).catch(() => undefined);
    });
    await target.query(`create role ${role} login password 'few' connection limit ${accepted}`);
    const address = new URL(target.url);
    address.username = role;
    address.password = 'few';
    const { id: connectionId } = await admin.json<{ id: string }>(
      'POST',
      '/api/connections',
      targetConnection(address.href),
    );

    const batches = await Promise.all(
      Array.from({ length: count }, () => admin.submit(connectionId, 'select pg_sleep(1)')),
    );
    const reasons = new Set<string | null>();
    await until('a batch waits for the target', async () => {
      for (const { id } of batches) {
        const batch = await admin.json<Batch>('GET', `/api/batches/${id}`);
        reasons.add(batch.waitReason);
      }
      return reasons.has('target_full');
    });
    // A batch that waits for its target holds no slot: a batch of another connection runs meanwhile.
    const other = await admin.run(service.connectionId, 'select 1');
    t.equal(other.status, 'finished');

    for (const { id } of batches) {
      const batch = await admin.finalBatch(id, 60_000);
      t.match(batch, { status: 'finished', statements: [{ error: null }] });
    }
  });
}

t.test('a batch that waits for a full target can be cancelled', async (t) => {
  const service = await startService({ queue: 'redis', workersInProcess: true });
  const { admin, target } = service;
  const role = `none_${randomBytes(4).toString('hex')}`;
  t.teardown(() => service.stop());
  await target.query(`create role ${role} login password 'none' connection limit 0`);
  const address = new URL(target.url);
  address.username = role;
  address.password = 'none';
  const body = targetConnection(address.href);
  const { id: connectionId } = await admin.json<{ id: string }>('POST', '/api/connections', body);
  const { id } = await admin.submit(connectionId, 'select 1');
  const read = () => admin.json<Batch>('GET', `/api/batches/${id}`);
  await until(
    'the batch waits for the target',
    async () => (await read()).waitReason === 'target_full',
  );
  await admin.json<Batch>('PUT', `/api/batches/${id}/cancel`);
  t.match(await admin.finalBatch(id), {
    status: 'cancelled',
    statements: [{ status: 'cancelled', startTime: null }],
  });
  await target.query(`drop role ${role}`);
});
