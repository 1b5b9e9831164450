import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits for a condition, looking again every few milliseconds. A look that throws counts as "not
 * yet"; its error is shown when time runs out.
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
  throw new Error(`Waited ${limitMs} ms in vain: ${what}`, { cause: lastError });
}
