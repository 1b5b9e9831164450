import type { RetryOptions } from './options.js';

/** Complete {@link RetryOptions}. */
export type RetryPolicy = Required<RetryOptions>;

/** Fills in the defaults. */
export const retryPolicy = (options: RetryOptions = {}): RetryPolicy => ({
  attempts: options.attempts ?? 8,
  baseMs: options.baseMs ?? 250,
  maxMs: options.maxMs ?? 5_000,
  maxRetryAfterMs: options.maxRetryAfterMs ?? 60_000,
});

/** The parts of a response that decide about a retry. */
interface Answered {
  status: number;
  headers: Headers;
}

/** The outcome of one attempt. */
export type Attempt<A extends Answered> = { answer: A } | { failure: unknown };

/** Rejected before anything was done, so a retry is always safe. */
const refused = new Set([429]);
/** The request may or may not have been executed. 502 and 504 come from a proxy. */
const uncertain = new Set([502, 503, 504]);

/**
 * Repeats until a response is final, with full jitter, doubled delays, and at least the time of
 * `Retry-After`. A lost or uncertain response is final unless the request is repeatable.
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

/** Returns the delay before the next attempt; null for no further attempt. */
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
  // All requests rejected at the same time get the same Retry-After; jitter spreads their retries.
  return askedMs > maxRetryAfterMs ? null : askedMs + backOffMs;
}

/** Returns `Retry-After`, given in seconds or as a date, in milliseconds. */
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
