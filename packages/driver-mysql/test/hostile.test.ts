import { DriverError } from '@sluice/driver-kit';
import { mysqlDriver as driver } from '@sluice/driver-mysql';
import fc from 'fast-check';
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:net';
import t from 'tap';
import { failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import { answered, fakeMysql, greeting, packet, warned } from '@sluice/driver-testkit/fake-mysql';
import { mutationsOf, type Mutation } from '@sluice/driver-testkit/mutations';

t.setTimeout(120_000);
const configOf = (port: number): Record<string, unknown> => ({
  host: '127.0.0.1',
  port,
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
  const server = await fakeMysql((socket, turn) => {
    const answer = turn === 0 ? answered : warned;
    socket.write(turn === mutated ? mutate(answer) : answer);
  }, idleMs);
  t.teardown(() => server.close());
  const outcomes = { finished: 0, failed: 0 };
  const one = async (): Promise<void> => {
    const connection = await driver.connect(configOf(server.port), sessionOptions());
    try {
      const { summary } = await read(connection, 'select 1', { maxRows: 100 });
      if (mutated < 0) t.strictSame(summary.notices, ['WARNING: Out of range (1264)']);
      outcomes.finished++;
    } catch (error) {
      if (!(error instanceof DriverError)) throw error;
      outcomes.failed++;
    } finally {
      await connection.close();
    }
  };
  await one();
  t.equal(outcomes.finished, 1, 'the answers are valid as they are');
  await fc.assert(
    fc.asyncProperty(mutationsOf, fc.nat(1), async (mutations, turn) => {
      mutate = (bytes) => mutations.reduce((changed, each) => each(changed), bytes);
      mutated = turn;
      await one();
    }),
    { numRuns: 2000, endOnFailure: true },
  );
  t.comment(JSON.stringify(outcomes));
  t.ok(outcomes.failed > 300 && outcomes.finished > 20, 'both ends were seen');
  t.strictSame(crashes, []);
});

await t.test('1,000 mutated greetings fail cleanly', async (t) => {
  let mutate: Mutation = (bytes) => bytes;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write(mutate(greeting));
    socket.once('data', () => socket.end());
    socket.setTimeout(20, () => socket.destroy());
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

await t.test('a server that asks for a file of ours is dropped', async (t) => {
  const server = await fakeMysql((socket) => {
    socket.write(packet(1, Buffer.of(0xfb), '/etc/hostname'));
  });
  const connection = await driver.connect(configOf(server.port), sessionOptions());
  t.match(await failure(read(connection, 'select 1')), { kind: 'connection', outcome: 'unknown' });
  t.ok(connection.closed);
  await connection.close();
  await server.close();
});

await t.test('without TLS, a public key sent by the server is refused', async (t) => {
  const { publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const methods = {
    caching_sha2_password: [Buffer.of(1, 4), Buffer.concat([Buffer.of(1), Buffer.from(publicKey)])],
    sha256_password: [Buffer.concat([Buffer.of(1), Buffer.from(publicKey)])],
  };
  for (const [method, more] of Object.entries(methods)) {
    const answers = [
      packet(2, Buffer.of(0xfe), `${method}\0`, 'abcdefghijklmnopqrst\0'),
      ...more.map((data, index) => packet(4 + 2 * index, data)),
    ];
    const sent: Buffer[] = [];
    const server = createServer((socket) => {
      const left = [...answers];
      socket.on('error', () => undefined);
      socket.write(greeting);
      socket.on('data', (data: Buffer) => {
        sent.push(data);
        const next = left.shift();
        if (next === undefined) socket.destroy();
        else socket.write(next);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const error = await failure(driver.connect(configOf(port), sessionOptions()));
    t.match(error, {
      kind: 'authentication',
      outcome: 'not_run',
      title: 'The server asks for the password, which is not sent without TLS',
      hint: /ssl/,
    });
    t.equal(sent.length, answers.length, `${method}: nothing follows the key`);
    await new Promise((resolve) => server.close(resolve));
  }
  t.strictSame(crashes, []);
});

await t.test('a server that sends without an end is dropped at once', async (t) => {
  const endless = packet(0).subarray(0, 0);
  for (const first of [endless, answered.subarray(0, answered.length - 9)]) {
    const server = await fakeMysql((socket) => {
      socket.write(first);
      const more = Buffer.concat([Buffer.from('ffffff00', 'hex'), Buffer.alloc(0xffffff, 1)]);
      const pump = (): void => {
        while (!socket.destroyed && socket.write(more));
        if (!socket.destroyed) socket.once('drain', pump);
      };
      pump();
    });
    const connection = await driver.connect(configOf(server.port), sessionOptions());
    const before = process.memoryUsage.rss();
    const error = await failure(read(connection, 'select 1'));
    t.equal(error.kind, first === endless ? 'connection' : 'limit');
    t.ok(process.memoryUsage.rss() - before < 160 * 1024 ** 2);
    await connection.close();
    await server.close();
  }
});
