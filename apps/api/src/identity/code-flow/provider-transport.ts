import { isSafeProviderUrl } from '@sluice/config';
import {
  allowInsecureRequests,
  ClientError,
  customFetch,
  type Configuration,
  type CustomFetch,
} from 'openid-client';

/** Fetches over TLS, or without leaving this machine; nothing else, wherever an answer points to. */
export const safeFetch: CustomFetch = (url, options) => {
  assertSafe(url);
  // openid-client's own narrowing of what fetch takes.
  return fetch(url, options as RequestInit);
};

/** @throws ClientError when secrets must not go there. */
export function assertSafe(url: string | URL): void {
  if (!URL.canParse(url.toString()) || !isSafeProviderUrl(url)) {
    throw new ClientError('an address of the provider is without TLS');
  }
}

/**
 * openid-client refuses http altogether; {@link safeFetch} still refuses it for other machines. It
 * looks for this very function, so there is no other one around it.
 */
// eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so to stand out.
export const allowOnThisMachine: (configuration: Configuration) => void = allowInsecureRequests;

/** Lets a configuration talk to its provider; without TLS only where that is this machine itself. */
export function prepareTransport(
  configuration: Configuration,
  { isLocal, timeoutMs }: { isLocal: boolean; timeoutMs: number },
): void {
  configuration.timeout = timeoutMs / 1000;
  configuration[customFetch] = safeFetch;
  if (isLocal) allowOnThisMachine(configuration);
}
