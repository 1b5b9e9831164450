import { listen, onBytes, runClient } from './client.js';

const packet = (number: number, ...parts: (string | Uint8Array)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(4);
  head.writeUIntLE(body.length, 0, 3);
  head[3] = number;
  return Buffer.concat([head, body]);
};

/** CLIENT_PROTOCOL_41, CLIENT_TRANSACTIONS, CLIENT_SECURE_CONNECTION and CLIENT_PLUGIN_AUTH. */
const capabilities = Buffer.of(0, 0xa2, 8, 0);

const greeting = packet(
  0,
  Buffer.of(10),
  '10.11.0-MariaDB\0',
  Buffer.of(1, 0, 0, 0),
  'abcdefgh\0',
  capabilities.subarray(0, 2),
  Buffer.of(45, 2, 0),
  capabilities.subarray(2),
  Buffer.of(21),
  Buffer.alloc(10),
  'ijklmnopqrst\0',
  'mysql_native_password\0',
);

const ok = (number: number): Buffer => packet(number, Buffer.of(0, 0, 0, 2, 0, 0, 0));

const initDatabaseCommand = 2;
const queryCommand = 3;
/** The client asks for the database before it decides whether USE changes it. */
const ofClient = 'SELECT DATABASE()';

/** Returns the text of each query that the mariadb client sends for a script, and its changes of the database as USE. */
export async function mariadb(script: string, options: readonly string[] = []): Promise<string[]> {
  const sent: string[] = [];
  const server = await listen((socket) => {
    let isSignedIn = false;
    socket.write(greeting);
    onBytes(socket, (bytes) => {
      if (bytes.length < 4) return 0;
      const length = 4 + bytes.readUIntLE(0, 3);
      if (bytes.length < length) return 0;
      const argument = bytes.toString('utf8', 5, length);
      if (isSignedIn && bytes[4] === initDatabaseCommand) sent.push(`use ${argument}`);
      const isQuery = bytes[4] === queryCommand && argument !== ofClient;
      if (isSignedIn && isQuery) sent.push(argument);
      socket.write(ok((bytes[3] ?? 0) + 1));
      isSignedIn = true;
      return length;
    });
  });
  try {
    const args = ['--no-defaults', '--skip-ssl', '--comments', '--default-character-set=utf8mb4'];
    args.push('-h', '127.0.0.1', '-P', server.port, '-u', 'tester', '-B', ...options);
    await runClient('mariadb', args, script);
  } finally {
    server.close();
  }
  return sent;
}
