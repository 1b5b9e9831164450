import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const loopback = '127.0.0.1';
const anyPort = 0;

/**
 * The preferred port of 127.0.0.1 when it is free, otherwise another one. A port that is to be used
 * again tomorrow comes from below the range out of which systems serve outgoing connections
 * (32768 and above on Linux), where any program may hold it for a moment.
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
