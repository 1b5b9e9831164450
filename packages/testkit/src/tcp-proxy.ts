import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy in front of a server, which clients can lose and find again without a restart of the server. */
export interface TcpProxy {
  /** The URL of the server through the proxy. */
  url: string;
  /** Resets every connection and refuses new ones, as a killed server does. Does nothing while it is disconnected. */
  disconnect(): Promise<void>;
  /** Accepts connections again. */
  reconnect(): Promise<void>;
}

const host = '127.0.0.1';

/** Starts a TCP proxy to the server of a URL, which names a port. */
export async function startTcpProxy(serverUrl: string): Promise<TcpProxy> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, host);
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(serverUrl);
  url.host = `${host}:${port}`;
  return {
    url: url.href,
    disconnect: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.resetAndDestroy();
      await closed;
    },
    reconnect: () => listen(port),
  };
}
