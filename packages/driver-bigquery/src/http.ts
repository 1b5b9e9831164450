import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { DriverError, type Targets } from '@sluice/driver-kit';
import { wayTo } from '@sluice/driver-kit/connect/targets';

/** One request. */
export interface HttpRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

/** An answer whose body is still on its way: it has to be read or destroyed. */
export interface HttpAnswer {
  status: number;
  contentType: string;
  body: Readable;
}

/** The answer did not come, or not to its end. */
export class TransportError extends Error {
  override readonly name = 'TransportError';

  constructor(
    message: string,
    /** The server may have got the request. */
    readonly reached: boolean,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** Longer than the server waits before it says that a job still runs. */
const SILENCE_MS = 60_000;

/**
 * HTTP without what the npm client's own has and we cannot have: proxies out of the environment,
 * redirects, the system's resolver, and answers of any size in memory.
 */
export class Http {
  private readonly plain = new HttpAgent({ keepAlive: true });
  private readonly tls = new HttpsAgent({ keepAlive: true, minVersion: 'TLSv1.2' });

  constructor(private readonly targets?: Targets) {}

  /** Sends a request, once. @throws TransportError, or DriverError when it may not go there */
  async send({ method, url, headers, body, signal }: HttpRequest): Promise<HttpAnswer> {
    const { hostname, port, protocol } = new URL(url);
    const isTls = protocol === 'https:';
    const { lookup } = await wayTo(hostname, Number(port) || (isTls ? 443 : 80), this.targets);
    const options = {
      method,
      headers: { 'accept-encoding': 'gzip', ...headers },
      agent: isTls ? this.tls : this.plain,
      lookup,
      signal,
    };
    return new Promise((resolve, reject) => {
      let reached = false;
      const outgoing = (isTls ? httpsRequest : httpRequest)(url, options);
      const timer = setTimeout(() => {
        outgoing.destroy(new Error('The server does not answer'));
      }, SILENCE_MS);
      outgoing.on('socket', (socket) => {
        if (socket.connecting) {
          socket.once(isTls ? 'secureConnect' : 'connect', () => (reached = true));
        } else reached = true;
      });
      outgoing.on('error', (error) => {
        clearTimeout(timer);
        const isOurs = error instanceof DriverError;
        reject(isOurs ? error : new TransportError(messageOf(error), reached, error));
      });
      outgoing.on('response', (incoming) => {
        clearTimeout(timer);
        resolve(answerOf(incoming));
      });
      outgoing.end(body);
    });
  }

  /** Drops the sockets that are kept open. */
  close(): void {
    this.plain.destroy();
    this.tls.destroy();
  }
}

function answerOf(incoming: IncomingMessage): HttpAnswer {
  const zipped = incoming.headers['content-encoding'] === 'gzip';
  // The error of a broken body is the reader's, who gets it from the stream that is read.
  const body = zipped ? pipeline(incoming, createGunzip(), () => undefined) : incoming;
  body.on('error', () => undefined);
  return {
    status: incoming.statusCode ?? 0,
    contentType: incoming.headers['content-type'] ?? '',
    body,
  };
}

/** The parts of a body; the server may be silent between two of them only so long. @throws TransportError */
export async function* partsOf(body: Readable): AsyncGenerator<Buffer> {
  const parts = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const timer = setTimeout(() => {
        body.destroy(new Error('The server stopped in the middle of an answer'));
      }, SILENCE_MS);
      const next = await parts.next().finally(() => {
        clearTimeout(timer);
      });
      if (next.done === true) return;
      yield next.value;
    }
  } catch (error) {
    throw new TransportError(messageOf(error), true, error);
  } finally {
    body.destroy();
  }
}

/** A whole body that is small; null when it is not. @throws TransportError */
export async function smallBody(body: Readable, mostBytes: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of partsOf(body)) {
    bytes += part.length;
    if (bytes > mostBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Node gives an AggregateError without a message when every address of a name failed. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error && error.message !== '' ? error.message : 'The request failed';
}
