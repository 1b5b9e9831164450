import { setTimeout as delay } from 'node:timers/promises';

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 1_000;
const MAX_TRIES = 20;

/**
 * Repeats a write of state while the metadata database is unavailable and the lease is held. The write must
 * be idempotent (compare-and-set). `retried` says that an earlier attempt may have been committed.
 */
export async function retryWhileHeld<T>(
  lost: AbortSignal,
  write: () => Promise<T>,
): Promise<{ value: T; retried: boolean }> {
  for (let tries = 1; ; tries++) {
    try {
      return { value: await write(), retried: tries > 1 };
    } catch (error) {
      if (lost.aborted || tries >= MAX_TRIES) throw error;
      await delay(Math.min(FIRST_DELAY_MS * 2 ** (tries - 1), MAX_DELAY_MS));
    }
  }
}
