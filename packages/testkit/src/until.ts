import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits for a condition. The interval of the checks grows with the time waited, from 10 to 100 ms, so that a long wait does
 * not slow down what it waits for. An exception counts as "not yet"; the last one is attached to the timeout error.
 *
 * @returns the first value that is neither false, null nor undefined.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T> | T,
  limitMs = 30_000,
): Promise<NonNullable<T>> {
  const startedAtMs = performance.now();
  let lastError: unknown;
  while (performance.now() - startedAtMs < limitMs) {
    try {
      const seen = await look();
      if (seen !== false && seen !== null && seen !== undefined) return seen;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    const waitedMs = performance.now() - startedAtMs;
    await delay(Math.min(100, Math.max(10, waitedMs / 10)));
  }
  throw new Error(`Timed out after ${limitMs} ms waiting until ${what}`, { cause: lastError });
}
