import { setImmediate as nextTurn } from 'node:timers/promises';
import underPressure from '@fastify/under-pressure';
import { unavailable } from '@sluice/errors';
import type { Scope } from './scope.js';

/**
 * Replies 503 while the event loop delay exceeds `maxDelayMs` (0 disables the check): more requests
 * would only delay those in progress.
 */
export async function refuseWhenOverloaded(app: Scope, maxDelayMs: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    // The measurement covers the last second. After a single pause, of the machine or of loading
    // modules, the loop is free again, so the current delay decides.
    pressureHandler: async () => {
      if ((await iterationMs()) > maxDelayMs)
        throw unavailable('The service is overloaded. Retry later.', 2);
    },
  });
}

/** Measures the current duration of one event loop iteration. */
async function iterationMs(): Promise<number> {
  await nextTurn();
  const begun = performance.now();
  await nextTurn();
  return performance.now() - begun;
}
