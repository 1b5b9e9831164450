import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What becomes of a request. */
export type Fate =
  | { is: 'passed' }
  /** Answered at once; nothing reaches the server. */
  | { is: 'answered'; status: number; code: string }
  /** Passed to the server, its answer is lost. */
  | { is: 'lost' }
  | { is: 'delayed'; ms: number }
  /** An answer with a longer body breaks off after so many bytes of it. */
  | { is: 'cut'; afterBytes: number }
  /** The body does not come. */
  | { is: 'stalled' };

/** An HTTP proxy that does to requests what a test wants. */
export interface FaultyProxy {
  endpoint: string;
  /** Asked for each request; all are passed unless it is set. */
  decide: (request: IncomingMessage) => Fate;
  /** Requests so far. */
  readonly count: number;
  /** Answers that are under way. */
  readonly open: number;
  stop(): Promise<void>;
}

/** Starts one in front of a server. Signatures hold: the host that was asked for is passed on. */
export const startFaultyProxy = async (target: string): Promise<FaultyProxy> => {
  let count = 0;
  let open = 0;
  const server = createServer((incoming, answer) => {
    count += 1;
    open += 1;
    answer.once('close', () => (open -= 1));
    handle(proxy.decide(incoming), target, incoming, answer).catch(() => answer.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const proxy: FaultyProxy = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    decide: () => ({ is: 'passed' }),
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
  fate: Fate,
  target: string,
  incoming: IncomingMessage,
  answer: ServerResponse,
): Promise<void> => {
  if (fate.is === 'answered') {
    incoming.resume();
    const body = `<?xml version="1.0"?><Error><Code>${fate.code}</Code></Error>`;
    answer.writeHead(fate.status, { 'content-type': 'application/xml' });
    answer.end(incoming.method === 'HEAD' ? undefined : body);
    return;
  }
  if (fate.is === 'delayed') await delay(fate.ms);
  const passed = request(new URL(incoming.url ?? '/', target), {
    method: incoming.method,
    headers: incoming.headers,
    // None that the server is about to close.
    agent: false,
  });
  let isAnswered = false;
  // Swift ends an answer to HEAD as if it had a body: what comes after the answer does not count.
  passed.on('error', () => isAnswered || answer.destroy());
  passed.once('response', (from) => {
    isAnswered = true;
    if (fate.is === 'lost') {
      from.resume().once('end', () => answer.destroy());
      return;
    }
    // An answer to HEAD has no body, and so no chunks either.
    const headers = { ...from.headers };
    if (incoming.method === 'HEAD') delete headers['transfer-encoding'];
    answer.writeHead(from.statusCode ?? 500, headers);
    if (incoming.method === 'HEAD') {
      answer.end();
      return;
    }
    if (fate.is === 'stalled') {
      from.once('error', () => undefined);
      answer.flushHeaders();
      answer.once('close', () => from.destroy());
      return;
    }
    if (fate.is !== 'cut' || Number(from.headers['content-length'] ?? 0) <= fate.afterBytes) {
      from.pipe(answer);
      return;
    }
    let sent = 0;
    from.on('data', (part: Buffer) => {
      answer.write(part.subarray(0, fate.afterBytes - sent), () => {
        if (sent >= fate.afterBytes) answer.destroy();
      });
      sent += part.length;
    });
    from.once('end', () => answer.destroy());
  });
  incoming.pipe(passed);
};
