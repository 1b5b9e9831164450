import type { Outcome } from '@sluice/contracts';
import { DriverError, type DriverErrorKind } from '@sluice/driver-kit';
import { TransportError } from './http.js';
import { objectIn, objectOf, listIn, textOf } from './json.js';

/** A refusal in the service's words. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    /** Of HTTP. */
    readonly status: number,
    /** The service's own word, such as `invalidQuery`; empty = none. */
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }

  /** The same request may succeed a moment later. */
  get isTransient(): boolean {
    return transientStatuses.has(this.status) || transientReasons.has(this.reason);
  }

  /** The service may have done all the same what it was asked for. */
  get inDoubt(): boolean {
    return this.status >= 500;
  }
}

const transientStatuses = new Set([408, 429, 500, 502, 503, 504]);
const transientReasons = new Set([
  'backendError',
  'internalError',
  'rateLimitExceeded',
  'userRateLimitExceeded',
]);

/** What the reasons of the service's documentation mean to us; all others are about the SQL. */
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

/** How the service words that its own limit of time was reached. */
const timedOut = /\btimed? ?out\b|jobTimeoutMs|execution time limit/i;

/** The kind of an error by its reason. */
export function kindOf(reason: string, message: string): DriverErrorKind {
  if (reason === 'stopped' && timedOut.test(message)) return 'timeout';
  return kinds.get(reason) ?? 'sql';
}

/** Reads the body of a refusal, whatever it is. */
export function apiError(status: number, body: string | null): ApiError {
  const error = objectIn(parsed(body), 'error');
  const [first] = listIn(error, 'errors');
  const reason = textOf(first, 'reason');
  const message = textOf(error, 'message') || textOf(first, 'message');
  return new ApiError(status, reason, message || `The service answered ${String(status)}`);
}

function parsed(body: string | null): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(body ?? '');
    return objectOf(json);
  } catch {
    return {};
  }
}

/** Whatever a request failed by; `outcome` is what became of the statement then. */
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
      cause: error,
    });
  }
  if (error instanceof TransportError) {
    const title = 'The connection to the database was lost';
    return new DriverError('connection', outcome, title, { detail: error.message, cause: error });
  }
  return new DriverError('internal', outcome, 'The driver failed', { cause: error });
}

/** Whatever went wrong before the session stood. */
export function connectError(error: unknown): DriverError {
  const known = driverError(error, 'not_run');
  if (known.kind === 'connection' || known.kind === 'authentication') return known;
  // Who may run no job in the project may not come in.
  const kind = known.kind === 'permission' ? 'authentication' : 'connection';
  return new DriverError(kind, 'not_run', known.title, { detail: known.detail, cause: error });
}
