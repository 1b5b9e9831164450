import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A server that an older or derived version of PostgreSQL is imitated by. */
export interface OlderPostgres {
  port: number;
  /** Texts that were refused. */
  refused: string[];
  stop(): Promise<void>;
}

/** Describes an older version by its differences. */
export interface OlderVersion {
  /** Reported instead of the real version. */
  serverVersion: string;
  /** Returns the SQLSTATE and message with which the older server refuses a text; null if it accepts it. */
  refuse: (sql: string) => { sqlState: string; message: string } | null;
}

/**
 * Starts a relay in front of a real PostgreSQL server that reports another version and refuses what that version does
 * not have. Everything else is answered by the real server.
 */
export async function startOlderPostgres(
  serverPort: number,
  version: OlderVersion,
): Promise<OlderPostgres> {
  const refused: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(serverPort, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    const toServer = messagesOf('startup', (message) => {
      upstream.write(rewriteSql(message, version, refused));
    });
    const toClient = messagesOf('typed', (message) => {
      client.write(rewriteVersion(message, version.serverVersion));
    });
    client.on('data', toServer);
    upstream.on('data', toClient);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    refused,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => {
          resolve();
        });
      }),
  };
}

/** Splits a stream into messages. The first message of a client has no type byte. */
function messagesOf(first: 'startup' | 'typed', take: (message: Buffer) => void) {
  let rest = Buffer.alloc(0);
  let typeBytes = first === 'startup' ? 0 : 1;
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= typeBytes + 4) {
      const length = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < length) return;
      take(rest.subarray(0, length));
      rest = rest.subarray(length);
      typeBytes = 1;
    }
  };
}

const [QUERY, PARSE, PARAMETER_STATUS] = [0x51, 0x50, 0x53];

/** Replaces the SQL of a Query or Parse by a block that raises the error of the older server. */
function rewriteSql(message: Buffer, { refuse }: OlderVersion, refused: string[]): Buffer {
  const type = message[0];
  if (type !== QUERY && type !== PARSE) return message;
  const from = type === QUERY ? 5 : message.indexOf(0, 5) + 1;
  const to = message.indexOf(0, from);
  const sql = message.toString('utf8', from, to);
  const error = refuse(sql);
  if (error === null) return message;
  refused.push(sql);
  const text = error.message.replaceAll('%', '%%').replaceAll("'", "''");
  const raise = `do $raise$ begin raise exception '${text}' using errcode = '${error.sqlState}'; end $raise$`;
  const body = Buffer.concat([
    message.subarray(5, from),
    Buffer.from(`${raise}\0`),
    message.subarray(to + 1),
  ]);
  const head = Buffer.from([type, 0, 0, 0, 0]);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function rewriteVersion(message: Buffer, serverVersion: string): Buffer {
  const name = Buffer.from('server_version\0');
  if (message[0] !== PARAMETER_STATUS || message.indexOf(name) !== 5) return message;
  const body = Buffer.concat([name, Buffer.from(`${serverVersion}\0`)]);
  const head = Buffer.from([PARAMETER_STATUS, 0, 0, 0, 0]);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
