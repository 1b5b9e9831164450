/** Retries of a request. Times are in milliseconds. */
export interface RetryOptions {
  /** Total attempts per request. Default: 8; 1 disables retries. */
  attempts?: number;
  /** Maximum delay before the second attempt; it doubles with each attempt. Default: 250. */
  baseMs?: number;
  /** Maximum delay, except for `Retry-After`. Default: 5,000. */
  maxMs?: number;
  /** A longer `Retry-After` throws the error instead. Default: 60,000. */
  maxRetryAfterMs?: number;
}

/**
 * Address and credentials: one of `token`, `email` with `password`, or `cookie`; none in a page of the
 * service's own origin, where the browser sends the session cookie.
 */
export interface ClientOptions {
  /**
   * URL with the mount path and without `/api`, such as `https://sql.example.com/sluice`; "" is the page's
   * origin.
   */
  baseUrl: string;
  /** A personal or service token, sent as `Authorization: Bearer`. */
  token?: string | undefined;
  /** E-mail of a local user, sent with `password` by HTTP Basic. */
  email?: string | undefined;
  /** See `email`. */
  password?: string | undefined;
  /** A `Cookie` header for programs that hold a session, such as `sluice.sid=…`. */
  cookie?: string | undefined;
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>> | undefined;
  retry?: RetryOptions | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

/**
 * Returns the headers with the credentials. @throws TypeError for an e-mail address without a password
 */
export function credentialHeaders(options: ClientOptions): Record<string, string> {
  const { token, email, password, cookie } = options;
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  if (email !== undefined || password !== undefined) {
    if (email === undefined || password === undefined) {
      throw new TypeError('email and password must be given together');
    }
    return { authorization: `Basic ${base64(`${email}:${password}`)}` };
  }
  return cookie === undefined ? {} : { cookie };
}

/** Encodes UTF-8; `btoa` alone accepts only Latin-1. */
const base64 = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)));
