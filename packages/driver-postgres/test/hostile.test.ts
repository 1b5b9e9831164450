import { DriverError } from '@sluice/driver-kit';
import { postgresDriver as driver } from '@sluice/driver-postgres';
import fc from 'fast-check';
import { createServer } from 'node:net';
import t from 'tap';
import { failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import {
  described,
  executed,
  fakeServer,
  int32,
  ready,
  startup,
} from '@sluice/driver-testkit/fake-postgres';
import { mutationsOf, type Mutation } from '@sluice/driver-testkit/mutations';

t.setTimeout(120_000);
const configOf = (port: number): Record<string, unknown> => ({
  host: '127.0.0.1',
  port,
  database: 'd',
  username: 'u',
  password: 'p',
});

const crashes: unknown[] = [];
process.on('uncaughtException', (error) => crashes.push(error));
process.on('unhandledRejection', (error) => crashes.push(error));

await t.test('2,000 mutated answers neither crash nor hang a statement', async (t) => {
  let mutate: Mutation = (bytes) => bytes;
  let mutated = -1;
  // What a mutated answer leaves open, the server ends.
  const idleMs = (): number => (mutated < 0 ? 0 : 10);
  const server = await fakeServer((socket, turn) => {
    const answer = turn === 0 ? described : turn === 1 ? executed : ready;
    socket.write(turn === mutated ? mutate(answer) : answer);
  }, idleMs);
  t.teardown(() => server.close());
  let finished = 0;
  let failed = 0;
  const one = async (): Promise<void> => {
    const connection = await driver.connect(configOf(server.port), sessionOptions());
    try {
      await read(connection, 'select 1', { maxRows: 100 });
      finished++;
    } catch (error) {
      if (!(error instanceof DriverError)) throw error;
      failed++;
    } finally {
      await connection.close();
    }
  };
  await one();
  t.equal(finished, 1, 'the answers are valid as they are');
  await fc.assert(
    fc.asyncProperty(mutationsOf, fc.nat(2), async (mutations, turn) => {
      mutate = (bytes) => mutations.reduce((changed, each) => each(changed), bytes);
      mutated = turn;
      await one();
    }),
    { numRuns: 2000, endOnFailure: true },
  );
  t.comment(JSON.stringify({ finished, failed }));
  t.ok(failed > 500 && finished > 20, 'both ends were seen');
  t.strictSame(crashes, []);
});

await t.test('1,000 mutated start-ups fail cleanly', { timeout: 120_000 }, async (t) => {
  let mutate: Mutation = (bytes) => bytes;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(mutate(startup)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await fc.assert(
    fc.asyncProperty(mutationsOf, async (mutations) => {
      mutate = (bytes) => mutations.reduce((changed, each) => each(changed), bytes);
      const error = await failure(
        driver.connect(configOf(port), sessionOptions({ connectTimeoutMs: 2000 })),
      );
      if (error.outcome !== 'not_run') throw new Error(error.outcome);
    }),
    { numRuns: 1000, endOnFailure: true },
  );
  await new Promise((resolve) => server.close(resolve));
  t.strictSame(crashes, []);
});

await t.test('a server that announces a gigabyte and sends it is dropped at once', async (t) => {
  for (const type of ['D', 'T', 'C', 'S', 'Z', 'X']) {
    const server = await fakeServer((socket, turn) => {
      if (turn === 0 && type === 'D') {
        socket.write(described);
        return;
      }
      socket.write(Buffer.concat([Buffer.from(type), int32(1 << 30)]));
      const more = Buffer.alloc(1024 * 1024, 1);
      const pump = (): void => {
        while (!socket.destroyed && socket.write(more));
        if (!socket.destroyed) socket.once('drain', pump);
      };
      pump();
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
  'a server that answers nothing any more loses the socket in the end',
  { timeout: 60_000 },
  async (t) => {
    const server = await fakeServer(() => undefined);
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
