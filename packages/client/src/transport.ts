import { ApiError, NetworkError } from './errors.js';
import type { ErrorBody, SendOptions } from './operations.js';
import { credentialHeaders, type ClientOptions } from './options.js';
import { retryAfterMs, retryPolicy, withRetries } from './retry.js';

/** A response with a status from 200 to 399 and its body. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** A parameter value in a URL. */
type Scalar = string | number | boolean;

/** The input of any operation. */
export interface Input extends SendOptions {
  path?: Readonly<Record<string, Scalar>>;
  query?: Readonly<Record<string, Scalar | undefined>>;
  body?: unknown;
}

/** Sends operations by name, with retries where that is safe. */
export interface Transport {
  /**
   * Returns the response with its body read. @throws ApiError, NetworkError, the signal's reason
   */
  send(operation: string, input: Input): Promise<Answer>;
  /** Returns the response with its body unread. @throws as `send` */
  open(operation: string, input: Input): Promise<Response>;
}

/** Creates the transport of a client. */
export function createTransport(options: ClientOptions): Transport {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const policy = retryPolicy(options.retry);
  const own = { accept: 'application/json', ...credentialHeaders(options), ...options.headers };
  // Called as a plain function: a browser's fetch rejects any other `this`.
  const fetchIt = options.fetch ?? ((url, init) => fetch(url, init));

  const attempt = async <A extends { status: number; headers: Headers }>(
    operation: string,
    input: Input,
    receive: (response: Response) => Promise<A>,
  ): Promise<A> => {
    const [method = '', template = ''] = operation.split(' ');
    const url = baseUrl + fillIn(template, input.path ?? {}) + queryText(input.query ?? {});
    const headers: Record<string, string> = { ...own, ...input.headers };
    if (input.body !== undefined) headers['content-type'] = 'application/json';
    const init: RequestInit = { method, headers };
    if (input.body !== undefined) init.body = JSON.stringify(input.body);
    if (input.signal !== undefined) init.signal = input.signal;
    const isRepeatable =
      input.isRepeatable ?? (method === 'GET' || headers['idempotency-key'] !== undefined);
    const { attempts, last } = await withRetries(
      policy,
      { isRepeatable, signal: input.signal },
      () => fetchIt(url, init).then(receive),
    );
    if ('failure' in last) throw new NetworkError(operation, attempts, last.failure);
    return last.answer;
  };

  return {
    send: async (operation, input) => {
      const answer = await attempt(operation, input, read);
      if (answer.status >= 400) throw apiError(operation, answer);
      return answer;
    },
    open: async (operation, input) => {
      const opened = await attempt(operation, input, async (response) =>
        // An error response is read at once, so that a retry leaves no open body behind.
        response.status < 400
          ? { status: response.status, headers: response.headers, response }
          : { ...(await read(response)), response: undefined },
      );
      if (opened.response === undefined) throw apiError(operation, opened);
      return opened.response;
    },
  };
}

const read = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
});

const fillIn = (template: string, values: Readonly<Record<string, Scalar>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new TypeError(`${template} requires path.${name}`);
    return encodeURIComponent(String(value));
  });

function queryText(query: Readonly<Record<string, Scalar | undefined>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.append(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

const apiError = (operation: string, { status, headers, text }: Answer): ApiError =>
  new ApiError(operation, status, bodyOf(text, status), retryAfterMs(headers));

/** Parses an error body; a proxy may have answered with its own page. */
function bodyOf(text: string, status: number): ErrorBody {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody> | null;
    if (typeof body?.title === 'string') return { ...body, title: body.title };
  } catch {
    // Not JSON: only the status is known.
  }
  return { title: `HTTP status ${status}` };
}
