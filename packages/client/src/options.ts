/** How often, and after how long, a request is sent again. Times in milliseconds. */
export interface RetryOptions {
  /** Sendings of one request in all; 8 unless given, 1 = never again. */
  attempts?: number;
  /** Longest wait before the second sending; it doubles with each. 250 unless given. */
  baseMs?: number;
  /** Longest wait of all, but for what `Retry-After` says. 5,000 unless given. */
  maxMs?: number;
  /** A `Retry-After` above this is not waited for: the error is thrown. 60,000 unless given. */
  maxRetryAfterMs?: number;
}

/**
 * Where the service is and who asks. One of `token`, `email` with `password`, and `cookie`; none of them
 * in a page of the service's own origin, whose browser sends the session cookie.
 */
export interface ClientOptions {
  /** With the mount path and without `/api`, such as `https://sql.example.com/sluice`; "" = this origin. */
  baseUrl: string;
  /** A service token, sent as `Authorization: Bearer`. */
  token?: string | undefined;
  /** A local user's address, sent with `password` by HTTP Basic. */
  email?: string | undefined;
  /** See `email`. */
  password?: string | undefined;
  /** A `Cookie` header for programs that hold a session, such as `sluice.sid=…`. */
  cookie?: string | undefined;
  /** Sent with each request. */
  headers?: Readonly<Record<string, string>> | undefined;
  retry?: RetryOptions | undefined;
  /** Instead of the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

/** The headers that tell who asks. @throws TypeError for an e-mail address without a password */
export function credentialHeaders(options: ClientOptions): Record<string, string> {
  const { token, email, password, cookie } = options;
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  if (email !== undefined || password !== undefined) {
    if (email === undefined || password === undefined) {
      throw new TypeError('email and password belong together');
    }
    return { authorization: `Basic ${base64(`${email}:${password}`)}` };
  }
  return cookie === undefined ? {} : { cookie };
}

/** Of the text's UTF-8; `btoa` alone takes Latin-1 only. */
const base64 = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)));
