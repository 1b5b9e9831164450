import { createServer, type Socket } from 'node:net';

/** Returns a packet with its sequence number. */
export function packet(number: number, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(4);
  head.writeUIntLE(body.length, 0, 3);
  head[3] = number;
  return Buffer.concat([head, body]);
}

const int = (value: number, bytes: number): Buffer => {
  const made = Buffer.alloc(bytes);
  made.writeUIntLE(value, 0, bytes);
  return made;
};
const text = (value: string): Buffer =>
  Buffer.concat([Buffer.of(Buffer.byteLength(value)), Buffer.from(value)]);

/** CLIENT_PROTOCOL_41, SECURE_CONNECTION, PLUGIN_AUTH, CONNECT_WITH_DB, TRANSACTIONS and MULTI_RESULTS. */
const capabilities = 0x0008_0000 | 0x0002_0000 | 0x0000_8000 | 0x2000 | 0x0200 | 0x0008;

/** The initial handshake packet. */
export const greeting = packet(
  0,
  Buffer.of(10),
  '8.0.99\0',
  int(4711, 4),
  'abcdefgh\0',
  int(capabilities & 0xffff, 2),
  Buffer.of(45),
  int(2, 2),
  int(capabilities >>> 16, 2),
  Buffer.of(21),
  Buffer.alloc(10),
  'ijklmnopqrst\0',
  'mysql_native_password\0',
);

const ok = (number: number, warnings = 0): Buffer =>
  packet(number, Buffer.of(0, 0, 0), int(2, 2), int(warnings, 2));
const end = (number: number, warnings = 0): Buffer =>
  packet(number, Buffer.of(0xfe), int(warnings, 2), int(2, 2));

const column = (number: number, name: string, type: number, charset: number): Buffer =>
  packet(
    number,
    ...['def', '', '', '', name, ''].map(text),
    Buffer.of(12),
    int(charset, 2),
    int(80, 4),
    Buffer.of(type),
    int(0, 2),
    Buffer.of(0),
    int(0, 2),
  );

/** A valid response to a statement: a number, a text, a datetime and bytes in two rows, and one warning. */
export const response = Buffer.concat([
  packet(1, Buffer.of(4)),
  column(2, 'n', 8, 63),
  column(3, 't', 253, 45),
  column(4, 'd', 12, 63),
  column(5, 'b', 252, 63),
  end(6),
  packet(7, text('12'), text('é"\\\n'), text('2024-01-01 00:00:00'), text('\0ÿ')),
  packet(8, Buffer.of(0xfb), text(''), text('0000-00-00 00:00:00'), Buffer.of(0xfb)),
  end(9, 1),
]);

/** A valid response to the preparation of a statement with one parameter and the columns of {@link binaryResponse}. */
export const preparedResponse = Buffer.concat([
  packet(1, Buffer.of(0), int(1, 4), int(4, 2), int(1, 2), Buffer.of(0), int(0, 2)),
  column(2, '?', 253, 63),
  end(3),
  column(4, 'n', 8, 63),
  column(5, 't', 253, 45),
  column(6, 'd', 12, 63),
  column(7, 'f', 4, 63),
  end(8),
]);

/** A valid response to its execution: two rows in the binary protocol. */
export const binaryResponse = Buffer.concat([
  packet(1, Buffer.of(4)),
  column(2, 'n', 8, 63),
  column(3, 't', 253, 45),
  column(4, 'd', 12, 63),
  column(5, 'f', 4, 63),
  end(6),
  packet(
    7,
    Buffer.of(0, 0, 12, 0, 0, 0, 0, 0, 0, 0),
    text('é"\\\n'),
    Buffer.of(7, 0xe8, 0x07, 1, 2, 3, 4, 5),
    Buffer.of(0, 0, 0xc0, 0x3f),
  ),
  packet(8, Buffer.of(0, 0b0011_1100)),
  end(9),
]);

/** Encodes a text of up to 16 MB. */
const longText = (value: string): Buffer =>
  Buffer.concat([Buffer.of(0xfd), int(Buffer.byteLength(value), 3), Buffer.from(value)]);

/** Returns a response with one value of type JSON. */
export const jsonResponse = (json: string): Buffer =>
  Buffer.concat([
    packet(1, Buffer.of(1)),
    column(2, 'j', 245, 45),
    end(3),
    packet(4, longText(json)),
    end(5),
  ]);

/** A valid response to SHOW WARNINGS. */
export const warningsResponse = Buffer.concat([
  packet(1, Buffer.of(3)),
  column(2, 'Level', 253, 45),
  column(3, 'Code', 3, 63),
  column(4, 'Message', 253, 45),
  end(5),
  packet(6, text('Warning'), text('1264'), text('Out of range')),
  end(7),
]);

/**
 * Starts a server that accepts the authentication and the session setup. `respond` answers to every later
 * request. Sessions that are idle for `idleMs` are closed.
 */
export async function fakeMysql(
  respond: (socket: Socket, request: number) => void,
  idleMs: () => number = () => 0,
): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let request = -3;
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.write(greeting);
    socket.on('data', () => {
      // The authentication, the session setup, and the query of the session's identity, which it leaves empty.
      if (request === -3) socket.write(ok(2));
      else if (request < 0) socket.write(ok(1));
      else {
        if (request === 0) socket.setTimeout(idleMs(), () => socket.destroy());
        respond(socket, request);
      }
      request++;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => {
          resolve();
        });
      }),
  };
}
