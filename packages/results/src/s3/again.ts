import { setTimeout as delay } from 'node:timers/promises';
import { ResultsError } from '../errors.js';

/** Interruptions in a row after which a body fails. */
const MAX_INTERRUPTIONS = 4;
const breakMs = 100;

/**
 * Restarts a body that was interrupted, which happens to slow readers. Failed calls have been retried already, and an
 * error of the result itself does not go away.
 *
 * @param signal aborted when the body is no longer needed
 */
export const again = async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
  for (let breaks = 0; ; breaks += 1) {
    try {
      return await work();
    } catch (error) {
      const isFinal =
        error instanceof ResultsError || isFailedCall(error) || breaks === MAX_INTERRUPTIONS;
      if (isFinal || signal?.aborted === true) throw error;
    }
    await delay(breakMs * breaks, undefined, { signal });
  }
};

const isFailedCall = (error: unknown): boolean => error instanceof Error && '$metadata' in error;
