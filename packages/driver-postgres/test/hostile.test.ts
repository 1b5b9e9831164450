// Runs in its own process: it measures the memory of the process.
import { postgresDriver as driver } from '@sluice/driver-postgres';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import t from 'tap';
import { failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import {
  describeResponse,
  executeResponse,
  fakePostgres,
  int32,
  ready,
  reply,
  startup,
} from '@sluice/driver-testkit/fake-postgres';
import {
  readMutatedHandshakes,
  readMutatedResponses,
  recordCrashes,
  sendForever,
} from '@sluice/driver-testkit/hostile';

t.setTimeout(120_000);
const configOf = (port: number): Record<string, unknown> => ({
  host: '127.0.0.1',
  port,
  database: 'd',
  username: 'u',
  password: 'p',
});

const crashes = recordCrashes();

const hostile = { driver, configAt: configOf };

await t.test('2,000 mutated responses neither crash nor hang a statement', async (t) => {
  await readMutatedResponses(t, {
    ...hostile,
    start: fakePostgres,
    responses: [describeResponse, executeResponse, ready],
    minFailed: 500,
  });
  t.strictSame(crashes, []);
});

await t.test('1,000 mutated start-ups are rejected with a driver error', async (t) => {
  await readMutatedHandshakes(t, hostile, (socket, change) => {
    socket.once('data', () => socket.end(change(startup)));
  });
  t.strictSame(crashes, []);
});

for (const [what, response] of Object.entries({
  'an error without an end': reply('E', 'S', 'FATAL\0'),
  'a notice without an end': Buffer.concat([startup.subarray(0, -6), reply('N', 'S', 'NOTICE\0')]),
  'an error with an end in the next message': Buffer.concat([reply('E', 'S', 'FATAL'), startup]),
  'an empty error': reply('E'),
})) {
  await t.test(`${what} is rejected`, async (t) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      // In two parts, which end in the middle of the last message.
      socket.once('data', () => {
        socket.write(response.subarray(0, -2));
        setImmediate(() => socket.write(response.subarray(-2)));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.teardown(() => server.close());
    const { port } = server.address() as AddressInfo;
    const error = await failure(driver.connect(configOf(port), sessionOptions()));
    t.match(error, { kind: 'connection', outcome: 'not_run' });
  });
}

await t.test('a server that announces and sends a gigabyte is disconnected at once', async (t) => {
  for (const type of ['D', 'T', 'C', 'S', 'Z', 'X']) {
    const server = await fakePostgres((socket, request) => {
      if (request === 0 && type === 'D') {
        socket.write(describeResponse);
        return;
      }
      socket.write(Buffer.concat([Buffer.from(type), int32(1 << 30)]));
      const more = Buffer.alloc(1024 * 1024, 1);
      sendForever(socket, more);
    });
    const connection = await driver.connect(configOf(server.port), sessionOptions());
    const before = process.memoryUsage.rss();
    const error = await failure(read(connection, 'select 1'));
    t.equal(error.kind, type === 'D' ? 'limit' : 'connection', type);
    t.ok(process.memoryUsage.rss() - before < 50 * 1024 ** 2);
    await connection.close();
    await server.close();
  }
});

await t.test(
  'a server that stops responding is disconnected after the timeout',
  { timeout: 60_000 },
  async (t) => {
    const server = await fakePostgres(() => undefined);
    const connection = await driver.connect(configOf(server.port), sessionOptions());
    const started = Date.now();
    const error = await failure(read(connection, 'select 1', { timeoutMs: 50 }));
    t.match(error, { kind: 'timeout', outcome: 'unknown' });
    const seconds = (Date.now() - started) / 1000;
    t.ok(seconds > 9 && seconds < 20, String(seconds));
    t.ok(connection.closed);
    await connection.close();
    await server.close();
  },
);
