import type { Outcome } from '@sluice/contracts';
import { DriverError } from '@sluice/driver-kit';
import { ApiError, driverError, hintFor, kindOf } from './errors.js';
import { TransportError } from './http.js';
import type { JobInfo } from './jobs.js';
import { positionIn } from './error-position.js';

/**
 * Returns the outcome of a statement whose job is done but whose result cannot be read: a SELECT has changed
 * nothing.
 */
export const outcomeOf = (info: JobInfo | null): 'failed' | 'unknown' =>
  info?.statementType === 'SELECT' ? 'failed' : 'unknown';

/** Returns the error of a failed job. */
export function jobError(
  { reason, message }: { reason: string; message: string },
  statementType: string,
  sql: string,
): DriverError {
  const done = 'Earlier statements of the script outside a transaction have taken effect.';
  const kind = kindOf(reason, message);
  return new DriverError(kind, 'failed', message || reason, {
    hint: hintFor(kind, message),
    position: positionIn(message, sql),
    detail: statementType === 'SCRIPT' ? done : undefined,
    cause: new ApiError(200, reason, message),
  });
}

/** Returns the error of a failed request, with its position in the statement if it concerns the SQL. */
export function requestError(error: unknown, outcome: Outcome, sql: string): DriverError {
  const known = driverError(error, outcome);
  const position = positionIn(known.title, sql);
  if (position === undefined || known.kind !== 'sql') return known;
  const { kind, title, detail } = known;
  return new DriverError(kind, outcome, title, { detail, position, cause: known });
}

/** Returns whether the service may have processed a request that failed with this error. */
export function mayHaveArrived(error: unknown): boolean {
  if (error instanceof TransportError) return error.reached;
  if (error instanceof ApiError) return error.inDoubt;
  // An invalid response is still a response.
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
