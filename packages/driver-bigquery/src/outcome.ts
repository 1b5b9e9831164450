import type { Outcome } from '@sluice/contracts';
import { DriverError } from '@sluice/driver-kit';
import { ApiError, driverError, kindOf } from './errors.js';
import { TransportError } from './http.js';
import type { JobInfo } from './jobs.js';
import { placeIn } from './place.js';

/** What became of a statement whose job is done, when its result cannot be read: a SELECT has changed nothing. */
export const outcomeOf = (info: JobInfo | null): 'failed' | 'unknown' =>
  info?.statementType === 'SELECT' ? 'failed' : 'unknown';

/** The error that a job ended with, in the service's own words. */
export function jobError(
  { reason, message }: { reason: string; message: string },
  statementType: string,
  sql: string,
): DriverError {
  const done = 'What the script did before, outside of a transaction, has been done.';
  return new DriverError(kindOf(reason, message), 'failed', message || reason, {
    position: placeIn(message, sql),
    detail: statementType === 'SCRIPT' ? done : undefined,
    cause: new ApiError(200, reason, message),
  });
}

/** What a request failed by, with its place in the statement when it is about that. */
export function requestError(error: unknown, outcome: Outcome, sql: string): DriverError {
  const known = driverError(error, outcome);
  const position = placeIn(known.title, sql);
  if (position === undefined || known.kind !== 'sql') return known;
  const { kind, title, detail } = known;
  return new DriverError(kind, outcome, title, { detail, position, cause: known });
}

/** Whether the service may have done what a request asked for that failed so. */
export function mayHaveArrived(error: unknown): boolean {
  if (error instanceof TransportError) return error.reached;
  if (error instanceof ApiError) return error.inDoubt;
  // A broken answer is one all the same.
  return error instanceof DriverError && error.outcome === 'unknown';
}

/** Resolves once the signal has aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    const onAbort = (): void => {
      resolve();
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
