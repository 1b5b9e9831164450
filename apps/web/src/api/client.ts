import type { ErrorBody } from '@sluice/contracts';

const metaOf = (name: string): string =>
  document.querySelector(`meta[name=${name}]`)?.getAttribute('content') ?? '';

/** The path that the service is mounted below; empty at the root. */
export const mountPath = metaOf('mount');

/** What the policy of this page asks of style elements that scripts make. */
export const styleNonce = metaOf('style-nonce');

/** An answer that says no. `status` 0: none came. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    const first = body.errors?.[0]?.message ?? '';
    super(first === '' || first === body.title ? body.title : `${body.title}: ${first}`);
  }

  /** What is wrong with a field of a form; undefined when that is not it. */
  field(path: string): string | undefined {
    return this.body.errors?.find((error) => error.path === path)?.message;
  }
}

/** Whether nothing was heard of the service: the network, or the service, is away. */
export const isOffline = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503);

interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

const signedOut = new Set<() => void>();

/** Calls back when the service no longer knows who asks. */
export function onSignedOut(callback: () => void): () => void {
  signedOut.add(callback);
  return () => signedOut.delete(callback);
}

/**
 * Sends a request and gives the response, whatever its status but errors.
 *
 * @throws ApiError for every status from 400 on, and with status 0 when no answer came.
 */
export async function send(
  method: string,
  path: string,
  { body, headers = {}, signal }: CallOptions = {},
): Promise<Response> {
  const init: RequestInit = { method, headers, credentials: 'same-origin' };
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
    throw new ApiError(0, { title: 'The service cannot be reached' });
  }
  if (response.status < 400) return response;
  const known = (await response.json().catch(() => null)) as ErrorBody | null;
  const error = new ApiError(
    response.status,
    typeof known?.title === 'string' ? known : { title: `The service answered ${response.status}` },
  );
  if (response.status === 401) for (const callback of signedOut) callback();
  throw error;
}

/** Sends a request and gives the JSON of its answer. @throws ApiError as {@link send} does */
export async function call<T>(method: string, path: string, options?: CallOptions): Promise<T> {
  return jsonOf<T>(await send(method, path, options), options?.signal);
}

/** The JSON of an answer. @throws ApiError with status 0 when it broke off */
export async function jsonOf<T>(response: Response, signal?: AbortSignal): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new ApiError(0, { title: 'The answer of the service broke off' });
  }
}

/** The text of any error, for a person. */
export const textOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'Something went wrong';
