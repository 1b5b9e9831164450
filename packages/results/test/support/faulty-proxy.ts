import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Action of the proxy for a request. */
export type ProxyAction =
  | { kind: 'forward' }
  /** Responds without contacting the server. */
  | { kind: 'respond'; status: number; code: string }
  /** Forwards the request and drops the response. */
  | { kind: 'dropResponse' }
  | { kind: 'delay'; ms: number }
  /** Truncates a response body that is longer than `afterBytes`. */
  | { kind: 'truncate'; afterBytes: number }
  /** Sends the response headers without the body. */
  | { kind: 'stall' };

/** An HTTP proxy that injects faults chosen by the test. */
export interface FaultyProxy {
  endpoint: string;
  /** Chooses the action for each request; forwards all by default. */
  chooseAction: (request: IncomingMessage) => ProxyAction;
  /** Number of requests received. */
  readonly count: number;
  /** Number of responses in progress. */
  readonly open: number;
  stop(): Promise<void>;
}

/** Starts a proxy for a server. It forwards the Host header, so that signatures stay valid. */
export const startFaultyProxy = async (target: string): Promise<FaultyProxy> => {
  let count = 0;
  let open = 0;
  const server = createServer((incoming, response) => {
    count += 1;
    open += 1;
    response.once('close', () => (open -= 1));
    handle(proxy.chooseAction(incoming), target, incoming, response).catch(() =>
      response.destroy(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const proxy: FaultyProxy = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chooseAction: () => ({ kind: 'forward' }),
    get count() {
      return count;
    },
    get open() {
      return open;
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return proxy;
};

const handle = async (
  action: ProxyAction,
  target: string,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  if (action.kind === 'respond') {
    incoming.resume();
    const body = `<?xml version="1.0"?><Error><Code>${action.code}</Code></Error>`;
    response.writeHead(action.status, { 'content-type': 'application/xml' });
    response.end(incoming.method === 'HEAD' ? undefined : body);
    return;
  }
  if (action.kind === 'delay') await delay(action.ms);
  const forwarded = request(new URL(incoming.url ?? '/', target), {
    method: incoming.method,
    headers: incoming.headers,
    // Avoids a connection that the server is about to close.
    agent: false,
  });
  let hasResponse = false;
  // Swift sends a body in response to HEAD; errors after the response are ignored.
  forwarded.on('error', () => hasResponse || response.destroy());
  forwarded.once('response', (from) => {
    hasResponse = true;
    if (action.kind === 'dropResponse') {
      from.resume().once('end', () => response.destroy());
      return;
    }
    // A response to HEAD has no body and therefore no chunks.
    const headers = { ...from.headers };
    if (incoming.method === 'HEAD') delete headers['transfer-encoding'];
    response.writeHead(from.statusCode ?? 500, headers);
    if (incoming.method === 'HEAD') {
      response.end();
      return;
    }
    if (action.kind === 'stall') {
      from.once('error', () => undefined);
      response.flushHeaders();
      response.once('close', () => from.destroy());
      return;
    }
    if (
      action.kind !== 'truncate' ||
      Number(from.headers['content-length'] ?? 0) <= action.afterBytes
    ) {
      from.pipe(response);
      return;
    }
    let sent = 0;
    from.on('data', (part: Buffer) => {
      response.write(part.subarray(0, action.afterBytes - sent), () => {
        if (sent >= action.afterBytes) response.destroy();
      });
      sent += part.length;
    });
    from.once('end', () => response.destroy());
  });
  incoming.pipe(forwarded);
};
