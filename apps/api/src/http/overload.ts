import { setImmediate as nextTurn } from 'node:timers/promises';
import underPressure from '@fastify/under-pressure';
import { unavailable } from '@sluice/errors';
import type { Scope } from './scope.js';

/**
 * Refuses requests with 503 while a turn of the event loop takes longer than `maxDelayMs` (0 = never): they would
 * only make those wait longer that are under way.
 */
export async function refuseWhenOverloaded(app: Scope, maxDelayMs: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    // What it measured is the second before. After a single halt, of a machine that stood still or of a process that
    // has just loaded everything, the loop is free again, and nobody need be sent away.
    pressureHandler: async () => {
      if ((await turnMs()) > maxDelayMs) throw unavailable('The service is too busy right now', 2);
    },
  });
}

/** How long a whole turn of the event loop takes now. */
async function turnMs(): Promise<number> {
  await nextTurn();
  const begun = performance.now();
  await nextTurn();
  return performance.now() - begun;
}
