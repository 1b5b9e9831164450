import { isSafeProviderUrl } from '@sluice/config';
import {
  allowInsecureRequests,
  ClientError,
  customFetch,
  type Configuration,
  type CustomFetch,
} from 'openid-client';

/** Fetches over TLS or from this machine only, for every URL of a provider. */
export const safeFetch: CustomFetch = (url, options) => {
  assertSafe(url);
  // The type of openid-client is narrower than the parameter of fetch.
  return fetch(url, options as RequestInit);
};

/** @throws ClientError for a URL that must not receive secrets */
export function assertSafe(url: string | URL): void {
  if (!URL.canParse(url.toString()) || !isSafeProviderUrl(url)) {
    throw new ClientError('a URL of the provider does not use TLS');
  }
}

/**
 * openid-client rejects http URLs unless this function is set; {@link safeFetch} still rejects them
 * for other machines. openid-client compares the function itself, so it cannot be wrapped.
 */
// oxlint-disable-next-line typescript/no-deprecated -- marked to attract attention.
export const allowLocalHttp: (configuration: Configuration) => void = allowInsecureRequests;

/**
 * Configures the requests to a provider; http is allowed only if the provider runs on this machine.
 */
export function prepareTransport(
  configuration: Configuration,
  { isLocal, timeoutMs }: { isLocal: boolean; timeoutMs: number },
): void {
  configuration.timeout = timeoutMs / 1000;
  configuration[customFetch] = safeFetch;
  if (isLocal) allowLocalHttp(configuration);
}
