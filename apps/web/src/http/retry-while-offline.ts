import { isOffline } from './client.js';

const RETRY_MS = 1_000;

interface RetryOptions {
  signal: AbortSignal;
  /** Called after each attempt that got no answer. */
  onOffline(): void;
  /** Retries stop after this time; no limit by default. */
  maxMs?: number;
}

/**
 * Repeats a request every second while the network or the service is unreachable.
 *
 * @throws ApiError if the service refused, or is still unreachable after `maxMs`; AbortError
 */
export async function retryWhileOffline<T>(
  request: () => Promise<T>,
  { signal, onOffline, maxMs = Infinity }: RetryOptions,
): Promise<T> {
  // Wall clock: time that the computer slept counts.
  const endMs = Date.now() + maxMs;
  while (true) {
    try {
      return await request();
    } catch (error) {
      if (signal.aborted || !isOffline(error) || Date.now() > endMs) throw error;
      onOffline();
    }
    await retryDelay(signal);
  }
}

/** @throws AbortError */
const retryDelay = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, RETRY_MS);
    function onAbort(): void {
      clearTimeout(timer);
      reject(signal.reason as Error);
    }
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
