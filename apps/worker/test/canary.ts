import { createServer, type AddressInfo } from 'node:net';

/** A server that nothing may connect to. */
export interface Canary {
  port: number;
  /** Returns the number of connections so far. */
  seen(): number;
  stop(): Promise<void>;
}

/** Listens on every address of the machine, so that no spelling of an address misses it. */
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
