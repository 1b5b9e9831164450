import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Fault of one request; undefined forwards it. */
export type Fault = 'drop answer' | 'refuse connection' | { status: number; retryAfter: string };

/** A proxy in front of the service that fails like networks and load balancers do. */
export interface FlakyProxy {
  address: string;
  /** The requests in order, such as `POST /api/batches`. */
  seen: string[];
  /** Chooses the fault of each request. */
  fault: (line: string, count: number) => Fault | undefined;
  /** The address that requests are forwarded to. */
  target: string;
  close(): Promise<void>;
}

export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const server = createServer((incoming, answer) => {
    const line = `${incoming.method} ${incoming.url?.split('?')[0]}`;
    proxy.seen.push(line);
    const count = proxy.seen.filter((each) => each === line).length;
    const fault = proxy.fault(line, count);
    if (fault === 'refuse connection') incoming.socket.destroy();
    else if (typeof fault === 'object') {
      incoming.resume();
      answer.writeHead(fault.status, { 'retry-after': fault.retryAfter }).end('<h1>Busy</h1>');
    } else forward(proxy.target, incoming, answer, fault === 'drop answer');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: FlakyProxy = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    fault: () => undefined,
    target,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

function forward(
  target: string,
  incoming: IncomingMessage,
  answer: ServerResponse,
  isDropped: boolean,
): void {
  const outgoing = request(
    new URL(incoming.url ?? '/', target),
    { method: incoming.method, headers: incoming.headers },
    (received) => {
      if (isDropped) {
        // The service has processed the request and answered.
        received.resume().once('end', () => incoming.socket.destroy());
        return;
      }
      answer.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(answer);
    },
  );
  outgoing.on('error', () => incoming.socket.destroy());
  incoming.pipe(outgoing);
}
