import type { ErrorBody } from '@sluice/contracts';

const metaContent = (name: string): string =>
  document.querySelector(`meta[name=${name}]`)?.getAttribute('content') ?? '';

/** The path that the service is mounted under; empty at the root. */
export const mountPath = metaContent('mount');

/** The nonce that the content security policy requires on style elements created by scripts. */
export const styleNonce = metaContent('style-nonce');

/** An error response. `status` is 0 if there was no response. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    const first = body.errors?.[0]?.message ?? '';
    super(first === '' || first === body.title ? body.title : `${body.title}: ${first}`);
  }

  /** Returns the message for a form field; undefined if the error does not name the field. */
  field(path: string): string | undefined {
    return this.body.errors?.find((error) => error.path === path)?.message;
  }
}

/** Returns whether the network or the service is unreachable. */
export const isOffline = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503);

interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** The browser sends the request even if the page closes. The body then has at most 64 KB. */
  keepalive?: boolean;
}

const signedOutListeners = new Set<() => void>();

/** Calls the listener when a request is answered with 401; returns a function that unsubscribes. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

/**
 * Sends a request and returns the response.
 *
 * @throws ApiError for status 400 and above, and with status 0 if there was no response
 */
export async function send(
  method: string,
  path: string,
  { body, headers = {}, signal, keepalive = false }: RequestOptions = {},
): Promise<Response> {
  const init: RequestInit = { method, headers, credentials: 'same-origin', keepalive };
  if (signal !== undefined) init.signal = signal;
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { 'content-type': 'application/json', ...headers };
  }
  let response: Response;
  try {
    response = await fetch(mountPath + path, init);
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new ApiError(0, { title: 'Service unreachable' });
  }
  if (response.status < 400) return response;
  const known = (await response.json().catch(() => null)) as ErrorBody | null;
  const error = new ApiError(
    response.status,
    typeof known?.title === 'string'
      ? known
      : { title: `The service returned status ${response.status}` },
  );
  if (response.status === 401) for (const listener of signedOutListeners) listener();
  throw error;
}

/** Sends a request and returns the JSON of the response. @throws ApiError as {@link send} does */
export async function call<T>(method: string, path: string, options?: RequestOptions): Promise<T> {
  return jsonOf<T>(await send(method, path, options), options?.signal);
}

/**
 * Deletes an item and reads again what shows it. After a failure too: the item may have been deleted already.
 *
 * @throws ApiError as {@link send} does
 */
export async function deleteAndReload(path: string, reload: () => Promise<void>): Promise<void> {
  try {
    await call('DELETE', path);
  } finally {
    await reload();
  }
}

/** Returns the JSON of a response. @throws ApiError with status 0 if the response was incomplete */
export async function jsonOf<T>(response: Response, signal?: AbortSignal): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new ApiError(0, { title: 'The response of the service was incomplete' });
  }
}

/** Returns the message of any error. */
export const errorText = (error: unknown): string =>
  error instanceof Error ? error.message : 'Unknown error';
