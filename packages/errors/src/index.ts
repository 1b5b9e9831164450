/** A problem of one field of a request. `path` names the field (`batchText`, `data.port`). */
export interface FieldError {
  path: string;
  message: string;
}

/** Optional parts of an {@link AppError}. */
export interface AppErrorOptions {
  /** Further information for the user. It never contains a secret, a stack trace or SQL of the metadata database. */
  detail?: string;
  /** The fields at fault, for 400 answers. */
  errors?: FieldError[];
  /** Seconds to wait before a retry, for the `Retry-After` header (429, 503). */
  retryAfterSeconds?: number;
  /** The original error, for the log only. */
  cause?: unknown;
}

/**
 * The error class of all layers: a stable `code` for programs, an HTTP `status` (400–599) and a `title` for users. It is
 * handled once, at the edge.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly detail: string | undefined;
  readonly errors: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: string,
    readonly status: number,
    readonly title: string,
    options: AppErrorOptions = {},
  ) {
    super(title, { cause: options.cause });
    this.detail = options.detail;
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** 404 with the specification's title. */
export const notFound = (code = 'not_found') => new AppError(code, 404, 'Not found');

/** 400 for one or more fields; the title is the first field's message unless given. */
export const badRequest = (errors: FieldError[], title?: string, code = 'bad_request') =>
  new AppError(code, 400, title ?? errors[0]?.message ?? 'Bad request', { errors });

/** 4xx for a request that is malformed as a whole, so that no field can be named. */
export const malformedRequest = (code: string, title: string, status = 400, cause?: unknown) =>
  new AppError(code, status, title, { errors: [{ path: '', message: title }], cause });

/** 403: the principal is authenticated but not allowed. */
export const forbidden = (title = 'Forbidden', code = 'forbidden') =>
  new AppError(code, 403, title);

/** 401: the request has no valid credentials. */
export const unauthorized = (title = 'Unauthorized') => new AppError('unauthorized', 401, title);

/** 503: a dependency is unavailable or the process is stopping. Retry after `retryAfterSeconds`. */
export const unavailable = (title: string, retryAfterSeconds = 1, cause?: unknown) =>
  new AppError('unavailable', 503, title, { retryAfterSeconds, cause });

/** The message of a thrown value. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
