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

/** The numbers by which a statement is cancelled. */
export const backend = { processId: 4711, secretKey: 815 };

/** Returns a valid start-up without a password: AuthenticationOk, parameters, BackendKeyData, ReadyForQuery. */
export const startupOf = (...parameters: readonly [name: string, value: string][]): Buffer =>
  Buffer.concat([
    reply('R', int32(0)),
    reply('S', 'server_version\0', '13.0\0'),
    reply('S', 'client_encoding\0', 'UTF8\0'),
    ...parameters.map(([name, value]) => reply('S', `${name}\0`, `${value}\0`)),
    reply('K', int32(backend.processId), int32(backend.secretKey)),
    reply('Z', 'I'),
  ]);
export const startup = startupOf();

const oids = [23, 25, 1184, 1700, 1007, 16];

/** Valid responses to a statement, one to its description and one to its execution. */
export const describeResponse = Buffer.concat([
  reply('1'),
  reply('t', int16(0)),
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
  reply('2'),
  reply('N', 'SNOTICE\0', 'VNOTICE\0', 'C00000\0', 'Mhello\0', '\0'),
  row('1', 'é"\\\n', '2024-01-01 00:00:00+00', '1.50', '{1,{2},NULL}', 't'),
  row('-12', '', '2024-01-01 00:00:00.5+05:30', 'NaN', '{}', 'f'),
  reply('S', 'TimeZone\0', 'UTC\0'),
  reply('C', 'SELECT 2\0'),
]);
export const ready = reply('Z', 'I');

/** A message of the client. */
export interface ClientMessage {
  type: string;
  body: Buffer;
}

/** Returns the messages of a read, which must contain whole messages. */
export function* messagesOf(bytes: Buffer): Generator<ClientMessage> {
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    const end = at + 1 + bytes.readUInt32BE(at + 1);
    yield { type: bytes.toString('latin1', at, at + 1), body: bytes.subarray(at + 5, end) };
  }
}

/** The first of two rows and a portal that is suspended. */
const suspendedPortal = Buffer.concat([row('1'), reply('s')]);

/** Answers the messages of the session's set-up: one row for each query, `oneOfTwo` for the test of portals. */
const setUpResponse = (request: Buffer, oneOfTwo: Buffer): Buffer =>
  Buffer.concat(
    [...messagesOf(request)].flatMap(({ type }) => {
      if (type === 'Q') return [row('t'), reply('C', 'SELECT 1\0'), ready];
      return type === 'S' ? [reply('1'), reply('2'), oneOfTwo, ready] : [];
    }),
  );

/**
 * Starts a server that accepts the start-up and the session setup. `respond` answers to every later
 * request; with `oneOfTwo` null there is no session setup. Closes cancel requests at once and sessions that are idle for `idleMs`.
 */
export async function fakePostgres(
  respond: (socket: Socket, request: number, bytes: Buffer) => void,
  idleMs: () => number = () => 0,
  oneOfTwo: Buffer | null = suspendedPortal,
  onCancel: (processId: number, secretKey: number) => void = () => undefined,
  startUp: Buffer = startup,
): Promise<{ port: number; server: Server; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let request = -2;
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (bytes: Buffer) => {
      if (request === -2 && bytes.length === 16) {
        onCancel(bytes.readInt32BE(8), bytes.readInt32BE(12));
        socket.end();
        return;
      }
      if (request === -2) socket.write(startUp);
      else if (request === -1 && oneOfTwo !== null) {
        socket.write(setUpResponse(bytes, oneOfTwo));
      } else {
        if (request === 0) socket.setTimeout(idleMs(), () => socket.destroy());
        respond(socket, request, bytes);
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
