import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { DriverError, type Targets } from '@sluice/driver-kit';
import { connectOptionsFor } from '@sluice/driver-kit/connect/targets';

/** One HTTP request. */
export interface HttpRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

/** A response whose body must be read or destroyed. */
export interface HttpAnswer {
  status: number;
  contentType: string;
  body: Readable;
}

/** The response did not arrive completely. */
export class TransportError extends Error {
  override readonly name = 'TransportError';

  constructor(
    message: string,
    /** The server may have received the request. */
    readonly reached: boolean,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** Idle timeout in milliseconds, longer than the server's long poll. */
const SILENCE_MS = 60_000;

/**
 * HTTP client without features of the npm client's own that are unsafe here: proxies of the environment,
 * redirects, the system resolver, and unlimited responses in memory.
 */
export class Http {
  private readonly plain = new HttpAgent({ keepAlive: true });
  private readonly tls = new HttpsAgent({ keepAlive: true, minVersion: 'TLSv1.2' });

  constructor(private readonly targets?: Targets) {}

  /** Sends a request once. @throws TransportError, or DriverError if the target is not allowed */
  async send({ method, url, headers, body, signal }: HttpRequest): Promise<HttpAnswer> {
    const { hostname, port, protocol } = new URL(url);
    const isTls = protocol === 'https:';
    const { lookup } = await connectOptionsFor(
      hostname,
      Number(port) || (isTls ? 443 : 80),
      this.targets,
    );
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
        outgoing.destroy(new Error('The server does not respond'));
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

  /** Closes idle sockets. */
  close(): void {
    this.plain.destroy();
    this.tls.destroy();
  }
}

function answerOf(incoming: IncomingMessage): HttpAnswer {
  const zipped = incoming.headers['content-encoding'] === 'gzip';
  // The reader receives the error of the body from the stream it reads.
  const body = zipped ? pipeline(incoming, createGunzip(), () => undefined) : incoming;
  body.on('error', () => undefined);
  return {
    status: incoming.statusCode ?? 0,
    contentType: incoming.headers['content-type'] ?? '',
    body,
  };
}

/** Yields the parts of a body, with an idle timeout between two parts. @throws TransportError */
export async function* partsOf(body: Readable): AsyncGenerator<Buffer> {
  const parts = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const timer = setTimeout(() => {
        body.destroy(new Error('The server stopped during a response'));
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

/** Reads a small body; null if it is too long. @throws TransportError */
export async function smallBody(body: Readable, maxBytes: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of partsOf(body)) {
    bytes += part.length;
    if (bytes > maxBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Node throws an AggregateError without a message when every address of a name failed. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error && error.message !== '' ? error.message : 'Request failed';
}
