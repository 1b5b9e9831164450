import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.js';

/** Options of {@link serveMetrics}. */
export interface MetricsServerOptions {
  metrics: Pick<Metrics, 'text' | 'contentType'>;
  host: string;
  port: number;
  /** How many ports to try, from `port` on, when they are in use; 1 tries only `port`. */
  tries: number;
}

/** A server for `GET /metrics` only. */
export interface MetricsServer {
  /** Such as `http://127.0.0.1:9464/metrics`. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts the server. It has no authentication, so the port belongs on an internal network.
 *
 * @throws the error of `listen`, with `syscall: 'listen'`, when no port is free.
 */
export async function serveMetrics(options: MetricsServerOptions): Promise<MetricsServer> {
  const server = createServer(
    { headersTimeout: 5_000, requestTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    (request, response) => void answer(options.metrics, request, response),
  );
  await listenOnFree(server, options);
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `http://${host}:${port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  metrics: MetricsServerOptions['metrics'],
  { method, url }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (url?.split('?', 1)[0] !== '/metrics') {
    response.writeHead(404).end();
  } else if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
  } else {
    try {
      const text = await metrics.text();
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  }
}

async function listenOnFree(
  server: Server,
  { host, port, tries }: MetricsServerOptions,
): Promise<void> {
  for (let offset = 0; ; offset++) {
    try {
      await listen(server, host, port + offset);
      return;
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isTaken || offset + 1 >= tries || port + offset >= 65_535) throw error;
    }
  }
}

const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
