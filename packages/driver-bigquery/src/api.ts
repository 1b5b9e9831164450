import { setTimeout as delay } from 'node:timers/promises';
import { protocolError } from '@sluice/driver-kit/errors';
import type { Credentials } from './credentials.js';
import { apiError, ApiError } from './errors.js';
import { smallBody, TransportError, type Http, type HttpAnswer } from './http.js';
import { parseAnswer } from './json.js';

/** A request of the REST API. */
export interface Call {
  method: 'GET' | 'POST';
  /** Behind the version, its parts encoded. */
  path: string;
  query?: Record<string, string>;
  body?: unknown;
}

/** For how long a request is tried again before it is given up. */
const PATIENCE_MS = 60_000;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;
/** Answers without rows are small; a schema of ten thousand columns is not quite. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Whether a request that failed so may succeed when it is tried again. */
export const isTransient = (error: unknown): boolean =>
  error instanceof TransportError || (error instanceof ApiError && error.isTransient);

/** Waits between tries: twice as long each time, and never all clients at once. */
export class Patience {
  private readonly end: number;
  private waitMs = FIRST_WAIT_MS;

  constructor(patienceMs: number = PATIENCE_MS) {
    this.end = performance.now() + patienceMs;
  }

  /** Throws `error` when it is of no use to try again, or was tried for long enough. */
  async after(error: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted || !isTransient(error) || performance.now() + this.waitMs > this.end) {
      throw error;
    }
    const waitMs = this.waitMs * (0.5 + Math.random() / 2);
    this.waitMs = Math.min(this.waitMs * 2, LONGEST_WAIT_MS);
    await delay(waitMs, undefined, { signal }).catch(() => {
      throw error;
    });
  }
}

/** The REST API of BigQuery. */
export class Api {
  constructor(
    private readonly base: string,
    private readonly http: Http,
    private readonly credentials: Credentials,
    private readonly userAgent: string,
  ) {}

  /**
   * Sends a request, once: a second time only when the server refused its token without a look at it.
   * The answer's body has to be read. @throws ApiError, TransportError or DriverError
   */
  async open(call: Call, signal: AbortSignal): Promise<HttpAnswer> {
    const first = await this.send(call, signal);
    if (first.status !== 401) return this.accepted(first);
    first.body.destroy();
    this.credentials.renew();
    return this.accepted(await this.send(call, signal));
  }

  /** The answer of a request that is sent {@link open once}, in memory. */
  async once(call: Call, signal: AbortSignal): Promise<Record<string, unknown>> {
    const { body } = await this.open(call, signal);
    const text = await smallBody(body, MAX_ANSWER_BYTES);
    if (text === null) throw protocolError('an answer that does not end');
    return parseAnswer(text);
  }

  /** The same, tried again for a while: only for requests that may be done twice. */
  async ask(
    call: Call,
    signal: AbortSignal,
    patienceMs?: number,
  ): Promise<Record<string, unknown>> {
    const patience = new Patience(patienceMs);
    for (;;) {
      try {
        return await this.once(call, signal);
      } catch (error) {
        await patience.after(error, signal);
      }
    }
  }

  /** Makes sure that there are credentials. @throws DriverError or TransportError */
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
      // The service compresses only for who says so in both places.
      'user-agent': `${this.userAgent} (gzip)`,
      accept: 'application/json',
    };
    if (body === undefined) return this.http.send({ method, url, headers, signal });
    headers['content-type'] = 'application/json';
    return this.http.send({ method, url, headers, body: JSON.stringify(body), signal });
  }

  private async accepted(answer: HttpAnswer): Promise<HttpAnswer> {
    if (answer.status === 200) return answer;
    // A redirect is no answer of this API, and is not followed.
    if (answer.status < 400) {
      answer.body.destroy();
      throw protocolError(`an answer with status ${String(answer.status)}`);
    }
    throw apiError(answer.status, await smallBody(answer.body, MAX_ANSWER_BYTES));
  }
}
