import { createServer, type AddressInfo } from 'node:net';

/** A server that nobody may reach. */
export interface Canary {
  port: number;
  /** How many connections it has seen. */
  seen(): number;
  stop(): Promise<void>;
}

/** Listens on every address of the machine, so that no spelling of one of them goes past it. */
export async function startCanary(): Promise<Canary> {
  let count = 0;
  const server = createServer((socket) => {
    count++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    seen: () => count,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}
