import { z } from 'zod';

/** Maximum age of a run that a request reuses, in seconds. */
export const maxAgeSecondsSchema = z
  .int()
  .min(0)
  .max(30 * 24 * 60 * 60)
  .describe(
    'Returns a finished run of the caller with the same connection, text, parameters and limits that ended at most ' +
      'this many seconds ago, instead of a new run. Runs of such requests are read-only. 0: always a new run, which ' +
      'later requests may reuse.',
  );
