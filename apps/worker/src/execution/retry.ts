import { setTimeout as delay } from 'node:timers/promises';

const firstDelayMs = 100;
const longestDelayMs = 1_000;
const mostTries = 20;

/**
 * Repeats a write of state while the service's database is away, for as long as the lease is held.
 * Only for what is idempotent: compare-and-set. `retried` tells that an earlier try may have worked.
 */
export async function retryWhileHeld<T>(
  lost: AbortSignal,
  write: () => Promise<T>,
): Promise<{ value: T; retried: boolean }> {
  for (let tries = 1; ; tries++) {
    try {
      return { value: await write(), retried: tries > 1 };
    } catch (error) {
      if (lost.aborted || tries >= mostTries) throw error;
      await delay(Math.min(firstDelayMs * 2 ** (tries - 1), longestDelayMs));
    }
  }
}
