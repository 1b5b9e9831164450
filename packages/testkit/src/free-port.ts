import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ports (Linux: from 32768 on), one of which any connection may take while its server is
 * down.
 */
const range = { from: 20_000, to: 32_768 };

/** Returns a port that was free a moment ago and that a server can reuse after a restart. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(range.from, range.to);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
