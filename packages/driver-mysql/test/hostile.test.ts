// Runs in its own process: it measures the memory of the process.
import { mysqlDriver as driver } from '@sluice/driver-mysql';
import { isDeep } from '@sluice/testkit';
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:net';
import t from 'tap';
import { failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import { fakeMysql, greeting } from '@sluice/driver-testkit/fake-mysql';
import { packet } from '@sluice/driver-testkit/mysql-packets';
import {
  binaryResponse,
  preparedResponse,
  response,
  warningsResponse,
} from '@sluice/driver-testkit/mysql-responses';
import {
  readMutatedHandshakes,
  readMutatedResponses,
  recordCrashes,
  sendForever,
} from '@sluice/driver-testkit/hostile';
import { bound } from '@sluice/driver-testkit/parameters';

t.setTimeout(120_000);
const configOf = (port: number): Record<string, unknown> => ({
  host: '127.0.0.1',
  port,
  username: 'u',
  password: 'p',
});

const crashes = recordCrashes();

const hostile = { driver, configAt: configOf };

// `npm test` mutates other responses in each run. At least 15 of 100 statements must fail in both.
const runs = isDeep ? 2_000 : 500;

await t.test('mutated responses neither crash nor hang a statement', async (t) => {
  await readMutatedResponses(t, {
    ...hostile,
    start: fakeMysql,
    responses: [response, warningsResponse],
    checkSummary: (t, { notices }) => {
      t.strictSame(notices, ['WARNING: Out of range (1264)']);
    },
    runs,
    minFailed: runs * 0.15,
  });
  t.strictSame(crashes, []);
});

await t.test('500 mutated responses neither crash nor hang a prepared statement', async (t) => {
  const sql = 'select {{n}}';
  await readMutatedResponses(t, {
    ...hostile,
    start: fakeMysql,
    sql,
    options: { parameters: bound(sql, 'mysql', { n: [{ type: 'integer', value: '1' }] }) },
    responses: [preparedResponse, binaryResponse],
    runs: 500,
    minFailed: 75,
  });
  t.strictSame(crashes, []);
});

await t.test('1,000 mutated greetings are rejected with a driver error', async (t) => {
  await readMutatedHandshakes(t, hostile, (socket, change) => {
    socket.write(change(greeting));
    socket.once('data', () => socket.end());
    socket.setTimeout(20, () => socket.destroy());
  });
  t.strictSame(crashes, []);
});

await t.test('a server that requests a local file is disconnected', async (t) => {
  const server = await fakeMysql((socket) => {
    socket.write(packet(1, Buffer.of(0xfb), '/etc/hostname'));
  });
  const connection = await driver.connect(configOf(server.port), sessionOptions());
  t.match(await failure(read(connection, 'select 1')), { kind: 'connection', outcome: 'unknown' });
  t.ok(connection.closed);
  await connection.close();
  await server.close();
});

await t.test('without TLS, a public key sent by the server is rejected', async (t) => {
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
      title: 'The server requires TLS to send the password',
      hint: /ssl/,
    });
    t.equal(sent.length, answers.length, `${method}: no message follows the key`);
    await new Promise((resolve) => server.close(resolve));
  }
  t.strictSame(crashes, []);
});

await t.test('a server that sends without end is disconnected at once', async (t) => {
  const endless = packet(0).subarray(0, 0);
  for (const first of [endless, response.subarray(0, response.length - 9)]) {
    const server = await fakeMysql((socket) => {
      socket.write(first);
      const more = Buffer.concat([Buffer.from('ffffff00', 'hex'), Buffer.alloc(0xffffff, 1)]);
      sendForever(socket, more);
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
