import type { Outcome } from '@sluice/contracts';
import { DriverError, type DriverErrorKind } from '@sluice/driver-kit';
import { TransportError } from './http.js';
import { objectIn, objectOf, listIn, textOf } from './json.js';

/** An error response of the service. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    /** HTTP status. */
    readonly status: number,
    /** The service's reason, such as `invalidQuery`; empty = none. */
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }

  /** A retry of the same request may succeed. */
  get isTransient(): boolean {
    return transientStatuses.has(this.status) || transientReasons.has(this.reason);
  }

  /** The service may have processed the request. */
  get inDoubt(): boolean {
    return this.status >= 500;
  }
}

/** Returns whether the service did not find what was requested. */
export const isMissing = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 404;

const transientStatuses = new Set([408, 429, 500, 502, 503, 504]);
const transientReasons = new Set([
  'backendError',
  'internalError',
  'rateLimitExceeded',
  'userRateLimitExceeded',
]);

/** Kinds of the documented reasons; all others concern the SQL. */
const kinds = new Map<string, DriverErrorKind>([
  ...['accessDenied', 'billingNotEnabled', 'blocked', 'forbidden'].map(
    (reason) => [reason, 'permission'] as const,
  ),
  ...['authError', 'required', 'unauthorized'].map((reason) => [reason, 'authentication'] as const),
  ...[
    'bytesBilledLimitExceeded',
    'jobRateLimitExceeded',
    'quotaExceeded',
    'rateLimitExceeded',
    'resourcesExceeded',
    'responseTooLarge',
    'userRateLimitExceeded',
  ].map((reason) => [reason, 'limit'] as const),
  ...['backendError', 'internalError', 'jobBackendError', 'jobInternalError'].map(
    (reason) => [reason, 'internal'] as const,
  ),
  ['stopped', 'cancelled'],
  ['timeout', 'timeout'],
]);

/** Matches messages of the service's own timeout. */
const timedOut = /\btimed? ?out\b|jobTimeoutMs|execution time limit/i;

/** Returns the kind of an error by its reason. */
export function kindOf(reason: string, message: string): DriverErrorKind {
  if (reason === 'stopped' && timedOut.test(message)) return 'timeout';
  return kinds.get(reason) ?? 'sql';
}

/** Returns what to do about an error, if the user can do something that its message does not say. */
export function hintFor(kind: DriverErrorKind, message: string): string | undefined {
  if (kind !== 'permission' || !/\bDrive\b/.test(message)) return undefined;
  return 'Tables over Google Sheets need the option googleDrive of the connection, and the file must be shared with its service account.';
}

/** Parses the body of an error response of any format. */
export function apiError(status: number, body: string | null): ApiError {
  const error = objectIn(parsed(body), 'error');
  const [first] = listIn(error, 'errors');
  const reason = textOf(first, 'reason');
  const message = textOf(error, 'message') || textOf(first, 'message');
  return new ApiError(
    status,
    reason,
    message || `The service responded with status ${String(status)}`,
  );
}

function parsed(body: string | null): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(body ?? '');
    return objectOf(json);
  } catch {
    return {};
  }
}

/** Returns the DriverError of a failed request; `outcome` is the outcome of the statement. */
export function driverError(error: unknown, outcome: Outcome): DriverError {
  if (error instanceof DriverError) {
    if (error.outcome === outcome) return error;
    const { kind, title, detail, hint, position, sqlState } = error;
    return new DriverError(kind, outcome, title, {
      detail,
      hint,
      position,
      sqlState,
      cause: error,
    });
  }
  if (error instanceof ApiError) {
    const kind = error.status === 401 ? 'authentication' : kindOf(error.reason, error.message);
    return new DriverError(error.inDoubt ? 'connection' : kind, outcome, error.message, {
      hint: hintFor(kind, error.message),
      cause: error,
    });
  }
  if (error instanceof TransportError) {
    const title = 'Connection to the database lost';
    return new DriverError('connection', outcome, title, { detail: error.message, cause: error });
  }
  return new DriverError('internal', outcome, 'Driver failed', { cause: error });
}

/** Returns the DriverError of a failed connect. */
export function connectError(error: unknown): DriverError {
  const known = driverError(error, 'not_run');
  if (known.kind === 'connection' || known.kind === 'authentication') return known;
  // A user who may not run jobs in the project cannot connect.
  const kind = known.kind === 'permission' ? 'authentication' : 'connection';
  return new DriverError(kind, 'not_run', known.title, { detail: known.detail, cause: error });
}
