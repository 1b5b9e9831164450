import { AppError } from '@sluice/errors';

/**
 * What went wrong with stored results.
 * - `storage`: they could not be written; nothing of them is left behind.
 * - `results_missing`: a file that should be there is not.
 * - `results_damaged`: a file does not hold what was written.
 * - `results_refused`: the path is none of ours (traversal, symbolic link); answered as `Not found`.
 */
export type ResultsErrorCode =
  'storage' | 'results_missing' | 'results_damaged' | 'results_refused';

const statuses = {
  storage: 500,
  results_missing: 500,
  results_damaged: 500,
  results_refused: 404,
} satisfies Record<ResultsErrorCode, number>;

/** An error of the result store. `detail` names the file relative to the store, never a full path. */
export class ResultsError extends AppError {
  constructor(
    override readonly code: ResultsErrorCode,
    title: string,
    options: { detail?: string; cause?: unknown } = {},
  ) {
    super(code, statuses[code], title, options);
  }
}

const unreachable = 'object storage cannot be reached';
const busy = 'object storage is too busy';

const writeFailures: Record<string, string> = {
  ENOSPC: 'disk full',
  EDQUOT: 'disk quota exceeded',
  EFBIG: 'file size limit reached',
  EIO: 'disk error',
  EROFS: 'disk is read-only',
  EACCES: 'no permission to write',
  EPERM: 'no permission to write',
  EMFILE: 'too many open files',
  ENFILE: 'too many open files',
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  EPIPE: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  EHOSTUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  TimeoutError: unreachable,
  SlowDown: busy,
  ServiceUnavailable: busy,
  AccessDenied: 'no permission to write',
  NoSuchBucket: 'the bucket is not there',
};

/** The system's code of an error (`ENOSPC`), or an empty text. */
export const systemCodeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** What object storage calls an error (`SlowDown`), or an empty text. */
export const serviceCodeOf = (error: unknown): string =>
  error instanceof Error && '$metadata' in error ? error.name : '';

/** An answer without a body, such as to HEAD, says by its status alone what is wrong. */
const reasonOfStatus = (error: unknown): string | undefined => {
  const status = (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata
    ?.httpStatusCode;
  if (status === 403) return 'no permission to write';
  return status !== undefined && (status === 429 || status >= 500) ? busy : undefined;
};

/** Any failure of the write path, with a title fit for a person. */
export const storageError = (cause: unknown): ResultsError => {
  if (cause instanceof ResultsError) return cause;
  const code = systemCodeOf(cause) || serviceCodeOf(cause);
  const reason = writeFailures[code] ?? reasonOfStatus(cause) ?? (code || 'unexpected error');
  return new ResultsError('storage', `The results could not be stored (${reason})`, { cause });
};

/** The file is gone although the service believes in it. */
export const missing = (resultsPath: string, cause?: unknown): ResultsError =>
  new ResultsError('results_missing', 'The stored results are missing', {
    detail: `${resultsPath} is not in the results store`,
    cause,
  });

/** The file is there and is not what was written. */
export const damaged = (resultsPath: string, problem: string): ResultsError =>
  new ResultsError('results_damaged', 'The stored results are damaged', {
    detail: `${resultsPath} ${problem}`,
  });

/** The path is none of ours. The reason is for the log only: the answer tells a prober nothing. */
export const refused = (reason: string): ResultsError =>
  new ResultsError('results_refused', 'Not found', { cause: new Error(reason) });
