import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { attackedQueues, startService, until } from '@sluice/testkit';
import t, { type Test } from 'tap';

/**
 * Starts a proxy in front of a PostgreSQL server that closes the connection before it forwards the response to a query
 * with these words: the query has run, and its client cannot know. It does so `times` times.
 */
async function loseResponses(t: Test, address: URL, words: string, times: number) {
  let left = times;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(address.port), address.hostname);
    let isDue = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (data) => {
      if (left > 0 && data.includes(words)) {
        isDue = true;
        left--;
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (isDue) client.destroy();
      else client.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const through = new URL(address);
  through.port = String(port);
  return { address: through.href, left: () => left };
}

for (const queue of attackedQueues('redis')) {
  t.test(`a worker whose registration gets no answer starts, queue on ${queue}`, async (t) => {
    const service = await startService({ queue, workers: 0 });
    t.teardown(() => service.stop());
    const { admin, connectionId, database } = service;
    const proxy = await loseResponses(t, new URL(database.url), 'insert into workers', 2);
    await service.startWorker({ DATABASE_URL: proxy.address });
    t.equal(proxy.left(), 0);
    const { status } = await admin.run(connectionId, 'select 1');
    t.equal(status, 'finished');
    const alive = () => database.query('select from workers where lease_expires_at > now()');
    await until('no lease of a failed start is left', async () => (await alive()).length === 1);
  });
}
