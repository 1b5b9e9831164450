import { postgresDriver as driver } from '@sluice/driver-postgres';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import t from 'tap';
import { failure, sessionOptions } from '@sluice/driver-testkit/contract';
import { int32, reply, startup } from '@sluice/driver-testkit/fake-postgres';

/** Responses to the messages of the client in order. The last ones are not reached. */
type Script = ((message: string) => Buffer)[];

const sasl = (): Buffer => reply('R', int32(10), 'SCRAM-SHA-256\0', '\0');
const serverFirst =
  (iterations: number) =>
  (message: string): Buffer => {
    const nonce = /r=([^,]+)/.exec(message)?.[1] ?? '';
    return reply('R', int32(11), `r=${nonce}server,s=c2FsdHNhbHQ=,i=${String(iterations)}`);
  };

/** Connects to a server with this script. Returns the error and the messages that the client sent. */
async function connectTo(script: Script) {
  const received: string[] = [];
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      received.push(bytes.toString('latin1'));
      const answer = script[received.length - 1];
      if (answer) socket.write(answer(received.at(-1) ?? ''));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const config = { host: '127.0.0.1', port, database: 'd', username: 'u', password: 'the secret' };
  const options = sessionOptions({ connectTimeoutMs: 2_000 });
  const error = await failure(driver.connect(config, options));
  server.close();
  return { error, received };
}

const refusals: Record<string, [script: Script, title: RegExp, messages: number]> = {
  'a clear-text password without TLS': [
    [() => reply('R', int32(3)), () => startup],
    /cleartext password without TLS/,
    1,
  ],
  'SCRAM with one iteration': [[sasl, serverFirst(1)], /1 SCRAM iterations/, 2],
  'SCRAM with 4095 iterations': [[sasl, serverFirst(4095)], /4095 SCRAM iterations/, 2],
  'SCRAM with two billion iterations': [
    [sasl, serverFirst(2_000_000_000)],
    /2000000000 SCRAM iterations/,
    2,
  ],
  'AuthenticationOk after the first message of SCRAM': [
    [sasl, () => startup],
    /without its proof/,
    2,
  ],
  'AuthenticationOk in place of the last message of SCRAM': [
    [sasl, serverFirst(4096), () => startup],
    /without its proof/,
    3,
  ],
};

for (const [name, [script, title, messages]] of Object.entries(refusals)) {
  await t.test(`${name} is rejected`, async (t) => {
    const { error, received } = await connectTo(script);
    t.match(error, { kind: 'connection', outcome: 'not_run', title });
    t.equal(received.length, messages, 'no further message is sent');
    t.notMatch(received.join(''), 'the secret');
  });
}
