import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The way to a database, which can be cut. */
export interface CuttableWay {
  /** The database's address by this way. */
  url: string;
  /** Ends every connection, and lets no new one in. */
  cut(): Promise<void>;
}

/** Passes connections on to the server of a database's address. */
export async function openCuttableWay(databaseUrl: string): Promise<CuttableWay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
