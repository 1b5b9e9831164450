import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { DriverError } from '@sluice/driver-kit';
import { protocolError } from '@sluice/driver-kit/errors';
import { isRecord, parseAnswer, type Answer } from './answer.js';
import { errorIn, isRefusal, isTransient } from './refused-request.js';
import { isRedirect, MAX_REDIRECTS, redirectTarget } from './redirect.js';
import type { Transport } from './transport.js';

/** The HTTP client interface that snowflake-sdk expects. */
interface ClientRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Readonly<Record<string, string>>;
  json?: Record<string, unknown>;
  params?: Readonly<Record<string, string>>;
  callback(error: Error | null, response: object | null, body: Answer | string | null): unknown;
}

/** Modifies a sign-in request before it is sent. */
export type AmendSignIn = (data: Record<string, unknown>) => void;

/** Maximum size of a response. Large results are in result files; a response contains only the first rows. */
const MAX_ANSWER_BYTES = 40 * 1024 * 1024;
/**
 * Idle timeout in milliseconds. The server responds to a result request after 45 s at the latest, even if the
 * statement is still running.
 */
const SILENCE_MS = 90_000;
/** How long network and gateway errors are retried, in milliseconds. */
const RETRY_FOR_MS = 60_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 8_000;

const SIGN_IN = '/session/v1/login-request';
const RENEWAL = '/session/token-request';
const TELEMETRY = '/telemetry/';

/** The session token has expired and can be renewed. */
const TOKEN_EXPIRED = '390112';
/** The session token is invalid. */
const TOKEN_INVALID = '390104';
/** A server that refuses this many renewed tokens in a row will refuse all of them. */
const MAX_RENEWALS = 4;

/**
 * The HTTP client of snowflake-sdk's session. Retries use the same request id, so the server detects
 * duplicates.
 */
export class ClientHttp {
  /** Ids of requests without a response, which the server may have received. */
  private readonly inDoubt = new Set<string>();
  /** Number of expired tokens since the last request that the server accepted. */
  private expiries = 0;

  constructor(
    private readonly transport: Transport,
    private readonly amendSignIn: AmendSignIn,
  ) {}

  /** Returns whether the server may have received this request although it sent no response. */
  mayHave(requestId: string): boolean {
    return this.inDoubt.has(requestId);
  }

  request(request: ClientRequest): void {
    void this.answer(request)
      .then(
        ({ status, body }) =>
          request.callback(null, { statusCode: status, body: textOf(body) }, body),
        (error: unknown) => request.callback(asError(error), null, null),
      )
      .catch((error: unknown) => {
        // The SDK threw while handling the response and would never call back.
        this.transport.drop(protocolError(asError(error).message));
      });
  }

  private async answer(request: ClientRequest): Promise<{ status: number; body: Answer | string }> {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(TELEMETRY)) return { status: 200, body: emptyResponse };
    const isSignIn = pathname === SIGN_IN;
    const { json } = request;
    if (isSignIn && isRecord(json?.['data'])) this.amendSignIn(json['data']);
    const { status, body } = await this.insist(request, isSignIn);
    if (status === 401 && !isSignIn) return { status: 200, body: this.refusal(body) };
    // Whole: a cut body is no JSON, so its code and message would be lost. The error cuts a long message, with a mark.
    if (status !== 200) return { status, body: body.toString('utf8') };
    const answer = parseAnswer(body);
    if (answer.success && (isSignIn || pathname === RENEWAL)) checkTokens(answer);
    else if (answer.code === TOKEN_EXPIRED) return { status, body: this.refusal(body) };
    else this.expiries = 0;
    // The SDK stores session parameters per process, so one tenant's would affect another's.
    return { status, body: isSignIn ? { ...answer, data: without(answer.data) } : answer };
  }

  /**
   * Returns the server's refusal of a token in the form in which the SDK renews the token or ends the session.
   * A refusal without a code counts as an expired token.
   */
  private refusal(body: Buffer): Answer {
    const { code, message } = errorIn(body.toString('utf8'));
    const isExpired = code === '' || code === TOKEN_EXPIRED;
    if (isExpired) this.expiries++;
    const known = isExpired && this.expiries > MAX_RENEWALS ? TOKEN_INVALID : code || TOKEN_EXPIRED;
    return { code: known, message, success: false, data: {}, rowset: null };
  }

  /** Sends a request, retrying transient failures. */
  private async insist(
    request: ClientRequest,
    isSignIn: boolean,
  ): Promise<{ status: number; body: Buffer }> {
    const startedAtMs = Date.now();
    for (let retry = 0; ; retry++) {
      const mayRetry = Date.now() - startedAtMs < RETRY_FOR_MS;
      try {
        const answer = await this.once(request, retry, startedAtMs);
        if (answer.status === 200 && answer.body.length === 0) throw new Error('Empty response');
        if (!isTransient(answer.status)) return answer;
        this.markInDoubt(request);
        if (!mayRetry) return answer;
      } catch (error) {
        if (!isRefusal(error)) this.markInDoubt(request);
        // A server that is unreachable at first is reported without retries.
        if (!mayRetry || isSignIn || error instanceof DriverError) throw error;
      }
      const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** retry);
      await delay(pauseMs * (0.5 + Math.random() / 2), undefined, {
        signal: this.transport.signal,
      }).catch(() => undefined);
    }
  }

  private markInDoubt({ url }: ClientRequest): void {
    const id = new URL(url).searchParams.get('requestId');
    if (id !== null) this.inDoubt.add(id);
  }

  private async once(
    { method, url, headers, json, params }: ClientRequest,
    retry: number,
    startedAtMs: number,
  ): Promise<{ status: number; body: Buffer }> {
    let target = new URL(url);
    for (const [name, value] of Object.entries(params ?? {})) target.searchParams.set(name, value);
    if (retry > 0) {
      target.searchParams.set('request_guid', randomUUID());
      target.searchParams.set('clientStartTime', String(startedAtMs));
      target.searchParams.set('retryCount', String(retry));
    }
    const sent = json === undefined ? undefined : JSON.stringify(json);
    for (let redirects = 0; ; redirects++) {
      const answer = await this.transport.send({
        method,
        url: target.href,
        headers,
        body: sent,
        silenceMs: SILENCE_MS,
      });
      const body = await this.readBody(answer.body);
      if (!isRedirect(answer.status)) return { status: answer.status, body };
      // The next attempt begins at the first address.
      if (redirects === MAX_REDIRECTS) throw new Error('Too many redirects');
      target = redirectTarget(target, answer.headers.location);
    }
  }

  private async readBody(body: Readable): Promise<Buffer> {
    const parts: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const part of body as AsyncIterable<Buffer>) {
        bytes += part.length;
        if (bytes > MAX_ANSWER_BYTES) {
          throw new DriverError('limit', 'unknown', 'Response of the server too long');
        }
        parts.push(part);
      }
    } catch (error) {
      throw this.transport.dropped ?? error;
    }
    return Buffer.concat(parts);
  }
}

/** Response to telemetry requests, which are never sent. */
const emptyResponse: Answer = { code: '', message: '', success: true, data: {}, rowset: null };

const textOf = (body: Answer | string): string => (typeof body === 'string' ? body : '');

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));

const without = (data: Answer['data']): Answer['data'] => ({ ...data, parameters: undefined });

/** Without tokens the SDK would continue and fail later without an error. */
function checkTokens({ data }: Answer): void {
  const isToken = (value: unknown): boolean => typeof value === 'string' && value !== '';
  if (!isToken(data['token'] ?? data['sessionToken']) || !isToken(data['masterToken'])) {
    throw protocolError('session without tokens');
  }
}
