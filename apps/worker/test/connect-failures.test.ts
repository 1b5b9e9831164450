import { queueBackends, startService, targetConnection, freePort } from '@sluice/testkit';
import t, { type Test } from 'tap';

for (const queue of queueBackends) {
  t.test(`failing to connect with the queue on ${queue}`, async (t) => {
    const service = await startService({
      queue,
      workersInProcess: true,
      settings: { SERVICE_CONNECT_TIMEOUT_SECONDS: '3' },
    });
    t.teardown(() => service.stop());
    const { admin, target } = service;

    const create = async (change: (address: URL) => void): Promise<string> => {
      const address = new URL(target.url);
      change(address);
      const body = targetConnection(address.href);
      return (await admin.json<{ id: string }>('POST', '/api/connections', body)).id;
    };

    const endsNotRun = async (t: Test, connectionId: string, title: RegExp): Promise<void> => {
      const startedAtMs = performance.now();
      const batch = await admin.run(connectionId, 'select 1; select 2');
      t.ok(performance.now() - startedAtMs < 5_000, 'within the connect timeout');
      t.equal(batch.status, 'error');
      t.match(batch.statements, [
        { status: 'error', startTime: null, error: { outcome: 'not_run', title } },
        { status: 'cancelled', error: null },
      ]);
      t.notMatch(JSON.stringify(batch), /wrong-secret/, 'no secret in the message');
    };

    t.test("a wrong password ends the batch with the database's message", async (t) => {
      const id = await create((address) => {
        address.password = 'wrong-secret';
      });
      await endsNotRun(t, id, /password authentication failed/);
    });

    t.test('a closed port ends the batch', async (t) => {
      const port = await freePort();
      const id = await create((address) => {
        address.port = String(port);
      });
      await endsNotRun(t, id, /ECONNREFUSED|refused/);
    });

    t.test('an unknown host ends the batch', async (t) => {
      const id = await create((address) => {
        address.hostname = 'no-such-host.invalid';
      });
      await endsNotRun(t, id, /no-such-host|ENOTFOUND|EAI_AGAIN|resolve/);
    });

    t.test('an unknown database ends the batch', async (t) => {
      const id = await create((address) => {
        address.pathname = '/nowhere';
      });
      await endsNotRun(t, id, /database "nowhere" does not exist/);
    });

    t.test('a silent server ends the batch at the timeout', async (t) => {
      const { createServer } = await import('node:net');
      const silent = createServer();
      const port = await freePort();
      await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve));
      t.teardown(() => silent.close());
      const id = await create((address) => {
        address.port = String(port);
      });
      await endsNotRun(t, id, /did not answer within 3 seconds/);
    });
  });

  t.test(`a connection deleted while its batch is queued, queue on ${queue}`, async (t) => {
    const service = await startService({ queue, workers: 0 });
    t.teardown(() => service.stop());
    const { admin, connectionId } = service;
    const { id } = await admin.submit(connectionId, 'select 1');
    await admin.json('DELETE', `/api/connections/${connectionId}`);
    await service.startWorkerInProcess();
    const batch = await admin.finalBatch(id);
    t.match(batch, {
      status: 'error',
      statements: [{ error: { outcome: 'not_run', title: 'Connection does not exist' } }],
    });
  });
}
