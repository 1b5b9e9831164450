import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@sluice/testkit';

const pollIntervalMs = 150;

/**
 * `until` for expensive conditions, such as one that opens a connection: it must not slow down what it
 * observes.
 */
export const waitFor = (
  what: string,
  look: () => Promise<boolean>,
  limitMs = 120_000,
): Promise<boolean> =>
  until(
    what,
    async () => {
      let isMet = false;
      try {
        isMet = await look();
        return isMet;
      } finally {
        if (!isMet) await delay(pollIntervalMs);
      }
    },
    limitMs,
  );
