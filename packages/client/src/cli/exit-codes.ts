import {
  ApiError,
  BatchCancelledError,
  NetworkError,
  RunAbortedError,
  StatementFailure,
} from '../errors.js';
import { OutputClosedError } from './output.js';
import { UsageError } from './usage.js';

/** Exit codes and their meanings. */
export const exitCodes = {
  finished: { code: 0, meaning: 'all statements finished' },
  internal: { code: 1, meaning: 'internal error, or a file that cannot be read' },
  usage: { code: 2, meaning: 'invalid command line' },
  not_run: { code: 3, meaning: 'nothing was sent to the database; a retry is safe' },
  failed: { code: 4, meaning: 'the database rejected a statement, which had no effect' },
  unknown: {
    code: 5,
    meaning: 'a statement was sent and its effect is unknown; check the data first',
  },
  ran_result_lost: { code: 6, meaning: 'a statement ran, but its rows could not be stored' },
  refused: { code: 7, meaning: 'the service rejected the request: not signed in, no access, …' },
  unreachable: { code: 8, meaning: 'the service did not answer or is overloaded' },
  cancelled: { code: 9, meaning: 'another user cancelled the batch' },
  interrupted: { code: 130, meaning: 'Ctrl-C; the batch is cancelled' },
  output_closed: {
    code: 141,
    meaning: 'the reader of the output closed it; the batch is cancelled',
  },
} as const;

/** Why the program ends. */
export type Ending = keyof typeof exitCodes;

/** Returns why the program ends with this error. */
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
