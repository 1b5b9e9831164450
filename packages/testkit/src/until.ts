import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits for a condition, checking every few milliseconds. An exception counts as "not yet"; the last one is
 * attached to the timeout error.
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
    await delay(20);
  }
  throw new Error(`Timed out after ${limitMs} ms waiting until ${what}`, { cause: lastError });
}
