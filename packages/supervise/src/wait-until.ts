import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Checks `condition` every `everyMs` until it holds; returns false if it does not within `withinMs`.
 */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  { withinMs, everyMs }: { withinMs: number; everyMs: number },
): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() >= deadline) return false;
    await sleep(everyMs);
  }
  return true;
}
