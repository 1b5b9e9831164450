import { setTimeout as delay } from 'node:timers/promises';
import { ResultsError } from '../errors.js';

/** Breaks in a row after which a body is given up. */
const mostBreaks = 4;
const breakMs = 100;

/**
 * Begins anew what broke off while its body came, as one may whose reader was away for a while. Calls that
 * failed were tried again already, and what is wrong with the result itself does not get better.
 *
 * @param signal aborted when nobody wants the body any more
 */
export const again = async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
  for (let breaks = 0; ; breaks += 1) {
    try {
      return await work();
    } catch (error) {
      const isFinal = error instanceof ResultsError || isFailedCall(error) || breaks === mostBreaks;
      if (isFinal || signal?.aborted === true) throw error;
    }
    await delay(breakMs * breaks, undefined, { signal });
  }
};

const isFailedCall = (error: unknown): boolean => error instanceof Error && '$metadata' in error;
