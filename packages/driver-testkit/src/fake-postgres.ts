import { createServer, type Server, type Socket } from 'node:net';

/** Returns a message of the server. */
export function reply(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

export const int16 = (value: number): Buffer => Buffer.from([(value >> 8) & 255, value & 255]);
export const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

/** A valid start-up without a password: AuthenticationOk, parameters, BackendKeyData, ReadyForQuery. */
export const startup = Buffer.concat([
  reply('R', int32(0)),
  reply('S', 'server_version\0', '13.0\0'),
  reply('S', 'client_encoding\0', 'UTF8\0'),
  reply('K', int32(4711), int32(815)),
  reply('Z', 'I'),
]);

const oids = [23, 25, 1184, 1700, 1007, 16];

/** Valid responses to a statement, one to its description and one to its execution. */
export const describeResponse = Buffer.concat([
  reply('1'),
  reply('2'),
  reply(
    'T',
    int16(oids.length),
    ...oids.flatMap((oid, i) => [
      `c${String(i)}\0`,
      int32(0),
      int16(0),
      int32(oid),
      int16(4),
      int32(-1),
      int16(0),
    ]),
  ),
]);

const row = (...values: string[]): Buffer =>
  reply(
    'D',
    int16(values.length),
    ...values.flatMap((value) => [int32(Buffer.byteLength(value)), value]),
  );

export const executeResponse = Buffer.concat([
  reply('N', 'SNOTICE\0', 'VNOTICE\0', 'C00000\0', 'Mhello\0', '\0'),
  row('1', 'é"\\\n', '2024-01-01 00:00:00+00', '1.50', '{1,{2},NULL}', 't'),
  row('-12', '', '2024-01-01 00:00:00.5+05:30', 'NaN', '{}', 'f'),
  reply('S', 'TimeZone\0', 'UTC\0'),
  reply('C', 'SELECT 2\0'),
]);
export const ready = reply('Z', 'I');

/**
 * Starts a server that accepts the start-up and the session setup. `respond` answers to every later
 * request. Closes cancel requests at once and sessions that are idle for `idleMs`.
 */
export async function fakePostgres(
  respond: (socket: Socket, request: number) => void,
  idleMs: () => number = () => 0,
): Promise<{ port: number; server: Server; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let request = -2;
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (bytes) => {
      if (request === -2 && bytes.length === 16) {
        socket.end();
        return;
      }
      if (request === -2) socket.write(startup);
      else if (request === -1) {
        // Responds to the query of the session's identity with no rows, and to the session setup that the pid is right.
        const setup = [row('t'), reply('C', 'SELECT 1\0'), ready];
        socket.write(Buffer.concat([reply('C', 'SELECT 0\0'), ready, ...setup]));
      } else {
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
    server,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => {
          resolve();
        });
      }),
  };
}
