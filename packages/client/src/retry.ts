import type { RetryOptions } from './options.js';

/** {@link RetryOptions} with nothing left out. */
export type RetryPolicy = Required<RetryOptions>;

/** Fills in what is not given. */
export const retryPolicy = (options: RetryOptions = {}): RetryPolicy => ({
  attempts: options.attempts ?? 8,
  baseMs: options.baseMs ?? 250,
  maxMs: options.maxMs ?? 5_000,
  maxRetryAfterMs: options.maxRetryAfterMs ?? 60_000,
});

/** The part of an answer that decides whether the request is sent again. */
interface Answered {
  status: number;
  headers: Headers;
}

/** What one sending came to. */
export type Attempt<A extends Answered> = { answer: A } | { failure: unknown };

/** Refused before anything was done: always safe to send again. */
const refused = new Set([429]);
/** Nobody can tell whether something was done. 502 and 504 are a proxy's. */
const uncertain = new Set([502, 503, 504]);

/**
 * Sends until an answer is final: waits with full jitter, doubling, and no shorter than `Retry-After`
 * says. A lost or uncertain answer is final unless the request is repeatable.
 *
 * @throws the signal's reason when it is aborted
 */
export async function withRetries<A extends Answered>(
  policy: RetryPolicy,
  request: { isRepeatable: boolean; signal: AbortSignal | undefined },
  send: () => Promise<A>,
): Promise<{ attempts: number; last: Attempt<A> }> {
  for (let attempts = 1; ; attempts++) {
    request.signal?.throwIfAborted();
    const last: Attempt<A> = await send().then(
      (answer) => ({ answer }),
      (failure: unknown) => ({ failure }),
    );
    request.signal?.throwIfAborted();
    const delayMs = delayBefore(attempts, policy, request.isRepeatable, last);
    if (delayMs === null || attempts >= policy.attempts) return { attempts, last };
    await pause(delayMs, request.signal);
  }
}

/** How long to wait before the next sending; null when there is to be none. */
function delayBefore<A extends Answered>(
  attempts: number,
  { baseMs, maxMs, maxRetryAfterMs }: RetryPolicy,
  isRepeatable: boolean,
  last: Attempt<A>,
): number | null {
  const backOffMs = Math.random() * Math.min(maxMs, baseMs * 2 ** (attempts - 1));
  if ('failure' in last) return isRepeatable ? backOffMs : null;
  const { status, headers } = last.answer;
  if (!refused.has(status) && !(isRepeatable && uncertain.has(status))) return null;
  const askedMs = retryAfterMs(headers) ?? 0;
  // All that were refused together are told the same time; jitter keeps them from coming back together.
  return askedMs > maxRetryAfterMs ? null : askedMs + backOffMs;
}

/** `Retry-After` in milliseconds: seconds, or a date. */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Waits. @throws the signal's reason when it is aborted */
export function pause(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, delayMs);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
