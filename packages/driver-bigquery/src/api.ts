import { setTimeout as delay } from 'node:timers/promises';
import { protocolError } from '@sluice/driver-kit/errors';
import type { Credentials } from './credentials.js';
import { apiError, ApiError } from './errors.js';
import { smallBody, TransportError, type Http, type HttpAnswer } from './http.js';
import { parseAnswer } from './json.js';

/** A request of the REST API. */
export interface Call {
  method: 'GET' | 'POST';
  /** Path after the API version, with encoded parts. */
  path: string;
  query?: Record<string, string>;
  body?: unknown;
}

/** How long a request is retried, in milliseconds. */
const RETRY_MS = 60_000;
const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 10_000;
/** Maximum size of a response without rows: a schema of ten thousand columns has some megabytes. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Returns whether a retry may succeed after this error. */
export const isTransient = (error: unknown): boolean =>
  error instanceof TransportError || (error instanceof ApiError && error.isTransient);

/** Exponential backoff with jitter. */
export class Backoff {
  private readonly end: number;
  private waitMs = FIRST_WAIT_MS;

  constructor(retryMs: number = RETRY_MS) {
    this.end = performance.now() + retryMs;
  }

  /** Waits before a retry. @throws `error` if a retry is useless or the time is over */
  async after(error: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted || !isTransient(error) || performance.now() + this.waitMs > this.end) {
      throw error;
    }
    const waitMs = this.waitMs * (0.5 + Math.random() / 2);
    this.waitMs = Math.min(this.waitMs * 2, MAX_WAIT_MS);
    await delay(waitMs, undefined, { signal }).catch(() => {
      throw error;
    });
  }
}

/** Waits before a retry. Returns false if a retry is useless or the time is over. */
export const hasWaited = (
  backoff: Backoff,
  error: unknown,
  signal: AbortSignal,
): Promise<boolean> =>
  backoff.after(error, signal).then(
    () => true,
    () => false,
  );

/** The REST API of BigQuery. */
export class Api {
  constructor(
    private readonly base: string,
    private readonly http: Http,
    private readonly credentials: Credentials,
    private readonly userAgent: string,
  ) {}

  /**
   * Sends a request once; a second time only if the server rejected the token. The body of the response must be
   * read. @throws ApiError, TransportError or DriverError
   */
  async open(call: Call, signal: AbortSignal): Promise<HttpAnswer> {
    const first = await this.send(call, signal);
    if (first.status !== 401) return this.accepted(first);
    first.body.destroy();
    this.credentials.renew();
    return this.accepted(await this.send(call, signal));
  }

  /** Sends a request {@link open once} and returns its response. */
  async once(call: Call, signal: AbortSignal): Promise<Record<string, unknown>> {
    const { body } = await this.open(call, signal);
    const text = await smallBody(body, MAX_ANSWER_BYTES);
    if (text === null) throw protocolError('response too long');
    return parseAnswer(text);
  }

  /** Like {@link once}, with retries: only for idempotent requests. */
  async ask(call: Call, signal: AbortSignal, retryMs?: number): Promise<Record<string, unknown>> {
    const backoff = new Backoff(retryMs);
    for (;;) {
      try {
        return await this.once(call, signal);
      } catch (error) {
        await backoff.after(error, signal);
      }
    }
  }

  /** Checks that credentials are available. @throws DriverError or TransportError */
  async signIn(): Promise<void> {
    await this.credentials.headers(`${this.base}/`);
  }

  private async send(
    { method, path, query, body }: Call,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    const parameters = new URLSearchParams({ ...query, prettyPrint: 'false' });
    const url = `${this.base}/bigquery/v2/${path}?${parameters.toString()}`;
    const headers: Record<string, string> = {
      ...(await this.credentials.headers(url)),
      // The service compresses only if both headers mention gzip.
      'user-agent': `${this.userAgent} (gzip)`,
      accept: 'application/json',
    };
    if (body === undefined) return this.http.send({ method, url, headers, signal });
    headers['content-type'] = 'application/json';
    return this.http.send({ method, url, headers, body: JSON.stringify(body), signal });
  }

  private async accepted(answer: HttpAnswer): Promise<HttpAnswer> {
    if (answer.status === 200) return answer;
    // This API sends no redirects, and none is followed.
    if (answer.status < 400) {
      answer.body.destroy();
      throw protocolError(`response with status ${String(answer.status)}`);
    }
    throw apiError(answer.status, await smallBody(answer.body, MAX_ANSWER_BYTES));
  }
}
