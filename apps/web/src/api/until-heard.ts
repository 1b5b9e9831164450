import { isOffline } from './client.js';

const retryMs = 1_000;

interface UntilHeardOptions {
  signal: AbortSignal;
  /** Called for each time that nothing was heard. */
  onAway(): void;
  /** No more is tried after this; for good where nothing is given. */
  mostMs?: number;
}

/**
 * Asks again, once a second, while the network or the service is away.
 *
 * @throws what the service refused with, the last failure when the time is over, and an `AbortError`
 */
export async function untilHeard<T>(
  ask: () => Promise<T>,
  { signal, onAway, mostMs = Infinity }: UntilHeardOptions,
): Promise<T> {
  // The clock of the wall: a computer that slept has let the time go by.
  const endMs = Date.now() + mostMs;
  while (true) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || !isOffline(error) || Date.now() > endMs) throw error;
      onAway();
    }
    await pause(signal);
  }
}

/** @throws AbortError */
const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, retryMs);
    function onAbort(): void {
      clearTimeout(timer);
      reject(signal.reason as Error);
    }
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
