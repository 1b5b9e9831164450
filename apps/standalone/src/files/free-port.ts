import { createServer } from 'node:net';

const loopback = '127.0.0.1';

/** The preferred port of 127.0.0.1 when it is free, otherwise one that the system picks. */
export async function findFreePort(preferred: number | undefined): Promise<number> {
  if (preferred !== undefined && (await tryPort(preferred)) !== undefined) return preferred;
  const port = await tryPort(0);
  if (port === undefined) throw new Error(`No free port on ${loopback}`);
  return port;
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(undefined);
    });
    server.listen({ host: loopback, port, exclusive: true }, () => {
      const address = server.address();
      const found = typeof address === 'object' && address !== null ? address.port : undefined;
      server.close(() => {
        resolve(found);
      });
    });
  });
}
