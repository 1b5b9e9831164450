/** One problem in a request, at the path of the field that has it (`batchText`, `data.port`). */
export interface FieldError {
  path: string;
  message: string;
}

/** What an {@link AppError} may carry beside its code, status and title. */
export interface AppErrorOptions {
  /** More for a person to act on; never a secret, a stack or SQL of the service's own database. */
  detail?: string;
  /** The fields at fault, for 400 answers. */
  errors?: FieldError[];
  /** Seconds after which a retry makes sense; becomes the `Retry-After` header (429, 503). */
  retryAfterSeconds?: number;
  /** The error underneath, for the log only. */
  cause?: unknown;
}

/**
 * The one error class that crosses layers: a stable `code` for programs, an HTTP `status`
 * (400–599), and a `title` fit for a person. Handled once, at the edge.
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

/** 4xx for a request that is malformed as a whole: no field of it can be named. */
export const malformedRequest = (code: string, title: string, status = 400, cause?: unknown) =>
  new AppError(code, status, title, { errors: [{ path: '', message: title }], cause });

/** 403: authenticated but not allowed. */
export const forbidden = (title = 'Forbidden', code = 'forbidden') =>
  new AppError(code, 403, title);

/** 401: no valid credential. */
export const unauthorized = (title = 'Unauthorized') => new AppError('unauthorized', 401, title);

/** 503: a backend is away or the process is stopping; try again after `retryAfterSeconds`. */
export const unavailable = (title: string, retryAfterSeconds = 1, cause?: unknown) =>
  new AppError('unavailable', 503, title, { retryAfterSeconds, cause });

/** The text of anything thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
