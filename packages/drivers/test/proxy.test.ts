import { type ConnectionConfig } from '@sluice/driver-kit';
import { certificate, startMariaDb, startSocksProxy } from '@sluice/testkit';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import t from 'tap';
import { connectTo } from './connect-to.js';
import { startCluster } from '@sluice/driver-testkit/cluster';
import { eventually, failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import { cancelSleep, queries } from '@sluice/driver-testkit/sleeping';

const server = certificate('localhost');
const cluster = await startCluster(['ssl=on'], {
  'server.crt': server.cert,
  'server.key': server.key,
});
const mariaDb = await startMariaDb();
const proxy = await startSocksProxy();
t.teardown(() => Promise.all([cluster.stop(), mariaDb.stop(), proxy.stop()]));

const throughProxy: ConnectionConfig = {
  useSocks: true,
  socksHost: '127.0.0.1',
  socksPort: proxy.port,
  socksUsername: proxy.user,
  socksPassword: proxy.password,
};

const engines = [
  { id: 'postgres', ...cluster, more: {} },
  { id: 'postgres', ...cluster, more: { host: 'localhost', ssl: true, ca: server.cert } },
  { id: 'mysql', ...mariaDb, more: {} },
] as const;

for (const { id, port, config, more } of engines) {
  const name = 'ssl' in more ? `${id} over TLS` : id;

  await t.test(`${name}: sessions and cancel requests use the proxy`, async (t) => {
    const before = proxy.passedTo(port);
    const fields = { ...config, ...more, ...throughProxy };
    const watcher = await connectTo(id, { ...config, ...more }, sessionOptions());
    const connection = await connectTo(id, fields, sessionOptions());
    // The proxy writes its log asynchronously.
    const havePassed = (count: number) =>
      eventually(
        'the proxy has forwarded the connection',
        () => proxy.passedTo(port) >= before + count,
      );
    await havePassed(1);
    t.equal(proxy.passedTo(port), before + 1, 'the watcher has no proxy');
    t.equal((await read(connection, queries[id].large)).rows.length, 200_000);
    await cancelSleep(t, connection, watcher, queries[id]);
    // The session and its cancel request, which the driver repeats after half a second if the server ignores it.
    await havePassed(2);
    await connection.close();
    await watcher.close();
  });

  await t.test(`${name}: an error of the proxy is reported as such`, async (t) => {
    const refusals = [
      { fields: { socksPassword: 'wrong' }, detail: /authentication/i },
      { fields: { socksUsername: '' }, detail: /./ },
      { fields: { port: 1 }, detail: /ConnectionRefused/ },
      { fields: { host: 'nowhere.invalid' }, detail: /./ },
    ];
    for (const { fields, detail } of refusals) {
      const error = await failure(
        connectTo(id, { ...config, ...throughProxy, ...fields }, sessionOptions()),
      );
      t.match(error, {
        kind: 'connection',
        outcome: 'not_run',
        title: 'SOCKS proxy refused the connection',
        detail,
      });
      const { stack, ...rest } = error;
      t.notMatch(JSON.stringify([stack, rest, error.cause]), proxy.password);
    }
    for (const fields of [{ socksPort: 1 }, { socksHost: 'nowhere.invalid' }]) {
      const error = await failure(
        connectTo(id, { ...config, ...throughProxy, ...fields }, sessionOptions()),
      );
      t.match(error, { kind: 'connection', outcome: 'not_run' }, error.title);
    }
  });
}

await t.test('the fields of a proxy are validated', async (t) => {
  for (const [fields, title] of [
    [{ socksHost: '' }, /socksHost is required/],
    [{ socksHost: '/tmp' }, /socksHost must be/],
    [{ socksPort: 'x' }, /socksPort must be/],
    [{ socksUsername: 'x'.repeat(256) }, /socksUsername is longer than 255/],
    [{ socksPassword: 'é'.repeat(128) }, /socksPassword is longer than 255/],
  ] as const) {
    const config = { ...cluster.config, ...throughProxy, ...fields };
    const error = await failure(connectTo('postgres', config, sessionOptions()));
    t.match(error, { kind: 'connection', outcome: 'not_run', title });
  }
});

await t.test(
  'a proxy that is silent or sends invalid data does not block the connect',
  async (t) => {
    const answers: ((socket: Socket) => void)[] = [
      () => undefined,
      (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
      (socket) => socket.write(Buffer.of(5, 0xff)),
      (socket) => socket.write(Buffer.alloc(1_000_000, 5)),
      (socket) => socket.end(),
      (socket) => socket.resetAndDestroy(),
    ];
    for (const [index, answer] of answers.entries()) {
      const sockets = new Set<Socket>();
      const odd = createServer((socket) => {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.once('data', () => {
          answer(socket);
        });
      });
      await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
      const { port } = odd.address() as AddressInfo;
      const config = { ...cluster.config, ...throughProxy, socksPort: port };
      const options = sessionOptions({ connectTimeoutMs: 1_000 });
      const error = await failure(connectTo('postgres', config, options));
      t.match(error, { kind: 'connection', outcome: 'not_run' }, String(index));
      await eventually('the client socket is closed', () =>
        [...sockets].every((socket) => {
          socket.resume();
          return socket.destroyed || socket.readableEnded;
        }),
      );
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => odd.close(resolve));
    }
  },
);
