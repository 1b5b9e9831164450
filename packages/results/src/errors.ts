import { AppError } from '@sluice/errors';

/**
 * Kind of an error of stored results.
 * - `storage`: the results could not be written; nothing of them is left behind.
 * - `results_missing`: a file that should exist is missing.
 * - `results_damaged`: a file does not contain what was written.
 * - `results_refused`: the path is not a result path (traversal, symbolic link); the response is `Not found`.
 */
export type ResultsErrorCode =
  | 'storage'
  | 'results_missing'
  | 'results_damaged'
  | 'results_refused';

const statuses = {
  storage: 500,
  results_missing: 500,
  results_damaged: 500,
  results_refused: 404,
} satisfies Record<ResultsErrorCode, number>;

/** An error of the results store. `detail` contains the path relative to the store, never a full path. */
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

/** The error code of the operating system (`ENOSPC`), or an empty text. */
export const systemCodeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** The error code of the object storage (`SlowDown`), or an empty text. */
export const serviceCodeOf = (error: unknown): string =>
  error instanceof Error && '$metadata' in error ? error.name : '';

/** A response without a body, such as to HEAD, reports the error only by its status. */
const reasonOfStatus = (error: unknown): string | undefined => {
  const status = (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata
    ?.httpStatusCode;
  if (status === 403) return 'no permission to write';
  return status !== undefined && (status === 429 || status >= 500) ? busy : undefined;
};

/** An error of the write path, with a title for users. */
export const storageError = (cause: unknown): ResultsError => {
  if (cause instanceof ResultsError) return cause;
  const code = systemCodeOf(cause) || serviceCodeOf(cause);
  const reason = writeFailures[code] ?? reasonOfStatus(cause) ?? (code || 'unexpected error');
  return new ResultsError('storage', `The results could not be stored (${reason})`, { cause });
};

/** The file is missing although a row names it. */
export const missing = (resultsPath: string, cause?: unknown): ResultsError =>
  new ResultsError('results_missing', 'The stored results are missing', {
    detail: `${resultsPath} is not in the results store`,
    cause,
  });

/** The file exists and does not contain what was written. */
export const damaged = (resultsPath: string, problem: string): ResultsError =>
  new ResultsError('results_damaged', 'The stored results are damaged', {
    detail: `${resultsPath} ${problem}`,
  });

/** The path is not a result path. The reason is for the log only: the response must not help an attacker. */
export const refused = (reason: string): ResultsError =>
  new ResultsError('results_refused', 'Not found', { cause: new Error(reason) });
