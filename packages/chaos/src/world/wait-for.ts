import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@sluice/testkit';

const betweenLooksMs = 150;

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
      let isSo = false;
      try {
        isSo = await look();
        return isSo;
      } finally {
        if (!isSo) await delay(betweenLooksMs);
      }
    },
    limitMs,
  );
