import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const loopback = '127.0.0.1';
const anyPort = 0;

/**
 * Returns the preferred port of 127.0.0.1 if it is free, otherwise another one. The port is stored for later
 * starts, so it is below the range of ephemeral ports (32768 and above on Linux), in which any program may
 * occupy it briefly.
 */
export async function findFreePort(preferred: number | undefined): Promise<number> {
  const lasting = Array.from({ length: 20 }, () => randomInt(15_000, 32_000));
  const candidates = [...(preferred === undefined ? [] : [preferred]), ...lasting, anyPort];
  for (const candidate of candidates) {
    const port = await tryPort(candidate);
    if (port !== undefined) return port;
  }
  throw new Error(`No free port on ${loopback}`);
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
