import { Agent as HttpAgent, request as requestHttp, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { DriverError, Targets } from '@sluice/driver-kit';
import { protocolError } from '@sluice/driver-kit/errors';
import { connectOptionsFor } from '@sluice/driver-kit/connect/targets';
import { parseUrl } from './url.js';

/** One request, sent once. */
export interface HttpRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  /** Idle timeout in milliseconds; absent if the reader enforces it. */
  silenceMs?: number;
}

/** A response whose body must be read or destroyed. */
export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Decompressed body. */
  body: Readable;
}

/**
 * HTTP transport to the server and its result storage: checks every address, follows no redirect itself, ignores
 * proxies of the environment, and can be closed as a whole.
 */
export class Transport {
  private readonly agents = {
    'http:': new HttpAgent({ keepAlive: true }),
    'https:': new HttpsAgent({ keepAlive: true, minVersion: 'TLSv1.2' }),
  };
  private readonly abort = new AbortController();
  private reason: DriverError | null = null;

  constructor(
    /** Other addresses must have at least the security of its scheme. */
    private readonly origin: string,
    private readonly targets: Targets | undefined,
  ) {}

  /** Why the transport is closed; null while it is open. */
  get dropped(): DriverError | null {
    return this.reason;
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** Fails all current and later requests with `reason`. */
  drop(reason: DriverError): void {
    if (this.reason) return;
    this.reason = reason;
    this.abort.abort();
    this.agents['http:'].destroy();
    this.agents['https:'].destroy();
  }

  /** Sends a request. Rejects with a network error or a DriverError. */
  async send({ method, url, headers, body, silenceMs }: HttpRequest): Promise<HttpAnswer> {
    if (this.reason) throw this.reason;
    const target = parseUrl(url);
    const isAllowed =
      target?.protocol === 'https:' ||
      (target?.protocol === 'http:' && this.origin.startsWith('http:'));
    if (!target || !isAllowed) throw protocolError('address not allowed');
    const isTls = target.protocol === 'https:';
    const port = Number(target.port) || (isTls ? 443 : 80);
    const { lookup } = await connectOptionsFor(target.hostname, port, this.targets);
    return new Promise((resolve, reject) => {
      const request = (isTls ? requestHttps : requestHttp)(target, {
        method,
        agent: this.agents[isTls ? 'https:' : 'http:'],
        headers: { ...headers, 'accept-encoding': 'gzip' },
        signal: this.abort.signal,
        lookup,
      });
      if (silenceMs !== undefined) {
        request.setTimeout(silenceMs, () =>
          request.destroy(new Error('The server stopped responding')),
        );
      }
      request.on('error', (error) => {
        reject(this.reason ?? error);
      });
      request.on('response', (response) => {
        const { statusCode: status = 0, headers } = response;
        // The reader of the body receives its errors.
        response.on('error', () => undefined);
        void isGzip(response).then((isZipped) => {
          const body = isZipped ? pipeline(response, createGunzip(), () => undefined) : response;
          body.on('error', () => undefined);
          resolve({ status, headers, body });
        });
      });
      request.end(body);
    });
  }
}

/**
 * Resolves with whether the body is compressed, without consuming it. Its first two bytes decide, because
 * gateways remove the header `Content-Encoding` or keep it after decompression.
 */
function isGzip(body: Readable): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (): void => {
      settle(false);
    };
    const look = (): void => {
      // Null while fewer than two bytes have arrived, unless the body ends.
      const head = body.read(2) as Buffer | null;
      if (head === null) return;
      body.unshift(head);
      settle(head[0] === 0x1f && head[1] === 0x8b);
    };
    const settle = (isZipped: boolean): void => {
      body.off('readable', look).off('end', end).off('close', end);
      resolve(isZipped);
    };
    body.on('readable', look).on('end', end).on('close', end);
  });
}
