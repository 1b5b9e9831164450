import { Agent as HttpAgent, request as requestHttp, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { DriverError, Targets } from '@sluice/driver-kit';
import { protocolError } from '@sluice/driver-kit/errors';
import { wayTo } from '@sluice/driver-kit/connect/targets';
import { parseUrl } from './url.js';

/** One request, sent once. */
export interface HttpRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  /** Milliseconds without a byte after which it is given up; absent = the reader looks after that. */
  silenceMs?: number;
}

/** An answer whose body is still to be read, or destroyed. */
export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Without its compression. */
  body: Readable;
}

/**
 * The way to the server and to where its results lie: checks every address, follows no redirect, takes
 * no proxy from the environment, and can be dropped as a whole.
 */
export class Transport {
  private readonly agents = {
    'http:': new HttpAgent({ keepAlive: true }),
    'https:': new HttpsAgent({ keepAlive: true, minVersion: 'TLSv1.2' }),
  };
  private readonly abort = new AbortController();
  private reason: DriverError | null = null;

  constructor(
    /** Its scheme is the least that is asked of other addresses. */
    private readonly origin: string,
    private readonly targets: Targets | undefined,
  ) {}

  /** Why nothing is sent any more; null while it is. */
  get dropped(): DriverError | null {
    return this.reason;
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** Ends what is under way with `reason`, and everything after it. */
  drop(reason: DriverError): void {
    if (this.reason) return;
    this.reason = reason;
    this.abort.abort();
    this.agents['http:'].destroy();
    this.agents['https:'].destroy();
  }

  /** Rejects with an error of the network or with a DriverError. */
  async send({ method, url, headers, body, silenceMs }: HttpRequest): Promise<HttpAnswer> {
    if (this.reason) throw this.reason;
    const target = parseUrl(url);
    const isAllowed =
      target?.protocol === 'https:' ||
      (target?.protocol === 'http:' && this.origin.startsWith('http:'));
    if (!target || !isAllowed) throw protocolError('an address that is not allowed');
    const isTls = target.protocol === 'https:';
    const port = Number(target.port) || (isTls ? 443 : 80);
    const { lookup } = await wayTo(target.hostname, port, this.targets);
    return new Promise((resolve, reject) => {
      const request = (isTls ? requestHttps : requestHttp)(target, {
        method,
        agent: this.agents[isTls ? 'https:' : 'http:'],
        headers: { ...headers, 'accept-encoding': 'gzip' },
        signal: this.abort.signal,
        lookup,
      });
      if (silenceMs !== undefined) {
        request.setTimeout(silenceMs, () => request.destroy(new Error('The server fell silent')));
      }
      request.on('error', (error) => {
        reject(this.reason ?? error);
      });
      request.on('response', (response) => {
        const isZipped = response.headers['content-encoding'] === 'gzip';
        const { statusCode: status = 0, headers } = response;
        // What breaks off is heard by whoever reads the body.
        const plain = isZipped ? pipeline(response, createGunzip(), () => undefined) : response;
        plain.on('error', () => undefined);
        resolve({ status, headers, body: plain });
      });
      request.end(body);
    });
  }
}
