import {
  ApiError,
  BatchCancelledError,
  NetworkError,
  RunAbortedError,
  StatementFailure,
} from '../errors.js';
import { OutputClosedError } from './output.js';
import { UsageError } from './usage.js';

/** What the process ends with, and what each means. */
export const exitCodes = {
  finished: { code: 0, meaning: 'everything finished' },
  internal: { code: 1, meaning: 'a fault of this program, or a file that cannot be read' },
  usage: { code: 2, meaning: 'the command line is wrong' },
  not_run: { code: 3, meaning: 'nothing was sent to the database: running it again is safe' },
  failed: { code: 4, meaning: 'the database refused a statement; it has no effect' },
  unknown: { code: 5, meaning: 'a statement was sent and nobody knows its effect: look first' },
  ran_result_lost: { code: 6, meaning: 'a statement ran and its rows could not be stored' },
  refused: { code: 7, meaning: 'the service refused the request: not signed in, no access, …' },
  unreachable: { code: 8, meaning: 'the service gave no answer, or is too busy' },
  cancelled: { code: 9, meaning: 'somebody else cancelled the batch' },
  interrupted: { code: 130, meaning: 'Ctrl-C; the batch is cancelled' },
  output_closed: {
    code: 141,
    meaning: 'the reader of the output went away; the batch is cancelled',
  },
} as const;

/** A reason to end. */
export type Ending = keyof typeof exitCodes;

/** Why the program ends with this error. */
export function endingOf(error: unknown): Ending {
  if (error instanceof RunAbortedError) {
    return error.cause instanceof OutputClosedError ? 'output_closed' : 'interrupted';
  }
  if (error instanceof OutputClosedError) return 'output_closed';
  if (error instanceof UsageError) return 'usage';
  if (error instanceof StatementFailure) return error.error.outcome;
  if (error instanceof BatchCancelledError) return 'cancelled';
  if (error instanceof NetworkError) return 'unreachable';
  if (error instanceof ApiError) {
    return error.status >= 500 || error.status === 429 ? 'unreachable' : 'refused';
  }
  return 'internal';
}
