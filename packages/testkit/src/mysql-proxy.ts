import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** How a proxy changes what a client sees of its servers. */
export interface MysqlProxyBehaviour {
  /** Port of the server for the next connection, counted from 0. */
  portOf: (connection: number) => number;
  /** Thread id for the greeting instead of the server's; absent = the server's. */
  threadId?: () => number;
}

/** A TCP proxy in front of MySQL servers. */
export interface MysqlProxy {
  port: number;
  stop(): Promise<void>;
}

/** Starts a proxy in front of local servers. */
export async function startMysqlProxy({
  portOf,
  threadId,
}: MysqlProxyBehaviour): Promise<MysqlProxy> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((client) => {
    const upstream = connect(portOf(connections++), '127.0.0.1');
    const both = [client, upstream];
    for (const socket of both) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        for (const each of both) each.destroy();
      });
    }
    client.pipe(upstream);
    // The greeting is the first read: a server sends it in one packet of about 100 bytes.
    upstream.once('data', (greeting: Buffer) => {
      if (threadId !== undefined) greeting.writeUInt32LE(threadId(), greeting.indexOf(0, 5) + 1);
      client.write(greeting);
      upstream.pipe(client);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
