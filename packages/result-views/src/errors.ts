import { AppError } from '@sluice/errors';
import { ResultsError } from '@sluice/results';
import type { FailureCode } from './engine/view-failure.js';

/** The result is too large for the limits of a view. */
export const overLimit = (detail: string): AppError =>
  new AppError('view_limit', 413, 'The result is too large for this view', {
    detail: `${detail}. Use fewer columns, or raise SERVICE_RESULT_VIEW_MEMORY_MB or SERVICE_RESULT_VIEW_DISK_MB.`,
  });

/** The view took too long. */
export const timedOut = (seconds: number): AppError =>
  new AppError('view_timeout', 503, `The view took longer than ${seconds} seconds`, {
    retryAfterSeconds: 5,
  });

/** All processes are in use. */
export const allBusy = (): AppError =>
  new AppError('busy', 503, 'All processes for views are in use. Retry in a few seconds.', {
    retryAfterSeconds: 5,
  });

/** The process was killed or interrupted for another request. The view can be tried again. */
export class ViewInterrupted extends Error {
  override readonly name = 'ViewInterrupted';
}

/** The error of a process that could not answer. */
export function failureOf(code: FailureCode, detail: string, resultsPath: string): Error {
  switch (code) {
    case 'missing':
      return new ResultsError('results_missing', 'The stored results are missing', { detail });
    case 'damaged':
      return new ResultsError('results_damaged', 'The stored results are damaged', {
        detail: `${resultsPath} ${detail}`,
      });
    case 'limit':
      return overLimit('The memory or disk limit of the view was reached');
    case 'cancelled':
      return new ViewInterrupted(detail);
    case 'internal':
      return new Error(`view of ${resultsPath} failed: ${detail}`);
  }
}
