import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ports (Linux: from 32768 on), one of which any connection may take while its server is
 * down.
 */
const ofServers = { from: 20_000, to: 32_768 };

/**
 * Above the ephemeral ports. A worker refuses connections to the hundred ports from that of its metrics on, so no
 * database may listen there.
 */
const ofWorkerMetrics = { from: 61_000, to: 65_000 };

/** Returns a port that was free a moment ago and that a server can reuse after a restart. */
export const freePort = (): Promise<number> => freePortIn(ofServers);

/** Returns a free port for `SERVICE_WORKER_METRICS_PORT`. */
export const freeWorkerMetricsPort = (): Promise<number> => freePortIn(ofWorkerMetrics);

async function freePortIn({ from, to }: { from: number; to: number }): Promise<number> {
  for (;;) {
    const port = randomInt(from, to);
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
